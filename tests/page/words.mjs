// SPDX-License-Identifier: BSD-3-Clause
// Whatever a slider of the page can say is a word or a number: words.mjs PAGE
import assert from 'assert';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const page = process.argv[2], from = (name) => pathToFileURL(path.resolve(page, name));
const { Engine } = await import(from('engine.js'));
const { words } = await import(from('sliders.js'));
const engine = new Engine(new WebAssembly.Module(fs.readFileSync(path.join(page, 'rosin.wasm'))));
let said = 0, choices = 0;

for (const scene of engine.scenes()) {
  const is = engine.open(scene, 44100, 1);
  for (const p of is.parameters) {
    const step = p.stepped && p.high - p.low < 1000 ? 1 : (p.high - p.low) / 7;
    for (let x = p.low; x <= p.high + step / 9; x += step) {
      const text = words(p, x);
      assert(text && !/undefined|NaN|null/.test(text), `${scene}, ${p.name} at ${x}: ${text}`);
      said++;
    }
    if (!p.choices) continue;
    choices++;
    assert.strictEqual(new Set(p.choices).size, p.high - p.low + 1, `${scene}, ${p.name}: ${p.choices}`);
  }
}
// what finds no room is counted, and a note's end finds it
engine.open('cello', 44100, 1);
for (let i = 0; i < 6000; i++) engine.play(['midi', 0xb0, 11, i % 128]);
engine.process([new Float32Array(128), new Float32Array(128)]);
assert(engine.look(0).lost > 0, 'nothing is lost of 6000 events at once');
engine.open('cello', 44100, 1);
assert(engine.look(0).lost === 0);
assert(choices >= 4 && said > 1000);
console.log(`${said} words`);

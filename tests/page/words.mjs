// SPDX-License-Identifier: BSD-3-Clause
// Whatever a slider of the page can say is a word or a number: words.mjs PAGE
import assert from 'assert';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const page = process.argv[2], from = (name) => pathToFileURL(path.resolve(page, name));
const { describe, load, scenes } = await import(from('index.js'));
const { words } = await import(from('sliders.js'));
const wasm = await load(fs.readFileSync(path.join(page, 'rosin.wasm')));
let said = 0, choices = 0;

for (const scene of await scenes({ wasm })) {
  const is = await describe(scene, { wasm, add: ['section', 'limiter', 'seed', 'input'] });
  for (const p of is.parameters) {
    const step = p.stepped && p.high - p.low < 1000 ? 1 : (p.high - p.low) / 7;
    for (let x = p.low; x <= p.high + step / 9; x += step) {
      const text = words(p, x);
      assert(text && !/undefined|NaN|null/.test(text), `${scene}, ${p.name} at ${x}: ${text}`);
      said++;
    }
    if (!p.words) continue;
    choices++;
    assert.strictEqual(new Set(p.words).size, p.high - p.low + 1, `${scene}, ${p.name}: ${p.words}`);
  }
}
assert(choices >= 4 && said > 1000);
console.log(`${said} words`);

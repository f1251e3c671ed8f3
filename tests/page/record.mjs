// SPDX-License-Identifier: BSD-3-Clause
// A take that the page records, without a page: record.mjs PAGE SCENE RATE SEED FILE [QUALITY]. The engine is opened, set and played at
// random as the page's worklet does it, then recorded from rest, played on, and kept as the page's file. Events come between blocks of 128.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const [page, scene, rate, seed, to, quality] = process.argv.slice(2), BLOCK = 128, SECONDS = 1.5;
const from = (name) => import(pathToFileURL(path.resolve(page, name)));
const { Engine } = await from('engine.js'), { file, joined } = await from('render.js');
await from('tape.js');
let state = Number(seed) * 2654435761 % 4294967296;
const chance = () => {
  state = (state * 1664525 + 1013904223) % 4294967296;
  return state / 4294967296;
};
const wasm = new WebAssembly.Module(fs.readFileSync(path.join(page, 'rosin.wasm')));
const options = { settings: { seed: Math.floor(1e6 * chance()), ...(quality ? { oversample: Number(quality) } : {}) }, add: ['section', 'limiter', 'seed', 'input'] };
const core = new Engine(wasm).open(scene, options).prepare(Number(rate), { watch: true, keep: true });
const { parameters, instrument } = core.is, lowest = { cello: 36, violin: 55 }[scene] ?? 60;
let key = 0;

function act() {
  const kind = chance(), p = parameters[Math.floor(chance() * parameters.length)];
  if (kind < 0.3 && p.name !== 'input' && p.name !== 'players') core.control(p.name, p.stepped ? Math.round(p.low + chance() * (p.high - p.low)) : p.low + chance() * (p.high - p.low));
  else if (kind < 0.5 && instrument) core.pad(Number(chance() < 0.9), Number((2 * chance() - 1).toFixed(4)), Number(chance().toFixed(4)));
  else if (kind < 0.6) core.midi([0xb0, [1, 11, 64, 74][Math.floor(4 * chance())], Math.floor(128 * chance())]);
  else if (kind < 0.65) core.midi([0xe0, Math.floor(128 * chance()), Math.floor(128 * chance())]);
  else if (kind < 0.8 && key) key = core.midi([0x80, key, 0]) ?? 0;
  else core.midi([0x90, key = lowest + Math.floor(20 * chance()), 20 + Math.floor(100 * chance())]);
}
function play(seconds) {
  for (let at = 0; at < seconds * rate; at += BLOCK) {
    if (chance() < 0.15) act();
    const made = core.run(BLOCK);
    core.tape?.heard(made); // as the processor does
  }
}
play(SECONDS / 2);
core.record();
if (!instrument) core.control('trigger', 1);
play(SECONDS);
const take = core.recorded();
fs.writeFileSync(to, Buffer.from(file(wasm, { options, rate: Number(rate), ...take, samples: joined(take) })));

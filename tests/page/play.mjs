// SPDX-License-Identifier: BSD-3-Clause
// The page's engine without a page: play.mjs PAGE SCENE RATE SECONDS OVERSAMPLE EVENTS > raw floats.
// EVENTS as host_lv2 reads them; frames that rosin's decimator keeps back are left out.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const [page, scene, rate, seconds, oversample, list] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(path.resolve(page, 'engine.js')));
const { render } = await import(pathToFileURL(path.resolve(page, 'render.js')));
const engine = new Engine(new WebAssembly.Module(fs.readFileSync(path.join(page, 'rosin.wasm'))));
const events = fs.readFileSync(list, 'utf8').split('\n').filter(Boolean).map((line) => {
  const [frame, what, ...values] = line.split(' ');
  return [Number(frame), [what, ...values.map((v) => (isNaN(v) ? v : Number(v)))]];
});
const frames = Math.round(rate * seconds);
const late = engine.open(scene, Number(rate), Number(oversample)).latency;
const begun = process.hrtime.bigint();
const channels = render(engine, {
  first: [scene, Number(oversample), []], events, frames: frames + late, rate: Number(rate),
});
const took = Number(process.hrtime.bigint() - begun) / 1e9;
process.stderr.write(`${(seconds / took).toFixed(2)} times real time\n`);
const all = new Float32Array(frames * channels.length);
for (let i = 0; i < frames; i++)
  channels.forEach((c, k) => { all[i * channels.length + k] = c[i + late]; });
fs.writeFileSync(1, Buffer.from(all.buffer));

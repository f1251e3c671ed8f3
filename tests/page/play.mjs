// SPDX-License-Identifier: BSD-3-Clause
// What the page plays, without a page: play.mjs PAGE SCENE RATE SECONDS OVERSAMPLE EVENTS > raw floats.
// EVENTS as host_lv2 reads them.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const [page, scene, rate, seconds, oversample, list] = process.argv.slice(2);
const { render } = await import(pathToFileURL(path.resolve(page, 'index.js')));
const events = fs.readFileSync(list, 'utf8').split('\n').filter(Boolean).map((line) => {
  const [frame, what, ...values] = line.split(' '), numbers = values.map((v) => (isNaN(v) ? v : Number(v)));
  return [Number(frame), ...(what === 'set' ? ['control', ...numbers] : ['midi', numbers])];
});
const frames = Math.round(rate * seconds), settings = Number(oversample) ? { oversample: Number(oversample) } : {};
const begun = process.hrtime.bigint();
const { samples } = await render(scene, { wasm: fs.readFileSync(path.join(page, 'rosin.wasm')), rate: Number(rate), settings, events, frames });
const took = Number(process.hrtime.bigint() - begun) / 1e9;
process.stderr.write(`${(seconds / took).toFixed(2)} times real time\n`);
const all = new Float32Array(frames * samples.length);
for (let i = 0; i < frames; i++) samples.forEach((c, k) => { all[i * samples.length + k] = c[i]; });
fs.writeFileSync(1, Buffer.from(all.buffer));

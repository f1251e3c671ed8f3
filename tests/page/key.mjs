// SPDX-License-Identifier: BSD-3-Clause
// rosin's own share of the time from a key to sound, in ms, counted in frames and so the same on each machine: key.mjs PAGE
// SCENE KEY. From the event, with a block that it may have to wait for, to where the sound is 80 dB (it begins) and 40 dB
// (it speaks) below the loudest of its first half second.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const [page, scene, key] = process.argv.slice(2), RATE = 48000, BLOCK = 128;
const { open } = await import(pathToFileURL(path.resolve(page, 'index.js')));
const core = await open(scene, { wasm: fs.readFileSync(path.join(page, 'rosin.wasm')), rate: RATE });
core.run(BLOCK);
core.midi([0x90, Number(key), 90]);
const heard = core.run(RATE / 2), level = (i) => Math.max(...heard.map((c) => Math.abs(c[i])));
let most = 0;
for (let i = 0; i < RATE / 2; i++) most = Math.max(most, level(i));
const from = (below) => {
  let first = 0;
  while (level(first) < most / 10 ** (below / 20)) first++;
  return ((BLOCK + first) * 1000) / RATE;
};
console.log(`begins ${from(80).toFixed(3)} 1`);
console.log(`speaks ${from(40).toFixed(3)} 1`);

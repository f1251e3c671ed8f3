// SPDX-License-Identifier: BSD-3-Clause
// The time from a key to sound, in ms, counted in frames and so the same on each machine: key.mjs PAGE SCENE KEY. rosin's own: a block that the
// event may have to wait for, and the engine, until the first sample is another than without the key. Then the instrument: the player's
// stroke, until the sound is 80, 60 and 40 dB below the loudest of its first half second. What a browser takes to play is neither.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const [page, scene, key] = process.argv.slice(2), RATE = 48000, BLOCK = 128;
const { open } = await import(pathToFileURL(path.resolve(page, 'index.js')));
const wasm = fs.readFileSync(path.join(page, 'rosin.wasm'));
// Half a second after a block of silence, with the key or without.
async function half(played) {
  const core = await open(scene, { wasm, rate: RATE });
  core.run(BLOCK);
  if (played) core.midi([0x90, Number(key), 90]);
  return core.run(RATE / 2);
}
const heard = await half(true), silent = await half(false), level = (i) => Math.max(...heard.map((c) => Math.abs(c[i])));
const most = Array.from({ length: RATE / 2 }, (_, i) => level(i)).reduce((a, b) => Math.max(a, b));
const first = (isIt) => {
  let i = 0;
  while (i < RATE / 2 && !isIt(i)) i++;
  return i;
};
const own = first((i) => heard.some((c, k) => c[i] !== silent[k][i]));
const say = (name, frames) => console.log(`${name} ${((frames * 1000) / RATE).toFixed(3)} 1`);
say('own', BLOCK + own);
for (const [name, below] of [['begins', 80], ['sounds', 60], ['speaks', 40]]) say(name, BLOCK + first((i) => level(i) >= most / 10 ** (below / 20)));
say('stroke', first((i) => level(i) >= most / 1e3) - own);

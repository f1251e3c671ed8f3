// SPDX-License-Identifier: BSD-3-Clause
// What the page's text says of the cello without assistance is so: claims.mjs PAGE
import assert from 'assert';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const page = process.argv[2];
const { Engine } = await import(pathToFileURL(path.resolve(page, 'engine.js')));
const module = new WebAssembly.Module(fs.readFileSync(path.join(page, 'rosin.wasm')));
const HELMHOLTZ = 2, SEVERAL = 3, RAUCOUS = 4, SLIDING = 5;

// The share of a second's looks, once the bow has moved for half of one, at which it is in a regime; the hand at
// a point of the pad, -1 to 1 and 0 to 1.
function share(regimes, position, across, up) {
  const engine = new Engine(module), out = [new Float32Array(128)];
  engine.open('cello', 48000, 1);
  engine.play(['set', 'assist', 0]);
  engine.play(['set', 'position', position]);
  engine.process(out);
  engine.play(['pad', 1, across, up]);
  let there = 0;
  for (let i = 0; i < 450; i++) {
    engine.process(out);
    if (i >= 200 && i % 10 === 0 && regimes.includes(engine.look(0).regime)) there++;
  }
  return there / 25;
}

for (const [says, regimes, position, across, up] of [
  ['low and fast: several slips, or none that stick', [SEVERAL, SLIDING], 1, 1, 0.05],
  ['high and slow: no Helmholtz motion', [RAUCOUS, SEVERAL], 1, 0.15, 0.95],
  ['between: Helmholtz motion', [HELMHOLTZ], 1, 0.6, 0.6],
  ['near the bridge heavy and slow: Helmholtz motion', [HELMHOLTZ], 0.4, 0.15, 1],
  ['over the fingerboard the same bow: raucous', [RAUCOUS], 2.5, 0.15, 1],
]) {
  const found = share(regimes, position, across, up);
  console.log(`${says}: ${found}`);
  assert(found >= 0.7, says);
}

// SPDX-License-Identifier: BSD-3-Clause
// What the page's text says of the cello without assistance is so: claims.mjs PAGE
import assert from 'assert';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const page = process.argv[2];
const { load, open } = await import(pathToFileURL(path.resolve(page, 'index.js')));
const wasm = await load(fs.readFileSync(path.join(page, 'rosin.wasm')));
const [HELMHOLTZ, SEVERAL, RAUCOUS, SLIDING] = ['helmholtz', 'several', 'raucous', 'sliding'];

// The share of a second's looks, once the bow has moved for half of one, at which it is in a regime; the hand at
// a point of the pad, -1 to 1 and 0 to 1.
async function share(regimes, position, across, up) {
  const core = await open('cello', { wasm, rate: 48000, settings: { oversample: 1 }, watch: true });
  core.control('assist', 0);
  core.control('position', position);
  core.run(128);
  core.pad(1, across, up);
  let there = 0;
  for (let i = 0; i < 450; i++) {
    core.run(128);
    if (i % 10 === 0 && regimes.includes(core.look()?.regime) && i >= 200) there++;
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
  const found = await share(regimes, position, across, up);
  console.log(`${says}: ${found}`);
  assert(found >= 0.7, says);
}

// Behind the pad: who bows where a line lies presses as hard as it says.
const core = await open('cello', { wasm, rate: 48000, settings: { oversample: 1, humanity: 0 }, watch: true });
const at = (across, up) => {
  core.pad(1, across, up);
  let most = 0;
  for (let i = 0; i < 200; i++) {
    core.run(128);
    most = core.look()?.force ?? 0;
  }
  return most;
};
assert.deepStrictEqual(core.region(), [], 'lines where nobody has looked');
at(0.5, 0.5);
const lines = core.region();
core.run(4800);
for (const { force, out } of core.region()) {
  const up = out.findIndex((x) => x > 0 && x < 0.9);
  if (up < 0) continue;
  const pressed = at(out[up], up / (out.length - 1));
  console.log(`a line of ${force} N: ${pressed.toFixed(2)} N at ${out[up].toFixed(2)}`);
  assert(Math.abs(pressed / force - 1) < 0.1, `a line of ${force} N lies where a hand presses with ${pressed} N`);
}
assert(core.region().length >= 2, `${core.region().length} lines behind a pad, ${lines.length} at first`);

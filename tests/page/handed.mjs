// SPDX-License-Identifier: BSD-3-Clause
// The page from somebody else's server: handed.mjs ADDRESS SCRATCH. A fresh profile starts it, a key of the strings sounds, and the
// console has no error. Fails if it is wrong.
import assert from 'assert';
import { Browser, LISTEN, cents, wait } from './chrome.mjs';

const [address, scratch] = process.argv.slice(2), b = await Browser.open(scratch, 1280, 900);
try {
  await b.go(address);
  await b.until('document.body.dataset.ready && document.body.dataset.offline', 60);
  await b.click('start');
  await b.until('window.rosin.sound.running', 60);
  await b.key('keyDown', 'KeyH', 'h'); // A2
  let now;
  for (let i = 0; i < 600; i++) {
    now = await b.run(LISTEN);
    if (now.level > 0.003 && Math.abs(cents(now.pitch, 110)) < 25) break;
    await wait(100);
  }
  await b.key('keyUp', 'KeyH', 'h');
  assert(now.level > 0.003 && Math.abs(cents(now.pitch, 110)) < 25, `level ${now.level}, ${now.pitch} Hz`);
  assert.deepStrictEqual(b.console, []);
} finally {
  await b.close();
}

// SPDX-License-Identifier: BSD-3-Clause
// The page in a browser, shortly: short.mjs PAGE SCRATCH [PICTURES]. It loads in a fresh profile, the
// network goes, it starts, and plays by keys and by the pad. Prints what it finds; fails if it is wrong.
import assert from 'assert';
import path from 'path';
import { Browser, LISTEN, cents, serve, wait } from './chrome.mjs';

const [page, scratch, pictures] = process.argv.slice(2);
const { server, at } = await serve(page);
const b = await Browser.open(scratch, 1280, 900);

// Draws the bow to and fro over the pad for some seconds, at a hand's pace.
async function draw(seconds, height, ask) {
  const { x, y, width, height: tall } = await b.box('pad');
  const row = y + (1 - height) * tall, found = [];
  let shown = false;
  await b.mouse('mousePressed', x + 0.1 * width, row);
  const begun = Date.now();
  for (let now = 0, asks = 0; (now = (Date.now() - begun) / 1000) < seconds;) {
    const share = 0.1 + 0.8 * (1 - Math.abs(1 - ((now / 1.6) % 2)));
    await b.mouse('mouseMoved', x + share * width, row);
    if (pictures && now > 0.7 * seconds && !shown) {
      shown = true;
      await b.run('scrollTo(0, 0)');
      await b.picture(path.join(pictures, 'page-desktop.png'));
    }
    if (now > asks + 0.4) {
      found.push(await b.run(ask));
      asks = now;
    }
    await wait(12);
  }
  await b.mouse('mouseReleased', x + 0.5 * width, row);
  return found;
}

try {
  await b.go(at);
  await b.until("document.body.dataset.scene === 'cello' && document.body.dataset.ready");
  server.closeAllConnections();
  server.close(); // nobody is there any more
  await b.click('start');
  await b.until('window.rosin.sound.running');
  await wait(300);
  const silent = await b.run(LISTEN);
  assert(silent.level < 1e-4, `it does not start silent: ${silent.level}`);

  await b.key('keyDown', 'KeyH', 'h'); // A2
  await wait(1500);
  const key = await b.run(LISTEN);
  await b.key('keyUp', 'KeyH', 'h');
  console.log(`key: level ${key.level.toFixed(4)}, ${key.pitch.toFixed(2)} Hz`);
  assert(key.level > 0.003 && key.most < 0.5, `level ${key.level}, peak ${key.most}`);
  assert(Math.abs(cents(key.pitch, 110)) < 25, `pitch ${key.pitch} is not 110 Hz`);
  await wait(500);

  // the bow by hand, on the string that was played last
  const seen = await draw(4, 0.5, `({ ...${LISTEN}, regime: document.getElementById('regime').textContent })`);
  const regimes = seen.map((s) => s.regime);
  const sounding = seen.filter((s) => s.level > 0.003);
  console.log(`pad: ${regimes.join(', ')}; ${seen.map((s) => s.pitch.toFixed(1)).join(', ')} Hz`);
  assert(sounding.length >= 3, 'the pad is silent');
  assert(regimes.includes('Helmholtz'), `no Helmholtz motion: ${regimes}`);
  const log = await b.run(`new Promise((done) => {
    const hear = window.rosin.sound.node.port.onmessage;
    window.rosin.sound.node.port.onmessage = (e) => {
      if (e.data.late) { window.rosin.sound.node.port.onmessage = hear; done(e.data); } else hear(e);
    };
    window.rosin.sound.send('late');
  })`);
  console.log(`late blocks: ${log.late.blocks} of ${log.blocks}, memory ${log.memory}`);
  assert.deepStrictEqual(b.console, []);
  console.log('the page plays');
} finally {
  await b.close();
  server.closeAllConnections();
  server.close();
}

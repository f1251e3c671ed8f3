// SPDX-License-Identifier: BSD-3-Clause
// The page in a browser, shortly: short.mjs PAGE SCRATCH [PICTURES]. It loads in a fresh profile, the
// network goes, it starts, and plays by keys and by the pad. Prints what it finds; fails if it is wrong.
import assert from 'assert';
import fs from 'fs';
import path from 'path';
import { Browser, LISTEN, RECORDED, cents, serve, wait } from './chrome.mjs';

const [page, scratch, pictures] = process.argv.slice(2);
const { server, at } = await serve(page);
const b = await Browser.open(scratch, 1280, 900);

// What is heard once that is as it should be; or as it is after two minutes, for whoever looks at it.
async function heard(isRight) {
  for (let i = 0; ; i++) {
    const now = await b.run(LISTEN);
    if (isRight(now) || i === 1200) return now;
    await wait(100);
  }
}

// Draws the bow to and fro over the pad for some seconds, at a hand's pace; for two minutes at most if
// what is seen is not enough yet, as on a machine that is busy.
async function draw(seconds, height, ask, isEnough) {
  const { x, y, width, height: tall } = await b.box('pad');
  const row = y + (1 - height) * tall, found = [];
  let shown = false;
  await b.mouse('mousePressed', x + 0.1 * width, row);
  const begun = Date.now();
  for (let now = 0, asks = 0; (now = (Date.now() - begun) / 1000) < seconds || (now < 120 && !isEnough(found));) {
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
  await b.until("document.body.dataset.scene === 'cello' && document.body.dataset.ready && document.body.dataset.offline");
  server.closeAllConnections();
  server.close(); // nobody is there any more
  await b.click('start');
  await b.until('window.rosin.sound.running');
  await wait(300);
  const silent = await b.run(LISTEN);
  assert(silent.level < 1e-4, `it does not start silent: ${silent.level}`);

  await b.key('keyDown', 'KeyH', 'h'); // A2
  const isA = (k) => k.level > 0.003 && Math.abs(cents(k.pitch, 110)) < 25;
  const key = await heard(isA);
  await b.key('keyUp', 'KeyH', 'h');
  console.log(`key: level ${key.level.toFixed(4)}, ${key.pitch.toFixed(2)} Hz`);
  assert(key.level > 0.003 && key.most < 0.5, `level ${key.level}, peak ${key.most}`);
  assert(isA(key), `pitch ${key.pitch} is not 110 Hz`);
  await wait(500);

  // the bow by hand, on the string that was played last
  const sounds = (all) => all.filter((s) => s.level > 0.003).length >= 3;
  const sings = (all) => all.some((s) => s.regime === 'Helmholtz');
  const seen = await draw(4, 0.5, `({ ...${LISTEN}, regime: document.getElementById('regime').textContent })`,
    (all) => sounds(all) && sings(all));
  const regimes = seen.map((s) => s.regime);
  console.log(`pad: ${regimes.join(', ')}; ${seen.map((s) => s.pitch.toFixed(1)).join(', ')} Hz`);
  assert(sounds(seen), 'the pad is silent');
  assert(sings(seen), `no Helmholtz motion: ${regimes}`);
  const { blocks, calls, memory } = await b.run('window.rosin.sound.node.status()');
  console.log(`late blocks: ${blocks} of ${calls}, memory ${memory}`);
  // a take that is recorded, by keys and by the bow; whoever calls this makes it again and compares
  const pressed = (is) => `document.getElementById('record').getAttribute('aria-pressed') === '${is}'`;
  await b.click('record');
  await b.until(pressed(true));
  await b.key('keyDown', 'KeyH', 'h');
  await wait(700);
  await b.key('keyUp', 'KeyH', 'h');
  await draw(1, 0.4, '1', () => true);
  const recorded = await b.run(RECORDED);
  await b.until(pressed(false));
  fs.writeFileSync(path.join(scratch, 'recorded.wav'), Buffer.from(recorded, 'base64'));
  // another take, and what is lost
  const seed = "window.rosin.state.values.get('seed')";
  const drawn = await b.run(seed);
  assert(drawn >= 1 && await b.run(`location.hash === '#scene=cello&seed=${drawn}'`), `a page has no take of its own: ${drawn}`);
  const opened = async (change) => { // the seed of what it opens then
    await b.run(`window.rosin.state.is = null; ${change}`);
    await b.until('window.rosin.state.is');
    return b.run(seed);
  };
  assert.strictEqual(await opened("location.hash = 'scene=cello&vibrato=20'"), 0, 'a link of 0.2 sounds otherwise');
  assert.strictEqual(await opened("location.hash = 'scene=cello&seed=7'"), 7);
  const again = await opened("location.hash = ''");
  assert(again >= 1 && again !== drawn, `two pages have the take ${drawn}`);
  // a preset moves sliders and what sounds, and the link says so
  await b.run("{ const p = document.getElementById('preset'); p.value = 'Baroque'; p.dispatchEvent(new Event('change')); }");
  await b.until("window.rosin.state.values.get('a4') === 415");
  assert(await b.run("Math.abs(document.getElementById('parameter-a4').value - 415) < 0.2 && location.hash.includes('a4=415')"), 'a preset is not shown');
  assert.strictEqual(await b.run("window.rosin.sound.node.values().then((v) => v.a4)"), 415);
  const chosen = await opened("Object.assign(document.getElementById('scene'), { value: 'wine-glass' }).onchange()");
  assert(chosen >= 1 && chosen !== again && await b.run("window.rosin.state.is.scene === 'wine-glass'"), `another scene: ${chosen}`);
  await opened("location.hash = 'scene=cello'");
  await b.run("document.getElementById('new-take').click()");
  const one = await b.run(seed), shown = await b.run("document.getElementById('parameter-seed').value");
  await b.run("document.getElementById('new-take').click()");
  const two = await b.run(seed);
  assert(one >= 1 && two >= 1 && one !== two && Number(shown) === one, `takes ${one}, ${two}, shown ${shown}`);
  assert(await b.run(`location.hash.includes('seed=${two}')`), 'the address does not keep the take');
  const said = await b.run(`new Promise((done) => {
    const { sound } = window.rosin, { heard } = sound;
    sound.heard = (data) => {
      if (!data.look) return heard(data);
      sound.heard = heard;
      heard({ look: { ...data.look, lost: 3 } });
      return done(document.getElementById('said').textContent);
    };
  })`);
  assert(/^3 events were lost/.test(said), said);
  // what is rendered: all that was played, until its tail is over
  const take = await b.run(`new Promise((done) => {
    const { sound, state } = window.rosin, { render } = sound;
    sound.render = (log) => {
      sound.render = render;
      const last = log.events[log.events.length - 1];
      done({ frames: log.frames, last: last[0], events: log.events.length, tail: state.is.tail, rate: log.rate });
      sound.render({ ...log, frames: Math.min(log.frames, 9600) });
    };
    document.getElementById('wav').click();
  })`);
  assert(take.events > 1 && take.last > 0 && take.tail >= 1, JSON.stringify(take));
  assert.strictEqual(take.frames, Math.min(take.last + Math.ceil(take.tail * take.rate), 180 * take.rate));
  await b.until("/^rosin-cello.wav: 0.[01] MB$/.test(document.getElementById('said').textContent)");
  assert.deepStrictEqual(b.console, []);
  // and opened anew: nobody is there, but what the browser has kept; a link still holds
  await b.go('about:blank');
  await b.go(`${at}#scene=violin&vibrato=20`);
  await b.until("window.rosin?.state.is?.scene === 'violin' && document.body.dataset.ready", 60);
  assert.strictEqual(await b.run("window.rosin.state.values.get('vibrato')"), 20);
  await b.click('start');
  await b.key('keyDown', 'KeyH', 'h');
  const offline = await heard((k) => k.level > 0.003);
  await b.key('keyUp', 'KeyH', 'h');
  assert(offline.level > 0.003, 'opened without a network it is silent');
  console.log('the page plays');
} finally {
  await b.close();
  server.closeAllConnections();
  server.close();
}

// SPDX-License-Identifier: BSD-3-Clause
// The page in a browser, at length: long.mjs PAGE SCRATCH WHAT [SECONDS | AXE] [PICTURES], WHAT being
//   late     a cello under one bow, SECONDS long: blocks that came too late, of how many, and the
//            share of its time that the worklet took, and by how many bytes memory grew
//   effects  every scene of the page, opened and triggered or played: how many are silent
//   axe      what axe-core (a file) finds that is serious or critical, at the sizes of desk and phone
//   pictures the page played on a desk, a phone upright and across, light and dark, into PICTURES; all of the pad is
//            to be seen on a phone on its side
//   first    seconds from the address to the first sound of a key, in a fresh profile
//   hands    touch on a phone's screen, the keyboard alone, reduced motion, a link, a WAV file
// Prints "name value samples" lines.
import assert from 'assert';
import fs from 'fs';
import path from 'path';
import { Browser, LISTEN, cents, serve, wait } from './chrome.mjs';

const [page, scratch, what, more, pictures] = process.argv.slice(2);
const { server, at } = await serve(page);
const PHONE = [390, 844], ACROSS = [844, 390];
const READY = "!!window.rosin?.state.is && document.body.dataset.ready === 'all'";

async function load(b, hash = '') {
  await b.go('about:blank');
  await b.go(at + hash);
  await b.until(READY);
}
async function begin(b) {
  await b.click('start');
  await b.until('window.rosin.sound.running');
}
const status = (b) => b.run('window.rosin.sound.node.status()');

async function late(b) {
  await load(b);
  await begin(b);
  await b.run("window.rosin.sound.send('midi', [0x90, 50, 90])");
  await wait(3000);
  const before = await status(b);
  await wait(1000 * Number(more));
  const heard = await b.run(LISTEN), after = await status(b);
  assert(heard.level > 0.003 && Math.abs(cents(heard.pitch, 146.83)) < 30, JSON.stringify(heard));
  const blocks = after.calls - before.calls, rate = await b.run('window.rosin.sound.context.sampleRate');
  console.log(`late ${after.blocks - before.blocks} ${blocks}`);
  console.log(`busy ${((after.busy - before.busy) / ((blocks * 128000) / rate)).toFixed(3)} ${blocks}`);
  // the count counts: building a cymbal takes the audio thread some hundredths of a second
  await b.run("void window.rosin.sound.open('cymbal', 0, [])");
  await b.until("window.rosin.state.is.scene === 'cymbal'");
  await wait(2500);
  const still = await status(b);
  await b.run("window.rosin.sound.send('control', 'size', 280)");
  await wait(2500);
  const stalled = (await status(b)).blocks - still.blocks;
  assert(stalled >= 2, `a stall was counted as ${stalled} late blocks`);
  console.log(`grown ${after.memory - before.memory} ${blocks}`);
}

async function first(b) {
  const begun = Date.now();
  await b.go(at);
  await b.until("!document.getElementById('start').disabled");
  await b.click('start');
  await b.key('keyDown', 'KeyH', 'h');
  let level = 0;
  while (level < 0.003 && Date.now() - begun < 30000) ({ level } = await b.run(LISTEN));
  await b.key('keyUp', 'KeyH', 'h');
  assert(level > 0.003, 'silent for 30 s');
  console.log(`first ${((Date.now() - begun) / 1000).toFixed(2)} 1`);
}

async function effects(b) {
  await load(b);
  await begin(b);
  const scenes = await b.run('window.rosin.state.scenes');
  const silent = [];
  for (const scene of scenes) {
    await b.run(`location.hash = 'scene=${scene}'`);
    await b.until(`window.rosin.state.is?.scene === '${scene}'`);
    const instrument = await b.run('window.rosin.state.is.instrument');
    await b.run(instrument ? "window.rosin.sound.send('midi', [0x90, window.rosin.state.is.scene === 'double-bass' ? 40 : 62, 90])"
      : "window.rosin.sound.send('control', 'trigger', 1)");
    let loudest = 0;
    for (let i = 0; i < 40 && loudest < 1e-3; i++) {
      await wait(150);
      loudest = Math.max(loudest, (await b.run(LISTEN)).level);
    }
    if (loudest < 1e-3) silent.push(`${scene} (${loudest})`);
  }
  if (silent.length) console.error(`silent: ${silent.join(', ')}`);
  console.log(`silent ${silent.length} ${scenes.length}`);
}

async function axe(b) {
  let found = 0, rules = 0, all = 0;
  for (const [width, height, hash, scheme] of [[1280, 900, '', 'light'], [...PHONE, '#scene=wine-glass', 'light'], [1280, 900, '', 'dark'], [...ACROSS, '', 'dark']]) {
    await b.size(width, height);
    await b.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
    await load(b, hash);
    await b.run(fs.readFileSync(more, 'utf8'));
    const { violations, passes } = await b.run(`axe.run().then(({ violations, passes }) => ({
      violations: violations.map((v) => [v.id, v.impact, v.nodes.map((n) => n.target.join(' ')).join('; ')]), passes: passes.length }))`);
    for (const v of violations) console.error(v.join(' | '));
    found += violations.filter(([, impact]) => ['serious', 'critical'].includes(impact)).length;
    all += violations.length;
    rules += passes + violations.length;
  }
  console.log(`serious ${found} ${rules}`);
  console.log(`violations ${all} ${rules}`);
}

const shot = (b, name) => (pictures ? b.picture(path.join(pictures, name)) : Promise.resolve());

// As somebody sees it who plays a note.
async function looks(b) {
  let seen = 0;
  for (const [name, [width, height], ratio] of [['desktop', [1280, 900], 1], ['phone', PHONE, 1], ['across', ACROSS, 1]])
    for (const scheme of ['light', 'dark']) {
      await b.size(width, height, ratio);
      await b.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      await load(b, '#scene=cello');
      await begin(b);
      await b.run("window.rosin.sound.send('midi', [0x90, 50, 90])");
      await b.until("document.getElementById('regime').textContent === 'Helmholtz'");
      await b.run('scrollTo(0, 0)');
      const pad = await b.run("(({ top, bottom }) => ({ top, bottom }))(document.getElementById('pad').getBoundingClientRect())");
      assert(pad.top >= 0 && pad.bottom <= height, `${name}: the pad ends at ${pad.bottom} of ${height}`);
      if (name === 'across') assert(pad.bottom - pad.top >= height / 2, `across, the pad is ${pad.bottom - pad.top} of ${height} high`);
      const wide = await b.run('document.documentElement.scrollWidth - innerWidth');
      assert(wide <= 0, `${name}: ${wide} px too wide`);
      await shot(b, `page-${name}${scheme === 'dark' ? '-dark' : ''}.png`);
      seen++;
    }
  console.log(`pictures 0 ${seen}`);
}

// A finger draws the bow to and fro.
async function finger(b) {
  const { x, y, width, height } = await b.box('pad');
  const point = (share) => [{ x: x + share * width, y: y + 0.5 * height, id: 1 }];
  const heard = [];
  await b.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0.1) });
  const begun = Date.now();
  for (let now = 0; (now = (Date.now() - begun) / 1000) < 3;) {
    await b.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(0.1 + 0.8 * (1 - Math.abs(1 - ((now / 1.5) % 2)))) });
    if (now > 1) heard.push((await b.run(LISTEN)).level);
    await wait(12);
  }
  await b.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return Math.max(...heard);
}

async function phone(b) {
  await b.size(...PHONE);
  await b.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await load(b);
  const wide = await b.run('document.documentElement.scrollWidth - innerWidth');
  assert(wide <= 0, `the page is ${wide} px wider than a phone`);
  const small = await b.run(`[...document.querySelectorAll('button, select')].filter((e) => e.offsetParent &&
    (e.offsetWidth < 24 || e.offsetHeight < 24)).map((e) => e.id || e.textContent)`);
  assert.deepStrictEqual(small, [], 'too small for a finger');
  const { x, y, width, height } = await b.box('pad');
  await b.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + width / 2, y: y + height / 2, id: 1 }] });
  await b.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await b.until('window.rosin.sound.running', 5); // a touch of the pad starts it
  const level = await finger(b);
  assert(level > 0.003, `a finger on the pad is silent: ${level}`);
  await b.send('Emulation.setTouchEmulationEnabled', { enabled: false });
}

async function keyboard(b) {
  await b.size(1280, 900);
  await load(b);
  const tab = async (id) => {
    for (let i = 0; i < 300 && !(await b.run(`document.activeElement.id === '${id}'`)); i++) {
      await b.key('keyDown', 'Tab', 'Tab');
      await b.key('keyUp', 'Tab', 'Tab');
    }
    assert(await b.run(`document.activeElement.id === '${id}'`), `Tab does not reach ${id}`);
  };
  await tab('start');
  await b.key('keyDown', 'Enter', 'Enter');
  await b.key('keyUp', 'Enter', 'Enter');
  await b.until('window.rosin.sound.running');
  await tab('pad');
  await b.key('keyDown', 'ArrowRight', 'ArrowRight');
  await wait(1500);
  const bowed = await b.run(LISTEN);
  await b.key('keyUp', 'ArrowRight', 'ArrowRight');
  assert(bowed.level > 0.003, `arrow keys do not bow: ${bowed.level}`);
  await tab('parameter-vibrato');
  await b.key('keyDown', 'ArrowRight', 'ArrowRight');
  await b.key('keyUp', 'ArrowRight', 'ArrowRight');
  assert(await b.run("location.hash.includes('vibrato=')"), 'a slider that moved is not in the address');
}

async function links(b) {
  await load(b, '#scene=cello&vibrato=31&pressure=9&nobody=4');
  const values = await b.run("[...window.rosin.state.values].filter(([n]) => ['vibrato', 'pressure'].includes(n))");
  assert.deepStrictEqual(values, [['pressure', 1], ['vibrato', 31]]);
  const state = await b.run('window.rosin.sound.node.save()');
  assert.match(state, /^set vibrato 31$/m);
  await load(b, '#scene=nowhere');
  assert.match(await b.run("document.getElementById('said').textContent"), /no scene “nowhere”/);
  assert.strictEqual(await b.run('window.rosin.state.is.scene'), 'cello');
}

// What is rendered is what was played: as loud as it, and of its pitch.
async function renders(b) {
  await load(b, '#scene=cello&vibrato=0');
  const file = await b.run(`new Promise((done, failed) => {
    const { worker } = window.rosin.sound, hear = worker.onmessage;
    worker.onmessage = (e) => { hear(e); if (e.data.file) done([...new Uint8Array(e.data.file.slice(0, 58 + 8 * 96000))]); else failed(e.data.error); };
    document.getElementById('wav').click();
  })`);
  const data = Buffer.from(file);
  assert.strictEqual(data.toString('latin1', 0, 4) + data.toString('latin1', 8, 12), 'RIFFWAVE');
  let most = 0;
  for (let i = 58; i + 4 <= data.length; i += 4) most = Math.max(most, Math.abs(data.readFloatLE(i)));
  assert(most > 0.01 && most < 1, `peak of the file: ${most}`);
}

// A phone is turned, and night falls: the lines behind the pad are drawn anew, in that size and those colours.
async function turns(b) {
  const lines = () => b.run(`(() => {
    const c = document.getElementById('region'), { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height), ink = new Map();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 250) ink.set([...data.slice(i, i + 3)].join(), (ink.get([...data.slice(i, i + 3)].join()) || 0) + 1);
    return { width: c.width, fits: Math.abs(c.width - c.clientWidth * devicePixelRatio) < 1, ink: [...ink].sort((p, q) => q[1] - p[1])[0]?.[0] };
  })()`);
  const scheme = (value) => b.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
  await scheme('light');
  await b.size(...PHONE);
  await load(b, '#scene=cello');
  await begin(b);
  await b.until("document.getElementById('region').getContext('2d').getImageData(0, 0, 300, 100).data.some((x) => x)");
  const upright = await lines();
  await b.run('window.rosin.sound.looks = true'); // nothing more is told
  await b.size(...ACROSS);
  await wait(500);
  const across = await lines();
  await scheme('dark');
  await wait(500);
  const night = await lines();
  await b.send('Emulation.setEmulatedMedia', { features: [] });
  assert(upright.fits && across.fits && across.width > upright.width, JSON.stringify([upright, across]));
  assert(across.ink === upright.ink && night.ink && night.ink !== across.ink, JSON.stringify([upright, across, night]));
}

// Who asks for the least delay is heard sooner, with all as it was set, and may go back.
async function delays(b) {
  await load(b, '#scene=violin&vibrato=9');
  await begin(b);
  const base = () => b.run('window.rosin.sound.context.baseLatency'), first = await base();
  for (const value of ['0', 'interactive']) {
    await b.run(`Object.assign(document.getElementById('delay'), { value: '${value}' }).onchange()`);
    await b.until("window.rosin.state.is?.scene === 'violin' && window.rosin.sound.running");
    assert.strictEqual(await b.run("window.rosin.sound.node.values().then((v) => v.vibrato)"), 9);
    await b.run("window.rosin.sound.send('midi', [0x90, 69, 90])");
    let level = 0;
    for (let i = 0; i < 200 && level < 0.003; i++, await wait(50)) ({ level } = await b.run(LISTEN));
    assert(level > 0.003, `silent with ${value}: ${level}`);
    const now = await base();
    assert(value === '0' ? now < 0.7 * first : now === first, `${first} s, ${value}: ${now} s`);
  }
}

async function calm(b) {
  await b.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
  await load(b);
  await begin(b);
  await b.run("window.rosin.sound.send('midi', [0x90, 50, 90])");
  const drawn = await b.run(`new Promise((done) => {
    const c = document.getElementById('string').getContext('2d'), clear = c.clearRect;
    let times = 0;
    c.clearRect = (...a) => { times++; clear.apply(c, a); };
    setTimeout(() => done(times), 3000);
  })`);
  assert(drawn >= 1 && drawn <= 4, `drawn ${drawn} times in 3 s with reduced motion`);
  await b.send('Emulation.setEmulatedMedia', { features: [] });
}

async function lacking(b) {
  const { identifier } = await b.send('Page.addScriptToEvaluateOnNewDocument', { source: 'delete window.AudioWorkletNode' });
  await b.go('about:blank');
  await b.go(at);
  await b.until("document.getElementById('message')?.textContent.includes('no AudioWorklet')", 20);
  await b.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

// A keyboard with MPE that is not there: two notes, one of them bent on its own channel.
const KEYBOARD = `navigator.requestMIDIAccess = async () => {
  window.keyboard = { name: 'a keyboard', state: 'connected' };
  return { inputs: new Map([['1', window.keyboard]]) };
}; if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };`;
// A finger on the keys: far down is loud; it glides to another key, which sounds before the first is let go.
async function glides(b) {
  await b.size(...PHONE);
  await b.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await load(b, '#scene=cello');
  await b.run("{ const { sound } = window.rosin, send = sound.send.bind(sound); window.sent = []; sound.send = (...m) => { sent.push(m); send(...m); }; }");
  await b.box('keys');
  const at = (key, down) => b.run(`(({ left, top, width, height }) => ({ x: left + width / 2, y: top + ${down} * height, id: 1 }))(
    document.querySelector('[data-key="${key}"]').getBoundingClientRect())`);
  const touch = async (type, key, down) => b.send('Input.dispatchTouchEvent', { type, touchPoints: key ? [await at(key, down)] : [] });
  await touch('touchStart', 38, 0.1);
  await touch('touchMove', 40, 0.9);
  await touch('touchMove', 41, 0.5);
  await touch('touchEnd');
  await b.until("sent.filter(([what]) => what === 'midi').length >= 6", 20);
  const notes = await b.run("sent.filter(([what]) => what === 'midi').map(([, m]) => m)");
  assert.deepStrictEqual(notes.map(([status, key]) => [status, key]),
    [[0x90, 38], [0x90, 40], [0x80, 38], [0x90, 41], [0x80, 40], [0x80, 41]]);
  const soft = notes[0][2], loud = notes[1][2];
  assert(soft < 50 && loud > 100, `velocities ${soft}, ${loud}`);
  await b.send('Emulation.setTouchEmulationEnabled', { enabled: false });
}

// Two fingers are drawn across the strings: each plucks what it passes, and is heard; then one bows.
async function strums(b) {
  await b.size(...PHONE);
  await b.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await load(b, '#scene=cello&vibrato=0');
  await begin(b);
  await b.run("{ const { sound } = window.rosin, send = sound.send.bind(sound); window.sent = []; sound.send = (...m) => { sent.push(m); send(...m); }; }");
  const { x, y, width, height } = await b.box('strings');
  const at = (id, across, down) => ({ id, x: x + across * width, y: y + down * height });
  const touch = (type, ...touchPoints) => b.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', at(1, 0.98, 0.9));
  await touch('touchStart', at(1, 0.98, 0.9), at(2, 0.5, 0.1));
  for (const down of [0.7, 0.4, 0.1]) await touch('touchMove', at(1, 0.98, down), at(2, 0.5, 1 - down));
  await touch('touchEnd');
  const notes = () => b.run("sent.filter(([what, kind]) => what === 'play' && kind === 'note_on').map(([, , e]) => [e.channel, e.key])");
  const plucked = await notes(), count = (key) => plucked.filter(([channel, k]) => channel === 1 && k === key).length;
  for (const key of [36, 43, 50, 57]) assert(count(key) === 1 && count(key + 6) === 1, JSON.stringify(plucked));
  let level = 0;
  for (let i = 0; i < 100 && level < 0.01; i++, await wait(50)) ({ level } = await b.run(LISTEN));
  assert(level > 0.01, `strings that were plucked are silent: ${level}`);
  await b.click('across-bow');
  await b.box('strings');
  await b.run('sent.length = 0');
  await touch('touchStart', at(1, 0.98, 0.9));
  await touch('touchMove', at(1, 0.98, 0.6));
  await wait(400);
  const bowed = await b.run(LISTEN);
  await touch('touchEnd');
  assert.deepStrictEqual(await notes(), [[2, 36], [2, 43]]);
  assert(bowed.level > 0.003, `a string that is bowed is silent: ${bowed.level}`);
  await b.send('Emulation.setTouchEmulationEnabled', { enabled: false });
}

async function midi(b) {
  const { identifier } = await b.send('Page.addScriptToEvaluateOnNewDocument', { source: KEYBOARD });
  await load(b, '#scene=cello&vibrato=0&humanity=0');
  await begin(b);
  await b.click('midi');
  await b.until("document.getElementById('said').textContent === 'MIDI: a keyboard'", 5);
  await b.click('mpe');
  const play = (...bytes) => b.run(`keyboard.onmidimessage({ data: new Uint8Array([${bytes}]) })`);
  await play(0xf8); // a clock is passed over
  await play(0xe2, 85, 66); // of 48 semitones: two up
  await play(0x92, 45, 100);
  await wait(1800);
  const bent = await b.run(LISTEN);
  await play(0x82, 45, 0);
  assert(Math.abs(cents(bent.pitch, 110 * 2 ** (2 / 12))) < 40, `a bent A2 is at ${bent.pitch} Hz`);
  await b.click('link');
  await b.until("window.copied?.includes('scene=cello')", 5);
  await b.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

// A pen's pressure is the force, wherever on the pad it is; it also triggers an effect and moves its macros.
async function pen(b) {
  await load(b);
  await b.run("{ const { sound } = window.rosin, send = sound.send.bind(sound); window.sent = []; sound.send = (...m) => { sent.push(m); send(...m); }; }");
  const draw = async () => {
    const { x, y, width, height } = await b.box('pad'), tip = { pointerType: 'pen', force: 0.9 };
    await b.mouse('mousePressed', x + 0.2 * width, y + 0.95 * height, tip);
    await b.mouse('mouseMoved', x + 0.4 * width, y + 0.95 * height, tip);
    await b.mouse('mouseReleased', x + 0.4 * width, y + 0.95 * height, { pointerType: 'pen' });
  };
  await draw();
  const bows = await b.run("sent.filter(([what]) => what === 'pad')");
  assert(bows.length >= 3 && Math.abs(bows[0][3] - 0.9) < 0.01, `bowed ${JSON.stringify(bows)}`);
  assert(bows.some(([, down, speed]) => down === 1 && speed > 0), `it does not move: ${JSON.stringify(bows)}`);
  assert.strictEqual(bows[bows.length - 1][1], 0, 'the bow stays down');
  await b.run("location.hash = 'scene=wine-glass'");
  await b.until("window.rosin.state.is?.scene === 'wine-glass'");
  await b.run('sent.length = 0');
  await draw();
  const set = await b.run("sent.filter(([what]) => what === 'control')");
  assert(set.some(([, name, value]) => name === 'trigger' && value === 1), 'the pad does not trigger');
  const [speed] = set.filter(([, name]) => name === 'speed').slice(-1);
  const { low, high } = await b.run("window.rosin.state.is.parameters.find((p) => p.name === 'speed')");
  assert(Math.abs(speed[2] - (low + 0.4 * (high - low))) < 0.02 * (high - low), `speed ${speed[2]}`);
}

async function hands(b) {
  const parts = [phone, glides, strums, keyboard, links, renders, calm, lacking, midi, pen, delays, turns];
  for (const part of parts) await part(b);
  console.log(`hands 0 ${parts.length}`);
}

const b = await Browser.open(scratch, 1280, 900);
try {
  await { late, first, effects, axe, hands, pictures: looks }[what](b);
  assert.deepStrictEqual(b.console, [], 'the console has errors');
} finally {
  await b.close();
  server.closeAllConnections();
  server.close();
}

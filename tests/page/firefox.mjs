// SPDX-License-Identifier: BSD-3-Clause
// The page in Firefox: firefox.mjs PAGE SCRATCH [PICTURES]. It loads without an error, and makes the samples that Node makes, by the engine alone
// and by a node in an OfflineAudioContext. Where PulseAudio is there (a sink of its own that nobody hears) it starts, plays by keys, strings and pad,
// and records into SCRATCH/recorded.wav; a browser without a place to play to holds its sound back. Prints `differing`, `late` and what was tried.
import assert from 'assert';
import { execFileSync, spawn } from 'child_process';
import { createHash } from 'crypto';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';
import { LISTEN, RECORDED, cents, serve, wait } from './chrome.mjs';
import { Fox, program } from './fox.mjs';

const [page, scratch, pictures] = process.argv.slice(2);
if (!program()) {
  console.log('skip no Firefox');
  process.exit(0);
}

// A server of sound that plays to nobody, or null.
async function silence() {
  try {
    execFileSync('sh', ['-c', 'command -v pulseaudio']);
  } catch {
    return null;
  }
  const at = fs.mkdtempSync(path.join(scratch, 'sound-')), socket = path.join(at, 'native');
  const child = spawn('pulseaudio', ['-n', '--use-pid-file=no', '--exit-idle-time=-1', '--daemonize=no', '-L', 'module-null-sink',
    '-L', `module-native-protocol-unix socket=${socket} auth-anonymous=1`], { stdio: 'ignore', env: { ...process.env, HOME: at, XDG_RUNTIME_DIR: at } });
  for (let i = 0; i < 600 && child.exitCode === null && !fs.existsSync(socket); i++) await wait(100);
  if (!fs.existsSync(socket)) return null;
  process.env.PULSE_SERVER = `unix:${socket}`;
  return child;
}

const CASES = [['cello', 48000, [[0, 'midi', [0x90, 50, 90]], [12000, 'pad', 1, 0.4, 0.6], [20000, 'midi', [0x80, 50, 0]]]],
  ['violin', 44100, [[0, 'play', 'note_on', { key: 69, value: 0.7 }]]],
  ['wine-glass', 48000, [[0, 'control', 'size', 45], [100, 'trigger']]], ['door-hinge-slow', 44100, [[0, 'trigger'], [9000, 'let_go']]]];
const FRAMES = 24000;
const sum = (samples) => createHash('sha256').update(Buffer.concat(samples.map((c) => Buffer.from(c.buffer, c.byteOffset, c.byteLength)))).digest('hex');
// The same sum in a page, of the engine (how = 0) or of a node.
const THERE = (scene, rate, events, how) => `(async () => {
  const { render, createRosin } = await import('./index.js'), scene = ${JSON.stringify(scene)}, events = ${JSON.stringify(events)};
  let channels;
  if (${how}) {
    const context = new OfflineAudioContext(2, ${FRAMES}, ${rate});
    const node = await createRosin(context, scene, { events: events.map(([at, ...event]) => [at / ${rate}, ...event]) });
    node.connect(context.destination);
    const made = await context.startRendering();
    channels = Array.from({ length: node.is.channels }, (_, k) => made.getChannelData(k));
  } else {
    ({ samples: channels } = await render(scene, { rate: ${rate}, events, frames: ${FRAMES} }));
  }
  const all = new Uint8Array(channels.reduce((bytes, c) => bytes + c.byteLength, 0));
  channels.reduce((at, c) => { all.set(new Uint8Array(c.buffer, c.byteOffset, c.byteLength), at); return at + c.byteLength; }, 0);
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', all)), (x) => x.toString(16).padStart(2, '0')).join('');
})()`;

async function same(b) {
  const { render } = await import(pathToFileURL(path.resolve(page, 'index.js'))), wasm = fs.readFileSync(path.join(page, 'rosin.wasm'));
  let differing = 0;
  for (const [scene, rate, events] of CASES) {
    const { samples } = await render(scene, { wasm, rate, events, frames: FRAMES }), here = sum(samples);
    assert(samples[0].some((x) => Math.abs(x) > 1e-3), `${scene} is silent`);
    for (const how of [0, 1]) {
      const there = await b.run(THERE(scene, rate, events, how));
      if (there !== here) console.error(`${scene}${how ? ', a node' : ''}: other samples`);
      differing += there !== here;
    }
  }
  console.log(`differing ${differing} ${2 * CASES.length}`);
}

async function heard(b, isRight) {
  for (let i = 0; ; i++, await wait(100)) {
    const now = await b.run(LISTEN);
    if (isRight(now) || i === 600) return now;
  }
}

async function plays(b) {
  await b.click('start');
  await b.until('window.rosin.sound.running', 60);
  await b.click('record');
  await b.until("document.getElementById('record').getAttribute('aria-pressed') === 'true'", 60);
  await b.key('keyDown', 'h'); // A2
  const isA = (k) => k.level > 0.003 && Math.abs(cents(k.pitch, 110)) < 25;
  const key = await heard(b, isA);
  await b.key('keyUp', 'h');
  assert(isA(key), `a key: level ${key.level}, ${key.pitch} Hz`);
  // over the strings, then to and fro on the pad
  await b.draw('strings', [[0.98, 0.1], [0.98, 0.4], [0.98, 0.6], [0.98, 0.9]], 60);
  assert.strictEqual(await b.run("document.querySelectorAll('#strings .on').length"), 0, 'a string is held for ever');
  const places = Array.from({ length: 30 }, (_, i) => [0.1 + 0.8 * (1 - Math.abs(1 - ((i / 15) % 2))), 0.5]);
  await b.draw('pad', places, 50);
  const bowed = await heard(b, (k) => k.level > 0.003);
  assert(bowed.level > 0.003, 'the pad is silent');
  const recorded = await b.run(RECORDED);
  fs.writeFileSync(path.join(scratch, 'recorded.wav'), Buffer.from(recorded, 'base64'));
  const { blocks, calls } = await b.run('window.rosin.sound.node.status()');
  console.log(`late ${blocks} ${calls}`);
}

const nobody = await silence(), { server, at } = await serve(page), b = await Fox.open(scratch, 1280, 900);
try {
  await b.go(at);
  await b.run("window.wrong = []; window.addEventListener('error', (e) => wrong.push(e.message)); window.addEventListener('unhandledrejection', (e) => wrong.push(String(e.reason)))");
  await b.until("document.body.dataset.scene === 'cello' && document.body.dataset.ready", 120);
  assert.strictEqual(await b.run("document.getElementById('message').hidden"), true, 'it complains');
  await same(b);
  if (nobody) await plays(b);
  if (pictures) await b.picture(path.join(pictures, 'page-firefox.png'));
  await b.run("location.hash = 'scene=wine-glass&size=40'");
  await b.until("window.rosin.state.is?.scene === 'wine-glass' && window.rosin.state.values.get('size') === 40", 60);
  assert.deepStrictEqual(await b.run('wrong'), []);
  console.log(`tried ${nobody ? 'sound' : 'without sound: no PulseAudio'} ${await b.run("navigator.userAgent.split(' ').pop()")}`);
} finally {
  await b.close();
  server.closeAllConnections();
  server.close();
  nobody?.kill('SIGKILL');
}

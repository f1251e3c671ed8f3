// SPDX-License-Identifier: BSD-3-Clause
// npm_test.mjs PACKAGE CHECK ...: the package for npm in Node, against the command (ROSIN) and itself.
import assert from 'assert';
import { execFileSync } from 'child_process';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';
import { Worker } from 'worker_threads';
import { least as leastOf, within as within_ } from './npm_within.mjs';

const [folder, ...checks] = process.argv.slice(2), { ROSIN } = process.env;
const begun = performance.now();
const { describe, load, open, render, scenes } = await import(pathToFileURL(path.resolve(folder, 'node.js')));

// What `rosin render` writes: its channels, in floats.
function rendered(channels, ...words) {
  const raw = execFileSync(ROSIN, ['render', ...words, '--format', 'float', '--plain', '-o', '-.raw'], { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
  const all = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  return Array.from({ length: channels }, (_, k) => all.filter((_, i) => i % channels === k));
}
function same(mine, theirs, what) {
  assert.strictEqual(mine.length, theirs.length, `${what}: channels`);
  for (let k = 0; k < mine.length; k++) {
    assert.strictEqual(mine[k].length, theirs[k].length, `${what}: frames`);
    assert(Math.max(...theirs[k].map(Math.abs)) > 1e-4, `${what}: silence`);
    const at = mine[k].findIndex((x, i) => x !== theirs[k][i]);
    assert(at < 0, `${what}: channel ${k} differs from frame ${at} on: ${mine[k][at]}, ${theirs[k][at]}`);
  }
}
const refused = async (said, call) => {
  const error = await Promise.resolve().then(call).then(() => null, (e) => e);
  assert(error, `it was taken, which is to be refused: ${said}`);
  assert(error instanceof Error && error.message.includes(said) && !/\n|\\x/.test(error.message), `'${error.message}' lacks '${said}'`);
};
const DOOR = 'door-hinge-slow', KINDS = ['note_on', 'note_off', 'bend', 'pressure', 'control', 'quiet', 'program', 'tune', 'tell'];
const EVENTS = [[0, 'play', 'note_on', { key: 50, value: 0.7 }], [3000, 'play', 'control', { controller: 1, value: 0.8 }],
  [5001, 'play', 'bend', { value: 0.5 }], [7777, 'play', 'note_off', { key: 50 }]];

// Renders are the command's, to the bit: macros, seeds, rates, oversampling, keys within, one channel and two.
async function samples() {
  for (const [scene, settings, rate] of [[DOOR, { push: 8, seed: 2 }], ['chalk', { speed: 0.3 }, 48000], ['cello-d', { 'bow.force': 1.2 }], ['squeak', { oversample: 3 }],
    ['tyre-skid', {}, 22050], ['law-lugre', { seed: 4294967295 }], ['wine-glass', { size: 45 }, 48000], [DOOR, { push: 8 + 1e-13 }]]) {
    const words = Object.entries(settings).flatMap(([k, v]) => ['-s', `${k}=${v}`]);
    const sound = await render(scene, { settings, rate, duration: 0.4 });
    same(sound.samples, rendered(sound.samples.length, scene, ...words, ...(rate ? ['-r', String(rate)] : []), '-d', '0.4'), scene);
    assert.strictEqual(sound.rate, rate ?? 44100);
  }
}

// Events at their frames are those of a gesture of the command, in whatever calls, in whatever order they were told.
async function cores() {
  fs.writeFileSync('take.txt', `rosin-gesture 1\nrate 44100\nrest 1\n${EVENTS.map(([frame, , kind, { controller = 0, key = 0, value = 0 }]) =>
    `${frame} ${kind.replace('_', '-')} 0 ${controller} ${key} ${value}\n`).join('')}8820 end\n`);
  const theirs = rendered(2, 'cello', '--gesture', 'take.txt');
  for (const block of [8820, 441, 128, 1]) {
    const core = await open('cello', { rate: 44100, keep: true });
    for (const event of [...EVENTS].reverse()) core.schedule(...event);
    const out = [new Float32Array(8820), new Float32Array(8820)];
    for (let at = 0; at < 8820; at += block) core.run(Math.min(block, 8820 - at)).forEach((x, k) => out[k].set(x, at));
    same(out, theirs, `blocks of ${block}`);
    const { frame, lost, late, refused: wrong } = core.status();
    assert.deepStrictEqual([frame, lost, late, wrong], [8820, 0, 0, 0]);
    assert.deepStrictEqual(core.kept.map(([at]) => at), EVENTS.map(([at]) => at));
    // what was played is rendered again: that much less what comes before the first frame
    const again = await render('cello', { rate: 44100, events: core.kept, frames: 8000 });
    same(again.samples, out.map((x) => x.subarray(core.is.latency, core.is.latency + 8000)), 'again');
  }
  // two at once, and one after the other
  const two = [await open(DOOR), await open(DOOR, { settings: { push: 20 } }), await open(DOOR)];
  two.forEach((core) => core.trigger());
  const heard = two.map(() => []);
  for (let i = 0; i < 60; i++) two.forEach((core, k) => heard[k].push(...core.run(256)[0]));
  assert.deepStrictEqual(heard[0], heard[2]);
  assert.notDeepStrictEqual(heard[0], heard[1]);
  // bytes, words, and what happens now
  const [bytes, words] = [await open('cello'), await open('cello')];
  bytes.midi([0x90, 50, 89]);
  words.play('note_on', { key: 50, value: 89 / 127 });
  bytes.control('articulation', 'martele', 10);
  words.control('articulation', words.is.parameters.find((p) => p.name === 'articulation').words.indexOf('martele'), 10);
  same(bytes.run(9000), words.run(9000), 'bytes');
  // more notes than there are strings: those before give way while they sound, and what ends them later ends nothing else
  const core = await open('cello'), most = (x) => Math.max(...x[0].slice(-2000).map(Math.abs)), ends = (key) => core.play('note_off', { key, single: true, note: key });
  for (let key = 48; key < 60; key++) {
    core.play('note_on', { key, value: 0.7, single: true, note: key });
    assert(core.run(500)[0].every(Number.isFinite));
  }
  for (let key = 48; key < 59; key++) ends(key);
  const loud = most(core.run(9000));
  assert(loud > 1e-3 && core.status().lost === 0, `${loud}`);
  ends(59);
  core.run(30000);
  assert(most(core.run(2000)) < 0.3 * loud);
}

// Values go into a state and come back; a state of a later version, or another scene, is refused whole. Bodies are built in place.
async function states() {
  const [a, b] = [await open(DOOR, { add: ['limiter', 'seed'] }), await open(DOOR, { add: ['limiter', 'seed'] })];
  a.control('push', 17);
  a.control('seed', 7);
  b.load(a.save());
  assert(b.values().push === 17 && b.values().seed === 7 && a.save().includes('set push 17'));
  [a, b].forEach((core) => { core.reset(); core.trigger(5); });
  same(b.run(16000), a.run(16000), 'after a state');
  await refused("'rosin-state 2' is of another rosin", () => b.load(a.save().replace('rosin-state 1', 'rosin-state 2')));
  await refused("it is of the scene 'chalk'", () => b.load(a.save().replace(DOOR, 'chalk')));
  await refused("'x' is not a number", () => b.load(a.save().replace('push 17', 'push x')));
  assert.strictEqual(b.values().push, 17);
  a.take_preset(a.is.presets[1]);
  assert.notStrictEqual(a.values().push, 17);
  assert(a.new_take() !== b.new_take() && a.new_take() >= 1);
  const [small, large] = [await open('wine-glass', { rate: 48000 }), await open('wine-glass', { rate: 48000, settings: { size: 45 } })];
  small.control('size', 45);
  [small, large].forEach((core) => { core.run(6400); core.trigger(); });
  same(small.run(20000), large.run(20000), 'a size');
  const seen = await open('cello-d', { watch: true, gestures: true });
  seen.trigger();
  assert.strictEqual(seen.look(), null);
  for (let i = 0; i < 20; i++) { seen.run(2205); seen.look(); }
  const look = seen.look();
  assert(look.regime === 'helmholtz' && look.contact === 'bow' && Math.abs(look.pitch - 146.8) < 3 && look.shape.length === 64, JSON.stringify(look));
  assert(Math.max(...look.shape.map(Math.abs)) > 0.5 && look.loop.velocity.length === 1024 && Math.max(...look.loop.force) > 0.05);
}

// Everything by name comes from the library.
async function tables() {
  const all = await scenes();
  assert.deepStrictEqual(all, execFileSync(ROSIN, ['scenes'], { encoding: 'utf8' }).split('\n').map((l) => l.split(' ')[0]).filter((n) => all.includes(n)));
  assert(all.length > 50 && all.includes('cello-d'));
  for (const scene of all) {
    const is = await describe(scene, { add: ['seed', 'limiter'] });
    assert(is.scene === scene && is.title && is.channels >= 1 && is.rate >= 8000 && is.duration > 0, scene);
    for (const p of is.parameters) {
      assert(p.name && p.meaning && p.low <= p.initial && p.initial <= p.high && typeof p.live === 'boolean', `${scene}: ${JSON.stringify(p)}`);
      if (p.words) assert.strictEqual(p.words.length, p.high - p.low + 1, p.name);
    }
  }
  const cello = await describe('cello');
  assert(cello.instrument && cello.keys === null && cello.presets.length > 1 && cello.parameters.find((p) => p.name === 'vibrato').unit === 'cents');
  // what the types say is what there is
  const types = fs.readFileSync(path.join(folder, 'index.d.ts'), 'utf8'), core = await open('chalk');
  const said = [...types.matchAll(/export (?:declare )?(?:async )?(?:function|const) (\w+)/g)].map((m) => m[1]);
  const has = Object.keys(await import(pathToFileURL(path.resolve(folder, 'node.js'))));
  assert.deepStrictEqual(said.filter((n) => has.includes(n)).sort(), has.sort());
  for (const kind of KINDS) assert(types.includes(`'${kind}'`), kind);
  for (const name of [...Object.keys(core.is), ...Object.keys(core.status())]) assert(new RegExp(`\\b${name}\\??:`).test(types), `${name} has no type`);
}

// What is wrong is said: what, the value, the range; and nothing is silent.
async function refusals() {
  const core = await open(DOOR), cello = await open('cello'), cello_d = await open('cello-d');
  for (const [said, call] of [
    ['nobody: no embedded scene of this name', () => render('nobody')],
    ["did you mean 'chalk'", () => render('chlk')],
    ['is no text', () => render(undefined)],
    ['has a zero in it', () => render('chalk\0x')],
    ["pish: unknown key; did you mean 'push'?", () => render(DOOR, { settings: { pish: 8 } })],
    ['push: 800 is out of range: 4 to 24 N', () => render(DOOR, { settings: { push: 800 } })],
    ["push: 'NaN' is no number", () => render(DOOR, { settings: { push: NaN } })],
    ['push: is no option; settings of a scene stand in { settings: { push: … } }', () => render(DOOR, { push: 8 })],
    ['duraton: is no option', () => open(DOOR, { duraton: 1 })],
    ['rate: 5 is out of range: 8000 to 768000 Hz', () => render('chalk', { rate: 5 })],
    ['rate: nan', () => render('chalk', { rate: NaN })],
    ['duration: -1 is out of range', () => render('chalk', { duration: -1 })],
    ["add: 'reverb' is none of bow, section, limiter, seed, input", () => open('chalk', { add: ['reverb'] })],
    ['push: 99 is out of range: 4 to 24 N', () => core.control('push', 99)],
    ['push: 99 is out of range: 4 to 24 N', () => core.control('push', 99, 3000)],
    ["there is no control 'pish'", () => core.control('pish', 1, 7)],
    ['must be a finite number', () => core.control('hinge.force', NaN, 7)],
    ["articulation: 'loud' is none of: ", () => cello.control('articulation', 'loud')],
    [`'note_in' is none of ${KINDS.join(', ')}`, () => cello.play('note_in')],
    ["note_on: 'pitch' is none of channel", () => cello.play('note_on', { pitch: 50 })],
    ['note_on.key: 500 is out of range: 0 to 127', () => cello.play('note_on', { key: 500, value: 1 }, 10)],
    ['note_on.value: nan', () => cello.play('note_on', { key: 50, value: NaN })],
    ['channel: 1.5 is no whole number', () => cello.play('note_on', { key: 50, value: 1, channel: 1.5 })],
    ["midi: '144 300' is no message", () => cello.midi([144, 300])],
    ["midi: '' is no message", () => cello.midi([])],
    ["bow: '1 NaN 0' is not 3 numbers", () => cello.bow(1, NaN, 0)],
    ['frame: NaN is no whole number', () => core.trigger(NaN)],
    ['frame: -1 is no whole number', () => core.trigger(-1)],
    ["'explode' is none of control", () => core.schedule(0, 'explode')],
    ["'toString' is none of control", () => core.schedule(0, 'toString')],
    ["preset: 'Nix' is none of", () => core.take_preset('Nix')],
    ["state: must begin with 'rosin-state 1'", () => core.load(7)],
    ["state: must begin with 'rosin-state 1'", () => core.load('x', 900)],
    ["trigger: '5' is not 0 numbers", () => core.schedule(0, 'trigger', 5)],
    ['frames: NaN is no whole number', () => core.run(NaN)],
    ['frames: 0.5 is no whole number', () => core.run(0.5)],
    ["quiet: '4800' is none of channel", () => cello.play('quiet', 4800)],
  ]) await refused(said, call);
  assert.strictEqual(core.values().push, (await describe(DOOR)).parameters.find((p) => p.name === 'push').initial);
  await refused('bow.force: 1e+09', () => cello_d.control('bow.force', 1e9, 200)); // a range that only the engine knows
  // what is over happens now, and is counted
  core.run(256);
  core.trigger(100);
  core.run(1);
  assert.strictEqual(core.status().late, 1);
  // of too many at once those without room are counted
  for (let i = 0; i < 6000; i++) cello.midi([0xb0, 11, i % 128]);
  cello.run(128);
  assert(cello.status().lost > 0);
  core.close();
  await refused('it is closed', () => core.run(10));
  for (const ask of ['trigger', 'values', 'save', 'new_take', 'look', 'status']) await refused('it is closed', () => core[ask]());
}

// Whatever is given, whenever: what is wrong throws, and what is heard is a number below full scale.
async function anything() {
  let seed = 25;
  const draw = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * below); };
  const odd = [NaN, Infinity, -Infinity, -1, 0, 1e-300, 0.35, 1, 127, 128, 2 ** 31, 1e300, '', 'x', 'martele', null, undefined, {}, [], [144, 60, 100], { key: 50, value: 1 }, { key: NaN }, () => 0];
  const what = ['control', 'play', 'midi', 'trigger', 'let_go', 'stay', 'bow', 'pad', 'reset', 'load', 'take_preset', 'explode', '__proto__', 'toString'];
  for (const scene of ['cello', 'wine-glass', 'glass-harmonica']) {
    const core = await open(scene, { add: ['bow', 'section', 'limiter', 'seed'], watch: true });
    const names = core.is.parameters.map((p) => p.name);
    let wrong = 0, right = 0, loud = 0;
    for (let i = 0; i < 3000; i++) {
      const values = [odd, odd, odd].map((from) => from[draw(from.length)]), name = names[draw(names.length)];
      const row = core.is.parameters.find((p) => p.name === name), kind = KINDS[draw(KINDS.length)];
      const given = draw(3) === 0 && row.live ? ['control', name, row.low + (draw(1000) / 999) * (row.high - row.low)]
        : draw(3) === 0 ? ['play', kind, { key: draw(128), value: draw(100) / 100, channel: draw(16), controller: draw(128) }] : [what[draw(what.length)], ...values];
      if (given[1] === 'limiter' || given[1] === 'players') continue;
      try {
        core.schedule(draw(2) ? null : core.clock + draw(300), ...given);
        right++;
      } catch (error) {
        assert(error instanceof Error && error.message, `${given}`);
        assert(!(error instanceof WebAssembly.RuntimeError), `${given}: ${error.message}`);
        wrong++;
      }
      if (i % 10) continue;
      let out;
      try { out = core.run(128); } catch (error) { assert(!(error instanceof WebAssembly.RuntimeError), error.message); out = core.run(128); }
      for (const x of out) for (const y of x) {
        assert(Math.abs(y) <= 0.9901, `${scene}: ${y}`);
        loud = Math.max(loud, Math.abs(y));
      }
      core.look();
    }
    assert(wrong > 300 && right > 300 && loud > 1e-4, `${scene}: ${wrong} wrong, ${right} right, ${loud}`);
  }
}

// Memory that may not grow as it wants to: what is too much is an error, and what plays, plays on.
async function memory() {
  const file = path.join(folder, 'rosin.wasm'), least = leastOf(file), within = (pages) => within_(file, pages), play = (core) => { core.trigger(); return core.run(30000); };
  const free = await open('cymbal'), good = play(free), most = free.status().memory / 65536;
  const said = new Set();
  let failed = 0, played = 0;
  for (let k = 0; k <= 24; k++) {
    const pages = Math.round(least + ((most - least) * k) / 24);
    const wasm = await load(within(pages));
    const made = await open('cymbal', { wasm }).catch((error) => error);
    if (made instanceof Error) {
      failed++;
      said.add(made.message);
    } else {
      played++;
      same(play(made), good, `${pages} pages`);
    }
  }
  assert(failed > 3 && played > 0, `${failed} failed, ${played} played of ${least} to ${most} pages`);
  assert.deepStrictEqual([...said].filter((m) => !/out of memory|no memory/.test(m)), []);
  // a body that finds no room is refused while it sounds, and what sounds goes on
  const roomy = await open('cymbal'), before = roomy.status().memory / 65536;
  const tight = await open('cymbal', { wasm: await load(within(before)) });
  for (const core of [roomy, tight]) {
    core.trigger();
    core.run(2000);
    core.control('size', 280);
  }
  roomy.run(4000);
  assert(roomy.status().memory / 65536 > before && Math.max(...roomy.run(4000)[0].map(Math.abs)) > 1e-5, 'a body that finds room');
  const told = await Promise.resolve().then(() => tight.run(4000)).catch((error) => error);
  assert(told.message.includes('out of memory') && told.others.length === 0 && told.out[0].length === 4000, told.message);
  assert(Math.max(...told.out[0].map(Math.abs)) > 1e-5, 'what was made is lost');
  assert(tight.status().refused === 1 && tight.status().clock === 6000);
  assert(Math.max(...tight.run(4000)[0].map(Math.abs)) > 1e-5, 'what sounded is silent');
  await refused('out of memory', () => tight.load('x'.repeat(1e8)));
  tight.run(128);
}

// Workers that play at once, and this thread beside them: each as it is alone.
async function threads() {
  fs.writeFileSync('worker.mjs', `import { parentPort, workerData } from 'worker_threads';
const { open } = await import(workerData.from), core = await open(workerData.scene), heard = [];
core.trigger();
for (let i = 0; i < 100; i++) heard.push(...core.run(200)[0]);
parentPort.postMessage(heard);`);
  const from = pathToFileURL(path.resolve(folder, 'node.js')).href, plays = [DOOR, 'chalk', DOOR, 'wine-glass'];
  const heard = plays.map((scene) => new Promise((done, failed) => {
    const worker = new Worker(new URL('worker.mjs', pathToFileURL(path.resolve('x'))), { workerData: { from, scene } });
    worker.on('message', done).on('error', failed);
  }));
  const own = await open(DOOR);
  own.trigger();
  const mine = [];
  for (let i = 0; i < 100; i++) mine.push(...own.run(200)[0]);
  for (const [k, scene] of plays.entries()) {
    const alone = await open(scene);
    alone.trigger();
    same([Float32Array.from(await heard[k])], [alone.run(20000)[0]], `${scene}, worker ${k}`);
  }
  assert.deepStrictEqual(mine, await heard[0]);
}

// The first sound of cello-d, in units of its tenth second: a ratio, whatever the machine.
async function first() {
  const from = performance.now(), core = await open('cello-d');
  core.trigger();
  core.run(128);
  console.log(`import ${(from - begun).toFixed(1)} ms, first sound ${(performance.now() - from).toFixed(1)} ms`);
}

const all = { samples, cores, states, tables, refusals, anything, memory, threads, first };
for (const name of checks) await all[name]();

// SPDX-License-Identifier: BSD-3-Clause
// npm_browser.mjs PACKAGE SCRATCH: createRosin in headless Chromium, against the command (ROSIN) and the package itself.
import assert from 'assert';
import { execFileSync } from 'child_process';
import fs from 'fs';
import path from 'path';
import { Browser, serve } from '../page/chrome.mjs';
import { within } from './npm_within.mjs';

const [folder, scratch] = process.argv.slice(2), { ROSIN } = process.env;
const site = path.join(scratch, 'site');
fs.cpSync(folder, path.join(site, 'rosin'), { recursive: true });
fs.writeFileSync(path.join(site, 'index.html'), '<!DOCTYPE html><link rel="icon" href="data:,"><title>rosin</title>');
fs.writeFileSync(path.join(site, 'tight.wasm'), within(path.join(folder, 'rosin.wasm'), 0));
const EVENTS = [[0, 'play', 'note_on', { key: 50, value: 0.7 }], [3000, 'play', 'control', { controller: 1, value: 0.8 }], [7777, 'play', 'note_off', { key: 50 }]];
fs.writeFileSync('take.txt', `rosin-gesture 1\nrate 44100\nrest 1\n${EVENTS.map(([frame, , kind, { controller = 0, key = 0, value = 0 }]) =>
  `${frame} ${kind.replace('_', '-')} 0 ${controller} ${key} ${value}\n`).join('')}20000 end\n`);

const { server, at } = await serve(site);
const b = await Browser.open(scratch, 800, 600, ['--autoplay-policy=no-user-gesture-required']);
// In the page: what is compared is fetched, and a difference is told by its first frame.
const HELP = `
  window.rosin = await import('./rosin/index.js');
  window.errors = [];
  window.said = async (call) => { try { await call(); return 'it was taken'; } catch (e) { return e.message; } };
  window.differ = (mine, theirs) => {
    if (mine.length !== theirs.length) return mine.length + ' channels, not ' + theirs.length;
    for (let k = 0; k < mine.length; k++) {
      if (mine[k].length !== theirs[k].length) return mine[k].length + ' frames, not ' + theirs[k].length;
      if (!theirs[k].some((x) => Math.abs(x) > 1e-4)) return 'silence';
      const at = mine[k].findIndex((x, i) => x !== theirs[k][i]);
      if (at >= 0) return 'channel ' + k + ' from frame ' + at + ': ' + mine[k][at] + ', ' + theirs[k][at];
    }
    return '';
  };
  window.offline = async (scene, rate, frames, options, then = () => {}) => {
    const { channels } = await rosin.describe(scene), context = new OfflineAudioContext(channels, frames, rate);
    const node = await rosin.createRosin(context, scene, options);
    node.connect(context.destination);
    await then(node, context);
    const buffer = await context.startRendering();
    return Array.from({ length: channels }, (_, k) => buffer.getChannelData(k));
  };`;
const run = (body) => b.run(`(async () => { ${body} })()`);

try {
  await b.go(at);
  await b.until("document.readyState === 'complete' && document.title === 'rosin'");
  await run(HELP);

  // files of the command, to the bit
  for (const [scene, rate, frames, options, words] of [
    ['door-hinge-slow', 44100, 22050, { settings: { push: 8, seed: 2 }, add: ['seed'], gestures: true, events: [[0, 'trigger']] }, ['-s', 'push=8', '-s', 'seed=2', '-d', '0.5']],
    ['chalk', 48000, 20000, { settings: { speed: 0.3 }, events: [[0, 'trigger']] }, ['-s', 'speed=0.3', '-r', '48000', '-d', String(20000 / 48000)]],
    ['cello-d', 44100, 12345, { settings: { 'bow.force': 1.2 }, gestures: true, events: [[0, 'trigger']] }, ['-s', 'bow.force=1.2', '-d', String(12345 / 44100)]],
    ['wine-glass', 96000, 48000, { settings: { size: 45 }, events: [[0, 'trigger']] }, ['-s', 'size=45', '-r', '96000', '-d', '0.5']],
    ['cello', 44100, 20000, { events: EVENTS.map(([frame, ...more]) => [frame / 44100, ...more]) }, ['--gesture', 'take.txt']]]) {
    const raw = execFileSync(ROSIN, ['render', scene, ...words, '--format', 'float', '--plain', '-o', '-.raw'], { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
    fs.writeFileSync(path.join(site, 'theirs.txt'), raw);
    const difference = await run(`
      const raw = new Float32Array(await (await fetch('theirs.txt', { cache: 'no-store' })).arrayBuffer());
      const mine = await offline(${JSON.stringify(scene)}, ${rate}, ${frames}, ${JSON.stringify(options)});
      // a gesture is written as it was played live: later
      const theirs = mine.map((_, k) => raw.filter((_, i) => i % mine.length === k)), { latency } = (await rosin.open(${JSON.stringify(scene)})).is;
      return ${words.includes('--gesture')} ? differ(mine.map((x) => x.subarray(0, x.length - latency)), theirs.map((x) => x.subarray(latency))) : differ(mine, theirs);`);
    assert.strictEqual(difference, '', `${scene} at ${rate} Hz`);
    console.log(`${scene}: ${raw.length / 4} samples are the command's`);
  }

  // AudioParams: a step at its frame, a ramp; by what it is told, and by the same table
  assert.strictEqual(await run(`
    const rate = 44100, steps = [[1000, 6], [1001, 15.5], [9000, 23]], first = 12800, last = 25600;
    const mine = await offline('door-hinge-slow', rate, 40000, { events: [[0, 'trigger']] }, (node) => {
      const p = node.parameters.get('push'), row = node.is.parameters.find((r) => r.name === 'push');
      if (p.minValue !== row.low || p.maxValue !== row.high || p.defaultValue !== row.initial || node.is.parameters.some((r) => node.parameters.has(r.name) !== r.live)) throw new Error('table');
      for (const [frame, value] of steps) p.setValueAtTime(value, frame / rate);
      node.parameters.get('level').setValueAtTime(-6.5, 5003 / rate); // which is heard to the frame
      p.setValueAtTime(23, first / rate);
      p.linearRampToValueAtTime(5, last / rate);
    });
    const core = await rosin.open('door-hinge-slow', { rate }), { latency } = core.is;
    core.trigger(0);
    for (const [frame, value] of steps) core.control('push', value, frame + latency);
    core.control('level', -6.5, 5003 + latency);
    // a ramp as a context has it, followed every 16 frames, and where it ends
    const context = new OfflineAudioContext(1, 40000, rate), source = new ConstantSourceNode(context, { offset: 4 });
    for (const [frame, value] of steps) source.offset.setValueAtTime(value, frame / rate);
    source.offset.setValueAtTime(23, first / rate);
    source.offset.linearRampToValueAtTime(5, last / rate);
    source.connect(context.destination);
    source.start();
    const line = (await context.startRendering()).getChannelData(0);
    for (let at = first; at <= last + 16; at += 1)
      if (line[at] !== line[at - 1] && (at % 16 === 0 || at % 128 === 1 || line[at - 1] === line[at - 2])) core.control('push', line[at], at + latency);
    core.run(latency, []);
    const far = differ(mine, core.run(40000));
    return far;`), '', 'AudioParams');

  // two nodes of a context do not know of each other
  assert.strictEqual(await run(`
    const alone = [await offline('chalk', 44100, 9000, { events: [[0, 'trigger']] }), await offline('squeak', 44100, 9000, { gestures: true, events: [[0, 'trigger']] })];
    const context = new OfflineAudioContext(2, 9000, 44100), merger = new ChannelMergerNode(context, { numberOfInputs: 2 });
    const nodes = [await rosin.createRosin(context, 'chalk', { events: [[0, 'trigger']] }), await rosin.createRosin(context, 'squeak', { gestures: true, events: [[0, 'trigger']] })];
    nodes.forEach((node, k) => { const splitter = new ChannelSplitterNode(context); node.connect(splitter).connect(merger, 0, k); });
    merger.connect(context.destination);
    const buffer = await context.startRendering();
    return differ([buffer.getChannelData(0), buffer.getChannelData(1)], [alone[0][0], alone[1][0]]);`), '', 'two nodes');

  // what is asked of a node before it renders is done before; state, presets, takes, values
  const answers = await run(`
    const context = new OfflineAudioContext(2, 128, 44100), a = await rosin.createRosin(context, 'door-hinge-slow', { add: ['seed', 'limiter'] });
    const b = await rosin.createRosin(context, 'door-hinge-slow', { add: ['seed', 'limiter'] });
    a.control('push', 17.3);
    await b.load(await a.save());
    const values = await b.values(), seen = { push: values.push, parameter: b.parameters.get('push').value };
    await b.take_preset(b.is.presets[1]);
    const preset = await b.values(), takes = [await a.new_take(), await b.new_take()];
    return { ...seen, kept: preset.push === values.push && Object.values(preset).join() === Object.values(values).join(), same: Object.entries(preset).every(([n, v]) => !b.parameters.has(n) ||
      b.parameters.get(n).value === Math.fround(v)), takes: takes[0] !== takes[1] && Math.min(...takes) >= 1, latency: a.latency, tail: a.tail };`);
  assert.deepStrictEqual({ ...answers, tail: answers.tail > 0.1 }, { push: 17.3, parameter: Math.fround(17.3), kept: false, same: true, takes: true, latency: 0, tail: true });

  // what is wrong is said
  const wrong = await run(`
    const context = new OfflineAudioContext(2, 4410, 44100), low = new OfflineAudioContext(2, 300, 3000), { createRosin } = rosin;
    const node = await createRosin(context, 'cello'), errors = [];
    node.addEventListener('refused', (e) => { errors.push(e.message); e.preventDefault(); });
    const told = [await said(() => createRosin(context, 'nobody')), await said(() => createRosin(context, 'chalk', { settings: { spead: 1 } })), await said(() => createRosin(low, 'chalk')),
      await said(() => createRosin(context, 'chalk', { events: [[0, 'explode']] })), await said(() => createRosin(context, 'chalk', { wasm: 'nowhere.wasm' })),
      await said(() => createRosin({}, 'chalk')), await said(() => createRosin(context, 'chalk', { wasm: 'tight.wasm' })),
      await said(() => node.trigger(NaN)), await said(() => node.load('rosin-state 2')), await said(() => node.take_preset('Nix')), await said(() => node.ask('nothing'))];
    node.control('vibrato', 1e6);
    node.control('c.bow', NaN, 0.01);
    node.play('note_on', { key: 500 });
    await node.status();
    const { refused } = await node.status();
    await node.close();
    return { told, errors, refused, closed: [await said(() => node.trigger()), await said(() => node.status())] };`);
  const expected = ['nobody: no embedded scene', "did you mean 'speed'", 'rate: 3000 is out of range: 8000 to 768000 Hz', "'explode' is none of", 'nowhere.wasm: 404', 'there is no AudioWorklet',
    'out of memory', 'when: NaN is no time', "'rosin-state 2'", "preset: 'Nix' is none of", 'is not a function'];
  wrong.told.forEach((line, i) => assert(line.includes(expected[i]), `'${line}' lacks '${expected[i]}'`));
  ['vibrato: 1e+06 is out of range', 'must be a finite number', 'note_on.key: 500'].forEach((text, i) => assert(wrong.errors[i]?.includes(text), `${wrong.errors}`));
  assert(wrong.refused === 3 && wrong.closed.every((line) => line === 'it is closed'), JSON.stringify(wrong));
  assert(b.console.every((line) => line.includes('404')), `${b.console}`);
  b.console.length = 0;

  // live: notes at their frames, what is late is counted, a picture, what was played is rendered again, what is not kept is reported
  const live = await run(`
    const context = new AudioContext(), node = await rosin.createRosin(context, 'cello', { watch: true, keep: true });
    const ear = new AnalyserNode(context, { fftSize: 4096 });
    node.connect(ear).connect(context.destination);
    await context.resume();
    while ((await node.status()).frame < 1000);
    const when = context.currentTime + 2; // so that no busy machine is late
    node.play('note_on', { key: 50, value: 0.7 }, when);
    node.midi([0xb0, 1, 90], when + 0.1);
    node.control('vibrato', 30, 0);
    const wait = (ms) => new Promise((done) => setTimeout(done, ms)), x = new Float32Array(4096);
    let level = 0, look = null;
    for (let i = 0; i < 1200 && !(context.currentTime > when + 0.2 && level > 0.003 && look?.regime === 'helmholtz' && look.shape); i++) {
      await wait(50);
      look = await node.look();
      ear.getFloatTimeDomainData(x);
      level = Math.max(level, ...x.map(Math.abs));
    }
    const { clock, frame, late, lost } = await node.status(), { events, frames } = await node.kept();
    const again = await rosin.render('cello', { rate: context.sampleRate, events, frames: Math.min(frames, 130000) });
    const off = events.filter(([, what]) => what !== 'control').map(([at], i) => at - (Math.round((when + 0.1 * i) * context.sampleRate) - (clock - frame)));
    const reported = new Promise((done) => window.addEventListener('error', (e) => { e.preventDefault(); done(e.message); }, { once: true }));
    node.control('nothing', 1);
    const message = await reported;
    await node.close();
    await context.close();
    return { level, regime: look?.regime, points: look?.shape?.length, off, late, lost, again: again.samples[0].reduce((most, y) => Math.max(most, Math.abs(y)), 0), message };`);
  assert(live.level > 0.003 && live.regime === 'helmholtz' && live.points === 64 && live.again > 0.003, JSON.stringify(live));
  assert.deepStrictEqual([live.off, live.late, live.lost], [[0, 0], 1, 0], JSON.stringify(live));
  assert(live.message.includes("there is no control 'nothing'"), live.message);
  b.console.length = 0;

  // a body that finds no room is told, and what sounds goes on
  const tight = await run("return (await rosin.open('cymbal')).status().memory;");
  fs.writeFileSync(path.join(site, 'just.wasm'), within(path.join(folder, 'rosin.wasm'), tight / 65536));
  const plays = await run(`
    const errors = [], context = new OfflineAudioContext(1, 44100, 44100);
    const node = await rosin.createRosin(context, 'cymbal', { wasm: 'just.wasm', events: [[0, 'trigger'], [0.5, 'control', 'size', 280]] });
    node.addEventListener('refused', (e) => { errors.push(e.message); e.preventDefault(); });
    node.connect(context.destination);
    const x = (await context.startRendering()).getChannelData(0);
    return { errors, before: Math.max(...x.subarray(0, 22050).map(Math.abs)), after: Math.max(...x.subarray(40000).map(Math.abs)) };`);
  assert(plays.before > 1e-4 && plays.after > 1e-5, JSON.stringify(plays));
  assert(plays.errors.length === 1 && plays.errors[0].includes('out of memory'), `${plays.errors}`);
  assert.deepStrictEqual(b.console, []);
  console.log('createRosin plays');
} finally {
  await b.close();
  server.closeAllConnections();
  server.close();
}

// SPDX-License-Identifier: BSD-3-Clause
// The page's pieces without a browser: what they tell each other, line by line, against tests/page/pieces.txt.
// pieces.mjs PAGE; ROSIN_UPDATE=1 renews the lines, where a change is meant.
import { spawnSync } from 'child_process';
import fs from 'fs';
import path from 'path';
import { fileURLToPath, pathToFileURL } from 'url';

const page = process.argv[2], from = (name) => import(pathToFileURL(path.resolve(page, name)));
const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'pieces.txt');
const said = [];
const plain = (x) => (typeof x === 'number' && Number.isFinite(x) ? Number(x.toPrecision(9)) : x);
const say = (...words) => said.push(words.map((w) => JSON.stringify(w, (_, x) => plain(x))).join(' '));

// ---- a world of one's own: elements that keep what they are told, a clock that is moved by hand ----

let clock = 0;
const timers = new Map();
const later = (what, ms, again) => {
  timers.set(timers.size + 1, { what, ms, at: clock + ms, again });
  return timers.size;
};
function pass(ms) {
  for (const end = clock + ms; clock < end;) {
    clock++;
    for (const t of timers.values())
      if (t.at === clock) {
        t.at = t.again ? clock + t.ms : -1;
        t.what();
      }
  }
}
class Element {
  constructor(name) {
    Object.assign(this, { name, heard: {}, children: [], dataset: {}, style: { setProperty: (name, value) => { this.style[name] = value; } }, attributes: {}, classes: new Set() });
    this.classList = { toggle: (word, on) => (on ? this.classes.add(word) : this.classes.delete(word)) };
  }
  addEventListener(what, act) { (this.heard[what] ||= []).push(act); }
  tell(what, event = {}) {
    (this.heard[what] || []).forEach((act) => act({ preventDefault: () => say('kept from the browser'), target: {}, ...event }));
  }
  append(...more) { this.children.push(...more); }
  replaceChildren(...all) { this.children = all; }
  setAttribute(key, value) { this.attributes[key] = value; }
  setPointerCapture(id) { this.captured = id; }
  focus() { this.focused = true; }
  click() { say('clicked', this.name, this.href, this.download); }
  getBoundingClientRect() { return { left: 10, top: 20, width: 400, height: 200 }; }
  querySelector(text) { return this.children.find((c) => `[data-key="${c.dataset.key}"]` === text); }
}
const world = { document: new Element('document'), window: new Element('window'), sent: [], asked: {} };
world.document.createElement = (name) => new Element(name);
world.window.isSecureContext = true;
world.window.matchMedia = () => ({ matches: false });
Object.assign(globalThis, { document: world.document, window: world.window,
  location: { hash: '' }, history: { replaceState: (...all) => {
    say('address', all);
    globalThis.location.hash = all[2].slice(all[2].indexOf('#')); // as a browser does
  } } });
globalThis.setInterval = (what, ms) => later(what, ms, true);
globalThis.setTimeout = (what, ms) => later(what, ms, false);
globalThis.clearTimeout = globalThis.clearInterval = (id) => timers.get(id) && (timers.get(id).at = -1);
Object.defineProperty(globalThis, 'performance', { value: { now: () => clock } });

const act = new Proxy({}, { get: (_, name) => (...all) => say(name, ...all) });

const port = (name) => ({ postMessage: (m) => { // a scene a line
  if (m.scenes) m.scenes.forEach((scene) => say(name, 'scene', scene));
  else say(name, m);
} });

// A node as the package for npm has it: it keeps what it is told, and answers what it is asked.
const module = new WebAssembly.Module(fs.readFileSync(path.join(page, 'rosin.wasm')));
const { Engine } = await from('engine.js');
class Node {
  constructor(context, name, how) {
    say('node', name.slice(0, 12), { ...how, parameterData: undefined, processorOptions: how.processorOptions && { ...how.processorOptions, module: undefined } });
    const { processorOptions: of } = how, heard = {};
    Object.assign(this, { context, heard, where: '', parameters: new Map(), addEventListener: (what, act) => { heard[what] = act; } });
    this.port = { postMessage: ({ id, what, values }) => {
      if (!id) return void say('told', what, values);
      if (!['is', 'look', 'status'].includes(what)) say('asked', what, values);
      const engine = new Engine(module).open(of.scene, of.options);
      const answers = { is: { ...engine.is, latency: 5, tail: 1 }, values: engine.values(), status: { lost: 0 }, kept: { events: [[5, 'trigger']], frames: 99 }, look: this.seen ?? null, region: [] };
      setImmediate(() => this.port.onmessage({ data: { id, value: answers[what] } }));
    }, close: () => say('closed') };
  }
  connect(to) { say('to', to.where || 'node'); return to; }
  disconnect() { say('disconnected'); }
}
globalThis.AudioWorkletNode = Node;
await from('index.js');

// ---- the pad -------------------------------------------------------------------------------------

const { Pad } = await from('pad.js');
for (const mode of ['bow', 'macros']) {
  const element = new Element('pad'), cursor = new Element('cursor');
  const pad = new Pad(element, cursor, act), at = (x, y, more) =>
    ({ clientX: x, clientY: y, pointerId: 3, pointerType: 'mouse', pressure: 0.5, timeStamp: clock, ...more });
  pad.mode = mode;
  const show = (what) => say(what, pad.x, pad.y, pad.speed, pad.held, cursor.style, [...cursor.classes], element.captured || 0);
  element.tell('pointermove', at(60, 60));
  element.tell('pointerdown', at(110, 70));
  element.tell('pointerdown', at(50, 50, { pointerId: 4 }));
  show('down');
  for (const x of [114, 122, 140, 90, 40]) {
    pass(10);
    element.tell('pointermove', at(x, 70 + x / 10));
    element.tell('pointermove', at(x + 1, 30, { pointerId: 9 }));
  }
  element.tell('pointermove', at(45, 75));
  show('moved');
  pass(200);
  show('still');
  element.tell('pointermove', at(900, -500, { pointerType: 'pen', pressure: 0.31 }));
  element.tell('pointermove', at(-900, 5000, { pointerType: 'pen', pressure: 0 }));
  element.tell('pointerup', at(0, 0, { pointerId: 4 }));
  element.tell('pointerup', at(0, 0));
  element.tell('lostpointercapture', at(0, 0));
  show('up');
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'Enter', ' ', 'q'])
    element.tell('keydown', { key });
  element.tell('keydown', { key: ' ', repeat: true });
  show('keys');
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Enter', 'q']) element.tell('keyup', { key });
  element.tell('keydown', { key: 'ArrowLeft' });
  for (let i = 0; i < 30; i++) element.tell('keydown', { key: i < 15 ? 'ArrowUp' : 'ArrowDown' });
  element.tell('blur');
  pad.put(0.2);
  pad.put(undefined, 0.9);
  show('put');
}

// ---- keys ----------------------------------------------------------------------------------------

const { Keys, keyName } = await from('keys.js');
const board = new Element('keys'), label = new Element('shown'), keys = new Keys(board, label, act);
const typed = (code, down = true, more = {}) => world.document.tell(down ? 'keydown' : 'keyup', { code, ...more });
const lit = () => say(label.textContent, keys.first, [...keys.held], board.children.filter((c) => c.classes.has('on')).map((c) => c.textContent));
say([...Array(128).keys()].map(keyName).join(' '));
keys.range(45);
say(board.children.map((c) => [c.dataset.key, c.type, c.className, c.textContent]));
for (const code of ['KeyA', 'KeyW', 'KeyP', 'KeyA', 'KeyQ']) typed(code);
lit();
typed('KeyA', true, { repeat: true });
typed('KeyS', true, { ctrlKey: true });
typed('KeyS', true, { metaKey: true });
typed('KeyS', true, { altKey: true });
typed('KeyS', true, { target: { matches: () => true } });
typed('KeyW', false);
board.children[0].tell('pointerdown', { pointerId: 7, clientY: 120 });
board.children[2].tell('keydown', { key: 'Enter' });
board.children[4].tell('keydown', { key: 'x' });
board.children[5].tell('keydown', { key: ' ', repeat: true });
lit();
typed('KeyA', false);
board.children[0].tell('pointerup', { pointerId: 7 });
board.children[2].tell('keyup', { key: 'Enter' });
lit();
for (const code of ['KeyX', 'KeyX', 'KeyX', 'KeyX', 'KeyZ', 'KeyZ', 'KeyZ', 'KeyZ']) {
  typed('KeyD');
  typed(code, true);
  typed(code, true, { repeat: true });
  typed(code, false);
  lit();
}
// a finger: soft far up, loud far down; it glides, not beside all keys; two that meet
keys.range(45);
const finger = (key, what, down, id = 9) => {
  world.document.elementFromPoint = () => (key < 0 ? null : { ...board.children[key], closest: () => board.children[key] });
  board.children[Math.max(key, 0)].tell(what, { pointerId: id, clientX: 0, clientY: 20 + 200 * down });
  lit();
};
finger(1, 'pointermove', 0.5); // nothing is held
finger(1, 'pointerdown', 0);
finger(1, 'pointermove', 1);
finger(2, 'pointermove', 1);
finger(-1, 'pointermove', 2);
finger(2, 'pointerdown', 0.5, 8);
finger(3, 'pointermove', -1);
finger(2, 'pointerup', 0, 8);
finger(3, 'pointerup', 0);
typed('KeyG');
world.window.tell('blur');
keys.enabled = false;
typed('KeyA');
lit();

// ---- the address, MIDI, sliders --------------------------------------------------------------------

const address = await from('address.js');
for (const hash of ['', '#scene=saw', '#scene=nobody&quality=1', '#scene=saw&pressure=0.5&seed=&level=x&quality=2&size=1e999&vibrato=-3e-2']) {
  globalThis.location.hash = hash;
  say(address.read(['cello', 'saw']));
}
const rows = [['trigger', 0], ['by_hand', 0], ['seed', 0], ['level', -3], ['size', 12], ['vibrato', 20]].map(([name, initial]) => ({ name, initial }));
for (const quality of [0, 1])
  address.write({ scene: 'saw', parameters: rows }, new Map([['trigger', 1], ['by_hand', 1], ['seed', 123456789], ['level', -3],
    ['size', 12.3456789], ['vibrato', 20 + quality]]), quality);

const midi = await from('midi.js');
say(midi.mpe(true), midi.mpe(false));
const refuse = async (navigator) => {
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  await midi.connect(() => {}, () => {}).then(() => say('no error'), (e) => say(e.message));
};
await refuse({});
await refuse({ requestMIDIAccess: () => Promise.reject(new Error('no')) });
const access = { inputs: new Map([[1, { name: 'a', state: 'connected' }], [2, { name: 'b', state: 'disconnected' }]]) };
Object.defineProperty(globalThis, 'navigator', { value: { requestMIDIAccess: async (how) => { say(how); return access; } } , configurable: true });
await midi.connect((...all) => say('midi', all), (names) => say('inputs', names));
for (const data of [[0x90, 60, 5], [0xc0, 7], [0xf0, 1, 2], [0xef, 1, 2], [0xf8]]) access.inputs.get(1).onmidimessage({ data });
access.inputs.get(2).state = 'connected';
access.onstatechange();
access.inputs.get(2).onmidimessage({ data: [0x80, 1, 2] });

const { Sliders } = await from('sliders.js');
const list = new Element('list'), sliders = new Sliders(list, (...all) => say('slid', ...all), () => say('settled'), () => say('drawn'));
const table = [['trigger', 0, 1, '', 1, 1], ['vibrato', 0, 100, 'cents', 0, 1], ['size', 20, 60, 'mm', 0, 0], ['seed', 0, 1e9, '', 1, 1],
  ['articulation', 0, 2, '', 1, 1, ['detache', 'left-hand-pizzicato', 'martele']], ['bow_x', 0, 1, '', 0, 1]]
  .map(([name, low, high, unit, stepped, live, choices]) => ({ name, low, high, unit, stepped, live, words: choices, meaning: `of ${name}` }));
sliders.build({ parameters: table }, new Map([['vibrato', 12.3456], ['size', 25], ['seed', 7654321], ['articulation', 1.2], ['bow_x', 0.5]]));
const slider = () => list.children.forEach((row) => say(row.className, row.children.map((c) => [c.name, c.type, c.id, c.htmlFor, c.min, c.max,
  c.step, c.value, c.textContent, c.attributes])));
slider();
for (const [k, x] of [[0, '33.3333'], [2, '12345'], [3, '2']]) {
  const input = list.children[k].children.find((c) => c.name === 'input');
  input.value = x;
  input.tell('input');
  input.tell('change');
}
list.children[2].children.find((c) => c.name === 'button').onclick();
sliders.show('size', 44);
sliders.show('nobody', 1);
slider();
const groups = { vibrato: 'Left hand', size: 'Macros', bow_x: 'Left hand' };
for (const p of table) p.group = groups[p.name];
sliders.build({ parameters: table }, new Map(table.map((p) => [p.name, p.low])));
say('grouped', list.children.map((row) => row.textContent || row.children[0].textContent));
for (const p of table) p.group = 'Macros'; // one alone has no head
sliders.build({ parameters: table }, new Map(table.map((p) => [p.name, p.low])));
say('of one group', list.children.map((row) => row.textContent || row.children[0].textContent));

// ---- what is drawn: every stroke ---------------------------------------------------------------------

const still = { matches: false }, frames = [];
world.window.matchMedia = (what) => { say(what); return still; };
globalThis.getComputedStyle = () => ({ getPropertyValue: (name) => `color${name}` });
globalThis.requestAnimationFrame = (then) => frames.push(then);
const { Drawing } = await from('draw.js');
for (const ratio of [1, 2, undefined]) {
  const canvas = (name) => {
    const told = {}, ink = new Proxy(told, { get: (_, key) => (...all) => say(name, key, all), set: (_, key, value) => { say(name, key, value); return true; } });
    return Object.assign(new Element(name), { clientWidth: 200, clientHeight: 100, getContext: (kind) => { say(kind); return ink; } });
  };
  world.window.devicePixelRatio = ratio;
  const parts = { string: canvas('string'), loop: canvas('loop'), regime: new Element(), numbers: new Element(), region: canvas('region') };
  const drawing = new Drawing(parts);
  const names = ['lifted', 'sticking', 'helmholtz', 'several', 'raucous', 'sliding'];
  const look = (regime, pitch, loop = { velocity: [0.1, -0.4, 0.2], force: [1, -2, 0.5] }) => ({ regime: names[regime], pitch, force: 1.23456, velocity: -0.1234,
    shape: regime === 5 ? null : [0, 0.5, -1, 0.25], loop });
  const shown = () => say(parts.regime.textContent, parts.numbers.textContent, parts.string.hidden, parts.loop.width, parts.loop.height);
  shown();
  for (const l of ratio === 2 ? [look(2, 220)] : [look(0, 0), look(1, 110), look(2, 0), look(2, 220.26), look(3, 1), look(4, 1, { velocity: [], force: [] }), look(5, 0), look(5, 3), look(2, 1,
    { velocity: [0.01], force: [0.1] })]) {
    drawing.take(l);
    drawing.take(l);
    say(frames.length);
    frames.splice(0).forEach((then) => then());
    shown();
  }
  for (const out of [[-1, 0.95, 0.5, 0.25], [-1, 0.95, 0.5, 0.25], [-1, -1, -1, 1]]) drawing.takeRegion([{ force: 2.00001, out: Float32Array.from(out) }]);
  drawing.takeRegion([]);
  still.matches = true;
  pass(500);
  drawing.take(look(1, 1));
  say(frames.length);
  pass(501);
  drawing.take(look(1, 1));
  say(frames.splice(0).length);
  still.matches = false;
}

// ---- the audio thread --------------------------------------------------------------------------------

let Worklet;
Object.assign(globalThis, { sampleRate: 48000, currentTime: 0, currentFrame: 0, registerProcessor: (name, what) => { say(name, what.parameterDescriptors); Worklet = what; },
  AudioWorkletProcessor: class { constructor() { this.port = port('out'); } } });
const wall = Date.now;
Date.now = () => 1000 * (globalThis.currentTime + (globalThis.behind || 0)) + (globalThis.slow ? globalThis.slow++ : 0);
const row = (name, low, high) => ({ name, minValue: low, maxValue: high, defaultValue: low });
await import(`${pathToFileURL(path.resolve(page, 'worklet.js'))}#${encodeURIComponent(JSON.stringify({ name: 'rosin chalk', parameters: [row('speed', 0.08, 0.6), row('trigger', 0, 1)] }))}`);
for (const [scene, options, events] of [['nobody', {}, []], ['chalk', {}, [[0, 'explode']]], ['chalk', { settings: { speed: 9 } }, []]]) {
  const wrong = new Worklet({ processorOptions: { module, scene, options, events, buffer: 0 } });
  wrong.port.onmessage({ data: { id: 1, what: 'is', values: [] } });
  say(wrong.process([], [[]], {}));
}
{
  const worklet = new Worklet({ processorOptions: { module, scene: 'chalk', options: { keep: true, ahead: true }, events: [[130, 'trigger']], buffer: 0.02 } });
  worklet.port.onmessage({ data: { id: 2, what: 'is', values: [] } });
  const real = worklet.engine, out = [[new Float32Array(128), new Float32Array(128)]];
  say(worklet.ahead, real.queue, real.clock);
  let fault = null;
  worklet.engine = new Proxy(real, { get: (of, key) => {
    const value = Reflect.get(of, key);
    if (!['run', 'control', 'schedule'].includes(key)) return typeof value === 'function' ? value.bind(of) : value;
    return (...all) => {
      say('engine', key, key === 'run' ? [all[0], all[1].length] : all, of.clock);
      if (fault) throw fault;
      return value.apply(of, all);
    };
  } });
  const block = (speed = [0.2], trigger = [0]) => {
    say(worklet.process([], out, { speed, trigger }));
    globalThis.currentFrame += 128;
    globalThis.currentTime += 128 / 48000;
  };
  const tell = (data) => worklet.port.onmessage({ data }), slides = Float32Array.from({ length: 128 }, (_, i) => 0.2 + i / 1000);
  block();
  block();
  block([0.2], Float32Array.from({ length: 128 }, (_, i) => (i < 77 ? 0 : 1)));
  block(slides);
  block(Float32Array.from({ length: 128 }, (_, i) => (i < 40 ? slides[127] : slides[127] + (i - 40) / 1000)));
  tell({ what: 'schedule', values: [null, 'control', 'speed', 0.5] });
  tell({ what: 'schedule', values: [600, 'let_go'] });
  tell({ what: 'schedule', values: [600, 'nothing'] });
  tell({ what: 'schedule', values: [700, 'control', 'speed', 7] });
  tell({ id: 3, what: 'kept' });
  tell({ id: 4, what: 'values', values: [] });
  tell({ id: 5, what: 'nothing', values: [] });
  for (const late of [0, 0.001, 0.019, 0.021, 0.5, 0, 0]) {
    globalThis.behind = late;
    block([0.5], [1]);
  }
  for (let i = 0; i < 3; i++) {
    globalThis.currentTime += 0.7;
    globalThis.behind = 0.1 * i;
    globalThis.slow = 1 + i;
    block([0.5], [1]);
  }
  tell({ id: 6, what: 'status', values: [] });
  fault = new Error('unreachable');
  block();
  fault = null;
  block();
  tell({ id: 7, what: 'values', values: [] });
  tell({ id: 8, what: 'close', values: [] });
  block();
}
Date.now = wall;

// ---- what is written -------------------------------------------------------------------------------

const { again, file, trim } = await from('render.js'), { recipe, wav } = await from('wav.js');
say(recipe({ version: '9', scene: 'chalk', text: 'a = 1;\n', rate: 8000, oversample: 1, frames: 3, add: ['seed'], skip: 2, state: 'rosin-state 1\nend\n',
  events: [[0, 'trigger'], [5, 'midi', [144, 50, 90]], [7, 'control', 'speed', 0.25]] }));
say(Buffer.from(wav([Float32Array.of(1)], 8000, 'a<b>&\u00e4')).toString('latin1', 66));
for (const [state, events, lost] of [['set input 1', [], 0], ['set input 0', [[3, 'control', 'input', 1]], 0], ['set input 0', [], 5]]) // nothing makes these again
  say(file(module, { scene: 'chalk', options: { settings: {}, add: [] }, rate: 8000, state, events, lost, samples: [Float32Array.of(1, 2)] }).byteLength);
const bytes = wav([Float32Array.of(0.5, -0.25, 1), Float32Array.of(0, 2, 3)], 48000);
say(Buffer.from(bytes).toString('hex'));
const decays = (count, silent) => Float32Array.from({ length: count }, (_, i) => (i < silent ? 0 : 0.5 ** (i - silent)));
for (const [a, b, start] of [[decays(40, 5), decays(40, 9), 3], [decays(9, 9), decays(9, 9), 2], [decays(30, 0), decays(30, 20), 0]])
  say(trim([a, b], start).map((c) => [c.length, ...c.slice(0, 12)]));
const again_ = await again(module, { scene: 'chalk', options: { settings: { speed: 0.3, level: 12 }, add: ['limiter'] }, events: [[4000, 'trigger']], frames: 8000, rate: 44100 });
const size = new DataView(again_).getUint32(54, true), heights = new Float32Array(again_.slice(58, 58 + size)); // behind it stands how it was made
say(size, again_.byteLength > 58 + size, heights.findIndex((x) => x !== 0) / 2, Math.max(...heights) > 1);

// ---- strings: fingers that are drawn across -----------------------------------------------------------

const { channel, struck, Strings } = await from('strings.js');
for (const plucks of [true, false]) say(channel(plucks), ...struck(plucks, 3, 43, 127, false), struck(plucks, 1, 57, 0, true).length);
const neck = new Element('strings'), strung = new Strings(neck, act);
const on = (x, y, more) => ({ clientX: 10 + x * 400, clientY: 20 + y * 200, pointerId: 1, pointerType: 'touch', timeStamp: clock, ...more });
const held = (what) => say(what, [...strung.fingers.keys()], [...strung.plucked.keys()], neck.children.filter((c) => c.classes.has('on')).map((c) => c.textContent));
strung.tune([36, 43, 50, 57]);
say(neck.children.map((c) => [c.dataset.string, c.textContent, c.type]));
for (const plucks of [true, false]) {
  strung.mode(plucks);
  neck.tell('pointermove', on(0.5, 0.5)); // nothing is held
  neck.tell('pointerdown', on(0.99, 0.1));
  held('touched');
  pass(20);
  neck.tell('pointermove', on(0.98, 0.2)); // on the same string
  pass(20);
  neck.tell('pointermove', on(0.98, 0.9)); // over all of them, fast
  held('drawn across');
  pass(400);
  neck.tell('pointermove', on(0.7, 0.6)); // slowly back, stopped
  neck.tell('pointerdown', on(0.98, 0.6, { pointerId: 2, pointerType: 'pen', pressure: 0.25 })); // another finger on that string
  neck.tell('pointermove', on(0.1, 0.6));
  held('two fingers');
  neck.tell('pointerup', on(0.1, 0.6));
  neck.tell('pointerup', on(0.1, 0.6, { pointerId: 7 }));
  held('one');
  clock += 10;
  neck.tell('pointermove', on(0.98, 5, { pointerId: 2, getCoalescedEvents: () => [on(0.98, 0.4, { pointerId: 2 }), on(0.98, -5, { pointerId: 2, timeStamp: clock + 5 })] }));
  pass(2999);
  held('rings still');
  pass(2);
  held('rings no more');
  neck.tell('lostpointercapture', on(0, 0, { pointerId: 2 }));
  for (const key of ['x', 'Enter']) neck.children[3].tell('keydown', { key });
  neck.children[3].tell('keydown', { key: 'Enter', repeat: true });
  held('by keys alone');
  neck.children[3].tell('keyup');
  neck.children[0].tell('keydown', { key: ' ' });
  world.window.tell('blur');
  held('blurred');
}

// ---- the button that records ----

const { Recorder } = await from('record.js');
const knob = new Element('record'), taken = [], rolls = { record: async () => { say('from rest'); return taken.shift(); }, recorded: async () => {
  if (!taken.length) throw new Error('nothing is recorded');
  return { lost: taken.shift() };
} };
const recorder = new Recorder(knob, rolls, act), told = (what) => say(what, knob.textContent, knob.attributes['aria-pressed']);
const next = async (what) => {
  what();
  for (let i = 0; i < 8; i++) await Promise.resolve();
};
told('it stands');
taken.push(false);
await next(knob.onclick);
told('another scene came'); // between
taken.push(true);
await next(() => [knob.onclick(), knob.onclick()]); // a click too many
told('it records');
pass(61000);
told('after a minute');
taken.push(3);
await next(knob.onclick);
told('it has ended');
await next(() => recorder.end());
taken.push(true);
await next(knob.onclick);
await next(() => pass(180000)); // and no longer; what was to be kept is gone
told('at the end');

// ---- the way to the ears ----------------------------------------------------------------------------

const { Sound, lacks } = await from('sound.js');
delete globalThis.AudioWorkletNode;
say(lacks());
Object.assign(globalThis, { AudioContext: class { constructor(how) { say('context', how); Object.assign(this, { addEventListener() {}, state: 'suspended', baseLatency: 0.01, currentTime: 0, sampleRate: 48000,
  destination: { where: 'out' }, audioWorklet: { addModule: async (name) => say('module', name.slice(0, 60), name.length > 200) } }); }
async resume() { this.state = 'running'; } async suspend() { this.state = 'suspended'; say('suspended'); } } });
say(lacks());
world.window.isSecureContext = false;
globalThis.AudioWorkletNode = Node;
say(lacks());
world.window.isSecureContext = true;
world.window.matchMedia = () => ({ matches: false });
say(lacks());
class Plain { constructor(context, how) { say('node', how); this.gain = { setTargetAtTime: (...all) => say('fades', all) }; } connect(to) { say('to', to.where || 'node'); return to; } }
Object.assign(globalThis, { AnalyserNode: Plain, GainNode: Plain, Worker: class { constructor(...all) { say('worker', ...all); Object.assign(this, port('worker')); } },
  Blob: class { constructor(...all) { say('blob', all.slice(1)); } },
  fetch: async (name) => {
    say('fetch', path.basename(String(name)));
    return { ok: true, headers: new Map(), text: async () => 'worklet', arrayBuffer: async () => fs.readFileSync(path.join(page, 'rosin.wasm')) };
  } });
Object.assign(URL, { createObjectURL: () => 'made', revokeObjectURL: (url) => say('given back', url) });
const settle = async (isDone = () => true) => {
  for (let i = 0; i < 20 || !isDone(); i++) await new Promise((done) => setImmediate(done));
};
const isAll = (names) => {
  const here = fs.readdirSync(path.join(path.dirname(FILE), '../../scenes')).filter((name) => name.endsWith('.cfg')).map((name) => name.slice(0, -4));
  return here.sort().join() === [...names].sort().join() ? 'all' : 'not those of scenes/: make page, and try again';
};
const sound = new Sound((data) => {
  if (data.scenes) return say('scenes', isAll(data.scenes)); // one that is new is no line
  if (data.is) return say('heard', data.is.scene, data.is.values.speed, data.is.values.seed, data.is.values.size);
  return say('heard', data);
});
sound.send('too early');
await sound.load();
say(sound.running, sound.level, sound.from.wasm instanceof WebAssembly.Module, sound.from.worklet);
sound.worker.onmessage({ data: 2 });
sound.worker.onerror();
await sound.open('nobody', 0, []);
await sound.open('chalk', 0, [['speed', 99], ['nothing', 1], ['seed', 12]]);
sound.send('control', 'speed', 0.3);
sound.node.heard.processorerror();
sound.node.heard.refused({ message: 'no such control', preventDefault: () => say('kept from the page') });
const before = sound.node;
before.seen = { regime: 'sticking' };
pass(41);
await settle();
const both = [sound.open('chalk', 1, []), sound.open('wine-glass', 2, [['size', 40]])]; // the later goes first
await Promise.all(both);
await settle();
say(sound.node.is.scene, sound.options, before.ended);
say(await sound.log());
sound.volume(-20);
sound.hush(() => say('hushed at once'));
await sound.start();
say(sound.running);
sound.volume(-6);
sound.hush(() => say('hushed'));
pass(49);
say('not yet');
pass(2);
for (const again of [false, true]) {
  const paused = sound.pause();
  say(sound.running);
  pass(119);
  await Promise.resolve();
  say(sound.context.state);
  if (again) await sound.start();
  pass(2);
  await paused;
  say(sound.context.state, sound.running);
}
sound.from.wasm = 'the module';
sound.render({ frames: 3 });

// ---- the microphone: whatever happens while people are asked, none stays open that drives nothing --------

const prompts = [], mine = navigator, node = sound.node, heard = new Set();
class Track { constructor() { heard.add(this); } stop() { heard.delete(this); } }
const allow = () => { const track = new Track(); prompts.shift().allow({ getTracks: () => [track] }); };
let broken = false;
globalThis.MediaStreamAudioSourceNode = class {
  constructor(context, { mediaStream }) {
    if (broken) throw new Error('no such stream');
    this.mediaStream = mediaStream;
  }
  connect(to) { say('ear', to === node ? 'to its node' : 'to another'); }
  disconnect() { say('ear off'); }
};
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices: { getUserMedia: (how) => {
  say('may it hear?', Object.values(how.audio).some(Boolean));
  return new Promise((resolve, reject) => prompts.push({ allow: resolve, refuse: reject }));
} } } });
const listens = () => sound.listen().then((hears) => say(hears ? 'it hears' : 'it hears nothing'), (error) => say(error.message));
const case_ = async (name, act) => {
  await act();
  await settle();
  say(name, 'open', heard.size, !!sound.ear);
  if (heard.size !== (sound.ear ? 1 : 0)) throw new Error(`${name}: ${heard.size} microphones are open`);
  sound.deaf();
  sound.node = node;
  broken = false;
};
await case_('allowed', () => { listens(); allow(); });
await case_('refused', () => { listens(); prompts.shift().refuse(new Error('no')); });
await case_('off meanwhile', () => { listens(); sound.deaf(); allow(); });
await case_('off meanwhile, and refused', () => { listens(); sound.deaf(); prompts.shift().refuse(new Error('no')); });
await case_('another scene meanwhile', () => { listens(); sound.node = { another: 1 }; allow(); });
await case_('chosen twice', () => { listens(); listens(); allow(); allow(); });
await case_('chosen twice, the later allowed first', () => { listens(); listens(); allow(prompts.reverse()); allow(); });
await case_('off and on again', () => { listens(); sound.deaf(); listens(); allow(); allow(); });
await case_('no such stream', () => { broken = true; listens(); allow(); });
await case_('once more', async () => { listens(); allow(); await settle(); listens(); });
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: mine });

// ---- the page itself ----------------------------------------------------------------------------------

const parts = new Map(), windows = world.window.heard;
const quiet = new Proxy({}, { get: () => () => {}, set: () => true });
world.document.heard = {};
world.document.getElementById = (id) => {
  if (!parts.has(id)) parts.set(id, Object.assign(new Element(id), { clientWidth: 1, clientHeight: 1, getContext: () => quiet, textContent: '' }));
  return parts.get(id);
};
world.document.body = new Element('body');
Object.assign(globalThis, { Option: class { constructor(...all) { this.option = all; } } });
Math.random = () => 0.25;
globalThis.location = { hash: '', href: 'http://page/#scene=saw' };
const copied = [];
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { clipboard: { writeText: async (t) => { copied.push(t); } } } });
await from('main.js');
await settle(() => world.window.rosin.sound.worker);
const $ = (id) => world.document.getElementById(id), { sound: ears, state: now } = world.window.rosin;
const hear = (data) => ears.heard(data), log = async (now) => { ears.log = async () => now; $('wav').onclick(); await settle(); };
ears.open = (...all) => say('open', all);
ears.node = Object.fromEntries(['control', 'midi', 'pad'].map((what) => [what, (...all) => say('node', what, all)]));
ears.node.look = async () => null;
const seen = (what) => say(what, ['said', 'message', 'start', 'pad-head', 'pad-help', 'edge-top', 'edge-bottom', 'look-head', 'title', 'regime', 'numbers', 'octave',
  'volume-value'].map((id) => $(id).textContent), ['message', 'effect-play', 'keyboard-part', 'string'].map((id) => !!$(id).hidden), $('start').disabled, $('scene').disabled,
$('scene').value, $('quality').value, $('continuous').checked, world.document.body.dataset, [...now.values], now.axes.map((a) => a.name), now.hand, now.lost, $('cursor').style);
const entry = (name, low, high, value, more) => ({ name, low, high, value, initial: value, unit: '', meaning: name, stepped: 0, live: 1, ...more });
const with_ = (is) => ({ presets: is.instrument ? [] : ['Soprano saw'], ...is, values: Object.fromEntries(is.parameters.map((p) => [p.name, p.value])) });
const saw = () => with_({ scene: 'saw', title: 'A saw', instrument: false, keys: null, tail: 1.5, parameters: [entry('level', -60, 12, 0), entry('trigger', 0, 1, 0, { stepped: 1 }),
  entry('continuous', 0, 1, 1, { stepped: 1 }), entry('size', 20, 60, 35, { live: 0 }), entry('speed', 0, 2, 0.5), entry('pressure', 1, 5, 2), entry('seed', 0, 1e9, 0, { stepped: 1 })] });
const cello = () => with_({ scene: 'cello', title: 'cello', instrument: true, keys: null, tail: 8, parameters: [entry('level', -60, 12, 0), entry('by_hand', 0, 1, 0, { stepped: 1 }),
  entry('vibrato', 0, 100, 12), entry('seed', 0, 1e9, 0, { stepped: 1 })] });
seen('loaded');
hear({ scenes: ['cello', 'violin', 'saw', 'law-lugre-rate', 'wine-glass'] });
say($('scene').children.map((g) => [g.label, g.children]));
seen('scenes');
globalThis.location.hash = '#scene=saw&speed=1.25&pressure=99&size=40&nobody=3&quality=1';
world.window.tell('hashchange');
hear({ is: saw() });
seen('saw');
await $('start').onclick();
await settle();
seen('started');
$('pad').tell('pointerdown', { clientX: 110, clientY: 120, pointerId: 1, timeStamp: 5 });
$('pad').tell('pointermove', { clientX: 310, clientY: 70, pointerId: 1, timeStamp: 25 });
$('pad').tell('pointerup', { pointerId: 1 });
for (const what of ['keydown', 'keyup']) world.document.tell(what, { code: 'KeyA' }); // an effect has no keys
seen('pad');
say('sliders', $('sliders').children.map((r) => r.children.filter((c) => c.id).map((c) => [c.id, c.value])));
const slide = (id, value) => {
  const input = $('sliders').children.flatMap((r) => r.children).find((c) => c.id === id);
  input.value = value;
  input.tell('input');
  input.tell('change');
};
for (const [id, value] of [['parameter-speed', '0.5'], ['parameter-pressure', '3'], ['parameter-size', '50'], ['parameter-level', '-6']]) slide(id, value);
$('sliders').children.flatMap((r) => r.children).find((c) => c.id === 'new-take').onclick();
seen('slid');
$('trigger').onclick();
$('continuous').checked = false;
$('continuous').onchange();
$('volume').value = '-24';
$('volume').oninput();
$('quality').value = '0';
$('quality').onchange();
pass(60);
hear({ is: saw() });
const lost = (count) => hear({ look: { regime: 'helmholtz', pitch: 0, force: 1, velocity: 0.1, shape: [0], loop: { velocity: [], force: [] }, lost: count } });
lost(2);
seen('lost');
lost(0);
for (const events of [[], [[500, 'control', 'speed', 1]], [[7, 'control', 'trigger', 1], [900, 'control', 'trigger', 0]], [[100, 'midi', [144, 50, 9]]], [[1e9, 'pad', 1, 0, 0]]])
  await log({ events, rate: 1000 });
ears.worker.onmessage({ data: { file: { byteLength: 1234567 }, scene: 'saw' } });
pass(60001);
seen('rendered');
$('take').onclick();
pass(60);
hear({ error: 'it is broken' });
seen('broken');
ears.ear = { disconnect: () => say('ear off'), mediaStream: { getTracks: () => [{ stop: () => say('microphone off') }] } };
hear({ error: 'input: it has nothing that a sound could press' });
say(ears.ear, now.values.get('input'));
globalThis.location.hash = '#scene=nobody';
world.window.tell('hashchange');
pass(60);
hear({ is: cello() });
hear({ ready: 1 });
seen('cello');
world.document.tell('keydown', { code: 'KeyA' });
world.document.tell('keyup', { code: 'KeyA' });
$('pad').tell('pointerdown', { clientX: 110, clientY: 120, pointerId: 1, timeStamp: 5 });
world.document.tell('keydown', { code: 'KeyS' });
$('pad').tell('pointerup', { pointerId: 1 });
seen('by hand');
world.document.tell('keydown', { code: 'KeyD' });
for (const id of ['up', 'up', 'down']) $(id).onclick();
await log({ events: [], rate: 1000 });
await log({ events: [[3, 'control', 'vibrato', 1]], rate: 1000 });
$('mpe').checked = true;
$('mpe').onchange();
$('midi').onclick();
await settle();
seen('no MIDI');
for (const names of [[], ['a', 'b']]) {
  globalThis.navigator.requestMIDIAccess = async () => ({ inputs: new Map(names.map((name) => [name, access.inputs.set(name, { name, state: 'connected' }).get(name)])) });
  $('midi').onclick();
  await settle();
  seen('MIDI');
}
now.hand = true;
for (const data of [[0x80, 60, 5], [0x90, 60, 0], [0x90, 60, 5], [0x90, 61, 5]]) access.inputs.get('b').onmidimessage({ data });
$('link').onclick();
await settle();
seen('link');
say(copied);
globalThis.navigator.clipboard = undefined;
$('link').onclick();
await settle();
seen('no clipboard');
$('scene').value = 'wine-glass';
$('scene').onchange();
$('start').onclick();
pass(200);
await settle();
seen('paused');
say(Object.keys(windows));

// Opened where it cannot start, and where its files do not come.
const anew = async (why) => {
  parts.clear();
  await import(`${pathToFileURL(path.resolve(page, 'main.js'))}?${why}`);
  await settle();
  say(why, ['message', 'start'].map((id) => $(id).textContent), !!$('message').hidden, Object.keys($('start')).filter((key) => key.startsWith('on')));
};
const files = globalThis.fetch;
globalThis.fetch = async () => { throw new Error('no network'); };
await anew('no-files');
globalThis.fetch = files;
world.window.isSecureContext = false;
await anew('not-secure');
world.window.isSecureContext = true;

const text = `${said.join('\n')}\n`;
if (process.env.ROSIN_UPDATE) fs.writeFileSync(FILE, text);
const { stdout, status } = spawnSync('diff', ['-U0', FILE, '-'], { input: text, encoding: 'utf8' });
const differ = stdout.split('\n').slice(2);
if (status !== 0) {
  console.log(differ.slice(0, 40).join('\n'));
  console.log(`tests/page/pieces.txt: ${differ.filter((row) => /^[-+]/.test(row)).length} lines differ (- was, + is);`
    + ' renewed, where a change is meant, by: ROSIN_UPDATE=1 node tests/page/pieces.mjs build/page');
  process.exit(1);
}
console.log(`${said.length} lines`);
process.exit(0);

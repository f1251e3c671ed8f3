// SPDX-License-Identifier: BSD-3-Clause
// The page: what is on it, and what follows from what.
import { Sound, lacks } from './sound.js';
import { Pad } from './pad.js';
import { Keys } from './keys.js';
import { channel, Strings, struck } from './strings.js';
import { Drawing } from './draw.js';
import { Sliders } from './sliders.js';
import { LONGEST, Recorder } from './record.js';
import * as address from './address.js';
import * as midi from './midi.js';

const $ = (id) => document.getElementById(id);
const OPEN = { cello: [36, 43, 50, 57], 'cello-measured': [36, 43, 50, 57], violin: [55, 62, 69, 76], viola: [48, 55, 62, 69],
  'double-bass': [28, 33, 38, 43] };
const TOLD = 500; // ms
const TAKES = 16777215; // seeds that a page draws from: those of the parameter
const state = { scenes: [], is: null, values: new Map(), axes: [], quality: 0, hand: false, lost: 0, waiting: new Map() };

function say(text, grave = false) {
  $('said').textContent = grave ? '' : text;
  $('message').hidden = !grave;
  $('message').textContent = grave ? text : '';
}

const sound = new Sound(hear);

// ---- what is played ------------------------------------------------------------------

// What builds bodies waits until its slider is let go.
function set(name, value, from) {
  state.values.set(name, value);
  if (from === 'slider' && state.is?.parameters.some((p) => p.name === name && !p.live)) state.waiting.set(name, value);
  else sound.send('control', name, value);
  if (from !== 'slider') sliders.show(name, value);
}

// Notes bow again, once no hand does.
function unhand() {
  if (!state.hand || pad.held) return;
  state.hand = false;
  sound.send('control', 'by_hand', 0);
}

function note(on, key, velocity = 0) {
  if (on) unhand();
  sound.send('midi', [on ? 0x90 : 0x80, key, on ? velocity : 0]);
}

// A note of a string, which need not be the one that a player would choose.
function onString(plucks, string, key, velocity, open) {
  unhand();
  for (const message of struck(plucks, strings.strings.length - string, key, velocity, open)) sound.send(...message);
}
const offString = (plucks, key) => sound.send('play', 'note_off', { channel: channel(plucks), key });

// In steps of a ten thousandth, which a record says in few letters.
const fine = (x) => Number(x.toFixed(4));

function bow(down, across, up) {
  state.hand = true;
  sound.send('pad', down, fine(across), fine(up));
}

// Where the bow is among the lines of force.
function tip(speed, up, seen) {
  $('tip').hidden = !seen;
  $('tip').style.left = `${50 + 50 * speed}%`;
  $('tip').style.top = `${100 * (1 - up)}%`;
}

function macro(axis, share) {
  const row = state.axes[axis];
  if (row) set(row.name, row.low + share * (row.high - row.low));
}

// A whole gesture, also where the one before was not let go.
function trigger(on) {
  if (on) sound.send('control', 'trigger', 0);
  sound.send('control', 'trigger', on);
}

async function start() {
  if (!sound.node || sound.running) return;
  await sound.start();
  if (sound.on) $('start').textContent = 'Pause';
}

// What builds the input opens the microphone, and nothing else does.
function drive(kind) {
  if (!kind) return void sound.deaf();
  return void sound.listen().then((hears) => hears && say('The microphone drives it: headphones keep it from hearing itself.'), (error) => {
    set('input', 0);
    say(error.message);
  });
}

const touched = () => void start();
const sliders = new Sliders($('sliders'), (name, value) => {
  set(name, value, 'slider');
  follow(name, value);
}, () => {
  for (const [name, value] of state.waiting) {
    sound.send('control', name, value);
    if (name === 'input') drive(value);
  }
  state.waiting.clear();
  keep();
}, () => {
  set('seed', draw());
  keep();
});
const pad = new Pad($('pad'), $('cursor'), { bow, macro, trigger, touched, tip });
const strings = new Strings($('strings'), { on: onString, off: offString, touched });
const keys = new Keys($('keys'), $('octave'), { note, touched });
const drawing = new Drawing({ string: $('string'), loop: $('loop'), regime: $('regime'), numbers: $('numbers'), region: $('region') });

const recorder = new Recorder($('record'), sound, { say, begin: () => {
  keys.release();
  strings.release();
  pad.rest();
  return start();
}, begun: () => $('mpe').checked && sayMpe() });

// The pad stands where the sliders of its axes are.
function follow(name, value) {
  const axis = state.axes.findIndex((row) => row.name === name);
  const row = state.axes[axis];
  if (row) pad.put(...[axis === 0, axis === 1].map((own) => (own ? (value - row.low) / (row.high - row.low) : undefined)));
}

// ---- scenes --------------------------------------------------------------------------

// A take that nobody has had.
const draw = () => 1 + Math.floor(Math.random() * TAKES);

// Who opens a scene has a take of it; what a link says is played as it was, and those of 0.2 say no seed.
function begin(scene) {
  const quality = state.quality ? `&quality=${state.quality}` : '';
  history.replaceState(null, '', `#scene=${scene}&seed=${draw()}${quality}`);
}

function open(scene, settings = []) {
  void recorder.end();
  keys.release();
  strings.release();
  pad.rest();
  state.is = null;
  state.hand = false;
  state.waiting.clear();
  sound.hush(() => void sound.open(scene, state.quality, settings));
}

function startOver() {
  open(state.is.scene, [...state.values].filter(([name]) => name !== 'trigger' && name !== 'by_hand' && name !== 'input'));
}

function fromAddress() {
  if (!location.hash.slice(1)) begin('cello');
  const wanted = address.read(state.scenes);
  state.quality = wanted.quality;
  $('quality').value = wanted.quality;
  $('scene').value = wanted.scene;
  say(wanted.unknown ? `There is no scene “${wanted.unknown}”; this is the cello.` : '');
  open(wanted.scene, wanted.settings);
}

function keep() {
  if (state.is) address.write(state.is, state.values, state.quality);
}

function listScenes(scenes) {
  state.scenes = scenes;
  const groups = { Instruments: [], 'Sound effects': [], 'A string under a law': [] };
  for (const name of scenes)
    groups[name in OPEN ? 'Instruments' : name.startsWith('law-') ? 'A string under a law' : 'Sound effects'].push(name);
  $('scene').replaceChildren(...Object.entries(groups).map(([label, names]) => {
    const group = document.createElement('optgroup');
    group.label = label;
    group.append(...names.map((name) => new Option(name.replace(/^law-/, '').replaceAll('-', ' '), name)));
    return group;
  }));
  $('scene').disabled = false;
  fromAddress();
}

const PAD_HELP = {
  bow: 'Press and draw to and fro: speed is the bow’s speed, height (or a pen’s pressure) its force. ' +
    'The dot is the bow among lines of equal force, faster to the sides. ' +
    'With keys: hold ← or → to bow, ↑ and ↓ change the force.',
  effect: 'Press and hold to sound, move to change. With keys: hold Enter or space, arrows move.',
};

function arrived(is) {
  state.is = is;
  drawing.takeRegion([]);
  state.values = new Map(Object.entries(is.values));
  const instrument = is.instrument;
  state.axes = instrument ? [] : is.parameters.filter((p) => p.live && !p.stepped && p.name !== 'level').slice(0, 2);
  pad.mode = instrument ? 'bow' : 'effect';
  $('pad-head').textContent = instrument ? 'Bow' : 'Trigger pad';
  $('pad-help').textContent = instrument ? PAD_HELP.bow : PAD_HELP.effect;
  $('edge-top').textContent = instrument ? 'dense ↑' : state.axes[1] ? `${state.axes[1].name} ↑` : '';
  $('edge-bottom').textContent = instrument ? 'airy ↓   ← draw →' : state.axes[0] ? `${state.axes[0].name} →` : '';
  $('look-head').textContent = instrument || is.scene.startsWith('law-') ? 'What the string does' : 'What the contact does';
  $('effect-play').hidden = instrument;
  const keyed = !instrument && is.keys !== null;
  $('keyboard-part').hidden = !instrument && !keyed;
  $('strings-part').hidden = !instrument;
  strings.tune(OPEN[is.scene] ?? []);
  keys.enabled = instrument || keyed;
  if (instrument || keyed) keys.range(keyed ? is.keys[0] : OPEN[is.scene][0]);
  $('continuous').checked = state.values.get('continuous') === 1;
  $('title').textContent = is.title === is.scene ? '' : is.title;
  $('preset').replaceChildren(new Option(is.presets.length ? 'choose …' : 'none', ''), ...is.presets.map((name) => new Option(name, name)));
  $('preset').disabled = !is.presets.length;
  sound.volume(sound.level);
  sliders.build(is, state.values);
  state.axes.forEach((row) => follow(row.name, state.values.get(row.name)));
  $('start').disabled = $('record').disabled = false;
  if (!sound.running) $('start').textContent = 'Start';
  document.body.dataset.scene = is.scene;
}

// What a preset has set.
function taken(values) {
  for (const [name, value] of Object.entries(values)) {
    state.values.set(name, value);
    sliders.show(name, value);
    follow(name, value);
  }
  state.waiting.clear();
  keep();
}

// ---- rendering -----------------------------------------------------------------------

// What was played until it has rung out; if that is nothing, one gesture, or one note.
function take(log) {
  const { is } = state, tail = Math.ceil(is.tail * log.rate);
  const played = ([, what, name]) => ['midi', 'pad', 'play'].includes(what) || ['trigger', 'continuous'].includes(name);
  if (!log.events.some(played)) {
    const at = log.events.length ? log.events[log.events.length - 1][0] : 0, key = (OPEN[is.scene]?.[0] ?? 0) + 14;
    log.events.push(...(is.instrument
      ? [[at, 'midi', [0x90, key, 90]], [at + 3 * log.rate, 'midi', [0x80, key, 0]]]
      : [[at, 'control', 'trigger', 1]]));
  }
  const last = log.events[log.events.length - 1][0];
  log.frames = Math.min(last + tail, LONGEST * log.rate);
  say(last + tail > LONGEST * log.rate ? `Rendering the first ${LONGEST} s …` : 'Rendering …');
  sound.render(log);
}

// `scene`: whose it is, whatever is open by now.
function download(file, scene) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file], { type: 'audio/wav' }));
  link.download = `rosin-${scene}.wav`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  say(`${link.download}: ${(file.byteLength / 1e6).toFixed(1)} MB`);
}

// Events beyond what a moment has room for: what ends a note is never among them.
function lost(count) {
  if (count > state.lost) say(`${count} events were lost: too many at once.`);
  state.lost = count;
}

// The page itself, for when there is no network. Where it cannot be kept it plays as well.
function keepPage() {
  navigator.serviceWorker?.register('offline.js').then(() => navigator.serviceWorker.ready).then(() => {
    document.body.dataset.offline = 'all';
    $('offline').textContent = 'It opens without a network, too.';
  }, () => {});
}

function hear(data) {
  if (data.look) {
    drawing.take(data.look);
    lost(data.look.lost);
  }
  else if (data.region) drawing.takeRegion(data.region);
  else if (data.is) arrived(data.is);
  else if (data.values) taken(data.values);
  else if (data.scenes) listScenes(data.scenes);
  else if (data.file) download(data.file, data.scene);
  else if (data.ready) {
    document.body.dataset.ready = 'all'; // nothing more is asked of the network
    keepPage();
  }
  else if (data.error) {
    sound.volume(sound.level);
    say(data.error, true);
    if (data.error.startsWith('input:')) { // a scene that has nothing to press
      sound.deaf();
      set('input', 0);
    }
  }
}

// ---- the rest of the page ------------------------------------------------------------

function link() {
  keep();
  const text = location.href;
  const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error());
  copied.then(() => say('The link is copied.'), () => say(`Copy the address: ${text}`));
}

function connect() {
  midi.connect((status, a, b) => {
    const on = (status & 0xf0) === 0x90 && b > 0;
    if (on) unhand();
    sound.send('midi', midi.message(status, a, b));
  }, (names) => say(names.length ? `MIDI: ${names.join(', ')}` : 'MIDI is on; nothing is plugged in yet.'))
    .catch((error) => say(error.message));
}

const sayMpe = () => midi.mpe($('mpe').checked).forEach((message) => sound.send('midi', message));

function wire() {
  $('start').onclick = () => {
    if (!sound.running) return void start();
    $('start').textContent = 'Start';
    return void sound.pause();
  };
  $('scene').onchange = () => {
    begin($('scene').value);
    fromAddress();
  };
  $('preset').onchange = () => {
    const name = $('preset').value;
    if (state.is && name) sound.take(name).catch((error) => say(error.message));
  };
  $('volume').oninput = () => {
    $('volume-value').textContent = `${$('volume').value} dB`;
    sound.volume(Number($('volume').value));
  };
  const button = $('trigger');
  button.onclick = () => { // 0 would end it
    touched();
    trigger(1);
  };
  $('continuous').onchange = () => {
    touched();
    set('continuous', $('continuous').checked ? 1 : 0);
    keep();
  };
  $('down').onclick = () => keys.shift(-1);
  $('up').onclick = () => keys.shift(1);
  $('link').onclick = link;
  $('wav').onclick = async () => state.is && take(await sound.log());
  $('take').onclick = () => {
    if (!state.is) return;
    startOver();
    say('It starts over; “Render to WAV” renders it from here.');
  };
  $('midi').onclick = connect;
  for (const way of ['pluck', 'bow']) $(`across-${way}`).onchange = () => strings.mode(way === 'pluck');
  $('mpe').onchange = sayMpe;
  $('quality').onchange = () => {
    state.quality = Number($('quality').value);
    keep();
    fromAddress();
  };
  $('delay').onchange = async () => {
    if (!state.is) return;
    await recorder.end(); // another context comes, and nobody answers in this one
    const hint = $('delay').value;
    sound.lead(Number.isNaN(Number(hint)) ? hint : Number(hint));
    startOver();
    setTimeout(() => say(`The browser says that sound is ${sound.behind} ms behind.`), TOLD); // it knows once it plays
  };
  window.addEventListener('hashchange', fromAddress);
}

async function main() {
  const lack = lacks();
  if (lack) {
    $('start').textContent = 'Cannot start';
    return say(lack, true);
  }
  wire();
  try {
    await sound.load();
  } catch (error) {
    say(`The page did not load: ${error.message}`, true);
  }
  return undefined;
}

window.rosin = { sound, state }; // for tests and for the curious
void main();

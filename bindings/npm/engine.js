// SPDX-License-Identifier: BSD-3-Clause
// A core of rosin in WebAssembly, by its C interface: what is called here is described in rosin/core.h. It needs nothing of
// the place it runs in: audio worklets have neither TextEncoder nor fetch.

const CALL = 1024, LOOP = 1024, SHAPE = 64, KEPT = 100000, NAMES = 1000; // frames a call; samples, points, events and names that are kept
const ADDS = ['bow', 'section', 'limiter', 'seed', 'input']; // in this order
const HEARD = 2; // channels that come in, at most

const decode = (bytes) => decodeURIComponent(escape(Array.from(bytes, (b) => String.fromCharCode(b)).join('')));

// The system it runs on: a clock, and a place for what is said; all else answers "bad file descriptor".
function system(module, engine) {
  const wasi = {}, view = () => new DataView(engine.wasm.memory.buffer);
  for (const { name } of WebAssembly.Module.imports(module)) wasi[name] = () => 8;
  wasi.proc_exit = (code) => { throw new Error(`rosin ended with ${code}`); };
  wasi.clock_time_get = (id, precision, to) => {
    view().setBigUint64(to, BigInt(Math.round((Date.now() + Math.random()) * 1e6)), true);
    return 0;
  };
  wasi.fd_write = (file, list, count, to) => {
    let all = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(list + 8 * i, true), length = view().getUint32(list + 8 * i + 4, true);
      engine.said += decode(engine.bytes(at, length));
      all += length;
    }
    view().setUint32(to, all, true);
    return 0;
  };
  return { wasi_snapshot_preview1: wasi };
}

// What happens: how many values each has, those with a frame in C, and those that are more than numbers.
export const EVENTS = { control: 2, play: 2, midi: 1, trigger: 0, let_go: 0, stay: 1, bow: 3, pad: 3, reset: 0, load: 1, take_preset: 1 };
const FRAMED = ['trigger', 'let_go', 'stay'];
const ACTS = {
  control(engine, only, name, value) {
    const { wasm: w, core, error } = engine, mine = engine.find(name) >= 0;
    const number = mine ? engine.number(name, value) : value, known = mine || w.rosin_core_knows(core, engine.name(name));
    if (!only || !known || !Number.isFinite(number)) engine.check(w.rosin_core_control(core, 0, engine.name(name), number, error));
  },
  play(engine, only, kind, event) {
    if (typeof (event ?? {}) !== 'object') throw new TypeError(`${kind}: '${event}' is no { channel, controller, key, value, single, note }`);
    const { channel = 0, controller = 0, key = 0, value = 0, single = 0, note = 0, ...more } = event ?? {}, other = Object.keys(more)[0];
    const which = engine.kinds.indexOf(kind), whole = { channel, controller, single, note };
    if (which < 0) throw new Error(`'${kind}' is none of ${engine.kinds.join(', ')}`);
    if (other) throw new Error(`${kind}: '${other}' is none of channel, controller, key, value, single, note`);
    for (const name of Object.keys(whole)) if (!Number.isInteger(Number(whole[name]))) throw new RangeError(`${name}: ${whole[name]} is no whole number`);
    engine.check(engine.wasm.npm_play(only ? 0 : engine.core, which, channel, controller, key, value, Number(single), note));
  },
  midi(engine, only, message) {
    const bytes = Array.from(message);
    if (!bytes.length || !bytes.every((b) => Number.isInteger(b) && b >= 0 && b < 256)) throw new RangeError(`midi: '${bytes}' is no message of bytes`);
    if (only) return;
    const at = engine.room(bytes.length);
    engine.bytes(at, bytes.length).set(bytes);
    engine.wasm.rosin_core_midi(engine.core, 0, at, bytes.length);
    engine.wasm.free(at);
  },
  load(engine, only, state) {
    engine.lend([state], (text) => engine.check(only ? 0 : engine.wasm.rosin_core_load(engine.core, text, engine.error)));
  },
  take_preset(engine, only, name) {
    const { presets } = engine.is, index = presets.indexOf(name);
    if (index < 0) throw new Error(`preset: '${name}' is none of ${presets.join(', ')}`);
    engine.check(only ? 0 : engine.wasm.rosin_core_take_preset(engine.core, index, engine.error));
  },
};
// Each as a method of a type: its values, then when, if not now.
export function happens(type, send) {
  for (const [what, count] of Object.entries(EVENTS))
    type.prototype[what] = function happen(...values) { return send.call(this, values[count] ?? null, what, ...values.slice(0, count)); };
}

export class Engine {
  constructor(module) {
    Object.assign(this, { said: '', core: 0, names: new Map(), queue: [], kept: null, out: 0, clock: 0, frame: 0, late: 0, refused: 0, unkept: 0, in: 0 });
    this.wasm = new WebAssembly.Instance(module, system(module, this)).exports;
    this.wasm._initialize();
    this.error = this.wasm.npm_error();
    this.kinds = this.list((i) => this.wasm.npm_kind(i));
  }

  // ---- texts and memory; views last until memory grows ----

  bytes(at, length) { return new Uint8Array(this.wasm.memory.buffer, at, length); }
  text(at) {
    const all = new Uint8Array(this.wasm.memory.buffer);
    return at ? decode(all.subarray(at, all.indexOf(0, at))) : null;
  }
  list(ask) {
    const found = [];
    for (let at; (at = ask(found.length));) found.push(this.text(at));
    return found;
  }
  room(size) {
    const at = this.wasm.malloc(size);
    if (!at) throw new RangeError('out of memory');
    return at;
  }
  put(text) {
    if (typeof text !== 'string' || text.includes('\0')) throw new TypeError(`'${text}' is no text, or has a zero in it`);
    const bytes = unescape(encodeURIComponent(text)), at = this.room(bytes.length + 1), to = this.bytes(at, bytes.length + 1);
    for (let i = 0; i < bytes.length; i++) to[i] = bytes.charCodeAt(i);
    to[bytes.length] = 0;
    return at;
  }
  lend(texts, call) {
    const held = [];
    try {
      for (const text of texts) held.push(this.put(text));
      return call(...held);
    } finally {
      for (const at of held) this.wasm.free(at);
    }
  }
  // Names that are asked for again and again stay; those that nobody has come from outside without end.
  name(text) {
    if (this.names.size >= NAMES && !this.names.has(text)) this.forget();
    if (!this.names.has(text)) this.names.set(text, this.put(text));
    return this.names.get(text);
  }
  forget() {
    for (const at of this.names.values()) this.wasm.free(at);
    this.names.clear();
  }
  fault() { return new Error(this.text(this.error).trim()); }
  check(result) {
    if (result < 0) throw this.fault();
    return result;
  }

  // ---- a scene ----

  scenes() { return this.list((i) => this.wasm.rosin_scene_name(i)); }

  begin(scene, keys, add, gestures) {
    this.wasm.rosin_core_free(this.core);
    this.core = 0;
    this.core = this.lend([scene, ...keys.map(([name, value]) => `${name}=${value}`)], (name, ...held) => {
      const list = this.room(4 * held.length + 4);
      new Uint32Array(this.wasm.memory.buffer, list, held.length).set(held);
      const made = this.wasm.npm_open(name, held.length, list, gestures ? 1 : 0);
      this.wasm.free(list);
      return made;
    });
    if (!this.core) throw this.fault();
    for (const what of add) if (!ADDS.includes(what)) throw new Error(`add: '${what}' is none of ${ADDS.join(', ')}`);
    for (const what of ADDS) if (add.includes(what)) this.wasm[`rosin_core_add_${what}`](this.core);
    this.is = this.describe();
  }
  // Settings that are no parameters (bow.force, oversample) are the scene's own keys.
  open(scene, { settings = {}, add = [], gestures = false } = {}) {
    this.begin(scene, [], add, gestures);
    const all = Object.entries(settings), mine = ([name]) => this.is.parameters.some((p) => p.name === name);
    const keys = all.filter((s) => !mine(s));
    if (keys.length) this.begin(scene, keys, add, gestures);
    for (const [name, value] of all.filter(mine)) this.wasm.rosin_core_put(this.core, this.find(name), this.number(name, value));
    return this;
  }
  prepare(rate = this.is.rate, watch = false) {
    const w = this.wasm;
    w.rosin_core_set_watched(this.core, watch ? 2 : 0);
    this.check(w.rosin_core_prepare(this.core, rate, this.error));
    w.rosin_core_set_offline(this.core, 1); // bodies are built in place, at their frames
    const { channels } = this.is, sound = this.room(4 * channels * CALL);
    this.out = this.room(4 * channels);
    this.sound = Array.from({ length: channels }, (_, k) => sound + 4 * k * CALL);
    new Uint32Array(w.memory.buffer, this.out, channels).set(this.sound);
    if (this.find('input') >= 0) {
      this.in = this.room(4 * HEARD * (CALL + 1)); // pointers, then what they point to
      this.ear = Array.from({ length: HEARD }, (_, k) => this.in + 4 * (HEARD + k * CALL));
      new Uint32Array(w.memory.buffer, this.in, HEARD).set(this.ear);
    }
    Object.assign(this.is, { rate, latency: w.rosin_core_latency(this.core), tail: w.rosin_core_tail(this.core) });
    return this;
  }
  // What comes in in the next frames of a call: up to two channels, as long as it is or shorter.
  listen(heard, at, count) {
    if (!this.in) return;
    const channels = Math.min(heard.length, HEARD);
    for (let k = 0; k < channels; k++) {
      const room = new Float32Array(this.wasm.memory.buffer, this.ear[k], count), now = heard[k].subarray(at, at + count);
      room.fill(0, now.length);
      room.set(now);
    }
    this.wasm.rosin_core_hear(this.core, channels ? this.in : 0, channels, count);
  }
  row(index) {
    const w = this.wasm, at = w.rosin_core_parameter(this.core, index);
    const [name, unit, meaning, group] = [0, 1, 2, 3].map((i) => this.text(w.npm_row_text(at, i)));
    const [low, high, initial] = [0, 1, 2].map((i) => w.npm_row_number(at, i));
    const words = this.list((i) => w.rosin_parameter_word(at, i));
    return {
      name, unit, meaning, ...(group ? { group } : {}), ...(words.length ? { words } : {}), low, high, initial,
      stepped: !!w.rosin_core_parameter_stepped(this.core, index), live: !!w.rosin_core_parameter_live(this.core, index),
    };
  }
  describe() {
    const w = this.wasm, c = this.core, pair = this.room(8);
    const keyed = w.rosin_core_key_range(c, pair, pair + 4), keys = keyed ? [...new Int32Array(w.memory.buffer, pair, 2)] : null;
    w.free(pair);
    return {
      scene: this.text(w.rosin_core_scene(c)), title: this.text(w.rosin_core_title(c)), category: this.text(w.rosin_core_category(c)),
      instrument: !!w.rosin_core_is_instrument(c), keys, channels: w.rosin_core_channels(c), rate: w.rosin_core_rate(c), duration: w.rosin_core_duration(c),
      presets: this.list((i) => w.rosin_core_preset_name(c, i)),
      parameters: Array.from({ length: w.rosin_core_parameters(c) }, (_, i) => this.row(i)),
    };
  }
  values() {
    const core = this.opened();
    return Object.fromEntries(this.is.parameters.map((p, i) => [p.name, this.wasm.rosin_core_get(core, i)]));
  }
  find(name) { return this.wasm.rosin_core_find(this.core, this.name(name)); }

  // A parameter's value, or its word, in the range of its table.
  number(name, value) {
    const w = this.wasm, at = w.rosin_core_parameter(this.core, this.find(name));
    if (typeof value === 'string') {
      const { words = [] } = this.is.parameters.find((p) => p.name === name), to = this.room(8);
      const wrong = this.lend([value], (said) => w.rosin_parameter_worded(at, said, to)), found = new Float64Array(w.memory.buffer, to, 1)[0];
      w.free(to);
      if (wrong) throw new Error(`${name}: '${value}' is none of: ${words.join(', ') || 'a number'}`);
      return found;
    }
    this.check(w.rosin_parameter_check(at, 0, w.rosin_core_rounded(at, value), this.error));
    return value;
  }

  // ---- what happens ----

  // At a frame of the clock, or now (null); what is wrong is said at once. What is over happens now, and is counted.
  schedule(frame, what, ...values) {
    if (!this.out) throw new Error('it is closed, or was not prepared');
    if (!Object.hasOwn(EVENTS, what)) throw new Error(`'${what}' is none of ${Object.keys(EVENTS).join(', ')}`);
    if (frame === null) return this.happen(what, values);
    if (!Number.isSafeInteger(frame) || frame < 0) throw new RangeError(`frame: ${frame} is no whole number from 0 on`);
    this.act(what, values, true);
    if (frame < this.clock) this.late++;
    let at = this.queue.length;
    while (at > 0 && this.queue[at - 1][0] > frame) at--;
    this.queue.splice(at, 0, [frame, what, values]);
    return undefined;
  }
  happen(what, values) {
    this.act(what, values, false);
    if (this.kept && this.kept.length < KEPT) this.kept.push([this.frame, what, ...values]);
    else if (this.kept) this.unkept++;
  }
  // Done, or only looked at.
  act(what, values, only) {
    if (Object.hasOwn(ACTS, what)) return void ACTS[what](this, only, ...values);
    if (values.length !== EVENTS[what] || !values.every(Number.isFinite)) throw new TypeError(`${what}: '${values}' is not ${EVENTS[what]} numbers`);
    const frame = FRAMED.includes(what) ? [0] : [];
    return only ? undefined : this.wasm[`rosin_core_${what}`](this.core, ...frame, ...values);
  }

  // The next frames into arrays, one a channel (mono goes to all; none: they are passed over), with what happens in them.
  // What is refused on the way is told behind them, with what was made.
  // `heard`: what comes in meanwhile, of one that was opened with `input`.
  run(frames, given, heard = []) {
    if (heard.length && !this.in) throw new Error("nothing can come in: open it with add: ['input']");
    if (!this.out) throw new Error('it is closed, or was not prepared');
    if (!Number.isSafeInteger(frames) || frames < 0) throw new RangeError(`frames: ${frames} is no whole number from 0 on`);
    const out = given ?? this.sound.map(() => new Float32Array(frames)), wrong = [];
    for (let at = 0; at < frames;) {
      while (this.queue.length && this.queue[0][0] <= this.clock) {
        const [, what, values] = this.queue.shift();
        try {
          this.happen(what, values);
        } catch (error) {
          wrong.push(error);
        }
      }
      const next = this.queue.length ? this.queue[0][0] - this.clock : CALL, count = Math.min(frames - at, next, CALL);
      if (this.in) this.listen(heard, at, count);
      this.wasm.rosin_core_process(this.core, this.out, count);
      for (let k = 0; k < out.length; k++)
        out[k].set(new Float32Array(this.wasm.memory.buffer, this.sound[k % this.sound.length], count), at);
      at += count;
      this.clock += count;
      this.frame += count;
    }
    const { said } = this;
    this.said = '';
    if (said) wrong.push(new Error(said.trim()));
    this.refused += wrong.length;
    if (wrong.length) this.refuse(Object.assign(wrong[0], { out, others: wrong.slice(1) }));
    return out;
  }
  refuse(error) { throw error; }
  close() {
    this.wasm.rosin_core_free(this.core);
    this.core = this.out = this.in = 0;
  }

  // ---- what it is, and was ----

  opened() {
    if (!this.core) throw new Error('it is closed, or was not opened');
    return this.core;
  }
  save() {
    const at = this.wasm.rosin_core_save(this.opened()), text = this.text(at);
    if (!at) throw new RangeError('out of memory');
    this.wasm.rosin_text_free(at);
    return text;
  }
  new_take() { return this.wasm.rosin_core_new_take(this.opened()); }
  // What moves, if it is watched; null: nothing was seen yet.
  look() {
    const w = this.wasm;
    if (w.npm_look(this.opened())) return null;
    const [regime, force, velocity, slips, pitch] = [0, 1, 2, 3, 4].map((i) => w.npm_look_number(i)), shape = w.npm_look_shape();
    this.loop ||= this.room(8 * LOOP);
    const count = w.rosin_core_loop(this.core, LOOP, this.loop, this.loop + 4 * LOOP);
    const floats = (at, length) => new Float32Array(w.memory.buffer, at, length).slice();
    return {
      contact: this.text(w.npm_look_contact()), regime: this.text(w.npm_regime(regime)), force, velocity, slips, pitch,
      shape: shape ? floats(shape, SHAPE) : null, loop: { velocity: floats(this.loop, count), force: floats(this.loop + 4 * LOOP, count) },
    };
  }
  status() {
    const { clock, frame, late, refused, unkept, wasm } = this, core = this.opened();
    return { clock, frame, late, refused, unkept, lost: Number(wasm.rosin_core_lost(core)), delay: wasm.rosin_core_input_delay(core), unfit: Number(wasm.rosin_core_unfit(core)), rescued: Number(wasm.rosin_core_rescued(core)),
      memory: wasm.memory.buffer.byteLength };
  }
}
happens(Engine, Engine.prototype.schedule);

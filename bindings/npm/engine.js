// SPDX-License-Identifier: BSD-3-Clause
// A core of rosin in WebAssembly, by its C interface: what is called here is described in rosin/core.h, rosin.c says where
// structs lie. It needs nothing of the place it runs in: audio worklets have neither TextEncoder nor fetch.

const CALL = 1024, LOOP = 1024, KEPT = 100000, HEARD = 2; // frames a call; samples, events that are kept; channels in, at most
const ERROR = 512, PICTURE = 304, SHAPE = 64, LINES = 4, HEIGHTS = 21; // bytes; points; of equal force on a pad, where each is known

const OPTIONS = new Set(['settings', 'add', 'gestures', 'watch', 'keep', 'ahead', 'worklet', 'rate']); // of all that open a scene

const decode = (bytes) => decodeURIComponent(escape(Array.from(bytes, (b) => String.fromCharCode(b)).join('')));

// The system it runs on: a clock; all else answers "bad file descriptor".
function system(module, engine) {
  const wasi = {};
  for (const { name } of WebAssembly.Module.imports(module)) wasi[name] = () => 8;
  wasi.proc_exit = (code) => { throw new Error(`rosin ended with ${code}`); };
  wasi.clock_time_get = (id, precision, to) => {
    new BigUint64Array(engine.wasm.memory.buffer, to, 1)[0] = BigInt(Math.round((Date.now() + Math.random()) * 1e6));
    return 0;
  };
  return { wasi_snapshot_preview1: wasi };
}

// What happens, and how many values each has: methods of a type, whose last value is when, if not now.
const EVENTS = { control: 2, play: 2, midi: 1, trigger: 0, let_go: 0, stay: 1, bow: 3, pad: 3, reset: 0, load: 1, take_preset: 1 };
export function happens(type, send) {
  for (const [what, count] of Object.entries(EVENTS))
    type.prototype[what] = function happen(...values) { return send.call(this, values[count] ?? null, what, ...values.slice(0, count)); };
}
// A value as rosin_core_happen reads it: a list has blanks between, an object is NAME=NUMBER, nothing is nothing.
export function say(value) {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if ('length' in value) return Array.from(value).join(' ');
  return Object.entries(value).map(([name, x]) => `${name}=${Number(x)}`).join(' ');
}
function whole(name, value) { if (!(Number.isSafeInteger(value) && value >= 0)) throw new RangeError(`${name}: ${value} is no whole number from 0 on`); }

export class Engine {
  constructor(module) {
    Object.assign(this, { core: 0, queue: [], out: 0, in: 0, clock: 0, frame: 0, late: 0, refused: 0, unkept: 0 });
    this.wasm = new WebAssembly.Instance(module, system(module, this)).exports;
    this.wasm._initialize();
    this.error = this.room(ERROR);
  }

  // ---- texts and memory; views last until memory grows ----

  bytes(at, length) { return new Uint8Array(this.wasm.memory.buffer, at, length); }
  words(at, length) { return new Uint32Array(this.wasm.memory.buffer, at, length); }
  floats(at, length) { return new Float32Array(this.wasm.memory.buffer, at, length); }
  text(at) {
    const all = this.bytes(0);
    return at ? decode(all.subarray(at, all.indexOf(0, at))) : null;
  }
  // One that the library has made.
  taken(at) {
    const text = this.text(this.there(at));
    this.wasm.rosin_text_free(at);
    return text;
  }
  room(size) { return this.there(this.wasm.malloc(size)); }
  there(at) {
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
  fault() { return new Error(this.text(this.error)); }
  check(result) { if (result < 0) throw this.fault(); }

  // ---- a scene ----

  scenes() { return Array.from({ length: this.wasm.rosin_scenes() }, (_, i) => this.text(this.wasm.rosin_scene_name(i))); }
  describe() { this.is = JSON.parse(this.taken(this.wasm.rosin_core_describe(this.core))); }

  // Of parameters, and of what are none (bow.force, oversample) as the scene's own keys.
  open(scene, options = {}) {
    const { settings = {}, add = [], gestures = false } = options, stray = Object.keys(options).find((name) => !OPTIONS.has(name));
    if (stray) throw new TypeError(`${stray}: is no option; settings of a scene stand in { settings: { ${stray}: … } }`);
    const all = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    this.core = this.lend([scene, add.join(' '), ...all], (name, added, ...setting) => {
      const list = this.room(4 * all.length + 4);
      this.words(list, all.length).set(setting);
      const made = this.wasm.rosin_core_open_said(name, added, gestures ? 1 : 0, all.length, list, this.error);
      this.wasm.free(list);
      return made;
    });
    if (!this.core) throw this.fault();
    this.describe();
    return this;
  }
  prepare(rate = this.is.rate, { watch, keep } = {}) {
    const { wasm: w, core, is: { channels } } = this;
    w.rosin_core_set_watched(core, watch ? 2 : 0);
    this.check(w.rosin_core_prepare(core, rate, this.error));
    w.rosin_core_set_offline(core, 1); // bodies are built in place, at their frames
    [this.out, this.sound] = this.buffers(channels);
    if (this.is.parameters.some((p) => p.name === 'input')) [this.in, this.ear] = this.buffers(HEARD);
    this.kept = keep ? [] : null;
    this.describe();
    return this;
  }
  // A channel each: pointers, then what they point to.
  buffers(channels) {
    const list = this.room(4 * channels * (CALL + 1)), each = Array.from({ length: channels }, (_, k) => list + 4 * (channels + k * CALL));
    this.words(list, channels).set(each);
    return [list, each];
  }

  // ---- what happens ----

  // At a frame of the clock, or now (null); what is wrong is said at once. What is over happens now, and is counted.
  schedule(frame, what, ...values) {
    this.opened();
    if (frame === null) return void this.happen(what, values);
    whole('frame', frame);
    this.tell(-1, what, values);
    if (frame < this.clock) this.late++;
    this.queue.splice(1 + this.queue.findLastIndex(([when]) => when <= frame), 0, [frame, what, values]);
  }
  happen(what, values) {
    this.tell(0, what, values);
    if (this.kept && this.kept.length < KEPT) this.kept.push([this.frame, what, ...values]);
    else if (this.kept) this.unkept++;
    this.tape?.note(this.frame, what, values); // whoever has hung one in
  }
  // Below 0 it is only looked at.
  tell(frame, what, values) {
    const event = [what, ...values].map(say).join(' ');
    this.lend([event], (text) => this.check(this.wasm.rosin_core_happen(this.core, frame, text, this.error)));
  }

  // The next frames into arrays, one a channel (mono goes to all; none: they are passed over), with what happens in them.
  // What is refused on the way is told behind them, with what was made.
  // `heard`: what comes in meanwhile, of one that was opened with `input`.
  run(frames, given, heard = []) {
    this.opened();
    if (heard.length > (this.in && HEARD)) throw new Error("no more than two channels come in, and only with add: ['input']");
    whole('frames', frames);
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
      heard.forEach((samples, k) => this.floats(this.ear[k], count).fill(0).set(samples.subarray(at, at + count)));
      if (this.in) this.wasm.rosin_core_hear(this.core, heard.length && this.in, heard.length, count);
      this.wasm.rosin_core_process(this.core, this.out, count);
      for (let k = 0; k < out.length; k++) out[k].set(this.floats(this.sound[k % this.sound.length], count), at);
      at += count;
      this.clock += count;
      this.frame += count;
    }
    if (this.wasm.rosin_core_failed(this.core, this.error)) wrong.push(this.fault());
    this.refused += wrong.length;
    if (wrong.length) this.refuse(Object.assign(wrong[0], { out, others: wrong.slice(1) }));
    return out;
  }
  refuse(error) { throw error; }
  close() {
    this.wasm.rosin_core_free(this.core);
    this.core = this.out = 0;
  }

  // ---- what it is, and was ----

  opened() {
    if (!this.core) throw new Error('it is closed, or was not opened');
    return this.core;
  }
  values() {
    const core = this.opened();
    return Object.fromEntries(this.is.parameters.map((p, i) => [p.name, this.wasm.rosin_core_get(core, i)]));
  }
  save() { return this.taken(this.wasm.rosin_core_save(this.opened())); }
  new_take() { return this.wasm.rosin_core_new_take(this.opened()); }
  // What moves, if it is watched; null: nothing was seen yet.
  look() {
    const { wasm: w } = this, core = this.opened(), at = this.picture ??= this.room(PICTURE + 8 * LOOP), loop = at + PICTURE;
    if (w.rosin_core_look(core, at)) return null;
    const [contact, regime] = this.words(at, 2), [force, velocity, slips, pitch] = new Float64Array(w.memory.buffer, at + 8, 4);
    const [moves] = this.words(at + 40, 1), count = w.rosin_core_loop(core, LOOP, loop, loop + 4 * LOOP);
    return {
      contact: this.text(contact), regime: this.text(w.rosin_core_touch(regime)), force, velocity, slips, pitch,
      shape: moves ? this.floats(at + 44, SHAPE).slice() : null,
      loop: { velocity: this.floats(loop, count).slice(), force: this.floats(loop + 4 * LOOP, count).slice() },
    };
  }
  // Where on a pad the string sings that is bowed, if it is watched: a force, and how far out of the middle it lies at even heights
  // from foot to top (-1: nowhere).
  region() {
    const core = this.opened(), at = this.pads ??= this.room(4 * LINES * (1 + HEIGHTS));
    const lines = this.wasm.rosin_core_region(core, LINES, HEIGHTS, at), all = this.floats(at, lines * (1 + HEIGHTS));
    return Array.from({ length: lines }, (_, k) => ({ force: all[k * (1 + HEIGHTS)], out: all.slice(k * (1 + HEIGHTS) + 1, (k + 1) * (1 + HEIGHTS)) }));
  }
  status() {
    const { clock, frame, late, refused, unkept, wasm } = this, core = this.opened();
    return { clock, frame, late, refused, unkept, lost: Number(wasm.rosin_core_lost(core)), rescued: Number(wasm.rosin_core_rescued(core)),
      unfit: Number(wasm.rosin_core_unfit(core)), delay: wasm.rosin_core_input_delay(core), memory: wasm.memory.buffer.byteLength };
  }
}
happens(Engine, Engine.prototype.schedule);

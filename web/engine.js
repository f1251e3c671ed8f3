// SPDX-License-Identifier: BSD-3-Clause
// rosin in WebAssembly, for whoever runs it: the worklet, a worker that renders, tests.
// Audio worklets have neither TextEncoder nor TextDecoder.

const encode = (text) => unescape(encodeURIComponent(text));
const decode = (bytes) => decodeURIComponent(escape(String.fromCharCode(...bytes)));

// What a page does not grant answers "bad file descriptor"; an exit is an error.
function imports(module) {
  const wasi = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== 'wasi_snapshot_preview1') throw new Error(`${from}.${name} is not known`);
    wasi[name] = () => 8;
  }
  wasi.proc_exit = (code) => { throw new Error(`rosin ended with ${code}`); };
  return { wasi_snapshot_preview1: wasi };
}

const FRAMES = 128, PLACES = 64, LOOP = 1024, SEEN = 6;

export class Engine {
  constructor(module) {
    this.wasm = new WebAssembly.Instance(module, imports(module)).exports;
    this.wasm._initialize();
  }

  // Memory that has grown has a new buffer, so views last no longer than a call.
  get text() {
    const bytes = new Uint8Array(this.wasm.memory.buffer, this.wasm.page_text());
    return decode(bytes.subarray(0, bytes.indexOf(0)));
  }
  set text(text) {
    const bytes = encode(text).slice(0, 16000);
    const to = new Uint8Array(this.wasm.memory.buffer, this.wasm.page_text(), bytes.length + 1);
    for (let i = 0; i < bytes.length; i++) to[i] = bytes.charCodeAt(i);
    to[bytes.length] = 0;
  }
  check(result) {
    if (result < 0) throw new Error(this.text);
    return result;
  }

  scenes() {
    const names = [];
    while (this.wasm.page_scene(names.length) === 0) names.push(this.text);
    return names;
  }
  open(scene, rate, oversample = 0) {
    this.text = scene;
    this.check(this.wasm.page_open(rate, oversample));
    this.check(this.wasm.page_describe());
    this.is = JSON.parse(this.text);
    return this.is;
  }
  find(name) {
    return this.is.parameters.findIndex((p) => p.name === name);
  }
  // What is played: ['set', name, value], ['midi', status, a, b], ['bow', down, speed, press],
  // ['pad', down, across, up].
  play([what, ...values]) {
    if (what === 'set') this.wasm.page_set(this.find(values[0]), values[1]);
    else if (what === 'midi') this.wasm.page_midi(...values);
    else if (what === 'bow') this.wasm.page_bow(...values);
    else if (what === 'pad') this.wasm.page_pad(...values);
  }
  // 0 to 1, and s on its way there: of what is heard.
  volume(gain, seconds) {
    this.wasm.page_volume(gain, seconds);
  }
  // The next frames (up to 128) into arrays, one a channel; mono goes to all. What is heard is at the volume, and
  // limited.
  process(out, frames = FRAMES, heard = false) {
    if (heard) this.wasm.page_play(frames);
    else this.wasm.page_process(frames);
    const channels = this.is.channels;
    for (let k = 0; k < out.length; k++)
      out[k].set(new Float32Array(this.wasm.memory.buffer, this.wasm.page_sound(k % channels), frames));
  }
  rebuild() {
    return this.check(this.wasm.page_rebuild());
  }
  save() {
    this.check(this.wasm.page_save());
    return this.text;
  }
  load(state) {
    this.text = state;
    this.check(this.wasm.page_load());
  }
  // What moves: events lost, the regime's number, N, m/s, slips/s, Hz, the string, and the loop's v and f.
  look(phase) {
    const at = this.wasm.page_look(phase);
    const all = new Float32Array(this.wasm.memory.buffer, at, SEEN + PLACES + 2 * LOOP);
    const loop = SEEN + PLACES, count = all[5];
    return {
      lost: this.wasm.page_lost(), regime: all[0], force: all[1], bow: all[2], slips: all[3], pitch: all[4],
      string: all.slice(SEEN, loop), velocity: all.slice(loop, loop + count),
      friction: all.slice(loop + LOOP, loop + LOOP + count),
    };
  }
}

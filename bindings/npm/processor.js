// SPDX-License-Identifier: BSD-3-Clause
// The audio thread's half of createRosin. The table of its parameters comes with its own address, since nothing else reaches
// a worklet before its nodes; `make npm` puts the engine before it, since what bundlers copy is one file.
import { Engine } from './engine.js';

const EVERY = 16; // frames, of what slides
const table = JSON.parse(decodeURIComponent(import.meta.url.split('#')[1]));

class Processor extends AudioWorkletProcessor {
  static get parameterDescriptors() { return table.parameters; }

  constructor({ processorOptions: { module, scene, options, events, buffer } }) {
    super();
    Object.assign(this, { seen: {}, late: { calls: 0, blocks: 0, busy: 0, worst: 0, buffer, least: Infinity, before: Infinity, second: 0 } });
    this.port.onmessage = ({ data }) => this.take(data);
    try {
      this.engine = new Engine(module).open(scene, options).prepare(sampleRate, options);
      this.engine.refuse = (error) => [error, ...error.others].forEach((one) => this.tell(one));
      this.engine.clock = currentFrame;
      this.ahead = options.ahead ? this.engine.is.latency : 0; // frames that are passed over at first
      this.rows = table.parameters.map(({ name }) => [name, this.engine.is.parameters.findIndex((p) => p.name === name)]);
      for (const event of events) this.engine.schedule(...event);
    } catch (error) {
      this.end(error.message);
    }
  }

  tell(error) { this.port.postMessage({ error: error.message }); }
  end(why) { Object.assign(this, { engine: null, ended: why }); }

  // A question, which is answered, or an event at its frame, which has no number.
  take({ id, what, values }) {
    try {
      if (!this.engine) throw new Error(this.ended);
      const value = this.answer(what, values);
      if (id) this.port.postMessage({ id, value }, value?.handed ?? []);
    } catch (error) {
      if (!id && this.engine) this.engine.refused++;
      this.port.postMessage({ id, error: error.message });
    }
  }
  answer(what, values) {
    const { engine, late: { calls, blocks, busy, worst } } = this;
    if (what === 'is') return engine.is;
    if (what === 'status') return { ...engine.status(), calls, blocks, busy, worst };
    if (what === 'kept') return { events: engine.kept, frames: engine.frame };
    if (what === 'close') this.end('it is closed');
    return engine[what](...values);
  }

  // What an AudioParam has come to: a step at its frame, what slides now and then; what it already is, is nothing.
  follow(parameters) {
    const { engine } = this;
    for (const [name, row] of this.rows) {
      const values = parameters[name];
      if (values.length === 1 && values[0] === this.seen[name]) continue;
      for (let i = 0; i < values.length; i++)
        if (values[i] !== this.seen[name] && (i % EVERY === 0 || values[i - 1] === values[i - 2] || i === 1)) {
          this.seen[name] = values[i];
          if (i > 0 || Math.fround(engine.wasm.rosin_core_get(engine.core, row)) !== values[i])
            engine.control(name, values[i], engine.clock + i);
        }
    }
  }

  // A block is late if it is done by more than what the output holds after the least distance that the clock on the wall has
  // had from the sound's lately (a second or two).
  watch(begun) {
    const l = this.late, now = Date.now(), wall = now / 1000 - currentTime, behind = wall - Math.min(l.least, l.before);
    l.calls++;
    l.busy += now - begun;
    l.worst = Math.max(l.worst, now - begun);
    l.least = Math.min(l.least, wall);
    if (behind > l.buffer) l.blocks++;
    if (currentTime < l.second + 1) return;
    Object.assign(l, { before: l.least, least: Infinity, second: currentTime });
  }

  process([heard = []], [out], parameters) {
    if (!this.engine) return false; // it has ended, and nobody keeps it
    const begun = Date.now();
    try { // what is thrown from here would end it without a word
      this.engine.clock = currentFrame + (this.engine.frame ? this.ahead : 0);
      if (!this.engine.frame) this.engine.run(this.ahead, []);
      this.follow(parameters);
      this.engine.run(out[0].length, out, this.engine.in ? heard.slice(0, 2) : []);
      this.engine.tape?.heard(out);
    } catch (error) {
      this.end(`it has ended: ${error.message}`);
      this.tell(new Error(this.ended));
    }
    this.watch(begun);
    return true;
  }
}
registerProcessor(table.name, Processor);

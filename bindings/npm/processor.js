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
    this.late = { blocks: 0, buffer, least: Infinity, before: Infinity, second: 0, busy: 0, worst: 0 };
    this.calls = 0;
    this.port.onmessage = ({ data }) => this.take(data);
    try {
      this.engine = new Engine(module).open(scene, options).prepare(sampleRate, options.watch);
      this.engine.refuse = (error) => [error, ...error.others].forEach((one) => this.tell(one));
      this.engine.kept = options.keep ? [] : null;
      this.engine.clock = currentFrame;
      this.ahead = options.ahead ? this.engine.is.latency : 0; // frames that are passed over at first
      this.names = table.parameters.map(({ name }) => name);
      this.seen = {};
      for (const event of events) this.engine.schedule(...event);
      this.port.postMessage({ id: 0, value: this.engine.is });
    } catch (error) {
      this.engine = null;
      this.port.postMessage({ id: 0, error: error.message });
    }
  }

  tell(error) { this.port.postMessage({ error: error.message }); }

  // An event at its frame, or a question, which is answered.
  take({ id, what, values, event }) {
    try {
      if (!this.engine) throw new Error('it has ended');
      if (event) this.engine.schedule(...event);
      else this.port.postMessage({ id, value: this.answer(what, values) });
    } catch (error) {
      if (event && this.engine) this.engine.refused++;
      this.port.postMessage(event ? { error: error.message } : { id, error: error.message });
    }
  }
  answer(what, values) {
    const { engine, calls, late: { blocks, busy, worst } } = this;
    if (what === 'status') return { ...engine.status(), calls, blocks, busy, worst };
    if (what === 'kept') return { events: engine.kept, frames: engine.frame };
    if (what === 'close') this.engine = null;
    return engine[what](...values);
  }

  // What an AudioParam has come to: a step at its frame, what slides now and then; what it already is, is nothing.
  follow(parameters) {
    for (const name of this.names) {
      const values = parameters[name];
      if (values.length === 1 && values[0] === this.seen[name]) continue;
      for (let i = 0; i < values.length; i++)
        if (values[i] !== this.seen[name] && (i % EVERY === 0 || values[i - 1] === values[i - 2] || i === 1)) {
          this.seen[name] = values[i];
          const { engine } = this;
          if (Math.fround(engine.wasm.rosin_core_get(engine.core, engine.find(name))) !== values[i] || i > 0)
            engine.control(name, values[i], engine.clock + i);
        }
    }
  }

  // A block is late if it is done by more than what the output holds after the least distance that the clock on the wall has
  // had from the sound's lately (a second or two).
  watch(begun) {
    const l = this.late, now = Date.now(), wall = now / 1000 - currentTime, behind = wall - Math.min(l.least, l.before);
    this.calls++;
    l.busy += now - begun;
    l.worst = Math.max(l.worst, now - begun);
    l.least = Math.min(l.least, wall);
    if (behind > l.buffer) l.blocks++;
    if (currentTime < l.second + 1) return;
    l.before = l.least;
    l.least = Infinity;
    l.second = currentTime;
  }

  process([heard = []], [out], parameters) {
    if (!this.engine) return false; // it has ended, and nobody keeps it
    const begun = Date.now();
    try { // what is thrown from here would end it without a word
      this.engine.clock = currentFrame + (this.engine.frame ? this.ahead : 0);
      if (!this.engine.frame) this.engine.run(this.ahead, []);
      this.follow(parameters);
      this.engine.run(out[0].length, out, this.engine.in ? heard : []);
    } catch (error) {
      this.engine = null;
      this.tell(new Error(`it has ended: ${error.message}`));
    }
    this.watch(begun);
    return true;
  }
}
registerProcessor(table.name, Processor);

// SPDX-License-Identifier: BSD-3-Clause
// The audio thread: plays an engine, keeps what was played so that it can be rendered again, and
// tells what moves.
import { Engine } from './engine.js';

const LOOKS = 25; // a second
const KEPT = 20000; // events

class Rosin extends AudioWorkletProcessor {
  constructor({ processorOptions: { module, buffer } }) {
    super();
    this.engine = new Engine(module);
    this.late = { blocks: 0, buffer, most: 0, least: Infinity, before: Infinity, second: 0, busy: 0, worst: 0 };
    this.blocks = this.looked = 0;
    this.port.onmessage = ({ data }) => {
      try {
        this.take(data);
      } catch (error) {
        this.port.postMessage({ error: error.message });
      }
    };
    this.port.postMessage({ scenes: this.engine.scenes() });
  }

  take([what, ...values]) {
    if (what === 'open') {
      const [scene, oversample, settings] = values;
      this.is = undefined;
      const is = this.engine.open(scene, sampleRate, oversample);
      for (const [name, value] of settings) this.engine.play(['set', name, value]);
      this.engine.rebuild();
      this.frame = 0;
      this.log = [];
      this.first = [scene, oversample, settings];
      this.is = is;
      this.port.postMessage({ is });
    } else if (what === 'log') {
      this.port.postMessage({ log: { first: this.first, events: this.log, frames: this.frame, rate: sampleRate } });
    } else if (what === 'state') {
      this.port.postMessage({ state: this.engine.save() });
    } else if (what === 'late') {
      this.port.postMessage({ late: this.late, blocks: this.blocks, memory: this.engine.wasm.memory.buffer.byteLength });
    } else if (what === 'volume') {
      this.engine.volume(...values);
    } else if (what === 'rebuild') {
      if (this.is) this.stale = true;
    } else if (this.is) {
      const event = [what, ...values];
      if (this.log.length < KEPT) this.log.push([this.frame, event]);
      this.engine.play(event);
    }
  }

  // A block is late if it is done by more than what the output holds after the least distance that
  // the clock on the wall has had from the sound's lately (a second or two).
  watch() {
    const l = this.late, wall = Date.now() / 1000 - currentTime, behind = wall - Math.min(l.least, l.before);
    l.least = Math.min(l.least, wall);
    if (behind > l.buffer) l.blocks++;
    l.most = Math.max(l.most, behind);
    if (currentTime < l.second + 1) return;
    l.before = l.least;
    l.least = Infinity;
    l.second = currentTime;
  }

  process(inputs, [out]) {
    this.blocks++;
    if (!this.is) return true;
    const begun = Date.now();
    if (this.stale) {
      try {
        const done = this.engine.rebuild();
        if (done === 1) this.log.push([this.frame, ['rebuild']]);
        this.stale = done > 0; // until the body before has faded, and is freed
      } catch (error) {
        this.stale = false;
        this.port.postMessage({ error: error.message });
      }
    }
    this.engine.process(out, out[0].length, true);
    this.frame += out[0].length;
    this.watch();
    const took = Date.now() - begun;
    this.late.busy += took;
    this.late.worst = Math.max(this.late.worst, took);
    if (currentTime - this.looked > 1 / LOOKS) {
      this.looked = currentTime;
      this.port.postMessage({ look: this.engine.look((currentTime * 0.35) % 1) });
    }
    return true;
  }
}
registerProcessor('rosin', Rosin);

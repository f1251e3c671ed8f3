// SPDX-License-Identifier: BSD-3-Clause
// The audio thread: plays an engine, keeps what was played so that it can be rendered again, and
// tells what moves.
import { Engine } from './engine.js';

const LOOKS = 25; // a second
const KEPT = 20000; // events

class Rosin extends AudioWorkletProcessor {
  constructor({ processorOptions: { module } }) {
    super();
    this.engine = new Engine(module);
    this.late = { blocks: 0, lost: 0, least: Infinity, before: NaN, second: 0, busy: 0, worst: 0 };
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
    } else if (what === 'rebuild') {
      if (this.is) this.stale = true;
    } else if (this.is) {
      const event = [what, ...values];
      if (this.log.length < KEPT) this.log.push([this.frame, event]);
      this.engine.play(event);
    }
  }

  // Sound that is late pushes the clock on the wall ahead of the sound's, for good: the least
  // distance of each second is compared with that of the second before.
  watch() {
    const l = this.late, wall = Date.now() / 1000 - currentTime;
    l.least = Math.min(l.least, wall);
    if (currentTime < l.second + 1) return;
    const lost = l.least - l.before;
    if (lost > 128 / sampleRate) {
      l.blocks += Math.round((lost * sampleRate) / 128);
      l.lost += lost;
    }
    l.before = l.least;
    l.least = Infinity;
    l.second = currentTime;
  }

  process(inputs, [out]) {
    this.watch();
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
    this.engine.process(out, out[0].length);
    this.frame += out[0].length;
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

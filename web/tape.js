// SPDX-License-Identifier: BSD-3-Clause
// A take that is recorded, where the engine is: what happens from rest on, and what is heard of it. `make page` puts this between the
// engine and the processor in the page's worklet.
import { Engine } from './engine.js';

const PIECE = 16384, MOST = 100000, SETTLES = 16, CHUNK = 1024; // frames of sound at once; events; calls until all is built, and their frames

class Tape {
  constructor(engine) {
    Object.assign(this, { from: engine.frame, state: engine.save(), events: [], lost: 0, channels: engine.is.channels, pieces: [], used: PIECE });
  }
  note(frame, what, values) {
    if (this.events.length < MOST) this.events.push([frame - this.from, what, ...values]);
    else this.lost++;
  }
  heard(out) {
    const frames = out[0].length;
    if (this.used + frames > PIECE) {
      this.pieces.push(Array.from({ length: this.channels }, () => new Float32Array(PIECE)));
      this.used = 0;
    }
    this.pieces.at(-1).forEach((channel, k) => channel.set(out[k], this.used));
    this.used += frames;
  }
  get frames() { return Math.max(0, PIECE * (this.pieces.length - 1) + this.used); }
}

// From rest, as it is set: what happens from here on is a take of its own, which begins with that state.
// Bodies that are to be built are built before, since an engine that comes fades in.
Engine.prototype.record = function record() {
  const { wasm } = this, core = this.opened();
  for (let i = 0; i < SETTLES && (wasm.rosin_core_stale(core) || !wasm.rosin_core_settled(core)); i++) this.run(CHUNK, []);
  if (this.is.parameters.some((p) => p.name === 'trigger')) this.happen('control', ['trigger', 0]); // it is no state
  this.happen('reset', []);
  this.tape = new Tape(this);
};
// What makes it again, and what was heard, in the pieces that are there: they are handed over, since minutes of sound take
// longer to copy than a block has. null: nothing is recorded.
Engine.prototype.recorded = function recorded() {
  const { tape } = this;
  this.tape = null;
  if (!tape) return null;
  const { state, events, lost, pieces, frames, channels } = tape;
  return { scene: this.is.scene, state, events, lost, pieces, frames, channels, passed: this.is.latency, handed: pieces.flat().map((channel) => channel.buffer) };
};

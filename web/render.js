// SPDX-License-Identifier: BSD-3-Clause
// A worker: what was played, again, as a WAV file of 32-bit floats.
import { Engine } from './engine.js';

export function wav(channels, rate) {
  const frames = channels[0].length, size = 4 * frames * channels.length;
  const view = new DataView(new ArrayBuffer(58 + size));
  const word = (at, text) => [...text].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  word(0, 'RIFF');
  view.setUint32(4, 50 + size, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 18, true);
  view.setUint16(20, 3, true); // IEEE float
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 4 * channels.length, true);
  view.setUint16(32, 4 * channels.length, true);
  view.setUint16(34, 32, true);
  word(38, 'fact');
  view.setUint32(42, 4, true);
  view.setUint32(46, frames, true);
  word(50, 'data');
  view.setUint32(54, size, true);
  for (let i = 0, at = 58; i < frames; i++)
    for (const channel of channels) {
      view.setFloat32(at, channel[i], true);
      at += 4;
    }
  return view.buffer;
}

// The events of a log, each at its frame, and the frames asked for.
export function render(engine, { first: [scene, oversample, settings], events, frames, rate }) {
  const is = engine.open(scene, rate, oversample);
  for (const [name, value] of settings) engine.play(['set', name, value]);
  engine.rebuild();
  const channels = Array.from({ length: is.channels }, () => new Float32Array(frames));
  let next = 0;
  for (let at = 0; at < frames;) {
    for (; next < events.length && events[next][0] <= at; next++)
      if (events[next][1][0] === 'rebuild') engine.rebuild();
      else engine.play(events[next][1]);
    const until = next < events.length ? Math.min(frames, events[next][0]) : frames;
    const count = Math.min(128, until - at);
    engine.process(channels.map((c) => c.subarray(at, at + count)), count);
    at += count;
  }
  return channels;
}

// The part that sounds: from a moment before the first event to where it is 60 dB down.
export function trim(channels, from) {
  const loud = (i) => Math.max(...channels.map((c) => Math.abs(c[i])));
  let most = 0;
  for (let i = from; i < channels[0].length; i++) most = Math.max(most, loud(i));
  let end = channels[0].length;
  while (end > from + 1 && loud(end - 1) <= most / 1000) end--;
  return channels.map((c) => c.subarray(from, end));
}

if (typeof DedicatedWorkerGlobalScope !== 'undefined') {
  self.onmessage = ({ data: { module, log } }) => {
    try {
      const from = Math.max(0, log.events.length ? log.events[0][0] - Math.round(0.05 * log.rate) : 0);
      const sound = trim(render(new Engine(module), log), from);
      const file = wav(sound, log.rate);
      self.postMessage({ file }, [file]);
    } catch (error) {
      self.postMessage({ error: error.message });
    }
  };
  self.postMessage({ ready: true });
}

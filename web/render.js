// SPDX-License-Identifier: BSD-3-Clause
// A worker: what was played, again, as a WAV file of 32-bit floats.
import { render } from './index.js';

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

// The part that sounds: from a moment before the first event to where it is 60 dB down.
export function trim(channels, from) {
  const loud = (i) => Math.max(...channels.map((c) => Math.abs(c[i])));
  let most = 0;
  for (let i = from; i < channels[0].length; i++) most = Math.max(most, loud(i));
  let end = channels[0].length;
  while (end > from + 1 && loud(end - 1) <= most / 1000) end--;
  return channels.map((c) => c.subarray(from, end));
}

// What was played, without the limiter that is for ears.
export async function again(wasm, { scene, options, events, frames, rate }) {
  const { samples } = await render(scene, { ...options, settings: { ...options.settings, limiter: 0 }, wasm, rate, events, frames });
  return wav(trim(samples, Math.max(0, events.length ? events[0][0] - Math.round(0.05 * rate) : 0)), rate);
}

if (typeof DedicatedWorkerGlobalScope !== 'undefined') {
  self.onmessage = async ({ data: { wasm, log } }) => {
    try {
      const file = await again(wasm, log);
      self.postMessage({ file }, [file]);
    } catch (error) {
      self.postMessage({ error: error.message });
    }
  };
  self.postMessage({ ready: true });
}

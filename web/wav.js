// SPDX-License-Identifier: BSD-3-Clause
// A WAV file of 32-bit floats, and the text in it that says how it was made (src/host/load/recipe.h).
import { say } from './engine.js';

const XML = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

// From rest with `state`, then events at their frames, of which the first `skip` frames are passed over.
export function recipe({ version, scene, text, rate, oversample, frames, add, skip, state, events }) {
  const lines = [`rosin ${version}`, `scene ${scene}`, `set rate=${rate}`, ...(oversample ? [`set oversample=${oversample}`] : []),
    `duration ${frames / rate}`, 'format float', `played ${add.join(' ')}`, ...(skip ? [`skip ${skip}`] : []),
    ...state.trimEnd().split('\n').map((line) => `state ${line}`),
    ...events.map(([at, ...event]) => `at ${at} ${event.map(say).join(' ').trimEnd()}`)];
  return `${lines.join('\n')}\n\n${text}`;
}

// Where the command looks for it, in a chunk that others pass over.
function chunk(text) {
  const inside = text.replace(/[&<>]/g, (c) => XML[c]);
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n<BWFXML>\n<IXML_VERSION>1.61</IXML_VERSION>\n` +
    `<PROJECT>rosin</PROJECT>\n<USER>\n<ROSIN>${inside}</ROSIN>\n</USER>\n</BWFXML>\n`);
}

export function wav(channels, rate, note = '') {
  const frames = channels[0].length, size = 4 * frames * channels.length, more = note ? chunk(note) : new Uint8Array(0);
  const behind = more.length ? 8 + more.length + (more.length & 1) : 0;
  const view = new DataView(new ArrayBuffer(58 + size + behind));
  const word = (at, text) => [...text].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  word(0, 'RIFF');
  view.setUint32(4, 50 + size + behind, true);
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
  const sound = new Float32Array(frames * channels.length);
  channels.forEach((channel, k) => {
    for (let i = 0; i < frames; i++) sound[i * channels.length + k] = channel[i];
  });
  new Uint8Array(view.buffer).set(new Uint8Array(sound.buffer), 58); // little-endian, as all that runs WebAssembly
  if (behind) {
    word(58 + size, 'iXML');
    view.setUint32(62 + size, more.length, true);
    new Uint8Array(view.buffer).set(more, 66 + size);
  }
  return view.buffer;
}

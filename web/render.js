// SPDX-License-Identifier: BSD-3-Clause
// A worker: what was played as a WAV file of 32-bit floats, as it was heard or computed again. In it stands how it was made, so that
// `rosin show` tells it and `rosin render` makes it again.
import { render } from './index.js';
import { Engine } from './engine.js';
import { recipe, wav } from './wav.js';

// The part that sounds: from a moment before the first event to where it is 60 dB down.
export function trim(channels, from) {
  const loud = (i) => Math.max(...channels.map((c) => Math.abs(c[i])));
  let most = 0;
  for (let i = from; i < channels[0].length; i++) most = Math.max(most, loud(i));
  let end = channels[0].length;
  while (end > from + 1 && loud(end - 1) <= most / 1000) end--;
  return channels.map((c) => c.subarray(from, end));
}

// Pieces of the same length, of which `frames` are there, as channels that begin behind what is passed over.
export function joined({ pieces, frames, channels, passed }) {
  return Array.from({ length: channels }, (_, k) => {
    const whole = new Float32Array(frames);
    pieces.forEach(({ [k]: piece }, i) => whole.set(piece.subarray(0, frames - piece.length * i), piece.length * i));
    return whole.subarray(passed);
  });
}

// A sound that came in is in no file.
const hears = ({ state, events }) => /^set input [^0]/m.test(state) || events.some(([, what, name, value]) => what === 'control' && name === 'input' && value);

// With what makes it again, or where nothing does without.
export function file(wasm, { scene, options, rate, state, events, lost = 0, skip = 0, samples }) {
  const core = new Engine(wasm), { oversample } = options.settings, { rosin_version, rosin_scene_text } = core.wasm;
  const text = () => core.taken(core.lend([scene], (name) => rosin_scene_text(name, core.error)));
  const note = lost || hears({ state, events }) ? '' : recipe({ version: core.text(rosin_version()), scene, text: text(), rate, oversample,
    frames: samples[0].length, add: options.add, skip, state, events });
  return wav(samples, rate, note);
}

// What was played, without the limiter that is for ears.
export async function again(wasm, { scene, options, events, frames, rate }) {
  const quiet = { ...options, settings: { ...options.settings, limiter: 0 } };
  const { samples } = await render(scene, { ...quiet, wasm, rate, events, frames });
  const skip = Math.max(0, events.length ? events[0][0] - Math.round(0.05 * rate) : 0);
  return file(wasm, { scene, options, rate, events, skip, state: new Engine(wasm).open(scene, quiet).save(), samples: trim(samples, skip) });
}

if (typeof DedicatedWorkerGlobalScope !== 'undefined') {
  self.onmessage = async ({ data: { wasm, log, take } }) => {
    try {
      const made = take ? file(wasm, { ...take, samples: joined(take) }) : await again(wasm, log);
      self.postMessage({ file: made, scene: (take ?? log).scene }, [made]);
    } catch (error) {
      self.postMessage({ error: error.message });
    }
  };
  self.postMessage({ ready: true });
}

// SPDX-License-Identifier: BSD-3-Clause
// rosin for JavaScript: scenes that are rendered, stepped, or played by a node of Web Audio.
import { Engine, happens } from './engine.js';

// as bundlers look for files that belong to a module
const WASM = new URL('./rosin.wasm', import.meta.url), WORKLET = new URL('./worklet.js', import.meta.url);
const REGISTERED = Symbol.for('rosin'); // on a context: promises by the names of processors

export async function load(source = WASM) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const href = String(source);
  if (!load.found.has(href)) load.found.set(href, load.read(href).catch((error) => {
    load.found.delete(href);
    throw error;
  }));
  return load.found.get(href);
}
load.found = new Map();
load.read = async (href) => {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href}: ${answer.status} ${answer.statusText}`);
  const streams = WebAssembly.compileStreaming && /^application\/wasm/.test(answer.headers.get('content-type'));
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
};

export const scenes = async ({ wasm } = {}) => new Engine(await load(wasm)).scenes();
export const describe = async (scene, { wasm, ...options } = {}) => new Engine(await load(wasm)).open(scene, options).is;
export const open = async (scene, { wasm, rate, watch, keep, ...options } = {}) =>
  new Engine(await load(wasm)).open(scene, options).prepare(rate, { watch, keep });

// As `rosin render` has it: without events by its own gestures.
export async function render(scene, { duration, frames, events, heard = [], ...options } = {}) {
  const core = await open(scene, { gestures: !events, ...options });
  const { rate, latency } = core.is, length = frames ?? Math.floor((duration ?? core.is.duration) * rate + 0.5);
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError(`duration: ${duration ?? frames} is out of range: 0 and more`);
  for (const event of events ?? [[0, 'trigger']]) core.schedule(...event);
  core.run(latency, [], heard);
  const samples = core.run(length, undefined, heard.map((channel) => channel.subarray(latency)));
  core.close();
  return { samples, rate };
}

// ---- a node -------------------------------------------------------------------------------------

class RosinNode extends (globalThis.AudioWorkletNode ?? Object) {
  constructor(context, name, is, values, processorOptions) {
    super(context, name, { numberOfInputs: Number(is.parameters.some((p) => p.name === 'input')), outputChannelCount: [is.channels], processorOptions,
      parameterData: Object.fromEntries(is.parameters.filter((p) => p.live).map((p) => [p.name, values[p.name]])) });
    Object.assign(this, { is, asked: new Map(), asks: 0, ended: '' });
    this.port.onmessage = ({ data }) => this.hear(data);
    this.onprocessorerror = () => this.end('the audio thread has ended it');
    context.addEventListener('statechange', () => context.state === 'closed' && !this.ended && this.end('its context is closed'));
  }

  hear({ id, value, error }) {
    const { done, failed } = this.asked.get(id) ?? {};
    this.asked.delete(id);
    if (failed && error !== undefined) failed(new Error(error));
    else if (done) done(value);
    else if (error !== undefined) this.say(error);
  }
  // What nobody was asked for is an event, and if nobody keeps it an error of the page's. ("error" is what Chromium calls a
  // processor's end.)
  say(message) {
    if (this.dispatchEvent(new ErrorEvent('refused', { message, cancelable: true }))) reportError(new Error(message));
  }
  end(why) {
    this.ended = why;
    for (const { failed } of this.asked.values()) failed(new Error(why));
    this.asked.clear();
  }
  ask(what, ...values) {
    if (this.ended) return Promise.reject(new Error(this.ended));
    this.asks++;
    return new Promise((done, failed) => {
      this.asked.set(this.asks, { done, failed });
      this.port.postMessage({ id: this.asks, what, values });
    });
  }
  send(when, what, ...values) {
    if (this.ended) throw new Error(this.ended);
    const frame = when === null ? null : Math.round(when * this.context.sampleRate);
    if (frame !== null && !Number.isSafeInteger(frame)) throw new RangeError(`when: ${when} is no time in seconds`);
    this.port.postMessage({ what: 'schedule', values: [frame, what, ...values] });
  }

  // Values that are changed from within are those of the AudioParams, too.
  async become(what, value) {
    await this.ask('schedule', null, what, value);
    const values = await this.values();
    for (const [name, parameter] of this.parameters) parameter.value = values[name];
  }
  get latency() { return this.is.latency / this.context.sampleRate; }
  get tail() { return this.is.tail; }
  async close() {
    if (this.ended) return;
    this.disconnect();
    if (this.context.state === 'closed') this.end('its context is closed'); // nobody answers there
    await this.ask('close').catch(() => {}); // it may have ended by itself
    this.end('it is closed');
    this.port.close();
  }
}
happens(RosinNode, RosinNode.prototype.send);
for (const what of ['values', 'save', 'look', 'region', 'kept', 'status', 'new_take'])
  RosinNode.prototype[what] = function ask() { return this.ask(what); };
for (const what of ['load', 'take_preset']) RosinNode.prototype[what] = function become(value) { return this.become(what, value); };

// A processor's AudioParams are known before its first node is made: one is registered for each table.
async function register(context, worklet, { scene, parameters }) {
  if (!context.audioWorklet) throw new Error('there is no AudioWorklet: browsers have it on pages from https or from this machine');
  const live = parameters.filter((p) => p.live).map(({ name, low, high, initial }) =>
    ({ name, minValue: Math.fround(low), maxValue: Math.fround(high), defaultValue: Math.fround(initial), automationRate: 'a-rate' }));
  const name = `rosin ${scene} ${live.map((p) => p.name)}`, known = context[REGISTERED] ??= new Map();
  if (!known.has(name)) known.set(name, context.audioWorklet.addModule(`${worklet}#${encodeURIComponent(JSON.stringify({ name, parameters: live }))}`));
  try {
    await known.get(name);
  } catch (error) {
    known.delete(name);
    throw error;
  }
  return name;
}

export async function createRosin(context, scene, { wasm, worklet = WORKLET, events = [], watch, keep, ...options } = {}) {
  const module = await load(wasm), core = new Engine(module).open(scene, options), name = await register(context, worklet, core.is);
  const ahead = typeof OfflineAudioContext !== 'undefined' && context instanceof OfflineAudioContext; // files begin with the scene
  const frames = events.map(([when, ...event]) => [Math.round(when * context.sampleRate), ...event]);
  const node = new RosinNode(context, name, core.is, core.values(), { module, scene, events: frames,
    options: { ...options, watch, keep, ahead }, buffer: (context.baseLatency ?? 0) + 0.002 }); // s; clocks there tell milliseconds
  node.is = await node.ask('is');
  if (ahead) node.is.latency = 0;
  return node;
}

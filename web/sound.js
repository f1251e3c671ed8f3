// SPDX-License-Identifier: BSD-3-Clause
// The way to the ears: a node of the package for npm -> volume -> analyser -> loudspeakers.
import { createRosin, describe, load, scenes } from './index.js';

const START = -12; // dB: scenes stay below 0 dBFS, so this below a quarter of full scale
const ADD = ['section', 'limiter', 'seed', 'input'];
const PLAIN = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }; // else browsers take all for speech
const LOOK = 40, SELDOM = 6; // ms; looks, after which the pad's lines are looked for again

export function lacks() {
  if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly, in which rosin is written.';
  if (typeof AudioContext === 'undefined') return 'This browser has no Web Audio.';
  if (!window.isSecureContext)
    return 'Browsers play computed sound only on pages from https or from this machine (127.0.0.1).';
  if (typeof AudioWorkletNode === 'undefined')
    return 'This browser has no AudioWorklet, which computes the sound. Firefox 76, Chrome 66, Safari 14.1 and later have it.';
  return '';
}

// Its light goes out.
function close(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop();
  return false;
}

export class Sound {
  constructor(heard) {
    this.heard = heard; // called with what is told
    this.level = START;
    this.on = false; // browsers may run a context unasked, and hold one back that was asked
    this.turn = 0;
    this.request = 0; // for the microphone
  }

  // A new way to the ears, as late as `hint` says (latencyHint of an AudioContext). What plays is to be opened again.
  lead(hint) {
    void this.context?.close();
    this.context = new AudioContext({ latencyHint: hint });
    this.gain = new GainNode(this.context, { gain: 0 });
    this.analyser = new AnalyserNode(this.context, { fftSize: 16384, smoothingTimeConstant: 0 });
    this.gain.connect(this.analyser).connect(this.context.destination);
    if (this.on) void this.context.resume();
  }
  // ms by which the browser says that what is made is heard later.
  get behind() { return Math.round(1000 * (this.context.baseLatency + (this.context.outputLatency ?? 0))); }

  async load() {
    this.lead('interactive');
    const text = async () => (await fetch('worklet.js')).text();
    const [wasm, worklet] = await Promise.all([load(), text()]);
    // each scene asks for it again, when the network may be gone
    this.from = { wasm, worklet: URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' })) };
    // and so with all that rendering wants
    this.worker = new Worker('render.js', { type: 'module' });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = () => this.heard({ error: 'This browser cannot render: it has no module workers.' });
    this.heard({ scenes: await scenes(this.from) });
    setInterval(() => void this.look(), LOOK);
  }

  // Of settings those that the scene has, within its ranges. What is opened meanwhile goes first.
  async open(scene, quality, given) {
    const turn = ++this.turn;
    try {
      const { parameters } = await describe(scene, { ...this.from, add: ADD });
      const row = (name) => parameters.find((p) => p.name === name);
      const known = given.filter(([name]) => row(name)).map(([name, value]) => [name, Math.min(row(name).high, Math.max(row(name).low, value))]);
      const options = { settings: { ...Object.fromEntries(known), ...(quality ? { oversample: quality } : {}) }, add: ADD };
      const node = await createRosin(this.context, scene, { ...this.from, ...options, watch: true, keep: true });
      if (turn !== this.turn) return void node.close();
      void this.node?.close();
      this.node = node;
      this.options = options;
      node.addEventListener('refused', (event) => {
        event.preventDefault();
        this.heard({ error: event.message });
      });
      node.addEventListener('processorerror', () => this.heard({ error: 'The sound has stopped; load the page again.' }));
      node.connect(this.gain);
      this.deaf();
      this.heard({ is: { ...node.is, values: await node.values() } });
    } catch (error) {
      if (turn === this.turn) this.heard({ error: error.message });
    }
    return undefined;
  }
  // What the microphone hears drives the scene; whether it does. While people are asked, all may change: then what they allowed is given back.
  async listen() {
    if (this.ear) return true;
    if (!navigator.mediaDevices) throw new Error('This browser lets no page hear.');
    const request = ++this.request, { node } = this;
    const meant = () => request === this.request && node === this.node;
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: PLAIN });
      if (!meant()) return close(stream);
      const ear = new MediaStreamAudioSourceNode(this.context, { mediaStream: stream });
      ear.connect(node);
      this.ear = ear;
    } catch {
      close(stream);
      if (meant()) throw new Error('The browser did not allow the microphone.');
    }
    return meant();
  }
  deaf() {
    this.request++;
    this.ear?.disconnect();
    close(this.ear?.mediaStream);
    this.ear = null;
  }
  async look() {
    const { node } = this;
    if (!node || this.looks) return;
    this.looks = true;
    try {
      const look = await node.look();
      if (look && (this.looked = (this.looked ?? 0) + 1) % SELDOM === 1 && node.is.instrument) {
        const region = await node.region();
        if (node === this.node) this.heard({ region });
      }
      if (look && node === this.node) this.heard({ look: { ...look, lost: (await node.status()).lost } });
    } catch { /* it was closed meanwhile */ }
    this.looks = false;
  }

  async start() {
    this.on = true;
    this.volume(this.level);
    await this.context.resume();
  }
  async pause() {
    this.on = false;
    this.fade(0, 0.02);
    await new Promise((done) => setTimeout(done, 120));
    if (!this.on) await this.context.suspend();
  }
  get running() {
    return this.on && this.context.state === 'running';
  }
  fade(gain, seconds) {
    this.gain.gain.setTargetAtTime(gain, this.context.currentTime, seconds);
  }
  volume(decibel) {
    this.level = decibel;
    if (this.on) this.fade(10 ** (decibel / 20), 0.03);
  }
  // Quiet first: what is to come ends what sounds.
  hush(then) {
    if (!this.running) return void then();
    this.fade(0, 0.008);
    return void setTimeout(then, 50);
  }
  // What happens now, by the node's own names.
  send(what, ...values) {
    if (this.node) this.node[what](...values);
  }
  // All that a preset sets; it is told what that is.
  async take(preset) {
    const { node } = this;
    await node.take_preset(preset);
    if (node === this.node) this.heard({ values: await node.values() });
  }
  // What was played since the scene was opened.
  async log() {
    const { node, options, context } = this;
    return { scene: node.is.scene, options, rate: context.sampleRate, ...await node.kept() };
  }
  render(log) {
    this.worker.postMessage({ wasm: this.from.wasm, log });
  }
  // From rest on: quiet first, then as loud as before. Whether what was to be recorded is still there.
  async record() {
    const { node } = this;
    await new Promise((done) => this.hush(done));
    if (node === this.node) await node.ask('record');
    this.volume(this.level);
    return node === this.node;
  }
  // What was heard since becomes a file.
  async recorded() {
    const { node, options, context } = this, take = await node.ask('recorded');
    if (!take) throw new Error('nothing is recorded');
    this.worker.postMessage({ wasm: this.from.wasm, take: { options, rate: context.sampleRate, ...take } }, take.handed);
    return take;
  }
}

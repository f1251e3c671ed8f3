// SPDX-License-Identifier: BSD-3-Clause
// The way to the ears: worklet, with volume and limiter -> analyser -> loudspeakers.

const START = -12; // dB: scenes stay below 0 dBFS, so this below a quarter of full scale

export function lacks() {
  if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly, in which rosin is written.';
  if (typeof AudioContext === 'undefined') return 'This browser has no Web Audio.';
  if (!window.isSecureContext)
    return 'Browsers play computed sound only on pages from https or from this machine (127.0.0.1).';
  if (typeof AudioWorkletNode === 'undefined')
    return 'This browser has no AudioWorklet, which computes the sound. Firefox 76, Chrome 66, Safari 14.1 and later have it.';
  return '';
}

export class Sound {
  constructor(heard) {
    this.heard = heard; // called with what the worklet says
    this.level = START;
    this.on = false; // browsers may run a context unasked, and hold one back that was asked
  }

  async load() {
    const compile = WebAssembly.compileStreaming
      ? WebAssembly.compileStreaming(fetch('rosin.wasm'))
      : fetch('rosin.wasm').then((r) => r.arrayBuffer()).then((b) => WebAssembly.compile(b));
    this.context = new AudioContext({ latencyHint: 'interactive' });
    [this.module] = await Promise.all([compile, this.context.audioWorklet.addModule('worklet.js')]);
    this.node = new AudioWorkletNode(this.context, 'rosin', {
      numberOfInputs: 0, outputChannelCount: [2], 
      // s; clocks there tell milliseconds
      processorOptions: { module: this.module, buffer: this.context.baseLatency + 0.002 },
    });
    this.node.port.onmessage = ({ data }) => this.heard(data);
    this.node.onprocessorerror = () => this.heard({ error: 'The sound has stopped; load the page again.' });
    this.analyser = new AnalyserNode(this.context, { fftSize: 16384, smoothingTimeConstant: 0 });
    this.node.connect(this.analyser).connect(this.context.destination);
    // all that rendering wants is here before the network may go
    this.worker = new Worker('render.js', { type: 'module' });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = () => this.heard({ error: 'This browser cannot render: it has no module workers.' });
  }

  async start() {
    this.on = true;
    this.volume(this.level);
    await this.context.resume();
  }
  async pause() {
    this.on = false;
    this.send('volume', 0, 0.02);
    await new Promise((done) => setTimeout(done, 120));
    if (!this.on) await this.context.suspend();
  }
  get running() {
    return this.on && this.context.state === 'running';
  }
  volume(decibel) {
    this.level = decibel;
    if (this.on) this.send('volume', 10 ** (decibel / 20), 0.03);
  }
  // Quiet first: what is to come ends what sounds.
  hush(then) {
    if (!this.running) return void then();
    this.send('volume', 0, 0.008);
    return void setTimeout(then, 50);
  }
  send(...message) {
    if (this.node) this.node.port.postMessage(message);
  }
  render(log) {
    this.worker.postMessage({ module: this.module, log });
  }
}

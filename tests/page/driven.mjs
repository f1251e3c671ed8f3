// SPDX-License-Identifier: BSD-3-Clause
// A sound that drives a scene, in a browser: driven.mjs PAGE SCRATCH. A node hears what is connected to it, to the bit what render() makes
// of that; the page hears a microphone (Chromium's own, which beeps) once somebody asks for it, and no link asks.
import assert from 'assert';
import { Browser, LISTEN, serve, wait } from './chrome.mjs';

const [page, scratch] = process.argv.slice(2);
const { server, at } = await serve(page);
const b = await Browser.open(scratch, 1280, 900, ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']);

const NODE = `(async () => {
  const { createRosin, render } = await import('./index.js');
  const sound = new Float32Array(9600).map((_, i) => 0.3 * Math.sin(i * i * 1e-4));
  const context = new OfflineAudioContext(2, 24000, 48000), options = { add: ['input'], settings: { input: 'speed' } }, events = [[0, 'trigger']];
  const node = await createRosin(context, 'wine-glass', { ...options, events });
  const source = new AudioBufferSourceNode(context, { buffer: new AudioBuffer({ length: sound.length, sampleRate: 48000 }) });
  source.buffer.copyToChannel(sound, 0);
  source.connect(node).connect(context.destination);
  source.start();
  const made = await context.startRendering(), { samples } = await render('wine-glass', { ...options, events, heard: [sound], rate: 48000, frames: 24000 });
  const alone = await render('wine-glass', { events, rate: 48000, frames: 24000 });
  const differ = (x) => made.getChannelData(0).reduce((sum, y, i) => sum + (x[0][i] !== y), 0);
  const plain = await createRosin(new OfflineAudioContext(2, 128, 48000), 'wine-glass', {});
  return { inputs: node.numberOfInputs, none: plain.numberOfInputs, differ: differ(samples), silent: differ(alone.samples) };
})()`;
const CHOOSE = (value) => `(() => {
  const slider = document.getElementById('parameter-input');
  slider.value = ${value};
  for (const what of ['input', 'change']) slider.dispatchEvent(new Event(what, { bubbles: true }));
})()`;

try {
  await b.go(`${at}#scene=violin&input=1&seed=5`);
  await b.until("document.body.dataset.scene === 'violin' && document.body.dataset.ready");
  const node = await b.run(NODE);
  assert.deepStrictEqual({ ...node, silent: 0 }, { inputs: 1, none: 0, differ: 0, silent: 0 });
  assert(node.silent > 1000, 'the node does not hear');
  await b.click('start');
  await b.until('window.rosin.sound.running');
  await wait(300);
  const deaf = await b.run(`({ ear: !!window.rosin.sound.ear, input: window.rosin.state.values.get('input'), address: location.hash })`);
  assert(!deaf.ear && deaf.input === 0, 'a link opens the microphone');
  await b.run(CHOOSE(1));
  await b.until('!!window.rosin.sound.ear');
  let level = 0;
  for (let i = 0; i < 1200 && level < 1e-4; i++) {
    await wait(100);
    ({ level } = await b.run(LISTEN));
  }
  assert(level >= 1e-4, `the microphone is not heard: ${level}`);
  assert(!(await b.run('location.hash')).includes('input='), 'the address asks for a microphone');
  await b.run(CHOOSE(0));
  await b.until('!window.rosin.sound.ear');
  console.log('a sound drives it');
} finally {
  await b.close();
  server.close();
}

// SPDX-License-Identifier: BSD-3-Clause
// A headless Chromium on the page, by the DevTools protocol over pipes; nothing else is needed.
import { spawn, execFileSync } from 'child_process';
import fs from 'fs';
import http from 'http';
import path from 'path';

const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
  '.wav': 'audio/wav', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export function serve(folder) {
  const asked = [];
  const server = http.createServer((request, answer) => {
    const name = path.join(folder, path.normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/\/$/, '/index.html'));
    asked.push(request.url);
    fs.readFile(name, (error, data) => {
      answer.writeHead(error ? 404 : 200, { 'content-type': KINDS[path.extname(name)] || 'text/plain' });
      answer.end(error ? '' : data);
    });
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done({ server, asked, at: `http://127.0.0.1:${server.address().port}/` }));
  });
}

export function program() {
  for (const name of [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'])
    try {
      if (name) return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch { /* the next one */ }
  return null;
}

export class Browser {
  // A fresh profile in `scratch`.
  static async open(scratch, width, height, more = []) {
    const b = new Browser();
    b.profile = fs.mkdtempSync(path.join(scratch, 'profile-'));
    b.process = spawn(program(), ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
      '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
      '--autoplay-policy=user-gesture-required', `--user-data-dir=${b.profile}`, '--remote-debugging-pipe',
      `--window-size=${width},${height}`, ...more, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: b.profile } });
    Object.assign(b, { next: 1, waiting: new Map(), console: [], rest: '' });
    b.process.stdio[4].on('data', (data) => b.heard(data));
    const { targetInfos } = await b.send('Target.getTargets');
    const { targetId } = targetInfos.find((t) => t.type === 'page');
    b.session = (await b.send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await b.send(`${domain}.enable`);
    await b.size(width, height);
    return b;
  }

  heard(data) {
    const parts = (this.rest + data).split('\0');
    this.rest = parts.pop();
    for (const part of parts) {
      const m = JSON.parse(part);
      if (m.id) {
        const { done, failed } = this.waiting.get(m.id);
        this.waiting.delete(m.id);
        if (m.error) failed(new Error(m.error.message));
        else done(m.result);
      } else if (m.method === 'Runtime.exceptionThrown') {
        const e = m.params.exceptionDetails;
        this.console.push(`exception: ${e.exception?.description || e.text}`);
      } else if (m.method === 'Runtime.consoleAPICalled' && m.params.type === 'error') {
        this.console.push(`console: ${m.params.args.map((a) => a.value).join(' ')}`);
      } else if (m.method === 'Log.entryAdded' && m.params.entry.level === 'error') {
        this.console.push(`log: ${m.params.entry.text}`);
      }
    }
  }

  send(method, params = {}) {
    const id = this.next++;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, userGesture: false });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }
  async until(expression, seconds = 300) {
    for (let i = 0; i < seconds * 20; i++) {
      if (await this.run(expression).catch(() => false)) return; // what it asks of may not be there yet
      await wait(50);
    }
    throw new Error(`never came true: ${expression}; the page says: ${await this.run("document.body.innerText.slice(0, 400)")}; ${this.console}`);
  }

  size(width, height, ratio = 1) {
    return this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: ratio, mobile: width < 700 });
  }
  go(url) {
    return this.send('Page.navigate', { url });
  }
  mouse(type, x, y, more = {}) {
    return this.send('Input.dispatchMouseEvent',
      { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1, ...more });
  }
  key(type, code, key) {
    const number = { ArrowRight: 39, ArrowLeft: 37, Tab: 9, Enter: 13, ' ': 32 }[key] || key.toUpperCase().charCodeAt(0);
    return this.send('Input.dispatchKeyEvent', { type, code, key, windowsVirtualKeyCode: number,
      ...(type === 'keyDown' && key === 'Enter' ? { text: '\r' } : {}) });
  }
  async box(id) {
    await this.run(`document.getElementById('${id}').scrollIntoView({ block: 'center' })`);
    return this.run(`(({ x, y, width, height }) => ({ x, y, width, height }))(document.getElementById('${id}').getBoundingClientRect())`);
  }
  async click(id) {
    const { x, y, width, height } = await this.box(id);
    await this.mouse('mousePressed', x + width / 2, y + height / 2);
    await this.mouse('mouseReleased', x + width / 2, y + height / 2);
  }
  async picture(file) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }
  async close() {
    const ended = new Promise((done) => this.process.once('exit', done));
    this.session = undefined;
    this.send('Browser.close').catch(() => {});
    await Promise.race([ended, wait(2000)]); // some never go by themselves; nothing of them is kept
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL');
    await ended;
    fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

// Ends a record by its button: the file that comes of it, in base 64.
export const RECORDED = `new Promise((done, failed) => {
  const { worker } = window.rosin.sound, hear = worker.onmessage, reader = new FileReader();
  reader.onload = () => done(reader.result.split(',')[1]);
  worker.onmessage = (e) => {
    hear(e);
    worker.onmessage = hear;
    if (e.data.file) reader.readAsDataURL(new Blob([e.data.file]));
    else failed(e.data.error);
  };
  document.getElementById('record').click();
})`;

// Level (RMS) and pitch (Hz, by the best autocorrelation of 16384 samples) of what is heard now.
export const LISTEN = `(() => {
  const a = window.rosin.sound.analyser, x = new Float32Array(a.fftSize), rate = a.context.sampleRate;
  a.getFloatTimeDomainData(x);
  const level = Math.sqrt(x.reduce((s, v) => s + v * v, 0) / x.length), most = x.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
  const n = 6000, r = [];
  let e0 = 0;
  for (let i = 0; i < n; i++) e0 += x[i] * x[i];
  for (let lag = 0; lag < Math.min(1600, x.length - n); lag++) {
    let s = 0, e = 0;
    for (let i = 0; i < n; i++) { s += x[i] * x[i + lag]; e += x[i + lag] * x[i + lag]; }
    r.push(s / Math.sqrt(e0 * e + 1e-30));
  }
  let lag = r.findIndex((v) => v < 0.3);
  let best = 0;
  for (let i = Math.max(lag, 1); i < r.length - 1; i++) if (r[i] > best) best = r[i];
  for (let i = Math.max(lag, 1); i < r.length - 1; i++)
    if (r[i] > 0.93 * best && r[i] >= r[i - 1] && r[i] >= r[i + 1]) {
      const d = (r[i - 1] - r[i + 1]) / (2 * (r[i - 1] - 2 * r[i] + r[i + 1]));
      return { level, most, pitch: rate / (i + d), sure: r[i] };
    }
  return { level, most, pitch: 0, sure: 0 };
})()`;

export const cents = (a, b) => 1200 * Math.log2(a / b);

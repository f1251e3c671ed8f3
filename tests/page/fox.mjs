// SPDX-License-Identifier: BSD-3-Clause
// A headless Firefox on a page, by its own protocol (Marionette: JSON with its length before it, over a socket); nothing else is needed.
import { execFileSync, spawn } from 'child_process';
import fs from 'fs';
import net from 'net';
import path from 'path';
import { wait } from './chrome.mjs';

export function program() {
  for (const name of [process.env.FIREFOX, 'firefox-esr', 'firefox'])
    try {
      if (name) return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch { /* the next one */ }
  return null;
}

const free = () => new Promise((done) => {
  const server = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

export class Fox {
  // A fresh profile in `scratch`, which calls nobody.
  static async open(scratch, width, height) {
    const b = new Fox(), port = await free();
    b.profile = fs.mkdtempSync(path.join(scratch, 'fox-'));
    const set = { 'marionette.port': port, 'app.update.enabled': false, 'datareporting.policy.dataSubmissionEnabled': false,
      'toolkit.telemetry.enabled': false, 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false,
      'services.settings.server': 'data:,', 'browser.shell.checkDefaultBrowser': false, 'browser.startup.page': 0, 'datareporting.healthreport.uploadEnabled': false,
      'browser.safebrowsing.update.enabled': false, 'extensions.update.enabled': false };
    fs.writeFileSync(path.join(b.profile, 'user.js'), Object.entries(set)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
    b.process = spawn(program(), ['--headless', '--marionette', '--no-remote', '--profile', b.profile, '--width', width, '--height', height, 'about:blank'],
      { stdio: 'ignore', env: { ...process.env, HOME: b.profile, MOZ_HEADLESS: '1' } });
    Object.assign(b, { next: 1, waiting: new Map(), rest: Buffer.alloc(0) });
    await b.connect(port);
    await b.send('WebDriver:NewSession', {});
    await b.send('WebDriver:SetTimeouts', { script: 300000, pageLoad: 120000 });
    return b;
  }

  async connect(port) {
    for (let i = 0; i < 1200; i++, await wait(100)) {
      if (this.process.exitCode !== null) throw new Error('Firefox has ended');
      const socket = net.connect(port, '127.0.0.1');
      const there = await new Promise((done) => socket.once('connect', () => done(true)).once('error', () => done(false)));
      if (!there) continue;
      this.socket = socket.on('data', (data) => this.heard(data)).on('error', () => {});
      return;
    }
    throw new Error('Firefox does not answer');
  }

  heard(data) {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const colon = this.rest.indexOf(':'), length = Number(this.rest.toString('latin1', 0, colon));
      if (colon < 0 || this.rest.length < colon + 1 + length) return;
      const message = JSON.parse(this.rest.toString('utf8', colon + 1, colon + 1 + length));
      this.rest = this.rest.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue; // its greeting
      const [, id, error, result] = message, { done, failed } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) failed(new Error(error.message));
      else done(result);
    }
  }

  send(command, parameters = {}) {
    const id = this.next++, text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  // What an expression comes to, also if it is a promise.
  async run(expression) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => window.eval(arguments[0])).then((value) => done([value]), (error) => done({ error: String(error) }));`;
    const { value } = await this.send('WebDriver:ExecuteAsyncScript', { script, args: [expression], sandbox: null, newSandbox: false });
    if (value.error) throw new Error(value.error);
    return value[0];
  }
  async until(expression, seconds = 300) {
    for (let i = 0; i < seconds * 20; i++) {
      if (await this.run(expression).catch(() => false)) return;
      await wait(50);
    }
    throw new Error(`never came true: ${expression}; the page says: ${await this.run('document.body.innerText.slice(0, 400)')}`);
  }

  go(url) { return this.send('WebDriver:Navigate', { url }); }
  // As a hand does it.
  async click(id) {
    const { x, y } = await this.run(`(() => { const e = document.getElementById('${id}'); e.scrollIntoView({ block: 'center' });
      const r = e.getBoundingClientRect(); return { x: Math.round(r.x + r.width / 2), y: Math.round(r.y + r.height / 2) }; })()`);
    await this.send('WebDriver:PerformActions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' },
      actions: [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] }] });
  }
  // Pressed at the first of some places within an element (shares of its width and height), drawn over all of them, `ms` each.
  async draw(id, places, ms) {
    const box = await this.run(`(() => { const e = document.getElementById('${id}'); e.scrollIntoView({ block: 'center' });
      const r = e.getBoundingClientRect(); return { x: r.x, y: r.y, w: r.width, h: r.height }; })()`);
    const to = ([across, down], duration) => ({ type: 'pointerMove', duration, x: Math.round(box.x + across * box.w), y: Math.round(box.y + down * box.h) });
    await this.send('WebDriver:PerformActions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' },
      actions: [to(places[0], 0), { type: 'pointerDown', button: 0 }, ...places.slice(1).map((place) => to(place, ms)), { type: 'pointerUp', button: 0 }] }] });
  }
  key(type, value) {
    return this.send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions: [{ type, value }] }] });
  }
  async picture(file) {
    const { value } = await this.send('WebDriver:TakeScreenshot', { full: false });
    fs.writeFileSync(file, Buffer.from(value, 'base64'));
  }
  async close() {
    const ended = new Promise((done) => this.process.once('exit', done));
    this.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
    await Promise.race([ended, wait(5000)]);
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL');
    await ended;
    this.socket.destroy();
    fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

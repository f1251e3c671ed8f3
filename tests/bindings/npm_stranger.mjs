// SPDX-License-Identifier: BSD-3-Clause
// npm_stranger.mjs TGZ SCRATCH: what somebody does who has the package alone, in an empty folder: npm install, a script in Node, types
// (npm's typescript), a page that Vite builds and one that its server hands out, in headless Chromium. Prints NAME VALUE.
import assert from 'assert';
import { execFileSync, spawn, spawnSync } from 'child_process';
import fs from 'fs';
import path from 'path';
import { fileURLToPath } from 'url';
import { Browser, program, serve, wait } from '../page/chrome.mjs';

const [tgz, scratch] = process.argv.slice(2), here = path.dirname(fileURLToPath(import.meta.url));
const app = fs.mkdtempSync(path.join(path.resolve(scratch), 'app-')), write = (name, text) => fs.writeFileSync(path.join(app, name), text);
const run = (...words) => execFileSync(words[0], words.slice(1), { cwd: app, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

write('package.json', '{ "name": "app", "private": true, "type": "module" }');
run('npm', 'install', '--silent', '--no-audit', '--no-fund', path.resolve(tgz));
assert.deepStrictEqual(fs.readdirSync(path.join(app, 'node_modules')).filter((name) => name[0] !== '.'), ['rosin'], 'it brings others along');
write('script.mjs', `import { render } from 'rosin';
const { samples } = await render('door-hinge-slow', { settings: { push: 8, seed: 2 }, duration: 1 });
console.log(Math.max(...samples[0].map(Math.abs)));`);
console.log(`script_peak ${Number(run('node', 'script.mjs')).toFixed(4)}`);

run('npm', 'install', '--silent', '--no-audit', '--no-fund', 'vite', 'typescript');
fs.copyFileSync(path.join(here, 'npm_user.ts'), path.join(app, 'user.ts'));
let errors = 0;
for (const how of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
  const { stdout, status } = spawnSync('npx', ['tsc', '--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', how[0], '--moduleResolution', how[1], 'user.ts'], { cwd: app, encoding: 'utf8' });
  if (status) console.error(stdout);
  errors += status ? 1 + stdout.split('\n').length : 0;
}
console.log(`type_errors ${errors}`);

write('index.html', '<!DOCTYPE html><title>app</title><link rel="icon" href="data:,"><button id="start">Start</button><script type="module" src="/main.js"></script>');
write('main.js', `import { createRosin } from 'rosin';
document.getElementById('start').onclick = async () => {
  const context = new AudioContext(), ear = new AnalyserNode(context), x = new Float32Array(ear.fftSize);
  const door = await createRosin(context, 'door-hinge-slow', { events: [[0, 'control', 'continuous', 1], [0, 'trigger']] });
  door.connect(ear).connect(context.destination);
  setInterval(() => { ear.getFloatTimeDomainData(x); window.level = Math.max(window.level || 0, ...x.map(Math.abs)); }, 20);
};`);
// as the package's README has it
write('vite.config.js', "export default { base: './', optimizeDeps: { exclude: ['rosin'] } };");
run('npx', 'vite', 'build', '--logLevel', 'error');
if (!program()) process.exit(0);

const b = await Browser.open(scratch, 800, 600);
async function sounds(at, name) {
  await b.go(at);
  await b.until("document.readyState === 'complete' && document.getElementById('start')?.onclick");
  await b.click('start');
  await b.until('window.level > 0.003', 60);
  assert.deepStrictEqual(b.console, [], name);
  console.log(`${name}_level ${(await b.run('window.level')).toFixed(4)}`);
}
const { server, at } = await serve(path.join(app, 'dist'));
const vite = spawn('node', [path.join(app, 'node_modules/vite/bin/vite.js'), '--port', '0', '--host', '127.0.0.1'], { cwd: app, stdio: ['ignore', 'pipe', 'ignore'] });
try {
  await sounds(at, 'built');
  let told = '';
  vite.stdout.on('data', (data) => { told += data; });
  const address = () => told.replace(/\x1b\[[0-9;]*m/g, '').match(/http:\/\/127\.0\.0\.1:\d+\//)?.[0];
  for (let i = 0; i < 600 && !address(); i++) await wait(50);
  await sounds(address(), 'served');
} finally {
  vite.kill();
  await b.close();
  server.closeAllConnections();
  server.close();
}

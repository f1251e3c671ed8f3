// SPDX-License-Identifier: BSD-3-Clause
// The page's links and states: page.mjs write PAGE > JSON, page.mjs read PAGE JSON. Of each scene its
// parameters, a state as text, and the address that the page writes for it.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

// Shown as continuous by 0.2, and read from 0.5 on or by the nearest whole number: see open.py.
const STEPS = ['key_switches', 'lift', 'measured', 'controls', 'string', 'reads'];
const [what, page, file] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(path.resolve(page, name)));
const { load: compile, open, scenes } = await load('index.js');
const address = await load('address.js');
const wasm = await compile(fs.readFileSync(path.join(page, 'rosin.wasm'))), names = await scenes({ wasm });
const play = (scene) => open(scene, { wasm, rate: 44100, add: ['section', 'seed'] }); // of the page's parameters those that were there

globalThis.location = { hash: '' };
globalThis.history = { replaceState: (_, __, to) => { location.hash = to; } };

const moved = (p) => (p.stepped ? Math.ceil : (x) => x)(p.low + 0.375 * (p.high - p.low));
const rounded = (x) => Number(x.toPrecision(6));
const settings = (text) => text.split('\n').filter((line) => line.startsWith('set '));

async function write() {
  const found = {};
  for (const scene of names) {
    const core = await play(scene), { is } = core;
    const values = new Map();
    for (const p of is.parameters) {
      values.set(p.name, moved(p));
      core.control(p.name, moved(p));
    }
    core.run(128);
    address.write(is, values, 1);
    found[scene] = {
      channels: is.channels, instrument: is.instrument ? 1 : 0, state: core.save(), link: location.hash,
      parameters: is.parameters.map((p) => [p.name, p.low, p.high, p.initial, p.stepped ? 1 : 0]),
    };
  }
  return found;
}

// What is no longer as it was.
async function read(was) {
  const wrong = [];
  for (const [scene, old] of Object.entries(was)) {
    if (!names.includes(scene)) {
      wrong.push(`${scene}: is gone`);
      continue;
    }
    const core = await play(scene), { is } = core;
    if (is.channels !== old.channels || Number(is.instrument) !== old.instrument) wrong.push(`${scene}: is another kind`);
    for (const [name, low, high, initial, stepped] of old.parameters) {
      const p = is.parameters.find((row) => row.name === name);
      const now = p && [p.low, p.high, p.initial, p.stepped ? 1 : 0];
      const steps = p && !stepped && STEPS.includes(name) ? p.stepped ? 1 : 0 : stepped;
      if (!p || now.join() !== [low, high, initial, steps].join())
        wrong.push(`${scene}: ${name}: ${[low, high, initial, stepped]}; now ${now}`);
    }
    core.load(old.state);
    core.run(128);
    const now = settings(core.save());
    wrong.push(...settings(old.state).filter((line) => !now.includes(line)).map((line) => `${scene}: ${line}: is lost`));
    location.hash = old.link;
    const link = address.read(names), values = new Map(link.settings);
    if (link.scene !== scene || link.quality !== 1 || link.unknown) wrong.push(`${scene}: its link opens ${link.scene}`);
    for (const [name, low, high, initial, stepped] of old.parameters) {
      const value = rounded(moved({ low, high, stepped }));
      if (name !== 'trigger' && name !== 'by_hand' && moved({ low, high, stepped }) !== initial && values.get(name) !== value)
        wrong.push(`${scene}: ${name} of its link is ${values.get(name)}, was ${value}`);
    }
  }
  return wrong;
}

if (what === 'write') {
  process.stdout.write(`${JSON.stringify(await write(), null, 0).replace(/},/g, '},\n')}\n`);
} else {
  const wrong = await read(JSON.parse(fs.readFileSync(file, 'utf8')));
  wrong.forEach((line) => console.log(line));
  process.exit(wrong.length ? 1 : 0);
}

// SPDX-License-Identifier: BSD-3-Clause
// The page of a batch in a browser, from the disk: catalogue.mjs FOLDER SCRATCH [PICTURE]. It loads,
// searches, filters, sorts, steps, plays, keeps and rejects, finds what is alike, bears 10 000 rows,
// and gives lists (SCRATCH/kept.cfg, around.cfg) and the command. Prints its rows and the seconds to
// load; fails if anything is wrong.
import assert from 'assert';
import { pathToFileURL } from 'url';
import fs from 'fs';
import path from 'path';
import { Browser, serve, wait } from './chrome.mjs';

const [folder, scratch, picture] = process.argv.slice(2);
const b = await Browser.open(scratch, 1500, 860);
const shown = () => b.run('+document.body.dataset.shown');
const type = async (id, text) => {
  await b.run(`document.getElementById('${id}').value = ${JSON.stringify(text)};
    document.getElementById('${id}').dispatchEvent(new Event('input'))`);
  return shown();
};
const press = async (key, code = key) => {
  await b.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, windowsVirtualKeyCode: { ArrowDown: 40, ArrowUp: 38, Enter: 13, Escape: 27 }[key] || key.toUpperCase().charCodeAt(0) });
  await b.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
};

try {
  const asked = [];
  const heard = b.heard.bind(b);
  b.heard = (data) => { asked.push(...String(data).match(/"url":"https?:[^"]*"/g) || []); heard(data); };
  const start = Date.now();
  await b.go(pathToFileURL(path.resolve(folder, 'index.html')).href);
  await b.until("document.body.dataset.ready === 'yes' && document.readyState === 'complete'");
  // what the browser itself measured: from the navigation to the end of the script
  const seconds = await b.run('performance.timing.loadEventEnd - performance.timing.navigationStart') / 1000;
  const all = await shown();
  assert(all > 0 && seconds > 0 && seconds < (Date.now() - start) / 1000 + 1, `${all} rows in ${seconds} s`);

  // thumbnails of what is in sight are drawn, of two kinds
  await b.until(`(() => { const c = document.querySelector('tbody canvas').getContext('2d');
    const n = (x) => c.getImageData(x, 0, 72, 40).data.filter((v, i) => i % 4 < 3 && v).length;
    return n(0) + n(72) > 200; })()`);

  const first = await b.run('document.querySelector("tbody tr[data-row] td:nth-child(4)").textContent');
  const word = await type('search', first);
  assert(word >= 1 && word <= all, `search: ${word} of ${all}`);
  assert.strictEqual(await type('search', 'no such sound at all'), 0);
  assert.strictEqual(await type('search', ''), all);
  const half = Math.floor(all / 2);
  assert.strictEqual(await type('filter-job', `>${half + 1}`), await b.run(`rows.filter((r) => r[at.job] >= ${half + 1}).length`));
  assert(await shown() < all);
  const both = await type('filter-centroid', '200..600');
  assert.strictEqual(both, await b.run(`rows.filter((r) => r[at.job] >= ${half + 1} && r[at.centroid] >= 200 && r[at.centroid] <= 600).length`));
  await type('filter-centroid', '');
  await type('filter-job', '');
  for (const name of await b.run('SHOWN')) // every column
    assert.strictEqual(await type(`filter-${name}`, '\u0001'), 0), await type(`filter-${name}`, '');
  await b.run("[...document.querySelectorAll('th button')].find((t) => t.textContent === 'centroid').click()");
  const sorted = await b.run('order.map((i) => rows[i][at.centroid]).filter((v) => v !== null)');
  assert(sorted.every((v, i) => !i || v >= sorted[i - 1]), 'not sorted');

  // from sound to sound by keys; the second sounds
  await b.run('document.activeElement.blur()');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowUp');
  assert.strictEqual(await b.run('order.indexOf(chosen)'), 1);
  await b.until("document.getElementById('player').currentTime > 0.05");
  const length = await b.run('document.getElementById("player").duration');
  assert(Math.abs(length - await b.run('rows[chosen][at.duration]')) < 0.01, `plays ${length} s`);
  const picked = await b.run('rows[chosen]');
  const at = await b.run('at');
  await press('c');
  await b.until('document.body.dataset.copied');
  const copied = await b.run('document.body.dataset.copied');
  assert(copied.startsWith(picked[at.command]) && copied.includes(' -o '), copied);
  // the space bar stops it, or plays what has ended: either is told by an event, however short the sound is
  await b.run(`turned = 0; for (const kind of ['play', 'pause'])
    document.getElementById('player').addEventListener(kind, () => { turned++; })`);
  for (const times of [1, 2]) {
    await press(' ');
    await b.until(`turned >= ${times}`);
  }

  // verdicts and stars, by keys and by clicks, which come back when the page does
  await press('k');
  await press('4');
  const kept = await b.run('nameOf(chosen)');
  await press('ArrowDown');
  await press('x');
  const rejected = await b.run('nameOf(chosen)');
  await press('ArrowDown');
  await press('2');
  await press('ArrowDown');
  await press('k');
  await press('k'); // taken back
  await b.click('keep');
  await b.click('keep');
  const marks = { [kept]: ['keep', 4], [rejected]: ['reject', 0], [await b.run('nameOf(order[3])')]: ['', 2] };
  assert.deepStrictEqual(await b.run('({ ...marks })'), marks);
  assert.match(await b.run("document.getElementById('count').textContent"), /; 1 kept, 1 rejected$/);
  await b.run("document.body.dataset.ready = ''; location.reload()");
  await b.until("document.body.dataset.ready === 'yes' && document.readyState === 'complete'");
  assert.deepStrictEqual(await b.run('({ ...marks })'), marks);
  for (const [which, count] of [['keep', 1], ['reject', 1], ['none', all - 2], ['', all]]) {
    await b.run(`document.getElementById('which').value = '${which}'; document.getElementById('which').dispatchEvent(new Event('change'))`);
    assert.strictEqual(await shown(), count, which);
  }

  // what sounds most like it comes first, as far as the manifest says the nearest is
  await b.run('choose(rows.findIndex((r) => r[at.distance] !== null), false)');
  await press('m');
  assert(await b.run('order[0] === chosen && rows[order[1]][at.job] === rows[chosen][at.nearest]'), 'more like this');
  assert(await b.run('Math.abs(distance(rows[chosen], rows[order[1]]) - rows[chosen][at.distance]) < 0.002'), 'another distance');
  assert(await b.run('order.every((i, k) => k < 2 || distance(rows[i], rows[chosen]) >= distance(rows[order[k - 1]], rows[chosen]))'));
  await press('Escape');
  assert.strictEqual(await b.run('like'), -1);

  // lists: what was kept, and a new batch around it
  const list = () => b.run("document.getElementById('list').value");
  await press('e');
  fs.writeFileSync(path.join(scratch, 'kept.cfg'), await list());
  await b.run("marks = Object.create(null); takeMarks(document.getElementById('list').value)");
  assert.deepStrictEqual(await b.run('({ ...marks })'), marks);
  await b.click('save');
  assert.match(await b.run("document.getElementById('say').textContent"), /saved: rosin batch kept.cfg/);
  await press('Escape');
  await b.until("!document.getElementById('text').open");
  await press('b');
  await b.run("$('all').checked = true; $('many').value = 3; $('many').dispatchEvent(new Event('input'))");
  fs.writeFileSync(path.join(scratch, 'around.cfg'), await list());
  if (picture) await b.picture(picture.replace(/\.png$/, '-list.png'));
  await press('Escape');
  await b.until("!document.getElementById('text').open");

  // what has no name is no use to those who cannot see it
  assert.deepStrictEqual(await b.run(`[...document.querySelectorAll('button, input, select, textarea, audio, canvas, dialog')].filter((e) =>
    !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.labels?.length || e.textContent.trim())).map((e) => e.outerHTML)`), []);
  if (picture) {
    await wait(500);
    await b.picture(picture);
  }
  // 10 000 rows: those in sight alone are elements, wherever it is scrolled
  const html = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const [, data] = html.match(/id="data">(.*?)<\/script>/s), many = JSON.parse(data);
  many.rows = Array.from({ length: 10000 }, (_, i) => many.rows[i % all].map((v, k) => (k === at.job ? i + 1 : v)));
  fs.writeFileSync(path.join(scratch, 'many.html'), html.replace(data, () => JSON.stringify(many).replaceAll('</', '<\\/')));
  await b.go(pathToFileURL(path.join(path.resolve(scratch), 'many.html')).href);
  await b.until("document.body.dataset.ready === 'yes' && document.readyState === 'complete' && rows.length === 10000");
  const took = await b.run(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done)), took = [];
    for (const act of [() => { $('view').scrollTop = 5000 * 46; }, () => { $('view').scrollTop = 1e9; }, () => choose(order[7000]), () => step(-1),
      () => { $('search').value = 'a'; show(); }, () => { like = 3; show(); }]) {
      const from = performance.now();
      act();
      await frame(), await frame();
      took.push(Math.round(performance.now() - from));
    }
    return took;
  })()`);
  assert(await b.run("document.querySelectorAll('tbody tr').length") < 80, 'rows that nobody sees');
  assert.strictEqual(await b.run("+document.querySelector('table').getAttribute('aria-rowcount')"), await shown() + 1);
  const load = await b.run('performance.timing.loadEventEnd - performance.timing.navigationStart');
  console.log(`10 000 rows: loaded in ${load} ms; scrolled, to the end, chosen, stepped, searched, alike: ${took} ms`);
  fs.rmSync(path.join(scratch, 'many.html'));
  asked.length = 0;

  // and it is sound that one hears: the file decoded, and what the player gives out
  const { server, at: home } = await serve(folder);
  await b.go(`${home}index.html`);
  await b.until("document.body.dataset.ready === 'yes' && document.readyState === 'complete'");
  await b.run("choose(rows.reduce((k, r, i) => (r[at.loudness] > rows[k][at.loudness] ? i : k), 0), false)"); // the loudest
  const decoded = await b.run(`(async () => {
    const data = await (await fetch($('player').src)).arrayBuffer(), context = new OfflineAudioContext(1, 1, 48000);
    const x = (await context.decodeAudioData(data)).getChannelData(0);
    return { level: Math.sqrt(x.reduce((s, v) => s + v * v, 0) / x.length), length: x.length / 48000, wanted: rows[chosen][at.duration] };
  })()`);
  assert(decoded.level > 1e-3 && Math.abs(decoded.length - decoded.wanted) < 0.01, JSON.stringify(decoded));
  await b.run(`window.graph = new AudioContext(); window.ear = graph.createAnalyser();
    graph.createMediaElementSource($('player')).connect(ear).connect(graph.destination); $('player').loop = true; window.loudest = 0;
    setInterval(() => { const x = new Float32Array(ear.fftSize); ear.getFloatTimeDomainData(x); for (const v of x) loudest = Math.max(loudest, Math.abs(v)); }, 5)`);
  await press(' ');
  await b.run('graph.resume(), 0');
  await b.until("$('player').currentTime > 0.05 && loudest > 1e-3");
  server.close();
  server.closeAllConnections();
  assert.deepStrictEqual(b.console, []);
  assert.deepStrictEqual(asked.filter((u) => !u.includes('devtools') && !u.includes('127.0.0.1')), [], 'it asked the network');
  console.log(`${all} rows, ${seconds} s`);
  console.log(`command: ${copied}`);
} finally {
  await b.close();
}

// SPDX-License-Identifier: BSD-3-Clause
// The page of a batch in a browser, from the disk: catalogue.mjs FOLDER SCRATCH [PICTURE]. It loads,
// searches, filters, sorts, steps, plays, and gives the command. Prints its rows and the seconds to
// load; fails if anything is wrong.
import assert from 'assert';
import { pathToFileURL } from 'url';
import path from 'path';
import { Browser, wait } from './chrome.mjs';

const [folder, scratch, picture] = process.argv.slice(2);
const b = await Browser.open(scratch, 1280, 860);
const shown = () => b.run('+document.body.dataset.shown');
const type = async (id, text) => {
  await b.run(`document.getElementById('${id}').value = ${JSON.stringify(text)};
    document.getElementById('${id}').dispatchEvent(new Event('input'))`);
  return shown();
};
const press = async (key, code = key) => {
  await b.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, windowsVirtualKeyCode: { ArrowDown: 40, ArrowUp: 38, Enter: 13, c: 67 }[key] });
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

  const first = await b.run('document.querySelector("tbody tr td:nth-child(3)").textContent');
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
  await b.run("[...document.querySelectorAll('th')].find((t) => t.textContent.startsWith('centroid')).click()");
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
  if (picture) {
    await wait(500);
    await b.picture(picture);
  }
  assert.deepStrictEqual(b.console, []);
  assert.deepStrictEqual(asked.filter((u) => !u.includes('devtools')), [], 'it asked the network');
  console.log(`${all} rows, ${seconds} s`);
  console.log(`command: ${copied}`);
} finally {
  await b.close();
}

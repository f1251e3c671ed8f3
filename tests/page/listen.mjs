// SPDX-License-Identifier: BSD-3-Clause
// The page of `make listen` in a browser, from the disk: listen.mjs PAGE SCRATCH [PICTURES]. Somebody sets
// the volume, answers every pair and rates every sound, and saves: into SCRATCH. Fails if anything is wrong.
import assert from 'assert';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';
import { Browser, wait } from './chrome.mjs';

const [page, scratch, pictures] = process.argv.slice(2);
const b = await Browser.open(scratch, 900, 1150);
const disabled = (css) => b.run(`document.querySelector('${css}').disabled`);
const text = (id) => b.run(`document.getElementById('${id}').textContent`);
const press = async (css) => {
  await b.run(`document.querySelector('${css}').scrollIntoView({ block: 'center' })`);
  const { x, y } = await b.run(`(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector('${css}').getBoundingClientRect())`);
  await b.mouse('mousePressed', x, y);
  await b.mouse('mouseReleased', x, y);
};
const picture = async (name) => pictures && b.picture(path.join(pictures, `${name}.png`));

try {
  await b.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: path.resolve(scratch) });
  await b.go(pathToFileURL(path.resolve(page)).href);
  await b.until("document.readyState === 'complete' && document.querySelectorAll('[data-rate]').length === 5");
  await picture('begin');
  const pairs = await b.run('pairs'), sounds = await b.run('sounds');
  assert(pairs > 0 && sounds > 0);
  assert((await text('length')).startsWith(`${pairs} pairs and ${sounds} single sounds`));
  await press('#try');
  await b.until('!player.paused || player.ended');
  await b.until("player.duration > 0 && !document.querySelector('.heard')"); // the volume is no answer

  for (let i = 0; i < pairs; i++) {
    assert((await text('abx-title')).startsWith(`Pair ${i + 1} of ${pairs}`), await text('abx-title'));
    assert(!/rosin|fluid|musescore/i.test(await b.run("document.getElementById('abx').innerText")), 'it is not blind');
    for (const what of ['a', 'b', 'x']) {
      assert(await disabled('#say-a') && await disabled('#say-b'), 'an answer before all are heard');
      await press(`[data-play="${what}"]`);
      await b.until('player.duration > 0');
    }
    assert.strictEqual(await b.run("player.src.endsWith(trial.phrase.sounds[trial[trial.x]])"), true);
    if (!i) await picture('pair');
    // this listener knows: X is always told, but in the first pair
    const x = await b.run('trial.x');
    await press(`#say-${i ? x : x === 'a' ? 'b' : 'a'}`);
  }
  assert((await text('abx-title')).includes('all of part 1'));
  assert(await disabled('[data-play="a"]'));

  for (let i = 0; i < sounds; i++) {
    assert(await disabled('#rate-3'), 'a rating before it is heard');
    await press('[data-play="r"]');
    await b.until('player.duration > 0');
    await press(`#rate-${await b.run("rating.who === 'rosin' ? 4 : 2")}`);
  }
  await press('#save');
  assert((await text('saved')).includes('name'), 'saved without a name');
  await picture('nameless');
  assert.strictEqual(await b.run('kept'), false);
  await b.run("document.getElementById('who').value = 'Listener 7'");
  await press('#save');
  const file = path.join(scratch, 'rosin-listening-Listener-7.json');
  for (let i = 0; i < 2400 && !fs.existsSync(file); i++) await wait(50);
  await picture('end');
  const made = JSON.parse(fs.readFileSync(file));
  assert.strictEqual(made.listener, 'Listener 7');
  assert.strictEqual(made.abx.length, pairs);
  assert.strictEqual(made.abx.filter((t) => t.right).length, pairs - 1);
  assert.strictEqual(made.ratings.length, sounds);
  assert(made.ratings.every((r) => r.rating === (r.who === 'rosin' ? 4 : 2)));
  assert.strictEqual(await b.run('kept'), true);
  assert.deepStrictEqual(b.console, []);
  console.log(`${pairs} pairs, ${sounds} ratings`);
} finally {
  await b.close();
}

// SPDX-License-Identifier: BSD-3-Clause
// Settings in the address: #scene=cello&vibrato=20. What is at its default stays out of it, and so does what would open a microphone.

const OPENS = 'input';

export function read(scenes) {
  const given = new URLSearchParams(location.hash.slice(1));
  const scene = given.get('scene');
  const settings = [];
  for (const [name, text] of given) {
    const value = Number(text);
    if (name !== 'scene' && name !== 'quality' && name !== OPENS && text !== '' && Number.isFinite(value)) settings.push([name, value]);
  }
  return {
    scene: scenes.includes(scene) ? scene : 'cello',
    unknown: scene !== null && !scenes.includes(scene) ? scene : '',
    quality: given.get('quality') === '1' ? 1 : 0,
    settings,
  };
}

export function write(is, values, quality) {
  const said = new URLSearchParams({ scene: is.scene });
  for (const p of is.parameters)
    if (p.name !== 'trigger' && p.name !== 'by_hand' && p.name !== OPENS && values.get(p.name) !== p.initial)
      said.set(p.name, String(p.name === 'seed' ? values.get('seed') : Number(values.get(p.name).toPrecision(6))));
  if (quality) said.set('quality', quality);
  history.replaceState(null, '', `#${said}`);
}

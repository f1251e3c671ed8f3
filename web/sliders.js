// SPDX-License-Identifier: BSD-3-Clause
// A slider for each parameter, of the engine's own tables.

const ACCENTS = { detache: 'détaché', martele: 'martelé' }; // the engine's names are plain letters
const ELSEWHERE = ['trigger', 'continuous', 'by_hand', 'limiter'];

const label = (name) => name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ');
const number = (value) => String(Number(value.toPrecision(3)));
const choice = (name) => ACCENTS[name] || name.replaceAll('-', ' ');
// A value in words: of a choice its name.
export const words = (p, x) => (p.words ? choice(p.words[Math.round(x)])
  : `${p.name === 'seed' ? Math.round(x) : number(x)} ${p.unit}`.trim());

export class Sliders {
  // moved(name, value) while it moves, settled() when it is let go, drawn() when chance shall do otherwise
  constructor(element, moved, settled, drawn) {
    Object.assign(this, { element, moved, settled, drawn, rows: new Map() });
  }

  build(is, values) {
    this.rows.clear();
    const shown = is.parameters.filter((p) => !ELSEWHERE.includes(p.name));
    const groups = [...new Set(shown.map((p) => p.group || ''))];
    this.element.replaceChildren(...groups.flatMap((group) => [
      ...(group && groups.length > 1 ? [this.head(group)] : []),
      ...shown.filter((p) => (p.group || '') === group).map((p) => this.row(p, values.get(p.name)))]));
  }

  head(group) {
    const head = document.createElement('h3');
    head.textContent = group;
    return head;
  }

  row(p, value) {
    const row = document.createElement('div'), name = document.createElement('label');
    const input = document.createElement('input'), shown = document.createElement('output');
    const meaning = document.createElement('small');
    row.className = 'slider';
    input.type = 'range';
    input.id = `parameter-${p.name}`;
    input.min = p.low;
    input.max = p.high;
    input.step = p.stepped ? 1 : (p.high - p.low) / 1000;
    name.htmlFor = shown.htmlFor = input.id;
    name.textContent = label(p.name);
    meaning.textContent = p.name === 'articulation' ? 'how the bow is used' : p.meaning;
    meaning.id = `meaning-${p.name}`;
    input.setAttribute('aria-describedby', meaning.id);
    if (!p.live) meaning.textContent += ' (built anew when you let go)';
    const show = (x) => {
      input.value = x;
      const text = words(p, x);
      shown.textContent = text;
      input.setAttribute('aria-valuetext', text);
    };
    show(value);
    input.addEventListener('input', () => {
      const x = Number(input.value);
      show(x);
      this.moved(p.name, x);
    });
    input.addEventListener('change', () => this.settled());
    this.rows.set(p.name, show);
    row.append(name, shown, input, meaning);
    if (p.name === 'seed') row.append(this.button());
    return row;
  }

  // A take that nobody has had.
  button() {
    const button = document.createElement('button');
    button.id = 'new-take';
    button.type = 'button';
    button.textContent = 'New take';
    button.onclick = () => this.drawn();
    return button;
  }

  show(name, value) {
    this.rows.get(name)?.(value);
  }
}

// SPDX-License-Identifier: BSD-3-Clause
// A keyboard on the screen, and the computer's keys. Far down a key is loud; a finger glides from key to key.

const NAMES = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B'];
const CODES = ['KeyA', 'KeyW', 'KeyS', 'KeyE', 'KeyD', 'KeyF', 'KeyT', 'KeyG', 'KeyY', 'KeyH', 'KeyU', 'KeyJ', 'KeyK',
  'KeyO', 'KeyL', 'KeyP'];
const COUNT = 25, FEW = 13; // keys; where it is narrow
const narrow = window.matchMedia('(max-width: 44rem)');
const TYPED = 90, SOFT = 30, LOUD = 120; // velocities: of a key without a place, at a key's top, at its foot

export const keyName = (key) => `${NAMES[key % 12]}${Math.floor(key / 12) - 1}`;

export class Keys {
  // act.note(on, key, velocity), act.touched()
  constructor(element, shown, act) {
    Object.assign(this, { element, shown, act, low: 36, first: 36, held: new Map(), enabled: true });
    narrow.onchange = () => this.shift(0);
    document.addEventListener('keydown', (e) => this.typed(e, true));
    document.addEventListener('keyup', (e) => this.typed(e, false));
    window.addEventListener('blur', () => this.release());
  }

  range(low) {
    this.low = this.first = low;
    this.draw();
  }
  shift(octaves) {
    this.release();
    this.first = Math.min(84, Math.max(this.low, this.first + 12 * octaves));
    this.draw();
  }

  draw() {
    const end = this.first + (narrow.matches ? FEW : COUNT);
    this.element.replaceChildren();
    for (let key = this.first; key < end; key++) {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.key = key;
      button.className = NAMES[key % 12].length > 1 ? 'black' : '';
      button.textContent = keyName(key);
      button.addEventListener('pointerdown', (e) => {
        e.preventDefault();
        button.setPointerCapture(e.pointerId);
        this.press(`pointer ${e.pointerId}`, key, this.velocity(button, e));
      });
      button.addEventListener('pointermove', (e) => this.glide(e));
      for (const end of ['pointerup', 'pointercancel'])
        button.addEventListener(end, (e) => {
          this.lift(`pointer ${e.pointerId}`);
          this.act.touched(); // a finger counts as a gesture only once it is lifted
        });
      button.addEventListener('keydown', (e) => {
        if ((e.key === 'Enter' || e.key === ' ') && !e.repeat) {
          e.preventDefault();
          this.press(`button ${key}`, key);
        }
      });
      button.addEventListener('keyup', () => this.lift(`button ${key}`));
      button.addEventListener('blur', () => this.lift(`button ${key}`));
      this.element.append(button);
    }
    this.shown.textContent = `${keyName(this.first)} to ${keyName(end - 1)}`;
  }

  typed(e, down) {
    if (!this.enabled || e.ctrlKey || e.metaKey || e.altKey || e.target.matches?.('select, input[type="text"]')) return;
    const index = CODES.indexOf(e.code);
    if (index >= 0 && !down) this.lift(e.code);
    else if (index >= 0 && !e.repeat) this.press(e.code, this.first + index);
    else if (down && !e.repeat && e.code === 'KeyZ') this.shift(-1);
    else if (down && !e.repeat && e.code === 'KeyX') this.shift(1);
  }

  velocity(button, e) {
    const { top, height } = button.getBoundingClientRect();
    return Math.round(SOFT + (LOUD - SOFT) * Math.min(1, Math.max(0, (e.clientY - top) / height)));
  }
  // To the key under the finger, which it was not on: that one first, so that a player slurs. Beside all keys it stays.
  glide(e) {
    const by = `pointer ${e.pointerId}`, old = this.held.get(by);
    if (old === undefined) return;
    const button = document.elementFromPoint(e.clientX, e.clientY)?.closest('#keys [data-key]'), key = Number(button?.dataset.key);
    if (!button || key === old) return;
    this.held.set(by, key);
    this.act.note(true, key, this.velocity(button, e));
    this.mark(key, true);
    this.left(old);
  }

  press(by, key, velocity = TYPED) {
    if (this.held.has(by)) return;
    this.act.touched();
    this.held.set(by, key);
    this.act.note(true, key, velocity);
    this.mark(key, true);
  }
  lift(by) {
    const key = this.held.get(by);
    if (key === undefined) return;
    this.held.delete(by);
    this.left(key);
  }
  // Nothing may hold it any more.
  left(key) {
    if (![...this.held.values()].includes(key)) {
      this.act.note(false, key);
      this.mark(key, false);
    }
  }
  release() {
    for (const by of [...this.held.keys()]) this.lift(by);
  }
  mark(key, on) {
    this.element.querySelector(`[data-key="${key}"]`)?.classList.toggle('on', on);
  }
}

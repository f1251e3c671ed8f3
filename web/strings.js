// SPDX-License-Identifier: BSD-3-Clause
// The strings of an instrument, the highest on top: a finger that is drawn across plucks or bows them in turn, several at once. At the nut,
// to the right, they are open; to the left a semitone higher with each step.
import { keyName } from './keys.js';

const STEPS = 13; // semitones, the open string among them
const TOUCH = 80, SOFT = 40, LOUD = 120, BRISK = 25; // velocities: of a touch, and of a finger that passes none and so many strings a second
const RINGS = 3000; // ms after which a finger that has plucked lets the string go

const PLUCKS = 1, BOWS = 2, PIZZICATO = 45, BOWED = 40; // channels of the strings' own; General MIDI's programs
const STRING = 8, OPEN_STRING = 64 * 6; // marks of a note (rosin/player.h)

export const channel = (plucks) => (plucks ? PLUCKS : BOWS);

// What is sent for a note of a string (1 the highest), which need not be the one that a player would choose. Pizzicato is this note's
// alone: who plays the channel otherwise, by a keyboard, bows.
export function struck(plucks, string, key, velocity, open) {
  const note = ['play', 'note_on', { channel: channel(plucks), key, value: velocity / 127, controller: STRING * string + (open ? OPEN_STRING : 0) }];
  return plucks ? [['midi', [0xc0 + PLUCKS, PIZZICATO]], note, ['midi', [0xc0 + PLUCKS, BOWED]]] : [note];
}

export class Strings {
  // act.on(plucks, string, key, velocity, open), act.off(plucks, key), act.touched(); strings from low to high
  constructor(element, act) {
    Object.assign(this, { element, act, strings: [], fingers: new Map(), plucked: new Map(), plucks: true });
    element.addEventListener('pointerdown', (e) => this.down(e));
    element.addEventListener('pointermove', (e) => this.move(e));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) element.addEventListener(end, (e) => this.up(e));
    window.addEventListener('blur', () => this.release());
  }

  tune(strings) {
    this.release();
    this.strings = strings;
    this.element.replaceChildren(...strings.map((key, i) => this.row(key, i)).reverse());
  }
  // A string is a button, so that it can be played by keys alone.
  row(key, i) {
    const row = document.createElement('button'), by = `button ${i}`;
    row.type = 'button';
    row.dataset.string = i;
    row.textContent = keyName(key);
    row.style.setProperty('--thick', `${1.5 + 0.8 * (this.strings.length - 1 - i)}px`);
    row.addEventListener('keydown', (e) => {
      if ((e.key !== 'Enter' && e.key !== ' ') || e.repeat) return;
      e.preventDefault();
      this.act.touched();
      this.touch(by, { string: i, key }, TOUCH);
    });
    for (const end of ['keyup', 'blur']) row.addEventListener(end, () => this.lift(by));
    return row;
  }

  // Which string is under a finger, and where it is stopped.
  place(e) {
    const { left, top, width, height } = this.element.getBoundingClientRect(), count = this.strings.length;
    const within = (x, most) => Math.min(most - 1, Math.max(0, Math.floor(x * most)));
    const y = ((e.clientY - top) / height) * count, string = count - 1 - within(y / count, count);
    return { y, string, key: this.strings[string] + within((left + width - e.clientX) / width, STEPS) };
  }

  down(e) {
    e.preventDefault();
    this.element.setPointerCapture(e.pointerId);
    this.act.touched();
    const at = this.place(e), pressed = e.pointerType === 'pen' && e.pressure > 0;
    this.touch(e.pointerId, at, pressed ? Math.round(SOFT + (LOUD - SOFT) * e.pressure) : TOUCH);
    Object.assign(this.fingers.get(e.pointerId), { y: at.y, time: e.timeStamp });
  }
  // All that it has passed since it was last seen, one after the other.
  move(e) {
    const finger = this.fingers.get(e.pointerId);
    if (!finger) return;
    for (const seen of e.getCoalescedEvents?.() ?? [e]) this.pass(e.pointerId, finger, seen);
  }
  pass(by, finger, e) {
    const to = this.place(e), passed = Math.max(1, e.timeStamp - finger.time) / 1000, step = Math.sign(to.string - finger.string);
    const velocity = Math.round(SOFT + (LOUD - SOFT) * Math.min(1, Math.abs(to.y - finger.y) / passed / BRISK));
    const stop = to.key - this.strings[to.string];
    while (finger.string !== to.string) this.touch(by, { string: finger.string + step, key: this.strings[finger.string + step] + stop }, velocity);
    if (!this.plucks && finger.key !== to.key) this.touch(by, to, velocity);
    Object.assign(finger, { y: to.y, time: e.timeStamp });
  }
  up(e) {
    if (!this.fingers.has(e.pointerId)) return;
    this.lift(e.pointerId);
    this.act.touched(); // a finger counts as a gesture only once it is lifted
  }

  // A finger comes to a string. What it bowed before ends behind that, so that a player slurs.
  touch(by, { string, key }, velocity) {
    const finger = this.fingers.get(by) ?? {}, before = finger.key;
    this.fingers.set(by, Object.assign(finger, { string, key }));
    if (this.plucks) this.let(string);
    this.act.on(this.plucks, string, key, velocity, key === this.strings[string]);
    if (this.plucks) this.plucked.set(string, { key, timer: setTimeout(() => this.let(string), RINGS) });
    else if (before !== undefined) this.left(before);
    this.mark();
  }
  lift(by) {
    const finger = this.fingers.get(by);
    if (!finger) return;
    this.fingers.delete(by);
    if (!this.plucks) this.left(finger.key);
    this.mark();
  }
  // Nobody may bow it any more.
  left(key) {
    if (![...this.fingers.values()].some((finger) => finger.key === key)) this.act.off(false, key);
  }
  // A string that was plucked is let go.
  let(string) {
    const ringing = this.plucked.get(string);
    if (!ringing) return;
    clearTimeout(ringing.timer);
    this.plucked.delete(string);
    this.act.off(true, ringing.key);
  }
  release() {
    for (const by of [...this.fingers.keys()]) this.lift(by);
    for (const string of [...this.plucked.keys()]) this.let(string);
  }
  mode(plucks) {
    this.release();
    this.plucks = plucks;
  }
  mark() {
    const touched = new Set([...this.fingers.values()].map(({ string }) => string));
    for (const row of this.element.children) row.classList.toggle('on', touched.has(Number(row.dataset.string)));
  }
}

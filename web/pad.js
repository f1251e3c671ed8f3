// SPDX-License-Identifier: BSD-3-Clause
// The pad. For an instrument a bow: how fast it is drawn from motion, how heavy from a pen's pressure or from
// height; the engine says what that means as speed and force. For an effect two of its macros, pressed to trigger.

const BRISK = 0.7; // of the pad's width a second: a hand so fast draws as fast as the string bears
const KEYS = 0.5; // of that, by arrow keys
const SETTLE = 0.025; // s, over which a hand's speed is smoothed
const QUIET = 60; // ms without motion after which the hand is still

export class Pad {
  // act.bow(down, across, up), act.tip(speed, up, seen) as what stands behind the pad has it, act.macro(axis, share), act.trigger(on), act.touched()
  constructor(element, cursor, act) {
    Object.assign(this, { element, cursor, act, mode: 'bow', x: 0.5, y: 0.5, speed: 0, arrow: 0, pointer: null });
    element.addEventListener('pointerdown', (e) => this.down(e));
    element.addEventListener('pointermove', (e) => this.move(e));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
      element.addEventListener(end, (e) => this.up(e));
    element.addEventListener('keydown', (e) => this.key(e, true));
    element.addEventListener('keyup', (e) => this.key(e, false));
    element.addEventListener('blur', () => this.rest());
    this.show();
  }

  get held() {
    return this.pointer !== null || this.arrow !== 0;
  }

  place(e) {
    const box = this.element.getBoundingClientRect();
    this.x = Math.min(1, Math.max(0, (e.clientX - box.left) / box.width));
    this.y = Math.min(1, Math.max(0, 1 - (e.clientY - box.top) / box.height));
    this.press = e.pointerType === 'pen' && e.pressure > 0 ? e.pressure : this.y;
    this.width = box.width;
  }

  down(e) {
    if (this.pointer !== null) return;
    e.preventDefault();
    this.element.focus({ preventScroll: true });
    this.pointer = e.pointerId;
    this.element.setPointerCapture(e.pointerId);
    this.act.touched();
    this.place(e);
    this.last = { x: e.clientX, time: e.timeStamp };
    this.speed = 0;
    if (this.mode === 'bow') {
      this.act.bow(1, 0, this.press);
      this.timer = setInterval(() => this.settle(), 20);
    } else {
      this.macros();
      this.act.trigger(1);
    }
    this.show();
  }

  move(e) {
    if (e.pointerId !== this.pointer) return;
    this.place(e);
    if (this.mode === 'bow') {
      const passed = (e.timeStamp - this.last.time) / 1000;
      if (passed > 0) {
        const speed = (e.clientX - this.last.x) / this.width / passed / BRISK;
        this.speed += (1 - Math.exp(-passed / SETTLE)) * (speed - this.speed);
        this.last = { x: e.clientX, time: e.timeStamp };
        this.moved = performance.now();
      }
      this.act.bow(1, Math.min(1, Math.max(-1, this.speed)), this.press);
    } else {
      this.macros();
    }
    this.show();
  }

  // A hand that stands still sends no events.
  settle() {
    if (this.speed === 0 || performance.now() - (this.moved || 0) < QUIET) return;
    this.speed = Math.abs(this.speed) < 0.01 ? 0 : 0.7 * Math.min(1, Math.max(-1, this.speed));
    this.act.bow(1, this.speed, this.press);
    this.show();
  }

  up(e) {
    if (e.pointerId !== this.pointer) return;
    this.rest();
    this.act.touched(); // a finger counts as a gesture only once it is lifted
  }

  rest() {
    if (!this.held) return;
    clearInterval(this.timer);
    this.pointer = null;
    this.arrow = this.speed = 0;
    if (this.mode === 'bow') this.act.bow(0, 0, this.y);
    else this.act.trigger(0);
    this.show();
  }

  key(e, down) {
    const step = { ArrowUp: [0, 0.05], ArrowDown: [0, -0.05], ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0] }[e.key];
    if (this.mode === 'bow' && step) {
      e.preventDefault();
      if (step[0] && down) this.bowByKey(Math.sign(step[0]));
      else if (step[0] && this.arrow === Math.sign(step[0])) this.rest();
      else if (down) this.raise(step[1]);
    } else if (this.mode !== 'bow' && step && down) {
      e.preventDefault();
      this.x = Math.min(1, Math.max(0, this.x + step[0]));
      this.y = Math.min(1, Math.max(0, this.y + step[1]));
      this.macros();
      this.show();
    } else if (this.mode !== 'bow' && (e.key === ' ' || e.key === 'Enter') && !e.repeat) {
      e.preventDefault();
      if (down) this.act.touched();
      this.act.trigger(down ? 1 : 0);
    }
  }

  bowByKey(direction) {
    if (this.arrow === direction || this.pointer !== null) return;
    this.act.touched();
    this.arrow = direction;
    this.act.bow(1, direction * KEYS, this.y);
    this.show();
  }

  raise(step) {
    this.y = Math.min(1, Math.max(0, this.y + step));
    if (this.arrow) this.act.bow(1, this.arrow * KEYS, this.y);
    this.show();
  }

  macros() {
    this.act.macro(0, this.x);
    this.act.macro(1, this.y);
  }

  put(x, y) {
    if (x !== undefined) this.x = x;
    if (y !== undefined) this.y = y;
    this.show();
  }

  show() {
    this.cursor.style.left = `${100 * this.x}%`;
    this.cursor.style.top = `${100 * (1 - this.y)}%`;
    this.cursor.classList.toggle('on', this.held);
    const by = this.arrow ? this.arrow * KEYS : this.speed;
    this.act.tip(Math.min(1, Math.max(-1, by)), this.pointer === null ? this.y : this.press, this.held && this.mode === 'bow');
  }
}

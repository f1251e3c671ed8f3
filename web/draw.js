// SPDX-License-Identifier: BSD-3-Clause
// What moves: the string, the regime, the loop of friction. Slow where motion is unwelcome.

const REGIMES = {
  lifted: ['at rest', 'nothing presses'],
  sticking: ['sticking', 'the surface follows the bow'],
  helmholtz: ['Helmholtz', 'one slip a period'],
  several: ['several slips', 'more than one slip a period: too light'],
  raucous: ['raucous', 'slips without order: too heavy, or just begun'],
  sliding: ['sliding', 'it slips all the time'],
};
const REGULAR = ['regular slips', 'it sticks and slips in time'];
// The largest of 1, 2, 5, 10 … that has room: what a scale is marked with.
function mark(most) {
  const ten = 10 ** Math.floor(Math.log10(most));
  return Number(((most >= 5 * ten ? 5 : most >= 2 * ten ? 2 : 1) * ten).toPrecision(1));
}
const still = window.matchMedia('(prefers-reduced-motion: reduce)');

function sheet(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const ink = canvas.getContext('2d');
  const style = getComputedStyle(document.documentElement);
  ink.clearRect(0, 0, width, height);
  ink.font = `${12 * ratio}px system-ui, sans-serif`;
  ink.lineJoin = 'round';
  return { ink, width, height, ratio, color: (name) => style.getPropertyValue(name) };
}

function axis(s, ax, ay, bx, by) {
  s.ink.strokeStyle = s.color('--line');
  s.ink.lineWidth = s.ratio;
  s.ink.beginPath();
  s.ink.moveTo(ax, ay);
  s.ink.lineTo(bx, by);
  s.ink.stroke();
}

function word(s, text, x, y, align = 'left') {
  s.ink.fillStyle = s.color('--soft');
  s.ink.textAlign = align;
  s.ink.fillText(text, x, y);
}

export class Drawing {
  constructor({ string, loop, regime, numbers, region }) {
    Object.assign(this, { string, loop, regime, numbers, region, lines: [], drawn: 0, scale: { v: 0, f: 0 } });
    this.look = null;
    this.draw();
    // what is drawn once is drawn anew where it has another size, or other colours
    if (typeof ResizeObserver !== 'undefined') new ResizeObserver(() => this.anew()).observe(region);
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener?.('change', () => this.anew());
  }
  anew() {
    this.drawRegion();
    this.draw();
  }

  // At most once a frame of the screen; once a second where motion is reduced.
  take(look) {
    this.look = look;
    const now = performance.now();
    if (this.waiting || (still.matches && now - this.drawn < 1000)) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.drawn = now;
      this.draw();
    });
  }

  // Where the string sings that is bowed: lines of equal force, speed outwards from the middle. Drawn where they changed.
  takeRegion(lines) {
    const key = JSON.stringify(lines.map(({ force, out }) => [force, ...out].map((x) => Number(x.toFixed(3)))));
    if (key === this.regionKey) return;
    this.regionKey = key;
    this.lines = lines;
    this.drawRegion();
  }
  drawRegion() {
    const s = sheet(this.region), middle = s.width / 2;
    for (const { force, out } of this.lines) {
      const points = [...out].map((x, i) => [x, s.height * (1 - i / (out.length - 1))]).filter(([x]) => x >= 0);
      s.ink.strokeStyle = s.color('--soft');
      s.ink.lineWidth = s.ratio;
      for (const side of [-1, 1]) {
        s.ink.beginPath();
        points.forEach(([x, y]) => s.ink.lineTo(middle + side * x * middle, y));
        s.ink.stroke();
      }
      const [x, y] = points[Math.floor(points.length * 0.7)];
      if (x < 0.9) word(s, `${Number(force.toPrecision(2))} N`, middle + x * middle + 6 * s.ratio, Math.max(y, 16 * s.ratio));
    }
  }

  draw() {
    this.drawString();
    this.drawLoop();
    const l = this.look;
    const [name, meaning] = l && l.regime === 'helmholtz' && !l.pitch ? REGULAR : REGIMES[l ? l.regime : 'lifted'];
    if (this.regime.textContent !== name) this.regime.textContent = name;
    this.numbers.textContent = !l || l.regime === 'lifted' ? meaning
      : `${meaning}; force ${l.force.toFixed(2)} N, speed ${Math.abs(l.velocity).toFixed(2)} m/s` +
        (l.pitch ? `, string at ${l.pitch.toFixed(1)} Hz` : '');
  }

  drawString() {
    this.string.hidden = !!this.look && this.look.regime !== 'lifted' && !this.look.pitch; // no string
    if (this.string.hidden) return;
    const s = sheet(this.string), l = this.look, middle = s.height / 2, edge = 10 * s.ratio;
    axis(s, edge, middle, s.width - edge, middle);
    word(s, 'bridge', edge, s.height - 6 * s.ratio);
    word(s, 'nut', s.width - edge, s.height - 6 * s.ratio, 'right');
    const y = l && l.regime !== 'lifted' ? l.shape : null;
    if (!y) return;
    s.ink.strokeStyle = s.color('--wood');
    s.ink.lineWidth = 3 * s.ratio;
    s.ink.beginPath();
    y.forEach((value, i) => {
      s.ink.lineTo(edge + ((s.width - 2 * edge) * i) / (y.length - 1), middle - value * (middle - 2 * edge));
    });
    s.ink.stroke();
  }

  // Scales that follow slowly, so that the loop does not jump about.
  fit(values, name) {
    let most = 1e-9;
    for (const value of values) most = Math.max(most, Math.abs(value));
    this.scale[name] = Math.max(most, 0.97 * this.scale[name]);
    return this.scale[name];
  }

  drawLoop() {
    const s = sheet(this.loop), l = this.look, x = s.width / 2, y = s.height / 2, edge = 8 * s.ratio;
    axis(s, x, edge, x, s.height - edge);
    axis(s, edge, y, s.width - edge, y);
    const under = l?.loop.force[0] < 0; // drawn the other way: the words keep clear of the loop
    word(s, 'friction', under ? x + edge : x - edge, under ? 14 * s.ratio : s.height - 6 * s.ratio, under ? 'left' : 'right');
    word(s, 'sliding speed', s.width - edge, s.height - 6 * s.ratio, 'right');
    if (!l || !l.loop.velocity.length || l.regime === 'lifted') return;
    const v = this.fit(l.loop.velocity, 'v'), f = this.fit(l.loop.force, 'f');
    const speed = mark(v), force = mark(f), right = x + (speed / v) * (x - edge), top = y - (force / f) * (y - edge), tick = 4 * s.ratio;
    axis(s, right, y - tick, right, y + tick);
    axis(s, x - tick, top, x + tick, top);
    word(s, `${speed} m/s`, Math.min(right, s.width - 6 * edge), y + 16 * s.ratio);
    word(s, `${force} N`, x - 2 * tick, Math.max(top + tick, 12 * s.ratio), 'right');
    s.ink.strokeStyle = s.color('--wood');
    s.ink.lineWidth = 1.5 * s.ratio;
    s.ink.beginPath();
    l.loop.velocity.forEach((value, i) => {
      s.ink.lineTo(x + (value / v) * (x - edge), y - (l.loop.force[i] / f) * (y - edge));
    });
    s.ink.stroke();
  }
}

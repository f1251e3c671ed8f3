// SPDX-License-Identifier: BSD-3-Clause
// The button that records: what is heard from rest on, in a file that says how it is made again.

export const LONGEST = 180; // s of a take
const NAME = 'Record to WAV';

const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export class Recorder {
  // act.say(text), act.begin() before all goes to rest, act.begun() behind that
  constructor(button, sound, act) {
    Object.assign(this, { button, sound, act, timer: null, begins: false });
    button.onclick = () => void (this.timer ? this.end() : this.begin());
    this.show(NAME);
  }

  show(text) {
    this.button.textContent = text;
    this.button.setAttribute('aria-pressed', String(!!this.timer));
  }

  async begin() {
    if (this.begins) return;
    this.begins = true;
    let begun = false;
    try {
      await this.act.begin();
      begun = await this.sound.record();
    } catch (error) {
      this.act.say(error.message);
    } finally {
      this.begins = false;
    }
    if (!begun) return;
    this.act.begun();
    let seconds = 0;
    this.timer = setInterval(() => {
      seconds++;
      if (seconds >= LONGEST) void this.end();
      else this.show(`Stop recording (${shown(seconds)})`);
    }, 1000);
    this.show('Stop recording (0:00)');
    this.act.say('It records what you play, from rest.');
  }

  async end() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.show(NAME);
    try {
      const { lost } = await this.sound.recorded();
      if (lost) this.act.say(`${lost} events found no room: this file cannot be made again from itself.`);
    } catch (error) {
      this.act.say(error.message);
    }
  }
}

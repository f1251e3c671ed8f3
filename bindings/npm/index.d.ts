// SPDX-License-Identifier: BSD-3-Clause
/** rosin: friction synthesis from physics. Names of scenes, parameters and presets are the library's own, and are read from it
 *  as it runs: scenes(), describe(). What is wrong is an Error in the library's words: what, the value, the range. */

/** A row of the library's table: a parameter with its unit and range. A choice has words, in the order of its values. */
export interface Parameter {
  name: string;
  unit: string;
  meaning: string;
  group?: string;
  words?: string[];
  low: number;
  high: number;
  initial: number;
  /** A switch, a choice or a whole number. */
  stepped: boolean;
  /** Heard at once; what is not live has bodies built anew, which takes some milliseconds. */
  live: boolean;
}

/** What a scene says of itself. */
export interface Scene {
  scene: string;
  title: string;
  /** In the Universal Category System ("DOORCreak"); "" if it does not say. */
  category: string;
  instrument: boolean;
  /** The lowest and the highest MIDI key that play an effect, if keys do. */
  keys: [number, number] | null;
  channels: number;
  /** Hz: the scene's own, and of what is open the one that it is played at. */
  rate: number;
  /** Seconds, of its gestures. */
  duration: number;
  presets: string[];
  parameters: Parameter[];
}
export interface Opened extends Scene {
  /** Frames by which sound comes later than what happens. */
  latency: number;
  /** Seconds that may sound after the last event, to -90 dBFS. */
  tail: number;
}

/** What changes a scene before it is played: parameters, and its own keys ("bow.force", "oversample"), as `rosin render -s` has
 *  them; a choice by its word. */
export type Settings = Record<string, number | string>;

export interface Options {
  settings?: Settings;
  /** Parameters beside the scene's: a bow for hands and a section of players for instruments, a limiter, the take of chance, a sound that
   *  comes in: it drives the scene as `input` says, 'off' at first, 'push', 'speed' or 'force' (docs/keys.md). */
  add?: Array<'bow' | 'section' | 'limiter' | 'seed' | 'input'>;
  /** Its own gestures play it, also where it has an instrument. */
  gestures?: boolean;
  /** Where rosin.wasm is: an address, its bytes, or a module; beside the package unless told. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
}
export interface Live {
  /** look() sees something. */
  watch?: boolean;
  /** What happens is kept, to be rendered again. */
  keep?: boolean;
}

export type Kind = 'note_on' | 'note_off' | 'bend' | 'pressure' | 'control' | 'quiet' | 'program' | 'tune' | 'tell';
/** What an event of a player says, as rosin_player_event_t of rosin/player.h: what is left out is 0. */
export interface PlayerEvent {
  /** 0 to 15. */
  channel?: number;
  controller?: number;
  /** MIDI key, fractions allowed. */
  key?: number;
  /** Velocity, pressure, a controller's value: 0 to 1; semitones of a bend. */
  value?: number;
  single?: boolean | number;
  note?: number;
}
/** When, what, and its values: [0, 'trigger'], [4410, 'control', 'push', 20], [0, 'play', 'note_on', { key: 50, value: 0.7 }]. */
export type Event = [when: number, what: string, ...values: unknown[]];

/** What happens, each at a time; now unless told. What it means stands in rosin/core.h, under rosin_core_NAME. */
export interface Happens<Done = void> {
  /** A parameter, or any control of the scene ("bow.force"), within its range. */
  control(name: string, value: number | string, when?: number): void;
  play(kind: Kind, event?: PlayerEvent, when?: number): void;
  midi(message: ArrayLike<number>, when?: number): void;
  /** An effect's gesture begins; and ends. */
  trigger(when?: number): void;
  let_go(when?: number): void;
  stay(seconds: number, when?: number): void;
  /** An instrument's bow by hand: on the string (1) or lifted (0), m/s, airy 0 to dense 1; or a point of a pad. */
  bow(down: number, speed: number, press: number, when?: number): void;
  pad(down: number, across: number, up: number, when?: number): void;
  reset(when?: number): void;
  /** Values of a state that save() made, or of a preset. */
  load(state: string): Done;
  take_preset(name: string): Done;
}

/** Of equal force (N) on a pad: how far out of the middle, 0 to 1, it lies at even heights from foot to top; -1: nowhere. */
export interface Line {
  force: number;
  out: Float32Array;
}

/** What moves: of the contact that is pressed most. */
export interface Look {
  contact: string;
  regime: 'lifted' | 'sticking' | 'helmholtz' | 'several' | 'raucous' | 'sliding';
  /** N, m/s, slips a second, Hz (0: no string). */
  force: number;
  velocity: number;
  slips: number;
  pitch: number;
  /** The string from bridge to nut, -1 to 1, in slow motion; null: no string moves. */
  shape: Float32Array | null;
  /** Sliding velocity (m/s) and friction (N), oldest first. */
  loop: { velocity: Float32Array; force: Float32Array };
}
export interface Status {
  /** The frame that comes next, of time and of what was played. */
  clock: number;
  frame: number;
  /** Events that came after their time, were refused, found no room. */
  late: number;
  refused: number;
  lost: number;
  /** Frames by which what comes in acts later than what happens, 0 while `input` is off: it is heard `latency` and this later than it came. */
  delay: number;
  /** Samples that came in and were no numbers: they were taken for 0. */
  unfit: number;
  /** Events that happened and were not kept: 100000 are. */
  unkept: number;
  /** Times that a body ran away and was put to rest. */
  rescued: number;
  /** Bytes. */
  memory: number;
}

/** A scene that is stepped by hand. Times are frames. */
export interface Core extends Happens {
  readonly is: Opened;
  readonly kept: Event[] | null;
  /** Any of these; a frame of null is now. */
  schedule(frame: number | null, what: string, ...values: unknown[]): void;
  /** The next frames, an array for each channel: into `out`, or new ones. What is refused at its frame, or said by the library, is thrown
   *  when all are made, with `out` and `others`, further errors. `heard`: what comes in meanwhile, one channel or two (their mean counts), of
   *  what was opened with add: ['input']; what is shorter is followed by silence. */
  run(frames: number, out?: Float32Array[], heard?: Float32Array[]): Float32Array[];
  values(): Record<string, number>;
  save(): string;
  /** A take that nobody has had: for the parameter `seed`. */
  new_take(): number;
  look(): Look | null;
  /** Where on a pad the string sings that is bowed, if it is watched; empty: nobody bows. */
  region(): Line[];
  status(): Status;
  close(): void;
}

/** A node of Web Audio, with an input where `input` was added: an AudioParam for each live parameter (one whose value has not changed is no news, also after
 *  a control() of that name), events at times of its context, in seconds. What is
 *  refused later than it was said is an ErrorEvent "refused" of the node, which is reported as the page's unless it is prevented. */
export interface RosinNode extends AudioWorkletNode, Happens<Promise<void>> {
  readonly is: Opened;
  /** Seconds. */
  readonly latency: number;
  readonly tail: number;
  values(): Promise<Record<string, number>>;
  save(): Promise<string>;
  new_take(): Promise<number>;
  look(): Promise<Look | null>;
  region(): Promise<Line[]>;
  /** What happened, at frames since the node was made, for render(). */
  kept(): Promise<{ events: Event[]; frames: number }>;
  /** Beside the core's: calls of the audio thread, those that came too late, milliseconds that they took in all and at most. */
  status(): Promise<Status & { calls: number; blocks: number; busy: number; worst: number }>;
  /** It is silent, and all of it is freed. */
  close(): Promise<void>;
}

/** A scene as a node. `events` are certain to be in time, also in an OfflineAudioContext, where sound begins with the scene, as a
 *  file of `rosin render` does. */
export declare function createRosin(context: BaseAudioContext, scene: string, options?: Options & Live & {
  events?: Event[];
  /** Where worklet.js is; beside the package unless told. */
  worklet?: string | URL;
}): Promise<RosinNode>;

/** A scene to be stepped, at its own rate (Hz) unless told. */
export declare function open(scene: string, options?: Options & Live & { rate?: number }): Promise<Core>;

/** The samples of `rosin render`: a scene by its own gestures, or by events at frames. */
export declare function render(scene: string, options?: Options & {
  rate?: number;
  /** Seconds, the scene's own unless told; or frames. */
  duration?: number;
  frames?: number;
  events?: Event[];
  /** What comes in from the first frame on, one channel or two. */
  heard?: Float32Array[];
}): Promise<{ samples: Float32Array[]; rate: number }>;

/** Names of all scenes; what one says of itself. */
export declare function scenes(options?: Pick<Options, 'wasm'>): Promise<string[]>;
export declare function describe(scene: string, options?: Options): Promise<Scene>;
/** rosin.wasm, compiled, once for each address. */
export declare function load(wasm?: Options['wasm']): Promise<WebAssembly.Module>;

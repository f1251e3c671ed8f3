// SPDX-License-Identifier: BSD-3-Clause
// A user's file, for checkers of types: what is marked is an error, all else none.
import { createRosin, describe, load, open, render, scenes, type Core, type Event, type Look, type RosinNode } from 'rosin';

const names: string[] = await scenes();
const { parameters, keys } = await describe('cello', { add: ['bow', 'seed'] });
const lowest: number | undefined = keys?.[0], unit: string = parameters[0].unit;
const events: Event[] = [[0, 'trigger'], [4410, 'control', 'push', 20], [9000, 'play', 'note_on', { key: 50, value: 0.7 }]];
const { samples, rate } = await render('door-hinge-slow', { settings: { push: 8, articulation: 'martele' }, duration: 1, events });
const first: number = samples[0][0] + rate + (lowest ?? 0) + names.length + unit.length;

const core: Core = await open('cello', { rate: 48000, watch: true, keep: true, wasm: await load() });
core.play('note_on', { key: 50, value: first }, 100);
core.midi([0x90, 50, 90]);
core.control('vibrato', 25, 9600);
const [left]: Float32Array[] = core.run(128);
const look: Look | null = core.look();
console.log(left.length, look?.shape?.length, core.status().lost, core.kept, core.is.latency, core.save());
core.close();

const context = new AudioContext();
const node: RosinNode = await createRosin(context, 'cello', { settings: { vibrato: 20 }, events, worklet: new URL('worklet.js', 'https://example.org/') });
node.connect(context.destination);
node.parameters.get('vibrato')?.linearRampToValueAtTime(30, context.currentTime + 1);
node.trigger(context.currentTime + 0.1);
await node.load(await node.save());
console.log((await node.status()).blocks, (await node.kept()).frames, (await node.look())?.loop.force, node.latency);
await node.close();

// @ts-expect-error there is no such kind
core.play('note_in');
// @ts-expect-error nor such a part of an event
core.play('note_on', { pitch: 50 });
// @ts-expect-error a push is no list
core.control('push', [8]);
// @ts-expect-error a context comes first
await createRosin('cello');
// @ts-expect-error nobody adds that
await open('cello', { add: ['reverb'] });

// SPDX-License-Identifier: BSD-3-Clause
// The same in Node, which reads files by itself.
import { readFile } from 'node:fs/promises';
import { load, render } from './index.js';

const { read } = load;
load.read = async (href) => (href.startsWith('file:') ? WebAssembly.compile(await readFile(new URL(href))) : read(href));
// What imports it may play at once. A function is compiled as it is first called, and a program can wait for that as it begins rather
// than at its first sound.
await render('cello-d', { frames: 128 });
export * from './index.js';

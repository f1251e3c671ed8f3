// SPDX-License-Identifier: BSD-3-Clause
// The same in Node, which reads files by itself.
import { readFile } from 'node:fs/promises';
import { load } from './index.js';

const { read } = load;
load.read = async (href) => (href.startsWith('file:') ? WebAssembly.compile(await readFile(new URL(href))) : read(href));
await load(); // what imports it may play at once
export * from './index.js';

// SPDX-License-Identifier: BSD-3-Clause
// A module of WebAssembly whose memory has a limit: the same code, another section.
import fs from 'fs';

const leb = (n) => [n & 127 | 128, n >> 7 & 127 | 128, n >> 14];
function number(from, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = from[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
}
// Where the section of its memory stands, and the pages that it begins with.
function find(from) {
  for (let at = 8; at < from.length;) {
    const [size, body] = number(from, at + 1);
    if (from[at] === 5) return { at, end: body + size, least: number(from, body + 2)[0] };
    at = body + size;
  }
  throw new Error('it has no memory');
}
export const least = (file) => find(fs.readFileSync(file)).least;
export function within(file, pages) {
  const from = fs.readFileSync(file), { at, end, least: begin } = find(from);
  const section = [1, 1, ...leb(begin), ...leb(Math.max(begin, pages))];
  return Buffer.concat([from.subarray(0, at), Buffer.from([5, section.length, ...section]), from.subarray(end)]);
}

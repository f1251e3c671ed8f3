// SPDX-License-Identifier: BSD-3-Clause
// What keeps the page for when there is no network: while there is one, all comes from there, and what it gave last is kept.

const CACHE = 'rosin';
const FILES = [
  './',
  'address.js',
  'draw.js',
  'engine.js',
  'icon.svg',
  'index.html',
  'index.js',
  'keys.js',
  'main.js',
  'midi.js',
  'pad.js',
  'record.js',
  'render.js',
  'rosin.wasm',
  'rosin.webmanifest',
  'sliders.js',
  'sound.js',
  'strings.js',
  'style.css',
  'tape.js',
  'wav.js',
  'worklet.js',
];

const kept = (request) => caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true }));

async function answer(request) {
  try {
    const found = await fetch(request);
    if (found.ok) await caches.open(CACHE).then((cache) => cache.put(request, found.clone())).catch(() => {}); // it came all the same
    return found;
  } catch {
    return await kept(request) ?? Response.error();
  }
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});

// The service worker: after the first visit the app works without a network.
//
// The build writes the list of its files with their hashes here (scripts/offline.sh). Every version has a cache of its
// own, which is filled whole or not at all, and only with files that have the right hash; so files of two versions never
// mix. A new version waits until a page asks it to take over; pages of the old one keep their files.

const FILES = [];

/** Larger files, but for the program itself, are fetched when they are first needed. */
const LARGE = 2_000_000;
/** How long a deletion from the history can be undone. */
const UNDO_MS = 10_000;
const PREFIX = 'assay-files-';
const own = digest(FILES.map(([file, hash]) => `${file} ${hash}`).join('\n')).then((hash) => PREFIX + hash.slice(0, 16));
const at = (file) => new URL(file, self.registration.scope).href;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
  if (event.data === 'gone') event.waitUntil(sweep());
});

async function install() {
  const cache = await caches.open(await own);
  // Six at a time, as a browser would.
  const wanted = FILES.filter(([file, , bytes]) => bytes <= LARGE || file.endsWith('_bg.wasm'));
  const next = async () => {
    for (let entry = wanted.pop(); entry; entry = wanted.pop()) await cache.put(at(entry[0]), await checked(entry));
  };
  await Promise.all(Array.from({ length: 6 }, next));
}

/** A file with the hash that the build gave it: from the browser's cache if that is the one, else from the server. */
async function checked([file, hash]) {
  for (const cache of ['default', 'reload']) {
    const response = await fetch(at(file), { cache });
    if (!response.ok) continue;
    const body = await response.arrayBuffer();
    if ((await hex(body)) === hash) {
      return new Response(body, { headers: { 'content-type': response.headers.get('content-type') ?? '' } });
    }
  }
  throw new Error(`${file} is not the one of this build`);
}

async function activate() {
  const current = await own;
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== current);
  // Pages of the version before may still be open and want a file.
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(await own);
  const url = new URL(request.url);
  const file = url.href.slice(self.registration.scope.length).replace(/[?#].*$/, '');
  if (request.mode === 'navigate' && (file === '' || file === 'index.html')) {
    return (await cache.match(at('index.html'))) ?? fetch(request);
  }
  const found = (await cache.match(at(file))) ?? (await caches.match(at(file)));
  if (found) return found;
  const known = FILES.find(([name]) => name === file);
  if (!known) return fetch(request);
  const response = await checked(known);
  await cache.put(at(file), response.clone());
  return response;
}

/**
 * A page has gone. What was to go with its tab is deleted, unless the tab comes back (a reload); and what its owner has
 * deleted, once that can be undone no more.
 */
async function sweep() {
  await pause(2500);
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  if (await remove(({ tab }) => tab && !alive.has(`assay-tab-${tab}`))) {
    await pause(UNDO_MS);
    await remove(({ deleted_ms }) => deleted_ms && Date.now() - deleted_ms >= UNDO_MS);
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Deletes entries of the history for good; true where some are left that are marked as deleted. */
async function remove(which) {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open('assay');
    // None there: leave none behind.
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
  if (!database) return false;
  let marked = false;
  const transaction = database.transaction(['entries', 'records'], 'readwrite');
  const [entries, records] = ['entries', 'records'].map((name) => transaction.objectStore(name));
  entries.getAll().onsuccess = ({ target }) => {
    for (const entry of target.result.map((text) => JSON.parse(text))) {
      if (which(entry)) {
        entries.delete(entry.id);
        records.delete(entry.id);
      } else if (entry.deleted_ms) {
        marked = true;
      }
    }
  };
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
    transaction.onabort = resolve;
  });
  database.close();
  return marked;
}

async function digest(text) {
  return hex(new TextEncoder().encode(text));
}

async function hex(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

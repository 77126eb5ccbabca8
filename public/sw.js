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
/** A tab that has gone may come back, loaded as slowly as it will: until then its entries are hidden, not deleted. */
const BACK_MS = 240_000;
/** How often it is looked whether it has. */
const LOOK_MS = 5_000;
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
  const gone = event.data?.gone;
  if (gone) event.waitUntil(sweep(gone));
});

async function install() {
  const name = await own;
  const isThere = await caches.has(name);
  const cache = await caches.open(name);
  // Six at a time, as a browser would.
  const wanted = FILES.filter(([file, , bytes]) => bytes <= LARGE || file.endsWith('_bg.wasm'));
  const next = async () => {
    for (let entry = wanted.pop(); entry; entry = wanted.pop()) await cache.put(at(entry[0]), await checked(entry));
  };
  const all = Array.from({ length: 6 }, next);
  try {
    await Promise.all(all);
  } catch (error) {
    wanted.length = 0;
    await Promise.allSettled(all);
    // Half a cache takes room, and the place of one that pages still want.
    if (!isThere) await caches.delete(name);
    throw error;
  }
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
  // Where there is no room for it, it is fetched again.
  await cache.put(at(file), response.clone()).catch(() => undefined);
  return response;
}

/**
 * A page has gone: perhaps its tab was closed, perhaps it is only loaded anew. What was to go with the tab is hidden, and
 * deleted much later if the tab has not come back (src/ui/keep/deleting.rs, which has the same rules and does what is
 * left undone here). What its owner has deleted goes once that can be undone no more.
 */
async function sweep(tab) {
  const began = Date.now();
  await pause(2500);
  const [goes, ours, deleted] = await holds('"goes_ms"', `"tab":${JSON.stringify(tab)}`, '"deleted_ms"');
  if (goes) await eraseDue();
  const leaves = ours && await unlessAlive(tab, () => edit((entry) => {
    if (entry.tab !== tab || entry.goes_ms) return entry;
    return { ...entry, goes_ms: began + BACK_MS };
  }));
  if (leaves?.changed) tellChanged();
  await pause(UNDO_MS);
  if (deleted) await edit((entry) => (entry.deleted_ms && Date.now() - entry.deleted_ms >= UNDO_MS ? undefined : entry));
  // A worker that waits holds up an update, so with a page open it does not: the next one that goes, or comes, sees to it.
  while (leaves?.some && Date.now() < began + BACK_MS) {
    if ((await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length) return;
    await pause(Math.min(LOOK_MS, began + BACK_MS - Date.now()));
  }
  if (leaves?.some) await eraseDue();
}

/** Deletes for good what was hidden with its tab and was not taken back in time. */
async function eraseDue() {
  const due = ({ goes_ms }) => goes_ms && goes_ms <= Date.now();
  const tabs = new Set();
  await edit((entry) => {
    if (due(entry)) tabs.add(entry.tab);
    return entry;
  });
  for (const tab of tabs) {
    const erased = await unlessAlive(tab, () => edit((entry) => (entry.tab === tab && due(entry) ? undefined : entry)));
    if (erased?.changed) tellChanged();
  }
}

/** Does something while the tab is not there and can't come: it holds this lock, shared, from its first script on. */
function unlessAlive(tab, act) {
  return navigator.locks?.request(`assay-tab-${tab}`, { ifAvailable: true }, (lock) => (lock ? act() : undefined));
}

/** The other tabs read their lists anew. */
function tellChanged() {
  const channel = new BroadcastChannel('assay-history');
  channel.postMessage(null);
  channel.close();
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether any entry of the history has each of these in its text. Pages can read meanwhile. */
async function holds(...texts) {
  const database = await opened();
  if (!database) return [];
  const entries = await new Promise((resolve) => {
    const request = database.transaction('entries').objectStore('entries').getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve([]);
  });
  database.close();
  return texts.map((text) => entries.some((entry) => entry.includes(text)));
}

/**
 * Goes over the entries of the history: `change` gives what takes the place of each, the same one to leave it, or nothing
 * to delete it for good. Tells how many were changed, and whether any is to go with its tab.
 */
async function edit(change) {
  const database = await opened();
  if (!database) return { changed: 0, some: false };
  let changed = 0;
  let some = false;
  const transaction = database.transaction(['entries', 'records'], 'readwrite');
  const [entries, records] = ['entries', 'records'].map((name) => transaction.objectStore(name));
  entries.getAll().onsuccess = ({ target }) => {
    for (const entry of target.result.map(read).filter(Boolean)) {
      const now = change(entry);
      some ||= Boolean(now?.goes_ms);
      if (now === entry) continue;
      changed += 1;
      if (now) {
        entries.put(JSON.stringify(now), entry.id);
      } else {
        entries.delete(entry.id);
        records.delete(entry.id);
      }
    }
  };
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
    transaction.onabort = resolve;
  });
  database.close();
  return { changed, some };
}

/** An entry; nothing where that is none, which must not keep the others from being seen to. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The history, if there is one: none is made here. */
function opened() {
  return new Promise((resolve) => {
    const request = indexedDB.open('assay');
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

async function digest(text) {
  return hex(new TextEncoder().encode(text));
}

async function hex(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

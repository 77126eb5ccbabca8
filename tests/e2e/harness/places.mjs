// Everywhere that a page can keep or show something: to look whether what must not be there is anywhere.

import { inflateRawSync } from 'node:zlib';

/** Every place by its name, with all that it holds as text. */
export const places = (page) => page.evaluate(async () => {
  const asked = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  // Buffers as the text that they may hold.
  const asText = (_, value) => (value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value);
  const databases = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      databases.push(name, store, await asked(all.getAllKeys()), await asked(all.getAll()));
    }
    database.close();
  }
  const cached = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      cached.push(name, request.url, ...request.headers, ...response.headers, await response.text());
    }
  }
  return {
    text: document.body.innerText,
    html: document.documentElement.outerHTML,
    fields: [...document.querySelectorAll('input, textarea, select')].map((field) => field.value).join('\n'),
    address: [location.href, JSON.stringify(history.state), document.title, name, document.referrer].join('\n'),
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    databases: JSON.stringify(databases, asText),
    cookies: document.cookie,
    caches: cached.join('\n'),
    // What was fetched, with the parameters of its address.
    fetched: performance.getEntriesByType('resource').map((entry) => entry.name).join('\n'),
  };
});

/** The record within a link, as JSON. */
export function withinLink(link) {
  const [, codec, , payload] = link.slice(link.indexOf('#')).split('.');
  const bytes = Buffer.from(payload, 'base64url');
  return (codec === 'd' ? inflateRawSync(bytes) : bytes).toString();
}

/** The forms in which a secret may stand somewhere: as it is, percent-encoded, and in Base64 at each of three places. */
export function formsOf(secret) {
  const base64 = ['', 'x', 'xx'].flatMap((before, at) => {
    const whole = Buffer.from(before + secret).toString('base64');
    // Without the characters that what stands around it has a part in.
    return [whole.slice(at ? 4 : 0, -4)];
  });
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([secret, encodeURIComponent(secret), ...base64, ...url])];
}

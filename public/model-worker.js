// Runs the MiniLM add-on beside the page: fetches the model, checks and keeps it, and turns word pieces into vectors.
// Texts become word pieces in the page (src/judge/minilm/tokens.rs); the arithmetic is a WebAssembly program of its own
// (src/judge/minilm/abi.rs), once with SIMD and once without.
//
// Page to worker
//   { kind: 'load', model, bytes, sha256, kernels: { simd, scalar }, fetch }
//       Addresses are absolute, or relative to this file. `bytes` and `sha256` (hex) are the model's, as the app was
//       built for. `fetch: false` takes it from the cache alone.
//   { kind: 'vectors', id, ids }    ids: a Uint16Array a text, [CLS] and [SEP] included
//   { kind: 'tokens', id, ids }     the same
//   { kind: 'remove' }              deletes the model from the cache; what is loaded stays usable
//
// Worker to page
//   { kind: 'held', lock }                    where browsers have locks, the name of one that it holds from 'load' until it
//                                             ends (src/judge/watched.rs)
//   { kind: 'progress', loaded, total }       bytes, at most ten times a second; only while it is fetched
//   { kind: 'ready', simd, kept, vocabulary } whether the quick program runs, whether the model is in the cache now (a
//                                             browser without room or without a cache works too), and the word pieces,
//                                             one a line, as a Uint8Array
//   { kind: 'vectors', id, vectors }          a Float32Array of 384 a text, of length 1
//   { kind: 'tokens', id, vectors }           a Float32Array of n × 384 a text, without those of [CLS] and [SEP]
//   { kind: 'removed' }
//   { kind: 'failed', reason, detail, id }    `id` only where a 'vectors' or 'tokens' failed. The reasons:
//       'not-cached'   with `fetch: false`, and it is not there (or it was damaged, and has been deleted)
//       'not-fetched'  the model or its program could not be fetched; `detail` has the status or the error
//       'wrong-hash'   what was fetched is not the model that the app was built for
//       'no-room'      the browser gives the program no memory
//       'no-hash'      the page was loaded over http from another computer, where browsers check no hashes: it needs https
//       'broke'        anything else; the worker should be ended

/** Not one of the service worker's: those go with their version, this stays until it is removed. */
const CACHE = 'assay-model';
/** A function that returns a vector of 128 bits: valid only where there is SIMD. */
const SIMD = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic, version
  1, 5, 1, 0x60, 0, 1, 0x7b, // type: () -> v128
  3, 2, 1, 0, // one function of it
  10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x11, 0x0b, // i32.const 0, i32x4.splat
]);
const WIDTH = 384;

let kernel;

/** A failure with the reason that the page is told. */
class Failure extends Error {
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

self.onmessage = async ({ data }) => {
  try {
    await handlers[data.kind](data);
  } catch (error) {
    const { reason = 'broke', message } = error;
    self.postMessage({ kind: 'failed', reason, detail: message || String(error), id: data.id });
  }
};

const handlers = {
  async load({ model, bytes, sha256, kernels, fetch: mayFetch }) {
    const lock = self.crypto?.randomUUID?.();
    if (lock) self.navigator.locks?.request(lock, () => {
      self.postMessage({ kind: 'held', lock });
      return new Promise(() => {});
    }).catch(() => undefined);
    // Before anything is fetched in vain.
    if (!self.crypto?.subtle) throw new Failure('no-hash', 'crypto.subtle is missing: the page was not loaded over https');
    // The hash in the key: another version is another entry. And no page asks for this address.
    const key = `${new URL(model, self.location)}?${sha256}`;
    const cache = await self.caches?.open(CACHE).catch(() => undefined);
    let kept = true;
    let content = await fromCache(cache, key, sha256);
    if (!content) {
      if (!mayFetch) throw new Failure('not-cached', 'not in the cache');
      content = await fetched(model, bytes, sha256);
      kept = await keep(cache, key, content);
    }
    const simd = WebAssembly.validate(SIMD);
    kernel = await started(simd ? kernels.simd : kernels.scalar, content);
    const { vocabulary, vocabulary_bytes: length } = kernel;
    const words = new Uint8Array(kernel.memory.buffer, vocabulary(), length()).slice(); // neither allocates
    self.postMessage({ kind: 'ready', simd, kept, vocabulary: words }, [words.buffer]);
  },

  vectors: (message) => answer(message, 'sentence', () => 1),

  tokens: (message) => answer(message, 'tokens', (pieces) => Math.max(0, pieces - 2)),

  async remove() {
    await self.caches?.delete(CACHE);
    self.postMessage({ kind: 'removed' });
  },
};

function answer({ kind, id, ids }, run, rows) {
  if (!kernel) throw new Failure('broke', 'no model is loaded');
  const vectors = ids.map((pieces) => {
    // The memory may grow, and its buffer be another, with every call.
    const to = kernel.ids(pieces.length);
    new Uint16Array(kernel.memory.buffer, to, pieces.length).set(pieces);
    const at = kernel[run]();
    if (!at) throw new Failure('broke', `${pieces.length} pieces that the model does not take`);
    return new Float32Array(kernel.memory.buffer, at, rows(pieces.length) * WIDTH).slice();
  });
  self.postMessage({ kind, id, vectors }, vectors.map((vector) => vector.buffer));
}

/** The model from the cache, if it is there as it was put there. */
async function fromCache(cache, key, sha256) {
  const found = await cache?.match(key).catch(() => undefined);
  if (!found) return undefined;
  // A browser that can't read its own storage has no model.
  const content = await found.arrayBuffer().catch(() => undefined);
  if (content && (await hash(content)) === sha256) return content;
  await cache.delete(key);
  return undefined;
}

async function fetched(model, bytes, sha256) {
  // The cache of its own is enough: twenty megabytes need not stand in the browser's as well.
  const response = await get(model, { cache: 'no-store' });
  const content = new Uint8Array(bytes);
  let loaded = 0;
  let told = 0;
  const tell = () => self.postMessage({ kind: 'progress', loaded, total: bytes });
  tell();
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read().catch((error) => {
      throw new Failure('not-fetched', String(error));
    });
    if (done) break;
    if (loaded + value.length > bytes) {
      reader.cancel().catch(() => undefined);
      throw new Failure('wrong-hash', `more than ${bytes} bytes`);
    }
    content.set(value, loaded);
    loaded += value.length;
    const now = performance.now();
    if (now - told >= 100) {
      told = now;
      tell();
    }
  }
  tell();
  if (loaded < bytes) throw new Failure('wrong-hash', `${loaded} bytes instead of ${bytes}`);
  const found = await hash(content);
  if (found !== sha256) throw new Failure('wrong-hash', found);
  return content.buffer;
}

/** Whether the model is in the cache now. */
async function keep(cache, key, content) {
  if (!cache) return false;
  try {
    for (const { url } of await cache.keys()) await cache.delete(url);
    await cache.put(key, new Response(content, { headers: { 'content-type': 'application/octet-stream' } }));
    return true;
  } catch {
    return false;
  }
}

/** The exports of the program, with the model in its memory. */
async function started(address, content) {
  const program = await (await get(address)).arrayBuffer();
  const { instance: { exports } } = await WebAssembly.instantiate(program, {});
  const at = exports.room(content.byteLength);
  if (!at) throw new Failure('no-room', `no memory for ${content.byteLength} bytes`);
  new Uint8Array(exports.memory.buffer, at, content.byteLength).set(new Uint8Array(content));
  const code = exports.load();
  if (code) throw new Failure('broke', `the model cannot be read (${code})`);
  return exports;
}

async function get(address, options) {
  const response = await fetch(new URL(address, self.location), options).catch((error) => {
    throw new Failure('not-fetched', String(error));
  });
  if (!response.ok) throw new Failure('not-fetched', `HTTP ${response.status}`);
  return response;
}

async function hash(content) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

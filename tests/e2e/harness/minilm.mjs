// The MiniLM add-on as it was built: where its files are, the reference that its vectors are held against, and a worker
// to talk to.

import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIST } from './site.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const page = existsSync(join(DIST, 'index.html')) ? readFileSync(join(DIST, 'index.html'), 'utf8') : '';
const named = (meta) => page.match(new RegExp(`<meta name="?${meta}"? content="?([^">]+)"?`))?.[1];
const source = readFileSync(join(ROOT, 'src/judge/minilm.rs'), 'utf8');
const declared = (name) => source.match(new RegExp(`pub const ${name}: [^=]*= "?([^";]*)"?;`))[1];

export const WIDTH = 384;
/** Addresses relative to the page; no `model` where `make model` has not been run. */
export const FILES = { model: named('assay-model'), simd: named('assay-kernel-simd'), scalar: named('assay-kernel-scalar') };
/** The reason for skipping what needs the model, or false. */
export const WITHOUT = FILES.model ? false : 'no model in this build (make model)';

/** What the page tells the worker to load. */
export const LOAD = {
  kind: 'load',
  model: FILES.model,
  bytes: Number(declared('BYTES').replaceAll('_', '')),
  sha256: declared('SHA256'),
  kernels: { simd: FILES.simd, scalar: FILES.scalar },
  fetch: true,
};

/** Fifty texts with their ids, their vector and (all or every fourth number of) the vectors of their tokens. */
export function reference() {
  const read = (name) => readFileSync(join(ROOT, 'tests/minilm', name));
  const bytes = read('reference.i16');
  let at = 0;
  const take = (count) => Array.from({ length: count }, () => bytes.readInt16LE((at += 2) - 2));
  return JSON.parse(read('reference.json')).map((entry) => ({
    ...entry,
    sentence: take(WIDTH),
    tokens: entry.ids.slice(2).map(() => take(WIDTH / entry.every)),
  }));
}

/** The cosine of a vector to one of the reference, of which every fourth number or all are known. */
export function cosine(found, right, every = 1) {
  if (found.length !== WIDTH || right.length !== WIDTH / every) return NaN;
  const length = Math.hypot(...found);
  const squares = right.reduce((sum, number, place) => sum + (found[place * every] / length - number / 32_767) ** 2, 0);
  return 1 - (squares * every) / 2;
}

/** One of the two programs in this process, with the model loaded. */
export async function program(form) {
  const { instance: { exports } } = await WebAssembly.instantiate(readFileSync(join(DIST, FILES[form])), {});
  const model = readFileSync(join(DIST, FILES.model));
  const room = exports.room(model.length);
  // Only now: asking for room may have moved the memory.
  new Uint8Array(exports.memory.buffer, room, model.length).set(model);
  const code = exports.load();
  if (code) throw new Error(`the model cannot be read (${code})`);
  const run = (kind, ids, rows) => {
    const at = exports.ids(ids.length);
    new Uint16Array(exports.memory.buffer, at, ids.length).set(ids);
    const found = exports[kind]();
    return found ? new Float32Array(exports.memory.buffer, found, rows * WIDTH).slice() : undefined;
  };
  return {
    exports,
    sentence: (ids) => run('sentence', ids, 1),
    tokens: (ids) => run('tokens', ids, Math.max(0, ids.length - 2)),
  };
}

/**
 * Starts a worker in a page of the app, sends messages one after the other, each after the answer to the one before.
 * @returns {Promise<object[]>} all that it said; typed arrays as arrays, vocabularies by their length
 */
export function talk(page, messages) {
  return page.evaluate((all) => new Promise((resolve, reject) => {
    const worker = new Worker('model-worker.js');
    const said = [];
    const next = () => {
      const message = all.shift();
      if (!message) {
        worker.terminate();
        resolve(said);
        return;
      }
      const ids = message.ids?.map((one) => Uint16Array.from(one));
      worker.postMessage({ ...message, ids });
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
      const { vectors, vocabulary } = data;
      if (data.kind === 'held') return;
      said.push({ ...data, vectors: vectors?.map((one) => [...one]), vocabulary: vocabulary?.length });
      if (data.kind !== 'progress') next();
    };
    next();
  }), messages);
}

// The MiniLM add-on without the page: its two programs against the reference, and its worker by its protocol
// (public/model-worker.js). What the page makes of it is tested elsewhere.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launch } from './harness/browser.mjs';
import { cosine, FILES, LOAD, program, reference, talk, WIDTH, WITHOUT } from './harness/minilm.mjs';
import { serve } from './harness/site.mjs';

const texts = reference();
let browser;
after(async () => (await browser)?.close());

/** Opens the app's page and hands it to the steps. */
async function inPage(options, steps) {
  const site = await serve(options);
  browser ??= launch();
  const context = await (await browser).newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    await steps(page, site);
  } finally {
    await context.close();
    await site.close();
  }
}

const kinds = (said) => said.filter(({ kind }) => kind !== 'progress').map(({ kind, reason }) => reason ?? kind);

test('both programs give the same bits, and what the reference gives', { skip: WITHOUT }, async (t) => {
  const simd = await program('simd');
  const scalar = await program('scalar');
  const found = [];
  for (const { text, ids, every, sentence, tokens } of texts) {
    const own = simd.sentence(ids);
    found.push(cosine(own, sentence));
    assert.deepEqual(own, scalar.sentence(ids), `the programs differ: ${text}`);
    const all = simd.tokens(ids);
    if (ids.length < 12) assert.deepEqual(all, scalar.tokens(ids), `the programs differ in tokens: ${text}`);
    tokens.forEach((token, place) => {
      found.push(cosine(all.subarray(place * WIDTH, (place + 1) * WIDTH), token, every));
    });
    assert.ok(found.every((value) => value >= 0.999), `${text}: ${Math.min(...found)}`);
  }
  found.sort((a, b) => a - b);
  t.diagnostic(`${found.length} cosines, lowest ${found[0].toFixed(6)}, median ${found[found.length >> 1].toFixed(6)}`);
  for (const { sentence } of [simd, scalar]) {
    for (const wrong of [[], [101, 30522, 102], Array(513).fill(101)]) assert.equal(sentence(wrong), undefined);
  }
  assert.ok(simd.exports.memory.buffer.byteLength < 64e6);
});

test('programs refuse what is no model', { skip: FILES.simd ? false : 'no build' }, async () => {
  for (const form of ['simd', 'scalar']) {
    const { readFile } = await import('node:fs/promises');
    const { DIST } = await import('./harness/site.mjs');
    const { instance: { exports } } = await WebAssembly.instantiate(await readFile(`${DIST}/${FILES[form]}`), {});
    assert.equal(exports.load(), 1, 'nothing was written');
    assert.notEqual(exports.room(1000), 0);
    assert.equal(exports.load(), 1, 'zeros');
    assert.equal(exports.sentence(), 0);
    assert.equal(exports.vocabulary_bytes(), 0);
  }
});

test('the worker fetches, checks, keeps, computes and removes', { skip: WITHOUT, timeout: 120_000 }, () =>
  inPage({}, async (page, site) => {
    const [long, short] = [texts[1], texts[0]];
    const said = await talk(page, [
      { ...LOAD, fetch: false },
      LOAD,
      { kind: 'vectors', id: 7, ids: [long.ids, short.ids] },
      { kind: 'tokens', id: 8, ids: [long.ids] },
      { kind: 'tokens', id: 9, ids: [[101, 65000, 102]] },
    ]);
    assert.deepEqual(kinds(said), ['not-cached', 'ready', 'vectors', 'tokens', 'broke']);
    const steps = said.filter(({ kind }) => kind === 'progress');
    assert.deepEqual(steps.at(-1), { ...steps.at(-1), loaded: LOAD.bytes, total: LOAD.bytes });
    assert.ok(steps.every(({ loaded }, place) => !place || loaded >= steps[place - 1].loaded));
    const [, ready] = said.filter(({ kind }) => kind !== 'progress');
    assert.deepEqual([ready.simd, ready.kept, ready.vocabulary], [true, true, 231_507]);
    const [vectors, tokens, failed] = said.slice(-3);
    assert.deepEqual([vectors.id, tokens.id, failed.id], [7, 8, 9]);
    [long, short].forEach(({ sentence }, place) => assert.ok(cosine(vectors.vectors[place], sentence) > 0.999));
    assert.ok(Math.abs(Math.hypot(...vectors.vectors[0]) - 1) < 1e-5);
    assert.equal(tokens.vectors[0].length, (long.ids.length - 2) * WIDTH);
    assert.ok(cosine(tokens.vectors[0].slice(0, WIDTH), long.tokens[0]) > 0.999);

    // The next worker needs no network for it, and no page sees the cache's entry under the file's own address.
    const fetches = () => site.served.filter((file) => file === FILES.model).length;
    assert.equal(fetches(), 1);
    assert.deepEqual(kinds(await talk(page, [{ ...LOAD, fetch: false }])), ['ready']);
    assert.equal(fetches(), 1);
    assert.equal(await page.evaluate((file) => caches.match(file).then((found) => typeof found), FILES.model), 'undefined');

    // A copy that was changed is thrown away, and fetched again.
    const spoil = () => page.evaluate(async () => {
      const cache = await caches.open('assay-model');
      const [{ url }] = await cache.keys();
      await cache.put(url, new Response('not the model'));
    });
    await spoil();
    assert.deepEqual(kinds(await talk(page, [{ ...LOAD, fetch: false }])), ['not-cached']);
    assert.deepEqual(kinds(await talk(page, [LOAD])), ['ready']);
    await spoil();
    assert.deepEqual(kinds(await talk(page, [LOAD, { kind: 'remove' }, { ...LOAD, fetch: false }])), ['ready', 'removed', 'not-cached']);
    assert.equal(fetches(), 3);
  }));

test('the worker says why there is no model', { skip: WITHOUT, timeout: 120_000 }, async () => {
  const spoilt = (body) => {
    body[12_000_000] ^= 1;
    return body;
  };
  for (const [reason, options] of [
    ['not-fetched', { fail: (file) => file === FILES.model }],
    ['not-fetched', { fail: (file) => file === FILES.simd }],
    ['wrong-hash', { change: (file, body) => (file === FILES.model ? spoilt(body) : body) }],
    ['wrong-hash', { change: (file, body) => (file === FILES.model ? '<!doctype html>' : body) }],
    ['wrong-hash', { change: (file, body) => (file === FILES.model ? Buffer.concat([body, body]) : body) }],
    // As on a page over plain http from another computer.
    ['no-hash', { change: (file, body) => (file === 'model-worker.js' ? String(body).replace('self.crypto?.subtle', 'false') : body) }],
    ['broke', { change: (file, body) => (file === FILES.simd ? '<!doctype html>' : body) }],
  ]) {
    await inPage(options, async (page) => {
      const said = await talk(page, [LOAD, { kind: 'vectors', id: 1, ids: [[101, 102]] }]);
      assert.deepEqual(kinds(said), [reason, 'broke']);
      assert.ok(said.at(-2).detail, reason);
    });
  }
});

test('without SIMD the other program is taken', { skip: WITHOUT, timeout: 120_000 }, () =>
  inPage({
    // The worker's look for SIMD fails, as where there is none.
    change: (file, body) => (file === 'model-worker.js' ? String(body).replace('WebAssembly.validate(SIMD)', 'false') : body),
    fail: (file) => file === FILES.simd,
  }, async (page) => {
    const said = await talk(page, [LOAD, { kind: 'vectors', id: 1, ids: [texts[0].ids] }]);
    assert.deepEqual(kinds(said), ['ready', 'vectors']);
    assert.equal(said.find(({ kind }) => kind === 'ready').simd, false);
    assert.ok(cosine(said.at(-1).vectors[0], texts[0].sentence) > 0.999);
  }));

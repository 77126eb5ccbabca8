// The local embedding model: offered, fetched with a bar, used with no key, kept, removed; and what is said when it
// can't be had. The model itself is no part of the repository: where `make model` has not been run before the build,
// what needs it is skipped, and counted.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { DIST } from './harness/site.mjs';
import { scripted, vectors } from './servers/scripted.mjs';

const META = /<meta name="assay-model" content="([^"]*)"/;
const page = existsSync(join(DIST, 'index.html')) ? readFileSync(join(DIST, 'index.html'), 'utf8') : '';
const FILE = META.exec(page)?.[1] ?? 'model/none.bin';
const skip = existsSync(join(DIST, FILE)) ? false : 'built without the model (`make model` makes it)';
const { cases } = JSON.parse(readFileSync(new URL('../local_model_scores.json', import.meta.url), 'utf8'));
const of = (metric) => cases.filter((one) => one.metric === metric);

const TEXTS = {
  en: { offer: /Use the local model/, panel: 'Local embedding model', fetch: /Fetch the local model/, cancel: 'Cancel', remove: 'Remove it from this device', answer: 'Answer', reference: 'Reference answer' },
  'zh-Hant': { offer: /使用本機模型/, panel: '本機嵌入模型', fetch: /下載本機模型/, cancel: '取消', remove: '從這台裝置移除', answer: '答案', reference: '參考答案' },
};

const fill = async (page, { answer, reference }) => {
  const areas = page.locator('#input textarea');
  await areas.nth(0).fill(answer);
  await areas.nth(1).fill(reference);
  // What is typed is read when typing pauses.
  await page.waitForTimeout(400);
};
const offer = (page) => page.locator('#local-offer');
const score = async (me) => Number(await me.verdict.locator('.score b').innerText());
const fetched = (site) => site.served.filter((file) => file === FILE).length;
const near = (got, want, what) => assert.ok(Math.abs(got - want) < 1e-3, `${what}: ${got} instead of ${want}`);
const similarity = { query: '?metric=answer-similarity' };

scenario('model: offered where vectors are lacking, fetched once, judges with no key, and is kept', { ...similarity, skip, patience: 30_000 },
  async ({ me, page, site, shot, axe, context }) => {
    const [first, second] = of('answer-similarity');
    await fill(page, first);
    assert.match(await offer(page).innerText(), /MiniLM-L6-v2, \d\d MB, fetched once from this site, runs on your machine, nothing leaves it/);
    await axe();
    await shot('offered');
    assert.equal(fetched(site), 0, 'nothing is fetched before it is asked for');
    await offer(page).click();
    await page.locator('#cannot').waitFor({ state: 'detached' });
    await page.locator('#judge:focus').waitFor();
    assert.equal(fetched(site), 1);
    await me.judge();
    near(await score(me), first.score, first.what);
    const facts = await me.verdict.locator('.facts').innerText();
    assert.match(facts, /embeddings all-MiniLM-L6-v2 int8-\d+ [0-9a-f]{12}/);
    assert.doesNotMatch(facts, /lexical/, 'words were not judged');
    await axe();
    await shot('judged');
    await fill(page, second);
    await me.judge();
    near(await score(me), second.score, second.what);
    const link = JSON.parse(await me.copied('json'));
    assert.match(JSON.stringify(link), /all-MiniLM-L6-v2 int8/);

    // Token vectors come from the same worker.
    const [words] = of('bertscore');
    await page.goto(`${site.url}?metric=bertscore`);
    await page.locator('#input textarea').first().waitFor();
    await fill(page, words);
    assert.equal(await page.locator('#cannot').count(), 0, 'it is remembered');
    await me.judge();
    near(await score(me), words.score, words.what);
    assert.match(await me.verdict.locator('.facts').innerText(), /token vectors all-MiniLM-L6-v2/);
    assert.match(await me.verdict.innerText(), /ferry/);
    await axe();
    await shot('bertscore');
    assert.equal(fetched(site), 1, 'from the cache');

    // What was kept of it scores the same when it is opened again.
    const before = await score(me);
    await page.reload();
    await me.verdict.locator('.score b').waitFor();
    assert.equal(await score(me), before);

    // Without a network, too.
    await page.evaluate(() => navigator.serviceWorker?.ready);
    await context.setOffline(true);
    await fill(page, of('bertscore')[1]);
    await me.judge();
    near(await score(me), of('bertscore')[1].score, of('bertscore')[1].what);
    await context.setOffline(false);

    await me.openJudges();
    await me.dialog.getByText('The local model is ready (with SIMD, the quick way).').waitFor();
    await axe();
    await shot('panel');
    await me.dialog.getByRole('button', { name: TEXTS.en.remove }).click();
    await me.dialog.getByText(/The local model is removed; \d\d MB are free again\./).waitFor();
    await page.locator('#local-fetch:focus').waitFor();
    assert.deepEqual(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('model'))), []);
    await me.closeJudges();
    await offer(page).waitFor();
    await page.reload();
    await offer(page).waitFor();
    assert.equal(fetched(site), 1);
  });

scenario('model: a chip of embeddings stands on no metric that used none', { query: '?metric=answer-similarity&also=faithfulness', skip, patience: 30_000 },
  async ({ me, page }) => {
    const [first] = of('answer-similarity');
    await offer(page).click();
    await page.locator('#cannot').waitFor({ state: 'detached' });
    await page.evaluate(([answer, reference]) => {
      for (const area of document.querySelectorAll('#input textarea')) {
        area.value = /reference/i.test(area.labels?.[0]?.textContent ?? area.getAttribute('aria-label') ?? '') ? reference : answer;
        area.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, [first.answer, first.reference]);
    await page.waitForTimeout(500);
    await me.judge();
    const chips = () => me.verdict.locator('.facts').innerText();
    const shown = async (name) => {
      await me.verdict.getByRole('button', { name }).or(me.verdict.getByRole('tab', { name })).first().click();
      return chips();
    };
    const similar = await shown(/Answer Similarity/);
    assert.match(similar, /embeddings all-MiniLM/);
    const faithful = await shown(/Faithfulness/);
    assert.match(faithful, /lexical/);
    assert.doesNotMatch(faithful, /MiniLM/);
  });

for (const [lang, options] of [['en', {}], ['zh-Hant', { dark: true, width: 390 }]]) {
  const gate = {};
  const opened = new Promise((open) => { gate.open = open; });
  scenario(`model: its progress is shown and can be stopped, ${lang}`, {
    ...similarity, ...options, lang, skip, patience: 30_000, worker: false,
    // Progress is told ten times a second.
    pace: async (file, tenth) => {
      if (file !== FILE) return;
      await (tenth === 4 ? opened : new Promise((go) => { setTimeout(go, 150); }));
    },
  }, async ({ me, page, site, shot, axe }) => {
    const texts = TEXTS[lang];
    await fill(page, of('answer-similarity')[0]);
    await shot('offer');
    await me.openJudges();
    const box = me.dialog.getByRole('region', { name: texts.panel });
    await box.getByRole('button', { name: texts.fetch }).scrollIntoViewIfNeeded();
    await axe();
    await shot('before');
    await box.getByRole('button', { name: texts.fetch }).click();
    const bar = box.getByRole('progressbar');
    await page.waitForFunction(() => document.querySelector('.judge-panel progress')?.position > 0.05);
    assert.ok(await bar.getAttribute('max') > 20_000_000);
    assert.match(await box.innerText(), /\d\.\d (of|\/) \d\d\.\d MB/);
    await axe();
    await shot('under way');
    await fitsWidth(page);
    await box.getByRole('button', { name: texts.cancel }).click();
    await page.locator('#local-fetch:focus').waitFor();
    assert.equal(await box.getByRole('progressbar').count(), 0);
    assert.equal(page.workers().filter((worker) => worker.url().includes('model-worker')).length, 0, 'the worker is gone');
    gate.open();
    await box.getByRole('button', { name: texts.fetch }).click();
    await box.getByRole('button', { name: texts.remove }).waitFor();
    await axe();
    await shot('ready');
    assert.equal(fetched(site), 2);
  });
}

const trouble = (name, options, sentence, more = {}) => scenario(`model: ${name}`, { ...similarity, skip, patience: 20_000, worker: false, ...options },
  async ({ page, shot, axe }) => {
    await offer(page).click();
    await page.locator('#local-model-offer').getByText(sentence).waitFor();
    await page.locator('#local-offer:focus').waitFor();
    assert.match(await offer(page).innerText(), /Fetch it again/);
    await axe();
    await shot();
    await more.after?.(page);
  });

trouble('damaged on its way, it is not used', {
  change: (file, body) => {
    if (file !== FILE) return body;
    const damaged = Buffer.from(body);
    damaged[damaged.length >> 1] ^= 1;
    return damaged;
  },
}, /not the model that this app was built for/, {
  after: async (page) => assert.deepEqual(await page.evaluate(async () => {
    const cache = await caches.open('assay-model');
    return (await cache.keys()).length;
  }), 0),
});
trouble('cut short, it is not used', { change: (file, body) => (file === FILE ? body.subarray(0, 1_000_000) : body) },
  /not the model that this app was built for/);
trouble('when the server does not have it', { fail: (file) => file === FILE, expected: [/404/] }, /could not be fetched \(HTTP 404\)/);
trouble('when the worker does not start', { fail: (file) => file === 'model-worker.js', expected: [/model-worker/] }, /could not be started/);

scenario('model: where the app is served without it, it says so', {
  ...similarity, change: (file, body) => (file === 'index.html' ? String(body).replace(META, '<meta name="none" content=""') : body),
}, async ({ me, page, axe }) => {
  await page.locator('#local-model-offer').getByText(/served without the local embedding model.*make model/).waitFor();
  assert.equal(await offer(page).count(), 0);
  await me.openJudges();
  await me.dialog.getByText(/served without the local embedding model/).waitFor();
  await axe();
});

scenario('model: starts another worker when one breaks, and gives a text up that breaks it again', { ...similarity, skip, patience: 30_000, worker: false },
  async ({ me, page, context }) => {
    const [first] = of('answer-similarity');
    await fill(page, first);
    await offer(page).click();
    await page.locator('#cannot').waitFor({ state: 'detached' });
    const worker = page.workers().find((one) => one.url().includes('model-worker'));
    await worker.evaluate(() => { setTimeout(() => { throw new Error('broken on purpose'); }); });
    await page.waitForTimeout(300);
    await me.judge();
    near(await score(me), first.score, 'after a break');

    // One that is gone without a word is replaced as well, idle or with a job.
    for (const ended of [() => self.close(), () => { self.onmessage = () => self.close(); }]) {
      await page.workers().find((one) => one.url().includes('model-worker')).evaluate(ended);
      await page.waitForTimeout(300);
      const from = Date.now();
      await me.judge();
      near(await score(me), first.score, 'after one has gone');
      assert.ok(Date.now() - from < 10_000, `${Date.now() - from} ms`);
    }

    await page.workers().find((one) => one.url().includes('model-worker')).evaluate(() => {
      self.onmessage = () => { throw new Error('broken on purpose'); };
    });
    await context.route('**/model-worker.js', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: `${body}\nconst load = self.onmessage;\nself.onmessage = (event) => { if (event.data.kind === 'load') return load(event); setTimeout(() => { throw new Error('no'); }); };` });
    });
    await fill(page, of('answer-similarity')[1]);
    await me.judge();
    await me.verdict.getByText(/The local model stopped in the middle of this text/).first().waitFor();
  });

scenario('model: says so when the browser has given its copy up', { ...similarity, skip, patience: 30_000, worker: false },
  async ({ me, page }) => {
    await fill(page, of('answer-similarity')[0]);
    await offer(page).click();
    await page.locator('#cannot').waitFor({ state: 'detached' });
    await page.evaluate(() => caches.delete('assay-model'));
    await page.reload();
    await fill(page, of('answer-similarity')[0]);
    await me.judge();
    await me.verdict.getByText(/is not on this device any more/).first().waitFor();
    await page.locator('#local-model-offer').getByText(/It is not on this device any more/).waitFor();
    assert.match(await offer(page).innerText(), /Fetch it again/);
  });

scenario('model: goes before an API that has embeddings where the user wants it', {
  ...similarity, skip, patience: 30_000, api: () => scripted({ script: [vectors([1, 0], [1, 0])] }),
}, async ({ me, page, api }) => {
  const [first] = of('answer-similarity');
  await fill(page, first);
  await offer(page).click();
  await page.locator('#cannot').waitFor({ state: 'detached' });
  await me.enterApi({ provider: 'OpenAI', base: api.base.openai, key: 'k-0123456789abcdef' });
  await me.dialog.getByLabel('Embeddings come from').selectOption({ label: 'the local model; nothing is sent for them' });
  await me.closeJudges();
  await page.locator('#cost').getByText(/Nothing|no call|free/i).waitFor();
  await me.judge();
  near(await score(me), first.score, first.what);
  assert.equal(api.calls.length, 0, 'nothing was sent');
  await me.openJudges();
  await me.dialog.getByLabel('Embeddings come from').selectOption('api');
  await me.closeJudges();
  await me.judge();
  assert.equal(await score(me), 1);
  assert.equal(api.calls.length, 1);
  assert.match(await me.verdict.locator('.facts').innerText(), /embeddings text-embedding-3-small/);
});

scenario('model: what it does not know is told, and alone leaves no score', { query: '?metric=bertscore', skip, patience: 30_000 },
  async ({ me, page, shot }) => {
    await fill(page, { answer: '貓', reference: '墊' });
    await offer(page).click();
    await page.locator('#cannot').waitFor({ state: 'detached' });
    await me.judge();
    assert.equal(await me.verdict.locator('.score').count(), 0);
    await me.verdict.getByText('The model knows nothing of one of the texts, or less than half of it').waitFor();
    await shot('nothing');
    await fill(page, { answer: 'The price is 🙂', reference: 'The price is 💣' });
    await me.judge();
    await me.verdict.getByText('The model does not know some characters or words of these texts').waitFor();
    const figures = await me.verdict.getByRole('table', { name: 'Further figures' }).innerText();
    assert.match(figures, /Pieces unknown to the model\s+2 \/ 8\s+0\.25/);
    await shot('some');
    // Two characters without a width are no text at all.
    await fill(page, { answer: '\u200b\u200b', reference: 'The price' });
    await page.locator('#judge').click();
    await me.input.getByText('The answer is empty.').waitFor();
  });

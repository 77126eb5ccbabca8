// The embedded judge's worker: the page stays alive while it judges, cancelling ends it, and the page goes on when it
// breaks or can't be had.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { scenario } from './harness/scenario.mjs';

const LARGE = { essential: ['The ferry carries 24 cars from Ellmark to Tosund. '.repeat(40_000)], answer: 'The ferry carries 24 cars.' };

/** Fills the first and the last box without typing two megabytes. */
function paste(page, { essential, answer }) {
  return page.evaluate((texts) => {
    const areas = [...document.querySelectorAll('#input textarea')];
    for (const [area, text] of [[areas.at(0), texts[0]], [areas.at(-1), texts[1]]]) {
      area.value = text;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, [essential[0], answer]);
}

scenario('judges in a worker, one for all runs', { worker: false }, async ({ me, page, site }) => {
  await me.example();
  assert.equal(page.workers().length, 1);
  await me.judge();
  assert.equal(page.workers().length, 1);
  assert.equal(site.served.filter((file) => file === 'worker.js').length, 1);
  assert.equal(site.served.filter((file) => file.endsWith('_bg.wasm')).length, 1, 'the program is not fetched again');
});

scenario('stays alive over two megabytes', {}, async ({ me, page }) => {
  await me.example();
  await paste(page, LARGE);
  await page.waitForTimeout(500);
  // How long the page did not answer at most (reading the form and showing the outcome are its own work), between the
  // click and the outcome; the best of three, for other work on the machine counts too.
  const stoodStill = async () => {
    await page.evaluate(() => {
      const verdict = document.getElementById('verdict');
      const gaps = globalThis.gaps = [];
      let last = performance.now();
      const beat = setInterval(() => {
        const now = performance.now();
        if (verdict.getAttribute('aria-busy') === 'true') gaps.push(now - last);
        else if (gaps.length) clearInterval(beat);
        last = now;
      }, 5);
    });
    await me.judge();
    const gaps = await page.evaluate(() => globalThis.gaps);
    assert.ok(gaps.length > 10, `${gaps.length} beats`);
    return Math.max(...gaps);
  };
  const longest = [];
  while (longest.length < 3 && !longest.some((gap) => gap < 1000)) longest.push(await stoodStill());
  assert.ok(longest.some((gap) => gap < 1000), `the page stood still for ${longest} ms`);
});

/** A stand-in that starts like the worker; `on` is what it does with a question. */
const standIn = (on) => (route) => route.fulfill({
  contentType: 'text/javascript',
  body: `self.onmessage = () => {
    self.onmessage = () => { ${on} };
    self.postMessage('ready');
  };`,
});

scenario('ends the worker when the user cancels, and starts another one for the next run', { worker: false }, async ({ me, page, context }) => {
  await context.route('**/worker.js', standIn("self.postMessage('began');"));
  await me.fill({ essential: ['The mill burned in 1872.'], answer: 'In 1872 the mill burned.' });
  await page.locator('#judge').click();
  await page.waitForEvent('worker', { timeout: 2000 }).catch(() => {});
  assert.equal(page.workers().length, 1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('#verdict[aria-busy="false"]').waitFor();
  assert.equal(page.workers().length, 0, 'it stopped working');
  await context.unroute('**/worker.js');
  await me.judge();
  await me.verdict.locator('.score b').waitFor();
  assert.match(await me.verdict.locator('.score b').innerText(), /5/, 'another worker answers');
  assert.equal(page.workers().length, 1);
});

scenario('starts another worker when one breaks', {}, async ({ me, page }) => {
  await me.example();
  const [worker] = page.workers();
  await worker.evaluate(() => { setTimeout(() => { throw new Error('broken on purpose'); }); });
  await page.waitForTimeout(300);
  await me.judge();
  assert.match(await me.verdict.locator('.score b').innerText(), /[\d.]/);
  assert.equal(page.workers().length, 1);
});

/** Keeps the page's workers at hand, to end them as a browser does that lacks memory: without a word. */
const keptWorkers = () => {
  const { Worker } = globalThis;
  globalThis.kept = [];
  globalThis.Worker = class extends Worker {
    constructor(...all) {
      super(...all);
      globalThis.kept.push(this);
    }
  };
};

scenario('notices at once that a worker has gone, idle or at work', { init: keptWorkers }, async ({ me, page }) => {
  await me.example();
  const end = {
    'ended': () => page.evaluate(() => globalThis.kept.at(-1).terminate()),
    'closed by itself': () => page.workers()[0].evaluate(() => self.close()),
  };
  for (const [how, ended] of Object.entries(end)) {
    await ended();
    await page.waitForTimeout(500);
    const from = Date.now();
    await me.judge();
    assert.match(await me.verdict.locator('.score b').innerText(), /[\d.]/);
    assert.ok(Date.now() - from < 6000, `${how}: ${Date.now() - from} ms`);
  }
  const before = await page.evaluate(() => globalThis.kept.length);
  await paste(page, LARGE);
  await page.locator('#judge').click();
  await page.waitForTimeout(500);
  await page.evaluate(() => globalThis.kept.at(-1).terminate());
  await page.waitForFunction((count) => globalThis.kept.length > count, before, { timeout: 5000 });
  await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 60_000 });
  assert.match(await me.verdict.locator('.score b').innerText(), /[\d.]/);
});

scenario('says so when worker after worker breaks on a text', { worker: false }, async ({ me, page, context }) => {
  await context.route('**/worker.js', standIn("setTimeout(() => { throw new Error('no'); });"));
  await page.reload();
  await me.verdict.getByRole('button', { name: 'Everyday' }).click();
  await me.verdict.getByText('stopped in the middle of this text').first().waitFor();
});

scenario('notices a worker that ends without a word, starts another one, and says so when that ends as well',
  { worker: false }, async ({ me, page, context }) => {
    await context.route('**/worker.js', standIn('self.close();'));
    await page.reload();
    await me.verdict.getByRole('button', { name: 'Everyday' }).click();
    await me.verdict.getByText('stopped in the middle of this text').first().waitFor({ timeout: 90_000 });
  });

scenario('goes on with another worker after one that ended without a word', { worker: false },
  async ({ me, page, context }) => {
    await context.route('**/worker.js', standIn('self.close();'));
    await me.fill({ essential: ['The mill burned in 1872.'], answer: 'In 1872 the mill burned.' });
    await page.locator('#judge').click();
    await page.waitForTimeout(3000);
    await context.unroute('**/worker.js');
    await me.verdict.locator('.score b').waitFor({ timeout: 60_000 });
    assert.match(await me.verdict.locator('.score b').innerText(), /5/);
  });

scenario('says so when a file that the worker needs does not come', { worker: false }, async ({ me, page, context }) => {
  await context.route('**/worker.js', standIn("self.postMessage('not fetched');"));
  await page.reload();
  await me.verdict.getByRole('button', { name: 'Everyday' }).click();
  await me.verdict.getByText('which the embedded judge needs, could not be fetched').first().waitFor();
});

scenario('says so when the word table does not come', { fail: (file) => file === 'words-3.txt', expected: [/words-3/] },
  async ({ me }) => {
    await me.verdict.getByRole('button', { name: 'Everyday' }).click();
    await me.verdict.getByText('which the embedded judge needs, could not be fetched').first().waitFor();
  });

scenario('judges on the page itself where there is no worker', { fail: (file) => file === 'worker.js', expected: [/worker\.js/] },
  async ({ me, page }) => {
    await me.example();
    assert.match(await me.verdict.locator('.score b').innerText(), /[\d.]/);
    assert.equal(page.workers().length, 0);
  });

scenario('judges on the page itself where the browser has no workers', {}, async ({ me, page, context }) => {
  await context.addInitScript(() => { delete globalThis.Worker; });
  await page.reload();
  await me.example();
  assert.match(await me.verdict.locator('.score b').innerText(), /[\d.]/);
});

for (const lang of ['en', 'zh-Hant']) {
  scenario(`judges from a sub-path in a worker, ${lang}`, { lang, under: '/deep/er/' }, async ({ me, page }) => {
    await me.example();
    assert.equal(page.workers().length, 1);
  });
}

const fixture = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

scenario('answers with the very bytes of the native program', {}, async ({ page }) => {
  const pairs = fixture('minimal_pairs.jsonl').trim().split('\n').map((line) => JSON.parse(line));
  const questions = ['en', 'zh-Hant'].flatMap((lang) => pairs.map(({ source, supported, unsupported }) => (
    { lang, question: { verify: { statements: [supported, unsupported], sources: [source] } } })));
  const answers = await page.evaluate(async (asked) => {
    const { js, wasm } = document.querySelector('script[data-wasm]').dataset;
    const address = (file) => new URL(file, document.baseURI).href;
    const module = await WebAssembly.compileStreaming(fetch(address(wasm)));
    const table = new Uint8Array(await (await fetch(address('words-3.txt'))).arrayBuffer());
    const worker = new Worker(address('worker.js'), { type: 'module' });
    const heard = () => new Promise((tell) => {
      worker.onmessage = ({ data }) => { if (data === 'ready' || data.startsWith('{')) tell(data); };
    });
    worker.postMessage({ js: address(js), module, table });
    await heard();
    const texts = [];
    for (const [id, job] of asked.entries()) {
      worker.postMessage(JSON.stringify({ id, ...job }));
      texts.push(JSON.parse(await heard()).text);
    }
    worker.terminate();
    return texts;
  }, questions);
  assert.equal(answers.length, questions.length);
  const hash = createHash('sha256').update(answers.join('')).digest('hex');
  assert.equal(hash, fixture('embedded_verdicts.sha256').trim());
});

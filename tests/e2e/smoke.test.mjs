// The release build starts and judges: from the root of a host, from a sub-path, without rights that it should not need;
// and where it cannot start, the page says so.

import assert from 'node:assert/strict';
import { scenario, axe, fitsWidth } from './harness/scenario.mjs';

for (const under of ['/', '/some/sub/path/', '/with%20space/']) {
  scenario(`starts and judges from ${under}`, { under }, async ({ me, page, app, site, shot }) => {
    const title = app.getByRole('heading', { level: 1 });
    assert.notEqual((await title.first().textContent()).trim(), '');
    assert.equal(await page.locator('#start').count(), 0, 'the loading text is gone');
    assert.ok(site.served.some((file) => file.endsWith('.wasm')), 'the app came from this server');
    await me.example();
    assert.match(await me.verdict.locator('.score').innerText(), /^[\d.]+\s*\/ 5/);
    assert.ok(site.served.some((file) => file.startsWith('words')), 'so did its word table');
    await page.getByRole('button', { name: '中文 繁體中文' }).click();
    assert.ok(new URL(page.url()).pathname.startsWith(under), 'the address stays below the path');
    await shot();
  });
}

for (const [lang, width] of [['en', 390], ['zh-Hant', 1280]]) {
  scenario(`paints the start before it fetches the program, and nothing larger or moved after it: ${lang}, ${width} px`, {
    lang,
    width,
    worker: false,
    init: `
      globalThis.largest = [];
      globalThis.moved = 0;
      const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
      watch('largest-contentful-paint', ({ element }) => globalThis.largest.push(element?.className));
      watch('layout-shift', ({ value }) => { globalThis.moved += value; });
    `,
  }, async ({ page }) => {
    // Two frames later what the app painted has been measured.
    await page.evaluate(() => new Promise((tell) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell, 100))); }));
    const { painted, asked, largest, moved } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      asked: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('_bg.wasm')).startTime,
      largest: globalThis.largest,
      moved: globalThis.moved,
    }));
    assert.ok(asked > painted, `the program was asked for at ${asked} ms, the start painted at ${painted} ms`);
    assert.deepEqual(largest, ['start-what']);
    assert.equal(moved, 0);
  });
}

scenario('starts in a tab that nobody looks at, where nothing is painted', {
  init: `
    Object.defineProperty(document, 'hidden', { get: () => true });
    globalThis.requestAnimationFrame = () => 0;
    PerformanceObserver.prototype.observe = () => {};
  `,
  worker: false,
}, async ({ page, app }) => {
  const begun = await page.evaluate(() => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('_bg.wasm')).startTime);
  assert.ok(begun < 3000, `the program was asked for after ${begun} ms`);
  await app.locator('#judge').waitFor();
  await page.locator('#quality').waitFor({ state: 'attached' });
});

scenario('starts with a query and a fragment in the address', { query: '?lang=en#anything/else' }, async ({ app }) => {
  assert.ok(await app.locator('h1').first().isVisible());
});

scenario('the policy lets no inline script run', { expected: [/security policy: script-src/, /console error/] },
  async ({ page }) => {
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.smuggled = true';
      document.body.append(script);
      return globalThis.smuggled ?? false;
    });
    assert.equal(ran, false);
  });

scenario('the policy lets no code be made from text', { expected: [/security policy: script-src/, /console error/] },
  async ({ page }) => {
    const outcome = await page.evaluate(() => new Promise((tell) => {
      setTimeout(() => {
        try {
          tell(String(new Function('return 1')()));
        } catch (error) {
          tell(error.name);
        }
      }, 0);
    }));
    assert.equal(outcome, 'EvalError');
  });

scenario(
  'says why when a part of the app is missing',
  { fail: (file) => file.endsWith('.wasm'), ready: false, expected: [/console error/], width: 390 },
  async ({ page, shot }) => {
    await page.getByRole('heading', { name: 'Assay could not start' }).waitFor();
    assert.ok(await page.getByText('無法啟動的常見原因').isVisible());
    assert.notEqual(await page.locator('#start-error').textContent(), '');
    await fitsWidth(page);
    await axe(page);
    await shot();
  },
);

scenario('says it when the word table cannot be had, and judges once it can', {
  fail: (() => {
    let asked = 0;
    return (file) => file.startsWith('words') && (asked += 1) === 1;
  })(),
  expected: [/console error/],
  worker: false,
}, async ({ me }) => {
  await me.example();
  assert.match(await me.verdict.locator('.no-score').innerText(), /No score[\s\S]*could not be fetched[\s\S]*What to do/);
  await me.judge();
  await me.verdict.locator('.score b').waitFor();
});

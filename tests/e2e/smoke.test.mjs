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

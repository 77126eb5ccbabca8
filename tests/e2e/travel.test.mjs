// Going about: Back and Forward, a reload, links and files that are opened in the open page; and what was entered or
// deleted and is wanted back.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { historyOf, kept, stored } from './harness/history.mjs';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { packed } from './harness/links.mjs';
import { scenario } from './harness/scenario.mjs';
import { hangs, scripted } from './servers/scripted.mjs';

const heading = (page, name) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const open = (page, name, text, mimeType = 'text/plain') =>
  page.locator('#open-file').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
const openHistory = async (page) => {
  await page.locator('#to-history').click();
  await page.locator('#history-search').waitFor();
};
const linkOf = async (page, kind = 'verdict') => {
  await page.locator('#share').click();
  await page.locator(`#share-${kind}`).check();
  const link = await page.locator('#share-link').inputValue();
  await page.keyboard.press('Escape');
  return link;
};
for (const under of ['/', '/some/where/']) {
  scenario(`Back and Forward go through the pages: ${under}`, { under }, async ({ me, page }) => {
    await me.fill(LIGHTHOUSE);
    await openHistory(page);
    assert.match(await page.title(), /^History/);
    await page.locator('#to-how').click();
    await heading(page, 'How it works');
    await page.goBack();
    await heading(page, 'History');
    await page.goBack();
    await heading(page, 'RAG Recall');
    assert.equal(await me.box('E1 Essential passage').inputValue(), LIGHTHOUSE.essential[0], 'what was typed is there');
    await page.goForward();
    await heading(page, 'History');
    await page.goForward();
    await heading(page, 'How it works');
    assert.ok(await page.evaluate(() => document.activeElement.id === 'main'));
    await page.reload();
    await heading(page, 'How it works');
    await page.goBack();
    await heading(page, 'History');
    assert.ok(new URL(page.url()).pathname.startsWith(under));
  });
}

scenario('the same page twice is one step', {}, async ({ page }) => {
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await openHistory(page);
  await page.locator('#to-history').click();
  await page.locator('#to-history').click();
  assert.equal(await steps(), before + 1);
});

for (const [name, opener, dialog] of [
  ['the page of a metric', (page) => page.locator('#metric-about').click(), '#metric-page'],
  ['How good is this judge?', async (page) => {
    await page.locator('#judge-pill').click();
    await page.locator('#judge-quality').click();
  }, '#quality'],
]) {
  scenario(`Back closes, Forward opens: ${name}`, {}, async ({ page }) => {
    const before = await page.evaluate(() => history.length);
    await opener(page);
    await page.locator(`${dialog}[open]`).waitFor();
    await page.goBack();
    await page.locator(`${dialog}[open]`).waitFor({ state: 'detached' });
    // The dialog's own "close" event comes a task later; no person goes forward before it.
    await page.waitForTimeout(300);
    await page.goForward();
    await page.locator(`${dialog}[open]`).waitFor();
    // Closing it is a step back, not one more.
    await page.keyboard.press('Escape');
    await page.locator(`${dialog}[open]`).waitFor({ state: 'detached' });
    await page.waitForFunction(() => !/page=(metric|quality)/.test(location.search));
    assert.equal(await page.evaluate(() => history.length), before + 1);
    await page.goForward();
    await page.locator(`${dialog}[open]`).waitFor();
    await page.reload();
    await page.locator(`${dialog}[open]`).waitFor();
  });
}

scenario('Back from an opened entry leads to the list', {}, async ({ me, page }) => {
  await me.example();
  await page.waitForTimeout(300);
  await openHistory(page);
  await page.locator('.entry-title').first().click();
  await page.locator('#verdict .facts').waitFor();
  await page.goBack();
  await page.locator('.entry-title').first().waitFor();
  await page.goForward();
  await page.locator('#verdict .facts').waitFor();
});

scenario('a run goes on while one looks elsewhere, and opening its entry leads to it', {
  api: () => scripted({ script: [hangs()] }),
}, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai });
  await me.start();
  await me.verdict.getByText('Judging…').waitFor();
  while (api.calls.length < 1) await page.waitForTimeout(50);
  await openHistory(page);
  await page.goBack();
  await me.verdict.getByText('Judging…').waitFor();
  await page.goForward();
  await page.locator('.entry-title').first().click();
  await me.verdict.getByText('Judging…').waitFor();
  assert.equal(await page.locator('#verdict[aria-busy="true"]').count(), 1, 'it was not cancelled');
  assert.equal(api.calls.length, 1);
});

scenario('links that are pasted into the open page open, one after the other, and Back returns', {}, async ({ me, page }) => {
  await me.example();
  const [verdict, scores] = [await linkOf(page), await linkOf(page, 'scores')];
  const go = (link) => page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
  await go(verdict);
  await heading(page, 'Shared evaluation');
  await go(scores);
  await heading(page, 'Shared scores');
  await page.goBack();
  await heading(page, 'Shared evaluation');
  await page.reload();
  await heading(page, 'Shared evaluation');
  await page.goBack();
  await heading(page, 'RAG Recall');
  await me.verdict.locator('.facts').waitFor();
  await page.goForward();
  await heading(page, 'Shared evaluation');
  await page.locator('#edit-copy').click();
  await heading(page, 'RAG Recall');
  await page.goBack();
  await heading(page, 'Shared evaluation');
});

scenario('a link that is left while it is read does not come after one', {}, async ({ me, page }) => {
  await me.example();
  const link = await linkOf(page);
  await page.evaluate((hash) => {
    location.hash = hash;
    history.back();
  }, new URL(link).hash);
  await page.waitForTimeout(800);
  await heading(page, 'RAG Recall');
});

scenario('an opened file is a page: Back, Forward and a reload', {}, async ({ me, page }) => {
  await me.example();
  await page.locator('#share').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#save-json').click()]);
  const text = readFileSync(await file.path(), 'utf8');
  await page.keyboard.press('Escape');
  await openHistory(page);
  await open(page, 'case.json', text);
  await heading(page, 'Shared evaluation');
  await open(page, 'odd.json', '{"a": 1}');
  await page.locator('[role="alert"]').filter({ hasText: 'odd.json' }).waitFor();
  await page.goBack();
  await heading(page, 'Shared evaluation');
  await page.getByRole('button', { name: '中文 繁體中文' }).click();
  await heading(page, '分享的評審');
  await page.reload();
  await heading(page, '分享的評審');
  await page.goForward();
  await page.locator('[role="alert"]').filter({ hasText: 'odd.json' }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.locator('#history-search').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hant', 'the language stays');
});

scenario('the address tells the metric of today, whatever it was at that step', {}, async ({ page }) => {
  await page.locator('#metric').selectOption('faithfulness');
  await heading(page, 'Faithfulness');
  await openHistory(page);
  await page.locator('#to-judge').click();
  await page.locator('#metric').selectOption('bleu');
  await heading(page, 'BLEU');
  await page.goBack();
  await page.goBack();
  await heading(page, 'BLEU');
  assert.equal(new URL(page.url()).searchParams.get('metric'), 'bleu');
});

// What was entered is never lost without a way back.

scenario('what a file, an example, a paste or an entry replaces can be brought back', {}, async ({ me, page, axe, shot }) => {
  const answer = () => me.box(me.names.answer).inputValue();
  const back = () => page.locator('#bring-back');
  await me.fill(LIGHTHOUSE);
  await open(page, 'answer.txt', 'Another answer.');
  await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some((box) => box.value === 'Another answer.'));
  await axe();
  await shot();
  await back().click();
  assert.equal(await answer(), LIGHTHOUSE.answer);
  assert.equal(await back().count(), 0);

  await page.locator('.empty-examples button').first().click();
  await page.locator('#verdict .facts').waitFor();
  assert.notEqual(await answer(), LIGHTHOUSE.answer);
  await back().click();
  assert.equal(await answer(), LIGHTHOUSE.answer);
  assert.equal(await me.box('E1 Essential passage').inputValue(), LIGHTHOUSE.essential[0]);
  assert.equal(await page.locator('#verdict .empty').count(), 1, 'no verdict stands beside what it is not about');

  await page.locator('#examples-open').click();
  await page.locator('.menu-item').first().click();
  await back().click();
  await me.press(me.input, 'Paste marked ground truth').catch(() => page.locator('#paste-marked-open').click());
  await page.locator('#paste-marked').fill('[ESSENTIAL PASSAGE] Pasted.');
  await page.locator('.paste .secondary').click();
  await back().click();
  assert.equal(await me.box('E1 Essential passage').inputValue(), LIGHTHOUSE.essential[0]);

  await openHistory(page);
  await page.locator('.entry-title').first().click();
  await page.locator('#verdict .facts').waitFor();
  await back().click();
  assert.equal(await answer(), LIGHTHOUSE.answer);
});

scenario('an opened entry of another metric gives way to what was entered', {}, async ({ me, page }) => {
  await me.example();
  await page.locator('#metric').selectOption('faithfulness');
  await me.input.getByRole('textbox', { name: 'Question', exact: true }).fill('When was it built?');
  await page.locator('#metric').selectOption('rag-recall');
  await me.box(me.names.answer).fill('My own answer.');
  await openHistory(page);
  await page.locator('.entry-title').first().click();
  await page.locator('#bring-back').click();
  assert.equal(await me.box(me.names.answer).inputValue(), 'My own answer.');
});

scenario('what the page filled in itself is not offered back', {}, async ({ me, page }) => {
  await me.example();
  await page.locator('#examples-open').click();
  await page.locator('.menu-item').nth(1).click();
  await page.waitForTimeout(400);
  assert.equal(await page.locator('#bring-back').count(), 0);
});

// Deleting.

scenario('a deletion can be undone after a reload, and in another tab', {}, async ({ me, page, context, site }) => {
  await me.example();
  await page.waitForTimeout(300);
  await openHistory(page);
  const other = await context.newPage();
  await other.goto(`${site.url}?page=history`);
  await other.locator('.entry').waitFor();
  await page.locator('#history-delete-all').click();
  await page.locator('#history-undo').waitFor();
  assert.equal(await kept(page), 0);
  await page.reload();
  await page.locator('#history-undo').waitFor();
  assert.equal(await page.locator('.entry').count(), 0);
  await other.locator('#history-undo').click();
  await other.locator('.entry').waitFor();
  await page.locator('.entry').waitFor();
  await page.locator('#history-undo').waitFor({ state: 'detached' });
  assert.equal(await kept(page), 1);
});

scenario('what was deleted is gone for good after ten seconds, wherever one is then', {}, async ({ me, page }) => {
  await me.example();
  await page.waitForTimeout(300);
  await openHistory(page);
  await page.locator('#history-delete-all').click();
  await page.locator('#history-undo').waitFor();
  await page.locator('#to-judge').click();
  await page.reload();
  await page.locator('.empty-examples, #verdict .facts').first().waitFor();
  assert.equal(await page.locator('#verdict .facts').count(), 0, 'what was deleted does not come back to the page');
  await page.waitForTimeout(10_500);
  assert.equal((await stored(page)).length, 0);
});

scenario('what was deleted goes also when the page was closed meanwhile', { expected: [/favicon\.ico/] }, async ({ me, page, context, site }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await me.example();
  await page.waitForTimeout(300);
  await openHistory(page);
  await page.locator('#history-delete-all').click();
  await page.locator('#history-undo').waitFor();
  const last = await context.newPage();
  await last.goto(`${site.url}judge-figures.json`);
  await page.close();
  await last.waitForTimeout(14_000);
  assert.equal((await stored(last)).length, 0);
});

scenario('a deleted entry that another tab names or changes stays deleted, and that is told', {}, async ({ me, page, context, site }) => {
  await me.example();
  await page.waitForTimeout(300);
  const other = await context.newPage();
  await other.goto(`${site.url}?page=history`);
  await other.locator('.entry .quiet').click();
  await other.getByLabel('Name', { exact: true }).fill('kept?');
  // The other tab does not hear of it in time.
  await other.evaluate(() => { BroadcastChannel.prototype.dispatchEvent = () => false; });
  await openHistory(page);
  await page.evaluate(() => { BroadcastChannel.prototype.postMessage = () => {}; });
  await page.locator('#history-delete-all').click();
  await page.locator('#history-undo').waitFor();
  await other.locator('.entry-tools').getByRole('button', { name: /^Save / }).click();
  await other.locator('.trouble').filter({ hasText: 'no longer there' }).waitFor();
  assert.equal(await kept(page), 0);
});

scenario('Delete all leaves what is under way, and says so', {},
  async ({ me, page }) => {
    await me.example();
    await page.waitForTimeout(300);
    await me.fill(LIGHTHOUSE);
    await me.byHand();
    await me.start();
    await page.locator('.hand').waitFor();
    await page.waitForTimeout(300);
    await openHistory(page);
    await page.locator('.entry').nth(1).waitFor();
    await page.locator('.entry').filter({ hasText: 'Under way' }).locator('.quiet').click();
    assert.equal(await page.locator('.entry-tools').getByRole('button', { name: /^Delete / }).count(), 0);
    await page.locator('#history-delete-all').click();
    await page.locator('.said').filter({ hasText: 'Under way, and therefore left: 1.' }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.entry').length === 1);
    await page.locator('#to-judge').click();
    await me.paste(recall([5, 4], [1]));
    await me.settled();
    await openHistory(page);
    await page.waitForFunction(() => document.querySelectorAll('.entry').length === 1);
    assert.equal(await kept(page), 1);
    await page.locator('.entry .chip b', { hasText: /^4\.\d/ }).waitFor();
  });

scenario('5,000 entries are deleted and brought back', { patience: 30_000 }, async ({ page }) => {
  await historyOf(page, 5000);
  await page.locator('#history-usage').filter({ hasText: '5,000 of 5,000' }).waitFor();
  const took = await page.evaluate(async () => {
    const began = performance.now();
    document.querySelector('#history-delete-all').click();
    while (!document.querySelector('#history-undo')) await new Promise((go) => { setTimeout(go, 20); });
    return performance.now() - began;
  });
  console.log(`5,000 entries were deleted in ${took.toFixed(0)} ms`);
  await page.locator('#history-undo').click();
  await page.locator('#history-usage').filter({ hasText: '5,000 of 5,000' }).waitFor();
});

// What does not come.

for (const lang of ['en', 'zh-Hant']) {
  let failing = false;
  scenario(`a page whose file does not come has its bar and its place: ${lang}`, {
    lang, worker: false, width: lang === 'en' ? 1280 : 390,
    fail: (file) => failing && file.endsWith('.wasm'),
    expected: [/console error/, /uncaught/],
  }, async ({ page, axe, shot }) => {
    // A build that is not split holds everything in one file.
    if (!(await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.parts.js'))))) return;
    failing = true;
    await page.locator('#to-history').click();
    const told = page.locator('main#main [role="alert"]');
    await told.waitFor();
    assert.equal(await page.locator('header.bar #to-judge').count(), 1);
    await axe();
    await shot();
    failing = false;
    await told.getByRole('button').click();
    await page.locator('#history-search').waitFor();
    await page.locator('#to-judge').click();
    await page.locator('#judge').waitFor();
  });
}

// Claims that nobody can check are held against their scale.

scenario('an impossible score among shared ones is marked', {}, async ({ page, site, axe, shot }) => {
  const scores = (claims) => ({ k: 'scores', m: claims.map(([i, scored]) => ({ i, c: { scored } })) });
  const claims = page.locator('.claim');
  await page.goto('about:blank');
  await page.goto(site.url + packed(scores([['rag-recall', 99], ['faithfulness', 1.2], ['bleu', 101], ['rag-recall', 4.5], ['faithfulness', -0.1], ['context-recall', 1]])));
  await claims.first().waitFor();
  const bad = await claims.evaluateAll((all) => all.map((claim) => claim.matches('.bad') && claim.innerText.includes('✗')));
  assert.deepEqual(bad, [true, true, true, false, true, false]);
  assert.match(await claims.first().innerText(), /99[\s\S]*gives 1 to 5/);
  await axe();
  await shot();
  const file = { assay: 1, holds: 'scores', metrics: [{ id: 'rag-recall', version: 1, claimed: { scored: 99 } }] };
  const html = `<!doctype html><script type="application/json" id="assay-record">${JSON.stringify(file)}</script>`;
  // Each has a number of its own, so that what stood there before is not taken for it.
  for (const [name, text, number] of [['a.json', JSON.stringify(file), '77'], ['a.html', html, '88']]) {
    await open(page, name, text.replace('99', number));
    await page.locator('.claim.bad').filter({ hasText: number }).filter({ hasText: '✗' }).waitFor();
    assert.equal(await claims.count(), 1);
  }
  // No number at all is no record.
  for (const [place, number] of ['NaN', '1e999', 'null', '"5"'].entries()) {
    const name = `odd-${place}.json`;
    await open(page, name, JSON.stringify(file).replace('99', number));
    await page.locator('main [role="alert"]').filter({ hasText: name }).waitFor();
  }
});

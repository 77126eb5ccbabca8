// What outlives the tab: the history, over reloads, crashes, two tabs, full and blocked storage; and working without a
// network.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchWith } from './harness/browser.mjs';
import { historyOf, kept, stored } from './harness/history.mjs';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { person } from './harness/person.mjs';
import { withinLink } from './harness/places.mjs';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { DIST, serve } from './harness/site.mjs';
import { hangs, says, scripted } from './servers/scripted.mjs';

const FAITHFUL = {
  question: 'When was the lighthouse built?',
  contexts: ['The lighthouse was built in 1871.'],
  answer: 'It was built in 1871. It is blue.',
};
const STATEMENTS = '{"statements": ["The lighthouse was built in 1871.", "The lighthouse is blue."]}';
const VERDICTS = '{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}';

const history = async (page) => {
  await page.locator('#to-history').click();
  await page.locator('#history-search').waitFor();
};
const fillFaithful = async (page, { question, contexts, answer }) => {
  const boxes = page.locator('#input textarea');
  for (const [place, text] of [question, answer, ...contexts].entries()) await boxes.nth(place).fill(text);
};

for (const lang of ['en', 'zh-Hant']) {
  scenario(`an evaluation is there at once after a reload: ${lang}`, { lang }, async ({ me, page, axe, shot }) => {
    await me.example();
    const score = await page.locator('#verdict .score, #verdict .verdict').first().innerText();
    await page.reload();
    await page.locator('#verdict .facts').waitFor();
    assert.equal(await page.locator('#verdict .score, #verdict .verdict').first().innerText(), score);
    await history(page);
    assert.equal(await page.locator('.entry').count(), 1);
    await page.locator('.entry .quiet').click();
    await axe();
    await fitsWidth(page);
    await shot();
  });

  scenario(`an interrupted run goes on where it stopped: ${lang}`, {
    lang, query: '?metric=faithfulness', api: () => scripted({ script: [says(STATEMENTS), hangs()] }),
    expected: [/ERR_|Failed to fetch/],
  }, async ({ me, page, api, shot, axe }) => {
    await fillFaithful(page, FAITHFUL);
    await me.api({ base: api.base.openai, key: 'sk-planted-000000000000' });
    await me.start();
    await page.waitForFunction(() => document.querySelector('.go .cost')?.textContent.includes('1'));
    while (api.calls.length < 2) await page.waitForTimeout(50);
    await page.waitForTimeout(400);
    await page.reload();
    await page.locator('#go-on').waitFor();
    await axe();
    await shot();
    // The same judge has to be chosen again, with its key.
    await page.locator('#judge-pill').click();
    await page.locator('#api-base').fill(api.base.openai);
    await page.locator('#api-key').fill('sk-planted-000000000000');
    await page.keyboard.press('Tab');
    await me.closeJudges();
    api.now(says(VERDICTS));
    const before = api.calls.length;
    await page.locator('#go-on').click();
    await page.locator('#confirm-go').click();
    await page.locator('#verdict .facts').waitFor();
    assert.equal(api.calls.length - before, 1, 'the statements were not asked for again');
    assert.match(await page.locator('#verdict').innerText(), /0\.5/);
    const [record, ...more] = await stored(page);
    assert.equal(more.length, 0, 'one entry, not two');
    assert.deepEqual(record.metrics[0].claimed, { scored: 0.5 });
    const whole = JSON.stringify(record);
    assert.ok(!whole.includes('sk-planted') && !whole.includes('authorization'), whole);
  });
}

scenario('another judge does not go on with an evaluation', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await me.paste(recall([5, null], [1]));
  await page.locator('textarea[readonly], .by-hand').first().waitFor();
  await page.waitForTimeout(400);
  await page.reload();
  await page.locator('#go-on').waitFor();
  await page.locator('#judge-pill').click();
  await me.dialog.getByRole('radio', { name: me.names.embedded }).check();
  await me.closeJudges();
  await page.locator('#go-on').click();
  await page.locator('.note').filter({ hasText: 'another judge' }).waitFor();
});

scenario('the history is searched, named, copied, scored again, deleted and brought back', {}, async ({ me, page, axe, shot }) => {
  await me.example();
  await history(page);
  await page.locator('.entry .quiet').click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour case');
  await page.getByLabel('Note', { exact: true }).fill('to be shown on Monday');
  await page.locator('.entry-tools').getByRole('button', { name: /^Save / }).click();
  await page.locator('.entry-title:focus', { hasText: 'Harbour case' }).waitFor();
  await page.getByRole('button', { name: 'Score again' }).click();
  await page.locator('.said').filter({ hasText: 'as it was noted' }).waitFor();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.locator('.entry').nth(1).waitFor();
  assert.equal(await page.locator('.entry-title', { hasText: 'Harbour case (copy)' }).count(), 1);
  await page.locator('#history-search').fill('monday HARBOUR');
  assert.equal(await page.locator('.entry').count(), 2);
  await page.locator('#history-search').fill('nothing of the kind');
  await page.getByText('Nothing fits this search.').waitFor();
  await page.locator('#history-search').fill('');
  await page.locator('#history-metric').selectOption('bleu');
  assert.equal(await page.locator('.entry').count(), 0);
  await page.locator('#history-metric').selectOption('');
  await page.locator('#history-delete-all').click();
  await page.locator('#history-undo').waitFor();
  assert.equal(await kept(page), 0, 'deleted at once');
  await page.getByText('Nothing is kept yet').waitFor();
  await axe();
  await shot('deleted');
  await page.locator('#history-undo').click();
  await page.locator('.entry').nth(1).waitFor();
  assert.equal(await kept(page), 2);
  await page.locator('.entry-title').first().click();
  await page.locator('#verdict .facts').waitFor();
});

scenario('with a search, what is shown is deleted and nothing else', {}, async ({ page }) => {
  await historyOf(page, 60);
  await page.locator('#history-search').fill('case no12');
  const these = page.locator('#history-delete-all', { hasText: 'Delete these 1' });
  await these.click();
  await page.locator('#history-undo').waitFor();
  await page.locator('#history-search').fill('');
  await page.locator('#history-usage').filter({ hasText: '59 of 59' }).waitFor();
  await page.locator('#history-delete-all', { hasText: 'Delete all' }).waitFor();
  // Nothing fits: nothing is deleted.
  await page.locator('#history-search').fill('nothing of the kind');
  await page.locator('#history-delete-all').click();
  await page.locator('#history-search').fill('');
  await page.locator('#history-usage').filter({ hasText: '59 of 59' }).waitFor();
});

scenario('any text of an evaluation is found, in full-width letters as well', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill({ ...LIGHTHOUSE, answer: `${'Nothing of note. '.repeat(40)} The keeper was Ｔｉｌｄａ, aged 24.` });
  await me.start();
  await me.paste(recall([5, 4], [1]));
  await page.locator('#verdict .facts').waitFor();
  await history(page);
  for (const [words, found] of [['tilda', 1], ['Ｔilda ２４', 1], ['electrified', 1], ['gardener', 0]]) {
    await page.locator('#history-search').fill(words);
    await page.waitForFunction((count) => document.querySelectorAll('.entry').length === count, found);
  }
});

scenario('a deletion can be undone for ten seconds', {}, async ({ me, page }) => {
  await me.example();
  await history(page);
  await page.locator('.entry .quiet').click();
  await page.locator('.entry-tools').getByRole('button', { name: /^Delete / }).click();
  await page.locator('#history-undo').waitFor();
  await page.waitForTimeout(9000);
  assert.equal(await page.locator('#history-undo').count(), 1);
  await page.locator('#history-undo').waitFor({ state: 'detached', timeout: 4000 });
  assert.equal((await stored(page)).length, 0);
  // The focus is not lost with the button.
  await page.waitForFunction(() => document.activeElement.id === 'history-search');
});

scenario('where the ten seconds are over when one takes it back, nothing says that it is there again', {}, async ({ me, page }) => {
  await me.example();
  await history(page);
  await page.locator('.entry .quiet').click();
  await page.locator('.entry-tools').getByRole('button', { name: /^Delete / }).click();
  await page.locator('#history-undo').waitFor();
  // As another tab does whose clock is a little ahead.
  await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('assay').onsuccess = ({ target: { result: database } }) => {
      const transaction = database.transaction(['entries', 'records'], 'readwrite');
      for (const name of ['entries', 'records']) transaction.objectStore(name).clear();
      transaction.oncomplete = () => resolve(database.close());
    };
  }));
  await page.locator('#history-undo').click();
  await page.locator('.said', { hasText: 'Too late' }).waitFor();
});

scenario('a score that the code of today does not give is shown as changed', {}, async ({ me, page }) => {
  await me.example();
  await page.waitForTimeout(300);
  await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('assay').onsuccess = ({ target }) => {
      const transaction = target.result.transaction('records', 'readwrite');
      const records = transaction.objectStore('records');
      records.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        const record = JSON.parse(cursor.value);
        record.metrics[0].claimed = { scored: 1.25 };
        cursor.update(JSON.stringify(record));
      };
      transaction.oncomplete = resolve;
    };
  }));
  await history(page);
  await page.locator('.entry .quiet').click();
  await page.getByRole('button', { name: 'Score again' }).click();
  await page.locator('.said').filter({ hasText: '1.25 / 5 was noted' }).waitFor();
  // Whoever comes back to the list sees it as well.
  await page.reload();
  await page.locator('.chip .changed', { hasText: 'today' }).waitFor();
  await page.locator('.entry-title').first().click();
  await page.locator('.note').filter({ hasText: 'another score' }).waitFor();
});

scenario('a changed verdict is kept with its note', {}, async ({ me, page }) => {
  await me.example();
  await page.locator('#verdict .row [aria-expanded]').first().click();
  await page.locator('.change input[inputmode="decimal"]').first().fill('1');
  await page.locator('.change .note-field input').first().fill('it does not say when');
  await page.locator('.change .secondary').first().click();
  await page.locator('.tag.edited').first().waitFor();
  await page.waitForTimeout(300);
  const [record] = await stored(page);
  assert.match(JSON.stringify(record.metrics[0].overrides), /it does not say when/);
  await page.reload();
  await page.locator('.tag.edited').first().waitFor();
});

scenario('two tabs keep side by side, and see each other', {}, async ({ me, page, context, site }) => {
  const other = await context.newPage();
  await other.goto(site.url);
  await other.locator('#to-history').click();
  await other.getByText('Nothing is kept yet').waitFor();
  await me.example();
  await other.locator('.entry').waitFor();
  await other.locator('#to-judge').click();
  await other.locator('.empty-examples button').first().click();
  await other.locator('#verdict .facts').waitFor();
  await history(page);
  await page.locator('.entry').nth(1).waitFor();
  // One tab names an entry while the other has it on its page and changes a verdict: neither loses.
  await page.locator('.entry .quiet').first().click();
  await page.getByLabel('Name', { exact: true }).fill('named here');
  await page.locator('.entry-tools').getByRole('button', { name: /^Save / }).click();
  await page.locator('.entry-title', { hasText: 'named here' }).waitFor();
  await other.locator('#verdict .row [aria-expanded]').first().click();
  await other.locator('.change input[inputmode="decimal"]').first().fill('1');
  await other.locator('.change .secondary').first().click();
  await other.locator('.tag.edited').first().waitFor();
  await page.waitForTimeout(400);
  const records = await stored(page);
  assert.equal(records.length, 2);
  const named = records.find(({ name }) => name === 'named here');
  assert.ok(named?.metrics[0].overrides, JSON.stringify(named));
});

scenario('of a name and a note that two tabs change at once neither loses, and of two names one is asked about', {}, async ({ me, page, context, site }) => {
  await me.example();
  await history(page);
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  for (const tab of [page, other]) await tab.locator('.entry .quiet').first().click();
  const save = (tab) => tab.locator('.entry-tools').getByRole('button', { name: /^Save / }).click();
  const words = async () => {
    const [{ name = '', note = '' }] = await stored(page);
    return { name, note };
  };
  // The other tab types a note and knows nothing of the name.
  await other.getByLabel('Note', { exact: true }).fill('note from the other');
  await page.getByLabel('Name', { exact: true }).fill('named here');
  await save(page);
  await page.getByText('Saved.').waitFor();
  await other.locator('.entry-title', { hasText: 'named here' }).waitFor();
  assert.equal(await other.getByLabel('Name', { exact: true }).inputValue(), 'named here', 'what is not typed in follows the entry');
  await save(other);
  await other.getByText('Saved.').waitFor();
  assert.deepEqual(await words(), { name: 'named here', note: 'note from the other' });
  // Both change the name: the second is told, and neither is lost.
  const reopen = async (tab) => {
    if (!(await tab.getByLabel('Name', { exact: true }).count())) await tab.locator('.entry .quiet').first().click();
  };
  await reopen(page);
  await reopen(other);
  await other.getByLabel('Name', { exact: true }).fill('from the other');
  await page.getByLabel('Name', { exact: true }).fill('from the first');
  await save(page);
  await other.locator('.entry-title', { hasText: 'from the first' }).waitFor();
  await save(other);
  const told = other.locator('.entry-tools [role="alert"]');
  await told.waitFor();
  assert.match(await told.innerText(), /from the first/);
  assert.equal(await other.getByLabel('Name', { exact: true }).inputValue(), 'from the other');
  assert.deepEqual(await words(), { name: 'from the first', note: 'note from the other' });
  // Who has read it and saves again means it.
  await save(other);
  await other.locator('.entry-title', { hasText: 'from the other' }).waitFor();
  assert.deepEqual(await words(), { name: 'from the other', note: 'note from the other' });
});

scenario('what a tab that is gone has left unfinished is offered to a new one, until it is left', {
  query: '?metric=faithfulness', api: () => scripted({ script: [says(STATEMENTS), hangs()] }),
  expected: [/ERR_|Failed to fetch/],
}, async ({ me, page, api, context, site }) => {
  const KEY = 'sk-planted-000000000000';
  await fillFaithful(page, FAITHFUL);
  await me.api({ base: api.base.openai, key: KEY });
  await me.start();
  while (api.calls.length < 2) await page.waitForTimeout(50);
  await page.waitForTimeout(400);
  // While a tab has it, another one is offered nothing.
  const beside = await context.newPage();
  await beside.goto(site.url);
  await beside.waitForTimeout(1500);
  assert.equal(await beside.locator('.offered').count(), 0);
  await beside.close();
  // The tab is gone as in a crash: a blank page has none of its locks and none of its memory.
  await page.goto('about:blank');
  const next = await context.newPage();
  await next.goto(site.url);
  await next.locator('#offer-go-on').waitFor();
  assert.match(await next.locator('.offered').innerText(), /When was the lighthouse built\?|It was built in 1871/);
  assert.match(await next.locator('#offer-go-on').innerText(), /1/);
  await next.locator('#offer-go-on').click();
  await next.waitForFunction(() => [...document.querySelectorAll('#input textarea')].some(({ value }) => value.includes('1871')));
  assert.equal(await next.locator('.offered').count(), 0);
  // One press goes on: the kept texts are in the form before it is read.
  await next.locator('#confirm-go').waitFor();
  assert.equal(await next.locator('[aria-invalid="true"]').count(), 0);
  await next.close();
  // It was taken up once, and is not offered again.
  const third = await context.newPage();
  await third.goto(site.url);
  await third.locator('#judge').waitFor();
  await third.waitForTimeout(1500);
  assert.equal(await third.locator('.offered').count(), 0);
});

/** A browser with a profile of its own, which outlives a crash: `use` gets a page, `crash` and a site. */
const crashing = (name, use) => test(name, { timeout: 90_000 }, async () => {
  const site = await serve();
  const profile = mkdtempSync(join(tmpdir(), 'assay-crash-'));
  let context = await launchWith(profile);
  // The whole browser is gone at once, with all that it had not written to disk.
  const crash = async (page) => {
    const session = await context.newCDPSession(page);
    const gone = new Promise((go) => context.once('close', go));
    session.send('Browser.crash').catch(() => {});
    await Promise.race([gone, new Promise((go) => setTimeout(go, 5000))]);
    await context.close().catch(() => {});
    context = await launchWith(profile);
    return context.newPage();
  };
  try {
    await use({ page: await context.newPage(), crash, site });
  } finally {
    await context.close().catch(() => {});
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

crashing('what a crash of the browser has interrupted is offered, however soon it came', async ({ page, crash, site }) => {
  const api = await scripted({ script: [says(STATEMENTS), hangs()] });
  try {
    await page.goto(`${site.url}?metric=faithfulness`);
    const me = person(page);
    await page.locator('#judge').waitFor();
    await fillFaithful(page, FAITHFUL);
    await me.api({ base: api.base.openai, key: 'sk-planted-000000000000' });
    await me.start();
    while (api.calls.length < 2) await page.waitForTimeout(50);
    await page.waitForTimeout(600);
    const next = await crash(page);
    await next.goto(site.url);
    await next.locator('#offer-go-on').waitFor();
    assert.match(await next.locator('#offer-go-on').innerText(), /1/);
    // What localStorage was told before a crash may be lost; here it surely is.
    await next.evaluate(() => localStorage.clear());
    await next.reload();
    await next.locator('#offer-go-on').waitFor();
  } finally {
    await api.close();
  }
});

crashing('a first visit opens no database, and what is not to be kept is not kept after a crash either', async ({ page, crash, site }) => {
  const names = (tab) => tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort());
  await page.goto(site.url);
  await page.locator('#judge').waitFor();
  await page.waitForTimeout(1500);
  assert.deepEqual(await names(page), []);
  await history(page);
  await page.locator('#history-mode').selectOption('off');
  await page.waitForFunction(async () => (await indexedDB.databases()).some(({ name }) => name === 'assay-history-off'));
  let next = await crash(page);
  await next.goto(site.url);
  await history(next);
  assert.equal(await next.locator('#history-mode').inputValue(), 'off');
  // Where the two say different things, the stricter one holds.
  await next.evaluate(() => localStorage.setItem('assay.history', 'on'));
  await next.reload();
  await next.locator('#history-mode').waitFor();
  assert.equal(await next.locator('#history-mode').inputValue(), 'off');
  // Each choice takes the place of the one before.
  for (const [mode, marks] of [['tab', ['assay-history-tab']], ['on', []]]) {
    await next.locator('#history-mode').selectOption(mode);
    await next.waitForFunction(async (marks) => {
      const all = (await indexedDB.databases()).map(({ name }) => name);
      return JSON.stringify(all.filter((name) => name !== 'assay')) === JSON.stringify(marks);
    }, marks);
    await next.reload();
    await next.locator('#history-mode').waitFor();
    assert.equal(await next.locator('#history-mode').inputValue(), mode);
  }
});

/** Changes the verdict on the passage with this place. */
const change = async (page, place, value, note = '') => {
  const row = page.locator('#verdict .row [aria-expanded]').nth(place);
  if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
  await page.locator('.change input[inputmode="decimal"]').first().fill(value);
  await page.locator('.change .note-field input').first().fill(note);
  await page.locator('.change .secondary').first().click();
  await page.waitForTimeout(600);
};

scenario('verdicts that two tabs change in one entry add up, and a third change shows both', {
  api: () => scripted({ script: [says(recall([5, 5], [1]))] }),
}, async ({ me, page, api, context, site }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, key: 'sk-planted-000000000000' });
  await me.judge();
  await page.waitForTimeout(400);
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry-title').click();
  await other.locator('#verdict .facts').waitFor();
  const overrides = async () => {
    const [record, ...more] = await stored(page);
    assert.equal(more.length, 0);
    const changed = Object.entries(record.metrics[0].overrides ?? {});
    return Object.fromEntries(changed.map(([key, { value }]) => [key, value]));
  };
  await change(page, 0, '1', 'tab one');
  await change(other, 1, '2', 'tab two');
  assert.deepEqual(await overrides(), { E1: 1, E2: 2 });
  // Both tabs show both, and say so.
  await page.locator('.note', { hasText: 'changed in another tab' }).waitFor();
  await other.locator('.note', { hasText: 'changed in another tab' }).waitFor();
  assert.equal(await other.locator('.tag.edited').count() >= 2, true);
  await change(page, 2, '0');
  assert.deepEqual(await overrides(), { B1: 0, E1: 1, E2: 2 });
  await page.locator('.note', { hasText: 'changed in another tab' }).waitFor();
  const score = await page.locator('#verdict .verdict').innerText();
  await page.reload();
  await page.locator('#verdict .facts').waitFor();
  assert.equal(await page.locator('#verdict .verdict').innerText(), score);
  assert.match(score, /1\.5/);
  // One that takes its own change back leaves the other's.
  await other.locator('#verdict .row [aria-expanded="true"]').first().waitFor();
  await other.locator('.change').getByRole('button', { name: 'Undo', exact: false }).first().click();
  await other.waitForTimeout(600);
  assert.deepEqual(await overrides(), { B1: 0, E1: 1 });
});

scenario('what another tab has changed is shown, and shared, without a change here', {
  api: () => scripted({ script: [says(recall([5, 5], [1]))] }),
}, async ({ me, page, api, context, site }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, key: 'sk-planted-000000000000' });
  await me.judge();
  await page.waitForTimeout(400);
  const before = await page.locator('#verdict .verdict').innerText();
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry-title').click();
  await other.locator('#verdict .facts').waitFor();
  await change(other, 0, '1', 'seen by both');
  await page.locator('.note', { hasText: 'changed in another tab' }).waitFor();
  const after = await page.locator('#verdict .verdict').innerText();
  assert.notEqual(after, before);
  // What is being typed into a verdict is not drawn away: the change of the other tab waits for it.
  await page.locator('#verdict .row [aria-expanded="false"]').nth(1).click();
  const note = page.locator('.change .note-field input').first();
  await note.fill('half a no');
  await change(other, 1, '2');
  assert.equal(await note.inputValue(), 'half a no');
  await page.locator('#share').focus();
  await page.waitForFunction((shown) => document.querySelector('#verdict .verdict').innerText !== shown, after);
  assert.equal(await page.locator('#verdict .verdict').innerText(), await other.locator('#verdict .verdict').innerText());
  await page.bringToFront();
  await page.locator('#share').click();
  await page.locator('#share-link').waitFor();
  assert.match(withinLink(await page.locator('#share-link').inputValue()), /seen by both/);
});

scenario('a deleted entry does not come back by a changed verdict, and that is told', { patience: 30_000 }, async ({ me, page }) => {
  await me.example();
  await page.waitForTimeout(300);
  await history(page);
  await page.locator('#history-delete-all').click();
  await page.locator('#history-undo').waitFor();
  await page.locator('#to-judge').click();
  await page.locator('#verdict .facts').waitFor();
  await change(page, 0, '1');
  await page.locator('.note', { hasText: 'was deleted from the history' }).waitFor();
  assert.equal(await kept(page), 0);
  // Who brings it back finds the change.
  await history(page);
  await page.locator('#history-undo').click();
  await page.locator('.entry', { hasText: 'edited' }).waitFor();
  await page.locator('#history-delete-all').click();
  await page.locator('#history-undo').waitFor();
  await page.waitForTimeout(12_000);
  await page.locator('#to-judge').click();
  await change(page, 0, '2');
  await page.locator('.note', { hasText: 'was deleted from the history' }).waitFor();
  assert.equal((await stored(page)).length, 0);
});

scenario('what is judged while nothing is kept takes no entry of before', {}, async ({ me, page }) => {
  await me.example();
  await page.waitForTimeout(300);
  const [before] = await stored(page);
  await history(page);
  await page.locator('#history-mode').selectOption('off');
  await page.locator('#to-judge').click();
  await me.fill(LIGHTHOUSE);
  await me.judge();
  await history(page);
  await page.locator('#history-mode').selectOption('on');
  await page.locator('#to-judge').click();
  await change(page, 0, '1');
  assert.deepEqual(await stored(page), [before]);
});

scenario('of two tabs that go on with one evaluation one does, and what one has got the other does not ask again', {
  query: '?metric=faithfulness', api: () => scripted({ script: [says(STATEMENTS), hangs()] }),
  expected: [/ERR_|Failed to fetch/],
}, async ({ me, page, api, context, site }) => {
  const KEY = 'sk-planted-000000000000';
  await fillFaithful(page, FAITHFUL);
  await me.api({ base: api.base.openai, key: KEY });
  await me.start();
  while (api.calls.length < 2) await page.waitForTimeout(50);
  await page.waitForTimeout(400);
  await page.reload();
  await page.locator('#go-on').waitFor();
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry-title').click();
  await other.locator('#go-on').waitFor();
  for (const tab of [page, other]) {
    await tab.locator('#judge-pill').click();
    await tab.locator('#api-base').fill(api.base.openai);
    await tab.locator('#api-key').fill(KEY);
    await tab.keyboard.press('Tab');
    await tab.locator('dialog.judge-panel[open]').getByRole('button', { name: me.names.done, exact: true }).click();
    await tab.locator('#go-on').click();
    await tab.locator('#confirm-go').waitFor();
  }
  // Both at the same moment: one goes on, the other says that it is under way.
  const before = api.calls.length;
  await Promise.all([page, other].map((tab) => tab.locator('#confirm-go').click()));
  const told = (tab) => tab.locator('.note', { hasText: 'under way in another tab' });
  await Promise.race([told(page).waitFor(), told(other).waitFor()]);
  await page.waitForTimeout(600);
  assert.equal(api.calls.length - before, 1, 'one of them asks, and the statements are not asked for again');
  const [runs, waits] = (await told(page).count()) ? [other, page] : [page, other];
  assert.equal(await told(runs).count(), 0);
  // It comes to its end there; the other one shows that, and has nothing to go on with.
  await runs.locator('#cancel').click();
  await waits.locator('#verdict').getByText('You cancelled the run.').waitFor();
  assert.equal(await waits.locator('#go-on').count(), 0);
  assert.equal((await stored(page)).length, 1);
});

scenario('what another tab has brought to its end is shown, and asked by nobody', {
  query: '?metric=faithfulness', api: () => scripted({ script: [says(STATEMENTS), hangs()] }),
  expected: [/ERR_|Failed to fetch/],
}, async ({ me, page, api, context, site }) => {
  await fillFaithful(page, FAITHFUL);
  await me.api({ base: api.base.openai, key: 'sk-planted-000000000000' });
  await me.start();
  while (api.calls.length < 2) await page.waitForTimeout(50);
  await page.waitForTimeout(400);
  await page.reload();
  const choose = async (tab) => {
    await tab.locator('#go-on').waitFor();
    await tab.locator('#judge-pill').click();
    await tab.locator('#api-base').fill(api.base.openai);
    await tab.locator('#api-key').fill('sk-planted-000000000000');
    await tab.keyboard.press('Tab');
    await tab.locator('dialog.judge-panel[open]').getByRole('button', { name: me.names.done, exact: true }).click();
  };
  await choose(page);
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry-title').click();
  await choose(other);
  api.now(says(VERDICTS));
  await page.locator('#go-on').click();
  await page.locator('#confirm-go').click();
  await page.locator('#verdict .facts').waitFor();
  await page.waitForTimeout(400);
  const calls = api.calls.length;
  await other.locator('#go-on').click();
  await other.locator('.note', { hasText: 'come to its end in another tab' }).waitFor();
  assert.match(await other.locator('#verdict').innerText(), /0\.5/);
  assert.equal(await other.locator('#go-on').count(), 0);
  assert.equal(api.calls.length, calls);
});

scenario('changed texts leave nothing to go on with', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await me.paste(recall([5, null], [1]));
  await page.locator('textarea[readonly], .by-hand').first().waitFor();
  await page.waitForTimeout(400);
  await page.reload();
  await page.locator('#go-on').waitFor();
  await me.box(me.names.answer).fill('Something else altogether.');
  await page.locator('#go-on').click();
  await page.locator('.note', { hasText: 'changed since this evaluation was interrupted' }).waitFor();
  assert.equal(await page.locator('#go-on').count(), 0);
});

scenario('before going on it is told what is left, that the key is gone, and first of all what can\'t go on', {
  query: '?metric=context-precision', api: () => scripted({ script: [says('{"verdict": 1, "reason": "It does."}'), hangs()] }),
  expected: [/ERR_|Failed to fetch/],
}, async ({ me, page, api, axe, shot }) => {
  await page.locator('.empty-examples button').first().click();
  await page.locator('#verdict .facts').waitFor();
  await me.api({ base: api.base.openai, key: 'sk-planted-000000000000' });
  const calls = (text) => Number(/\d+/.exec(text)[0]);
  const all = calls(await page.locator('#cost').innerText());
  assert.ok(all > 2, `${all}`);
  await me.start();
  while (api.calls.length < 2) await page.waitForTimeout(50);
  await page.waitForTimeout(600);
  await page.reload();
  await page.locator('#go-on').waitFor();
  const kept = calls((await page.locator('#go-on').innerText()).replace(/\D+/, ''));
  assert.ok(kept > 0);
  await page.locator('#go-on').click();
  const asked = page.locator('.confirm-facts dd').nth(2);
  await asked.waitFor();
  assert.equal(calls(await asked.innerText()), all - kept);
  await page.locator('#confirm-key-gone').waitFor();
  await axe();
  await shot();
  await page.keyboard.press('Escape');
  await page.locator('#input textarea').first().fill('Another question?');
  await page.locator('#go-on').click();
  await page.locator('.note', { hasText: 'changed since this evaluation was interrupted' }).waitFor();
  assert.equal(await page.locator('#confirm-go:visible').count(), 0, 'nothing was asked before');
});

scenario('an interrupted evaluation goes on in one tab alone', {
  query: '?metric=faithfulness', api: () => scripted({ script: [says(STATEMENTS), hangs()] }),
  expected: [/ERR_|Failed to fetch/],
}, async ({ me, page, api, context, site }) => {
  await fillFaithful(page, FAITHFUL);
  await me.api({ base: api.base.openai, key: 'sk-planted-000000000000' });
  await me.start();
  while (api.calls.length < 2) await page.waitForTimeout(50);
  await page.waitForTimeout(400);
  // Another tab sees that it is under way, and its score once it is there.
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry .tag', { hasText: 'Under way' }).waitFor();
  await other.locator('.entry-title').click();
  await other.locator('.note', { hasText: 'under way in another tab' }).waitFor();
  assert.equal(await other.locator('#go-on').count(), 0);
  const before = api.calls.length;
  await page.locator('#cancel').click();
  await me.verdict.getByText('You cancelled the run.').waitFor();
  await other.locator('#verdict').getByText('You cancelled the run.').waitFor();
  assert.equal(await other.locator('.note', { hasText: 'under way in another tab' }).count(), 0);
  assert.equal(api.calls.length, before, 'nothing was asked twice');
});

scenario('what is not to be kept is not kept', {}, async ({ me, page }) => {
  await history(page);
  await page.locator('#history-mode').selectOption('off');
  await page.locator('#to-judge').click();
  await me.example();
  await page.waitForTimeout(300);
  assert.equal((await stored(page)).length, 0);
  await page.reload();
  await me.verdict.locator('.empty').waitFor();
});

// What goes with its tab. The worker's patience is made shorter than the four minutes that it has.
const impatient = (file, body) => (file === 'sw.js' ? String(body).replace(/BACK_MS = 240_?000/, 'BACK_MS = 6000') : body);

const withTab = async (me, page) => {
  await history(page);
  await page.locator('#history-mode').selectOption('tab');
  await page.locator('#to-judge').click();
  await me.example();
  await page.waitForTimeout(400);
};
const hidden = (page) => page.evaluate(() => new Promise((resolve) => {
  indexedDB.open('assay').onsuccess = ({ target }) => {
    const all = target.result.transaction('entries').objectStore('entries').getAll();
    all.onsuccess = () => resolve(all.result.filter((text) => JSON.parse(text).goes_ms).length);
  };
}));

for (const tabs of [1, 2]) {
  scenario(`what goes with its tab outlives many reloads: tabs open: ${tabs}`, { change: impatient }, async ({ me, page, context, site }) => {
    await ready(page);
    await withTab(me, page);
    if (tabs === 2) await (await context.newPage()).goto(site.url);
    for (const wait of [300, 700, 900, 1100, 0, 2600, 500, 1000, 1500, 800]) {
      await page.reload();
      await page.waitForTimeout(wait);
    }
    await page.locator('#verdict .facts').waitFor();
    // Longer than the worker waits.
    await page.waitForTimeout(9000);
    await page.reload();
    await page.locator('#verdict .facts').waitFor();
    assert.equal((await stored(page)).length, 1);
    await history(page);
    await page.locator('.entry').waitFor();
  });
}

// The program comes late, after the worker has lost its patience.
const slowly = (() => {
  const sha256 = (body) => createHash('sha256').update(body).digest('hex');
  const boot = readFileSync(join(DIST, 'boot.js'));
  const late = 'const late=async(url)=>{await new Promise((go)=>setTimeout(go,Number(localStorage.getItem("late"))));return import(url)};';
  const slow = Buffer.from(late + String(boot).replace('await import(', 'await late('));
  return (file, body) => {
    if (file === 'boot.js') return slow;
    // The worker takes no file that is not the one of its build.
    return file === 'sw.js' ? impatient(file, body).replace(sha256(boot), sha256(slow)) : body;
  };
})();

scenario('what goes with its tab waits for a program that loads slowly, with another tab about', { change: slowly }, async ({ me, page, context, site }) => {
  await ready(page);
  await withTab(me, page);
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry').waitFor();
  await page.evaluate(() => localStorage.setItem('late', '12000'));
  await page.reload();
  await page.waitForTimeout(4000);
  await other.evaluate(() => localStorage.removeItem('late'));
  // One that starts meanwhile takes nothing away either.
  await other.reload();
  await other.locator('.entry').waitFor();
  await page.locator('#verdict .facts').waitFor();
  assert.equal((await stored(page)).length, 1);
  assert.equal(await hidden(page), 0);
});

scenario('what goes with its tab is hidden while one is elsewhere in it, and there when one comes back', {}, async ({ me, page, context, site }) => {
  await ready(page);
  await withTab(me, page);
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry').waitFor();
  await page.goto('about:blank');
  await other.waitForFunction(() => !document.querySelector('.entry'));
  assert.equal((await stored(other)).length, 1, 'hidden, not deleted');
  assert.equal(await hidden(other), 1);
  await page.goBack();
  await page.locator('#verdict .facts').waitFor();
  await other.locator('.entry').waitFor();
  assert.equal(await hidden(other), 0);
});

scenario('what goes with its tab is deleted some time after it was closed', { change: impatient }, async ({ me, page, context, site }) => {
  await ready(page);
  await withTab(me, page);
  await page.reload();
  await page.locator('#verdict .facts').waitFor();
  const other = await context.newPage();
  await other.goto(site.url);
  await history(other);
  await other.locator('.entry').waitFor();
  await page.close();
  await other.waitForFunction(() => !document.querySelector('.entry'));
  await other.waitForTimeout(4500);
  // The next one that goes, or comes, sees to it.
  await other.reload();
  await other.waitForTimeout(4000);
  assert.equal((await stored(other)).length, 0);
});

scenario('a tab that has gone without a word is waited for longer than one that was closed', {}, async ({ me, page, context, site }) => {
  await ready(page);
  await withTab(me, page);
  const put = (entry) => page.evaluate((change) => new Promise((resolve) => {
    indexedDB.open('assay').onsuccess = ({ target }) => {
      const transaction = target.result.transaction('entries', 'readwrite');
      transaction.objectStore('entries').openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (cursor) cursor.update(JSON.stringify({ ...JSON.parse(cursor.value), ...change }));
      };
      transaction.oncomplete = resolve;
    };
  }), entry);
  const goes = () => page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('assay').onsuccess = ({ target }) => {
      const all = target.result.transaction('entries').objectStore('entries').getAll();
      all.onsuccess = () => resolve(all.result.map((text) => (JSON.parse(text).goes_ms ?? 0) - Date.now()));
    };
  }));
  const start = async () => {
    const other = await context.newPage();
    await other.goto(site.url);
    await history(other);
    await other.locator('#history-usage', { hasText: '0 of 0' }).waitFor();
    await other.close();
  };
  // The browser put it to sleep.
  await put({ tab: 'asleep', by: 'asleep' });
  await start();
  const [asleep] = await goes();
  assert.ok(asleep > 80_000_000 && asleep <= 86_400_000, `${asleep}`);
  // It said that it goes.
  await put({ tab: 'closed', by: 'closed', goes_ms: 0 });
  await page.evaluate(() => localStorage.setItem('assay.left.closed', '1'));
  await start();
  const [closed] = await goes();
  assert.ok(closed > 200_000 && closed <= 240_000, `${closed}`);
  // Its time is up.
  await put({ goes_ms: 1 });
  await start();
  assert.deepEqual(await goes(), []);
  assert.equal(await page.evaluate(() => localStorage.getItem('assay.left.closed')), null);
});

scenario('how long evaluations are kept goes for what comes after, and is told', {}, async ({ me, page, axe, shot }) => {
  const choose = async (mode, tags) => {
    await history(page);
    await page.locator('#history-mode').selectOption(mode);
    await page.waitForFunction((count) => document.querySelectorAll('.entry .tag').length === count, tags);
  };
  await me.example();
  await page.waitForTimeout(300);
  await choose('tab', 0);
  await page.locator('#history-mode-what', { hasText: 'What was kept before stays' }).waitFor();
  await axe();
  await shot();
  await page.locator('#to-judge').click();
  await me.start();
  await page.locator('#verdict .facts').waitFor();
  await page.waitForTimeout(300);
  await choose('tab', 1);
  assert.equal(await page.locator('.entry').count(), 2);
  await choose('on', 0);
  await page.locator('.said', { hasText: 'stays as well' }).waitFor();
  await choose('off', 0);
  await page.locator('#history-mode-what', { hasText: 'Nothing new is kept' }).waitFor();
});

scenario('a name and a note that are being typed outlast changes of the list', {}, async ({ me, page, context, site }) => {
  await me.example();
  await page.waitForTimeout(300);
  await history(page);
  await page.locator('.entry .quiet').click();
  await page.getByLabel('Name', { exact: true }).fill('Half a name');
  const note = page.getByLabel('Note', { exact: true });
  await note.fill('Half a no');
  const other = await context.newPage();
  await other.goto(site.url);
  await person(other).example();
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 2);
  assert.equal(await note.inputValue(), 'Half a no');
  await note.pressSequentially('te');
  // Its own row is drawn anew as well.
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 3);
  assert.equal(await note.inputValue(), 'Half a note');
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half a name');
  await note.press('Enter');
  await page.locator('.entry-note', { hasText: 'Half a note' }).waitFor();
  assert.equal(await page.locator('.entry-title', { hasText: 'Half a name' }).count(), 1);
});

scenario('a full storage is a message, and the evaluation stays on screen', {}, async ({ me, page, context }) => {
  const debuggerSession = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await debuggerSession.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 30_000 });
  await me.byHand();
  // What can be compressed would fit.
  let seed = 7;
  const random = () => String.fromCharCode(0x4e00 + ((seed = (seed * 1103515245 + 12345) % 2147483648) % 20000));
  await me.fill({ ...LIGHTHOUSE, answer: Array.from({ length: 60_000 }, random).join('') });
  await me.start();
  await me.paste(recall([5, 4], [1]));
  await page.locator('#verdict .facts').waitFor();
  await page.locator('.trouble').waitFor();
  assert.match(await page.locator('.trouble').innerText(), /full/);
  // A changed verdict could not be kept either, and the message stays; with room again the whole entry is written.
  const change = async (row, value) => {
    await page.locator('#verdict .row [aria-expanded]').nth(row).click();
    await page.locator('.change input[inputmode="decimal"]').last().fill(value);
    await page.locator('.change .secondary').first().click();
    await page.locator('.tag.edited').nth(row).waitFor();
    await page.waitForTimeout(500);
  };
  await change(0, '1');
  assert.match(await page.locator('.trouble').innerText(), /full/);
  assert.equal((await stored(page)).length, 0);
  await debuggerSession.send('Storage.overrideQuotaForOrigin', { origin });
  await change(1, '2');
  assert.equal((await stored(page)).length, 1);
  assert.equal(await page.locator('.trouble').count(), 0);
});

scenario('a name that is given while a run goes on stays', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await page.locator('textarea[readonly], .by-hand').first().waitFor();
  await history(page);
  await page.locator('.entry .quiet').click();
  await page.getByLabel('Name', { exact: true }).fill('named meanwhile');
  await page.locator('.entry-tools').getByRole('button', { name: /^Save / }).click();
  await page.locator('.entry-title', { hasText: 'named meanwhile' }).waitFor();
  await page.locator('#to-judge').click();
  await me.paste(recall([5, 4], [1]));
  await page.locator('#verdict .facts').waitFor();
  await page.waitForTimeout(400);
  const [record, ...more] = await stored(page);
  assert.equal(more.length, 0);
  assert.equal(record.name, 'named meanwhile');
  assert.ok(record.metrics[0].claimed);
});

scenario('a run during which the history is switched off is interrupted there', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await page.locator('textarea[readonly], .by-hand').first().waitFor();
  await history(page);
  await page.locator('.entry .tag', { hasText: 'Under way' }).waitFor();
  await page.locator('#history-mode').selectOption('off');
  await page.locator('#to-judge').click();
  await me.paste(recall([5, 4], [1]));
  await page.locator('#verdict .facts').waitFor();
  await history(page);
  await page.locator('.entry .tag', { hasText: 'Interrupted' }).waitFor();
});

scenario('what one tab switches off no other tab keeps', {}, async ({ me, page, context }) => {
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator('.empty-examples button').first().waitFor();
  await me.example();
  await history(page);
  await page.locator('#history-mode').selectOption('off');
  await other.locator('.empty-examples button').first().click();
  await other.locator('#verdict .facts').waitFor();
  await other.waitForTimeout(500);
  assert.equal(await kept(page), 1);
  await history(other);
  assert.equal(await other.locator('#history-mode').inputValue(), 'off');
  // A list that is open hears of it.
  await page.locator('#history-mode').selectOption('on');
  await other.waitForFunction(() => document.querySelector('#history-mode').value === 'on', undefined, { polling: 100 });
});

// What a browser may refuse by itself, before the page's own scripts run.
const REFUSED = {
  'the storage of settings': `Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('barred', 'SecurityError'); } });`,
  'writing any more settings': `Storage.prototype.setItem = new Proxy(Storage.prototype.setItem, { apply(set, storage, given) {
    if (storage === localStorage) throw new DOMException('full', 'QuotaExceededError');
    return Reflect.apply(set, storage, given);
  } });`,
};
for (const [what, init] of Object.entries(REFUSED)) {
  scenario(`a browser that refuses ${what} starts the app all the same`, { init }, async ({ me, page }) => {
    await me.example();
    // The tab has a name by now, which boot.js finds when the page is left and loaded anew.
    await page.reload();
    await page.locator('#judge').waitFor();
  });

  scenario(`a browser that refuses ${what} is no reason to lose an evaluation, or to keep one unasked`, { init }, async ({ me, page }) => {
    await me.example();
    await page.waitForTimeout(300);
    await page.reload();
    await page.locator('#verdict .facts').waitFor();
    await history(page);
    await page.locator('#history-mode').selectOption('off');
    await page.locator('.said', { hasText: 'does not keep this choice' }).waitFor();
    await page.locator('#to-judge').click();
    await me.judge();
    await page.waitForTimeout(300);
    assert.equal(await kept(page), 1, 'it holds as long as the page does');
  });
}

scenario('a browser that refuses even to name its service workers starts the app all the same', {
  init: `Object.defineProperty(Navigator.prototype, 'serviceWorker', { get() { throw new DOMException('barred', 'SecurityError'); } });`,
}, async ({ me, page }) => {
  await me.example();
  await page.reload();
  await page.locator('#verdict .facts').waitFor();
});

scenario('where locks are refused nobody waits for them', {
  init: `if (globalThis.LockManager) LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));`,
}, async ({ me, page }) => {
  await history(page);
  await page.locator('#history-mode').selectOption('tab');
  await page.locator('#to-judge').click();
  await me.example();
  await page.waitForTimeout(300);
  await page.reload();
  await page.locator('#verdict .facts').waitFor();
});

test('blocked storage is a message, and the evaluation stays on screen', { timeout: 60_000 }, async () => {
  const site = await serve();
  const profile = mkdtempSync(join(tmpdir(), 'assay-profile-'));
  mkdirSync(join(profile, 'Default'));
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await launchWith(profile);
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    await page.locator('.empty-examples button').first().click();
    await page.locator('#verdict .facts').waitFor();
    await page.locator('.trouble').waitFor();
    await page.locator('#to-history').click();
    await page.locator('.trouble').waitFor();
    assert.match(await page.locator('.trouble').innerText(), /no storage/);
    // Nothing there says that it would be kept.
    await page.locator('.card', { hasText: 'Nothing can be kept' }).waitFor();
    assert.equal(await page.locator('#history-mode').isVisible(), false);
  } finally {
    await context.close();
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

for (const [lang, said] of [['en', /does not answer/], ['zh-Hant', /沒有回應/]]) {
  scenario(`storage that never answers is a message, and the evaluation stays on screen: ${lang}`, { lang }, async ({ me, page }) => {
    await page.addInitScript(() => { IDBFactory.prototype.open = () => ({ error: null, result: null }); });
    await page.reload();
    await me.example();
    await page.locator('.trouble').waitFor({ timeout: 30_000 });
    assert.match(await page.locator('.trouble').innerText(), said);
    assert.ok(await page.locator('#verdict .facts').isVisible());
  });
}

for (const [lang, judge] of [['en', 'Embedded judge'], ['zh-Hant', '內建評審']]) {
  scenario(`what a row shows of judge and time is found, and its buttons are named by it: ${lang}`, { lang }, async ({ me, page }) => {
    await me.example();
    await page.waitForTimeout(300);
    await history(page);
    // A row has its words once it is painted.
    await page.waitForFunction(() => document.querySelector('.entry-title')?.innerText.trim() && document.querySelector('.entry time')?.innerText.trim());
    const title = await page.locator('.entry-title').innerText();
    const date = await page.locator('.entry time').innerText();
    const found = async (words, count) => {
      await page.locator('#history-search').fill(words);
      await page.waitForFunction((count) => document.querySelectorAll('.entry').length === count, count);
    };
    await found(judge, 1);
    await found('nowhere to be found', 0);
    await found(date, 1);
    await found(date.split(/[\s,]+/)[0], 1);
    await found('', 1);
    await page.locator('.entry .quiet').click();
    const names = await page.locator('.entry button:not(.entry-title)').evaluateAll((all) => all.map((button) => [
      button.innerText.replace('▾', '').trim(),
      button.getAttribute('aria-labelledby').split(' ').map((id) => document.getElementById(id)?.innerText ?? id),
    ]));
    assert.ok(names.length >= 4);
    for (const [text, [own, of]] of names) {
      assert.ok(own.startsWith(text), `${own}: ${text}`);
      assert.equal(of, title);
    }
    await page.setViewportSize({ width: 320, height: 800 });
    const tops = await page.locator('.bar > :not(.spring)').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)));
    assert.ok(Math.max(...tops) - Math.min(...tops) < 12, `the bar is one line: ${tops}`);
    await fitsWidth(page);
  });
}

// How long it takes is a figure of `make bench`; that it is quick is due to what is not drawn.
scenario('of 5,000 entries a part is drawn, and all are found', { patience: 30_000 }, async ({ page }) => {
  await historyOf(page, 5000);
  await page.locator('#history-usage').filter({ hasText: '5,000 of 5,000' }).waitFor();
  assert.ok(await page.locator('.entry').count() <= 100);
  await page.locator('#history-search').fill('case 4998');
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 1);
});

const ready = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

scenario('works without a network after the first visit', {}, async ({ me, page, context }) => {
  await ready(page);
  await context.setOffline(true);
  await page.reload();
  await me.example();
  await page.locator('#to-how').click();
  await page.getByRole('heading', { name: 'How it works' }).waitFor();
  await context.setOffline(false);
});

scenario('works without a network from a sub-path', { under: '/some/where/' }, async ({ me, page, context }) => {
  await ready(page);
  await context.setOffline(true);
  await page.reload();
  await me.example();
});

let broken = false;
scenario('a newer version that can not be had whole leaves nothing behind', {
  change: (file, body) => (broken && file === 'sw.js' ? String(body).replace(/(\["favicon\.svg", ")[0-9a-f]+/, `$1${'0'.repeat(64)}`) : body),
  expected: [/is not the one of this build/],
}, async ({ page }) => {
  await ready(page);
  await page.reload();
  const caches = () => page.evaluate(async () => (await globalThis.caches.keys()).filter((name) => name.startsWith('assay-files-')));
  const before = await caches();
  assert.equal(before.length, 1);
  broken = true;
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const { installing } = registration;
    while (installing && installing.state !== 'redundant') await new Promise((resolve) => setTimeout(resolve, 50));
  });
  assert.deepEqual(await caches(), before);
  assert.equal(await page.locator('#update').count(), 0);
});

let newer = false;
const favicon = createHash('sha256').update(`${readFileSync(join(DIST, 'favicon.svg'))}\n`).digest('hex');
scenario('an update is offered, waits for a run, and comes when one says so', {
  change: (file, body) => {
    if (!newer) return body;
    if (file === 'favicon.svg') return `${body}\n`;
    if (file !== 'sw.js') return body;
    // What a newer build would have written.
    return String(body).replace(/(\["favicon\.svg", ")[0-9a-f]+/, `$1${favicon}`);
  },
}, async ({ me, page }) => {
  await ready(page);
  await page.reload();
  newer = true;
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
  await page.waitForTimeout(300);
  assert.equal(await page.locator('#update').count(), 0, 'not under a run');
  await me.paste(recall([5, 4], [1]));
  await page.locator('#verdict .facts').waitFor();
  await Promise.all([page.waitForEvent('load'), page.locator('#update').click()]);
  await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration())?.waiting);
  await page.locator('#verdict .facts').waitFor();
  assert.equal(await page.locator('#update').count(), 0);
});

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
  await page.getByLabel('Name').fill('Harbour case');
  await page.getByLabel('Note').fill('to be shown on Monday');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
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
  await page.locator('#history-search').fill('case 12');
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
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('#history-undo').waitFor();
  await page.waitForTimeout(9000);
  assert.equal(await page.locator('#history-undo').count(), 1);
  await page.locator('#history-undo').waitFor({ state: 'detached', timeout: 4000 });
  assert.equal((await stored(page)).length, 0);
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
  await page.locator('.said').filter({ hasText: '1.25 was noted' }).waitFor();
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
  await page.getByLabel('Name').fill('named here');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
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

scenario('what is kept until the tab closes outlives a reload, not the tab', {}, async ({ me, page, context, site }) => {
  await history(page);
  await page.locator('#history-mode').selectOption('tab');
  await page.locator('#to-judge').click();
  await me.example();
  await page.waitForTimeout(300);
  await page.reload();
  await page.locator('#verdict .facts').waitFor();
  assert.equal((await stored(page)).length, 1);
  const other = await context.newPage();
  await other.goto(site.url);
  await other.locator('#to-history').click();
  await other.locator('.entry').waitFor();
  await page.close();
  await other.waitForTimeout(3500);
  assert.equal((await stored(other)).length, 0);
});

scenario('how long evaluations are kept goes for all of this tab', {}, async ({ me, page, context, site }) => {
  const choose = async (mode, tags) => {
    await history(page);
    await page.locator('#history-mode').selectOption(mode);
    await page.waitForFunction((count) => document.querySelectorAll('.entry .tag').length === count, tags);
    await page.locator('#to-judge').click();
  };
  await me.example();
  await page.waitForTimeout(300);
  await choose('tab', 1);
  await choose('on', 0);
  const other = await context.newPage();
  await other.goto(site.url);
  await other.locator('#to-history').click();
  await other.locator('.entry').waitFor();
  await page.close();
  await other.waitForTimeout(3500);
  await other.reload();
  await other.locator('.entry').waitFor();
  assert.equal((await stored(other)).length, 1);
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
  await page.getByLabel('Name').fill('named meanwhile');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
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
  } finally {
    await context.close();
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

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

// What goes out and what comes in: links of each kind, damaged and hostile ones, files, frames, and every room against
// accessibility rules.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { packed } from './harness/links.mjs';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { closed } from './harness/site.mjs';
import { says, scripted } from './servers/scripted.mjs';

const KEY = 'sk-planted-1234567890abcdef';
const share = async (page) => {
  await page.locator('#share').click();
  await page.locator('#share-link').waitFor();
};
const linkOf = async (page, kind = 'verdict') => {
  await share(page);
  await page.locator(`#share-${kind}`).check();
  const link = await page.locator('#share-link').inputValue();
  await page.keyboard.press('Escape');
  return link;
};
/** A profile that has never been here. */
const fresh = async (context, address, options = {}) => {
  const other = await context.browser().newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const page = await other.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  return { page, asked, other };
};
const download = async (page, id) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`#save-${id}`).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
};
const open = (page, name, text, mimeType = 'text/plain') =>
  page.locator('#open-file').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

for (const lang of ['en', 'zh-Hant']) {
  scenario(`a link shows a fresh profile the same verdict, read-only: ${lang}`, { lang }, async ({ me, page, context, shot }) => {
    await me.example(lang === 'en' ? me.names.tricky : me.names.chinese);
    const score = await page.locator('#verdict .verdict').innerText();
    const link = await linkOf(page);
    const { page: there, asked, other } = await fresh(context, link);
    await there.locator('.banner').waitFor();
    assert.equal((await there.locator('#verdict .facts li').count()) > 2, true);
    if (lang === 'en') assert.equal(await there.locator('#verdict .verdict').innerText(), score);
    await there.getByText('✓ The replies give the same result.').waitFor();
    assert.equal(await there.locator('#judge').count(), 0, 'nothing runs here');
    await there.locator('#verdict [aria-expanded]').first().click();
    assert.equal(await there.locator('.change').count(), 0, 'nothing is changed here');
    const files = asked.filter((url) => url.includes('words-3'));
    assert.deepEqual(files, [], 'nothing is fetched for it');
    assert.ok(asked.every((url) => new URL(url).origin === new URL(link).origin));
    await there.locator('#edit-copy').click();
    await there.locator('#judge').waitFor();
    assert.equal(new URL(there.url()).hash, '');
    await there.locator('.note').filter({ hasText: 'your own copy' }).waitFor();
    await shot();
    await other.close();
  });
}

scenario('each kind of link holds what it says', {}, async ({ me, page, context }) => {
  await me.example();
  for (const [kind, texts, replies] of [['inputs', true, false], ['verdict', true, true], ['scores', false, false]]) {
    const { page: there, other } = await fresh(context, await linkOf(page, kind));
    await there.locator('.banner').waitFor();
    const body = await there.locator('main').innerText();
    assert.equal(body.includes('Bicycles travel free of charge'), texts, kind);
    assert.equal((await there.locator('#verdict').count()) > 0, replies, kind);
    assert.equal(body.includes('4.5'), kind !== 'inputs', kind);
    await other.close();
  }
});

scenario('inputs that were not judged yet can be shared', {}, async ({ me, page, context }) => {
  await me.fill(LIGHTHOUSE);
  await share(page);
  assert.equal(await page.locator('#share-scores').count(), 0);
  const link = await page.locator('#share-link').inputValue();
  const { page: there, other } = await fresh(context, link);
  await there.getByText('Its lamp was electrified in 1934.').waitFor();
  await other.close();
});

scenario('a forged score shows', {}, async ({ page, site }) => {
  const reply = { t: { t: recall([5, 4], [1]) } };
  const forged = {
    k: 'verdict', m: [{ i: 'rag-recall', t: [{ s: 'passages' }], c: { scored: 5 } }],
    i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [reply],
  };
  await page.goto(`${site.url}${packed(forged)}`);
  await page.locator('.claim.bad').filter({ hasText: '✗' }).waitFor();
  assert.match(await page.locator('.claim.bad').innerText(), /not what is claimed/);
});

scenario('a score that rests on changed verdicts is not the replies\' own', {}, async ({ page, site }) => {
  const changed = {
    k: 'verdict', m: [{ i: 'rag-recall', t: [{ s: 'passages' }], c: { scored: 5 }, o: { E1: { v: 5, n: '' }, E2: { v: 5, n: '' } } }],
    i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [{ t: { t: recall([1, 1], [0]) } }],
  };
  await page.goto(`${site.url}${packed(changed)}`);
  const claim = page.locator('.claim');
  await claim.filter({ hasText: 'The replies give 1 / 5; a person changed verdicts' }).waitFor();
  assert.ok(!(await claim.innerText()).includes('✓'));
});

scenario('what contradicts the kind of a link is not shown', {}, async ({ page, site }) => {
  for (const [link, absent] of [
    [{ k: 'inputs', n: 'a heading', m: [{ i: 'rag-recall', c: { scored: 5 } }], i: { a: 'an answer' } }, /a heading|\b5\b/],
    [{ k: 'scores', m: [{ i: 'rag-recall', c: { scored: 4 } }], i: { a: 'a text that is here' } }, /a text that is here/],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${site.url}${packed(link)}`);
    await page.locator('.claim').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), absent);
  }
});

scenario('the settings of shared inputs are shown', {}, async ({ page, site }) => {
  await page.goto(`${site.url}${packed({ k: 'inputs', m: [{ i: 'aspect-critique', s: { definition: 'It names the year.' } }], i: { a: 'an answer' } })}`);
  await page.locator('.givens').getByText('It names the year.').waitFor();
});

scenario('an impossible score is told in the same words whatever the link holds', {}, async ({ page, site }) => {
  const told = [];
  for (const [k, rest, asked] of [
    ['verdict', { i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [{ t: { t: recall([5, 4], [1]) } }] }, { t: [{ s: 'passages' }] }],
    ['scores', {}, {}],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${site.url}${packed({ k, m: [{ i: 'rag-recall', c: { scored: 7 }, ...asked }], ...rest })}`);
    await page.locator('.claim.bad').waitFor();
    told.push(await page.locator('.claim.bad').innerText());
  }
  assert.match(told[0], /✗ Impossible: this metric gives 1 to 5/);
  assert.equal(told[0], told[1]);
});

scenario('damaged, newer and hostile links get a message each, and no demo', {}, async ({ me, page, site, shot }) => {
  await me.example();
  const link = await linkOf(page);
  const at = link.indexOf('#');
  for (const [fragment, said] of [
    [link.slice(at, -60), /\d+ of \d+ characters arrived/],
    [link.slice(at, at + 8), /Only 7 characters arrived/],
    [`${link.slice(at, at + 60)}x${link.slice(at + 61)}`.replace('xx', 'xy'), /damaged/],
    ['#s2.d.4.AAAA.AAAAAAAAE', /newer version/],
    [packed({ m: [{ i: 'bleu' }], endpoint: 'https://evil.example' }), /fields that no evaluation of this version has/],
    [packed({ m: [] }), /no evaluation/],
    ['#https://evil.example/page.html', /no link of Assay/],
    [`#s1.d.12.${'A'.repeat(12)}.AAAAAAAAE`, /damaged/],
  ]) {
    await page.goto('about:blank');
    await page.goto(site.url + fragment);
    await page.locator('[role="alert"]').filter({ hasText: said }).waitFor();
    assert.equal(await page.locator('.empty-examples, #judge').count(), 0, fragment);
  }
  await shot();
});

scenario('a link that is pasted into the open page opens', {}, async ({ me, page }) => {
  await me.example();
  const link = await linkOf(page, 'inputs');
  await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
  await page.locator('.banner').waitFor();
});

scenario('texts of a link are sent only when their new owner says so', { api: () => scripted({ script: [says(recall([5, 4], [1]))] }) },
  async ({ me, page, api, site, axe, shot }) => {
    const inputs = packed({ m: [{ i: 'rag-recall' }], i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus } });
    await page.goto('about:blank');
    await page.goto(site.url + inputs);
    await page.locator('#edit-copy').click();
    await me.api({ base: api.base.openai, key: KEY });
    await page.locator('#judge').click();
    await page.locator('#confirm-go').waitFor();
    assert.equal(api.calls.length, 0);
    const asked = await page.locator('#confirm-calls').innerText();
    assert.ok(asked.includes(new URL(api.origin).host) && asked.includes('judge-large'), asked);
    await axe();
    await shot();
    await page.locator('#confirm-go').click();
    await page.locator('#verdict .facts').waitFor();
    assert.equal(api.calls.length, 1);
    await page.locator('#judge').click();
    await me.settled();
    assert.equal(await page.locator('#confirm-calls[open]').count(), 0, 'asked once');
  });

/** Texts of a stranger, with a judge that the stranger would like. */
const STRANGE = {
  k: 'verdict', m: [{ i: 'rag-recall', t: [{ s: 'passages' }], c: { scored: 1.2 } }],
  i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [{ t: { t: recall([1, 1], [1]) } }],
  j: { k: 'api', p: '', m: 'huge-expensive', a: [['authorization', 'Bearer sk-123'], ['temperature', '0']] },
};
/** The server is allowed, by a run with texts of one's own. */
const allowed = async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, key: KEY, model: 'small-cheap' });
  await me.judge();
  await page.waitForTimeout(300);
};
const paste = async (page, json) => {
  await page.evaluate((hash) => { location.hash = hash; }, packed(json));
  await page.locator('.banner').waitFor();
};
/** Judging asks first, with one's own model, and sends nothing until it is confirmed. */
const asksFirst = async ({ me, page, api }) => {
  const before = api.calls.length;
  await page.locator('#judge').click();
  await page.locator('#confirm-go').waitFor();
  const asked = await page.locator('#confirm-calls').innerText();
  assert.ok(asked.includes('small-cheap') && !asked.includes('huge-expensive'), asked);
  await page.keyboard.press('Escape');
  await page.locator('#judge').click();
  await page.locator('#confirm-go').waitFor();
  assert.equal(api.calls.length, before, 'nothing was sent');
  await page.locator('#confirm-go').click();
  // The verdict of before stays until the run has begun.
  while (api.calls.length === before) await page.waitForTimeout(50);
  await me.settled();
  await page.locator('#verdict .facts').waitFor();
  assert.equal(api.calls.length, before + 1);
  assert.equal(api.calls.at(-1).body.model, 'small-cheap');
  await page.locator('#judge').click();
  await page.waitForTimeout(100);
  await me.settled();
  assert.equal(await page.locator('#confirm-calls[open]').count(), 0, 'asked once');
};
const good = () => scripted({ script: [says(recall([5, 4], [1]))] });
const openedFromHistory = async (page, tag = true) => {
  await page.locator('#to-history').click();
  const entry = page.locator('.entry', { hasText: 'From elsewhere' });
  if (tag) await entry.locator('.entry-title').click();
  else assert.equal(await entry.count(), 0);
};

scenario('a link that was added to the history asks before it is sent', { api: good }, async (tools) => {
  const { page } = tools;
  await allowed(tools);
  await paste(page, STRANGE);
  assert.ok(!(await page.locator('main').innerText()).includes('sk-123'), 'no parameter of any name');
  await page.locator('#keep-it').click();
  await page.locator('#keep-it[aria-disabled]').waitFor();
  await page.waitForTimeout(300);
  await openedFromHistory(page);
  await page.locator('#verdict .facts').waitFor();
  assert.ok((await page.locator('#judge-pill').innerText()).includes('small-cheap'), 'one\'s own judge');
  // A copy of it comes from elsewhere, too, and so does what is judged here meanwhile.
  await page.locator('#to-history').click();
  await page.locator('.entry', { hasText: 'From elsewhere' }).locator('.quiet').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.locator('.entry', { hasText: 'From elsewhere' }).nth(1).waitFor();
  await openedFromHistory(page, true).catch(() => {});
  await page.locator('.entry', { hasText: 'From elsewhere' }).first().locator('.entry-title').click().catch(() => {});
  await page.locator('#judge').waitFor();
  await tools.shot();
  await asksFirst(tools);
});

scenario('a run that sends nothing allows nothing: a copy, another judge, a reload', { api: good }, async (tools) => {
  const { me, page, api } = tools;
  await allowed(tools);
  await paste(page, STRANGE);
  await page.locator('#edit-copy').click();
  await page.locator('#judge').waitFor();
  const choose = async (name) => {
    await me.openJudges();
    await me.dialog.getByRole('radio', { name }).check();
    await me.closeJudges();
  };
  await choose(me.names.embedded);
  const calls = api.calls.length;
  await me.judge();
  await page.locator('#verdict .facts').waitFor();
  assert.equal(api.calls.length, calls);
  await page.waitForTimeout(600);
  // What was judged by the page itself is in the history as what it is.
  await openedFromHistory(page);
  await page.locator('#verdict .facts').waitFor();
  await choose('API');
  await asksFirst(tools);
  // Confirmed: no entry of it is marked any more, but for the one that was never opened.
  await page.waitForTimeout(400);
  await openedFromHistory(page, false);
});

scenario('what came from elsewhere is known as such after a reload', { api: good }, async (tools) => {
  const { me, page, api, site } = tools;
  await paste(page, STRANGE);
  await page.locator('#edit-copy').click();
  await page.locator('#judge').waitFor();
  await page.waitForTimeout(900);
  await page.goto(site.url);
  await page.locator('#judge').waitFor();
  await page.waitForFunction(() => document.querySelector('#input textarea')?.value !== '');
  await page.evaluate(() => Object.keys(sessionStorage).map((name) => sessionStorage.getItem(name)))
    .then((all) => assert.ok(all.some((text) => text.includes('"foreign":true')), all.join()));
  await me.api({ base: api.base.openai, key: KEY, model: 'small-cheap' });
  await page.locator('#judge').click();
  await page.locator('#confirm-go').click();
  await page.locator('#verdict .facts').waitFor();
  await page.waitForTimeout(900);
  const all = await page.evaluate(() => Object.keys(sessionStorage).map((name) => sessionStorage.getItem(name)));
  assert.ok(!all.some((text) => text.includes('"foreign":true')), 'confirmed');
});

scenario('shared inputs in the history were not interrupted', {}, async ({ page, axe, shot }) => {
  await paste(page, { k: 'inputs', m: [{ i: 'rag-recall' }], i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential } });
  await page.locator('#keep-it').click();
  await page.locator('#keep-it[aria-disabled]').waitFor();
  await page.waitForTimeout(300);
  await page.locator('#to-history').click();
  const entry = page.locator('.entry');
  await entry.locator('.tag', { hasText: 'Not judged' }).waitFor();
  const told = await entry.innerText();
  assert.doesNotMatch(told, /Interrupted|…|·|No judge/, told);
  await entry.locator('.quiet').click();
  assert.equal(await page.getByRole('button', { name: 'Score again' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: /Go on/ }).count(), 0);
  await axe();
  await shot();
  await page.locator('#history-open').check();
  assert.equal(await entry.count(), 0);
  await page.locator('#history-open').uncheck();
  await entry.locator('.entry-title').click();
  await page.locator('#judge').waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('#go-on').count(), 0);
});

scenario('it is told what a score was computed from', {}, async ({ page, site, shot }) => {
  const parts = { faithfulness: 1, 'answer-relevancy': 1, 'context-precision': 1, 'context-recall': 1 };
  const texts = { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus };
  const passages = { t: [{ s: 'passages' }], c: { scored: 4.75 } };
  const reply = [{ t: { t: recall([5, 4], [1]) } }];
  for (const [name, json, claim, banner, never] of [
    ['typed scores', { m: [{ i: 'ragas-score', s: parts, c: { scored: 1 } }] },
      'from numbers that someone entered', 'numbers that someone entered', /✓|judge's replies/],
    ['texts', { m: [{ i: 'bleu', c: { scored: 1 } }], i: { a: 'It was built by the sea in 1871.', r: 'It was built by the sea in 1871.' } },
      '✓ The texts give the same result', 'computed here from the texts', /The replies give|judge's replies/],
    ['another prompt', { m: [{ i: 'rag-recall', ...passages }], i: texts, r: reply, p: [{ i: 'rag-recall', h: 'deadbeefdead' }] },
      'version of the metric or of a prompt that this page does not know', "judge's replies", /✓/],
    ['a metric of later', { m: [{ i: 'rag-recall', v: 9, ...passages }], i: texts, r: reply },
      'does not know', "judge's replies", /✓/],
    ['as it is', { m: [{ i: 'rag-recall', ...passages }], i: texts, r: reply },
      '✓ The replies give the same result.', "judge's replies", /does not know/],
  ]) {
    await page.goto('about:blank');
    await page.goto(site.url + packed({ k: 'verdict', ...json }));
    await page.locator('.claim').waitFor();
    const told = await page.locator('.claims').innerText();
    assert.ok(told.includes(claim), `${name}: ${told}`);
    assert.ok((await page.locator('.banner').innerText()).includes(banner), name);
    assert.doesNotMatch(`${told} ${await page.locator('.banner').innerText()}`, never, name);
    if (name === 'another prompt') {
      assert.ok(told.includes('deadbeefdead'), told);
      await shot();
    }
  }
  // A claim of 309 digits is told in few.
  await page.goto('about:blank');
  await page.goto(site.url + packed({ k: 'scores', m: [{ i: 'rag-recall', c: { scored: 1e308 } }] }));
  await page.locator('.claim.bad').waitFor();
  assert.equal(await page.locator('.claim .num').innerText(), '1e308 / 5');
});

scenario('an entry of another prompt says so when it is opened', {}, async ({ me, page }) => {
  await paste(page, {
    k: 'verdict', m: [{ i: 'rag-recall', t: [{ s: 'passages' }], c: { scored: 4.75 } }], p: [{ i: 'rag-recall', h: 'deadbeefdead' }],
    i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [{ t: { t: recall([5, 4], [1]) } }],
  });
  await page.locator('#keep-it').click();
  await page.locator('#keep-it[aria-disabled]').waitFor();
  await page.waitForTimeout(300);
  await openedFromHistory(page);
  await page.locator('.note', { hasText: 'deadbeefdead' }).waitFor();
});

scenario('how many verdicts there are stands wherever the score does', { query: '?metric=faithfulness' }, async ({ me, page, context, shot }) => {
  const boxes = page.locator('#input textarea');
  for (const [place, text] of ['When was it built?', 'It was built in 1871. It is blue.', 'It was built in 1871.'].entries()) {
    await boxes.nth(place).fill(text);
  }
  await me.byHand();
  await me.start();
  await me.paste('{"statements": ["It was built in 1871.", "It is blue."]}');
  await me.verdict.getByRole('textbox', { name: me.names.reply }).waitFor();
  await me.paste('{"verdicts": [{"index": 1, "verdict": 1}]}');
  await me.verdict.getByRole('textbox', { name: me.names.reply }).waitFor();
  await me.paste('{"verdicts": []}');
  await me.settled();
  await page.locator('#verdict .facts', { hasText: '1 of 2 judged' }).waitFor();
  assert.match(await me.copied('markdown'), /\*\*0\.5 \/ 1\*\* · 1 of 2 judged/);
  const link = await linkOf(page, 'scores');
  await share(page);
  for (const id of ['md', 'html']) {
    const { text } = await download(page, id);
    assert.ok(text.slice(0, text.indexOf('It is blue.')).includes('1 of 2 judged'), id);
  }
  await page.keyboard.press('Escape');
  const { page: there, other } = await fresh(context, link);
  await there.locator('.claim', { hasText: '1 of 2 judged' }).waitFor();
  assert.doesNotMatch(await there.locator('main').innerText(), /1\/2/);
  await other.close();
  await page.locator('#to-history').click();
  await page.locator('.entry .chip', { hasText: '1 of 2 judged' }).waitFor();
  await shot();
});

scenario('after an edit the inputs that stand there are shared, and that is told', {}, async ({ me, page, context, axe, shot }) => {
  await me.example();
  await share(page);
  assert.equal(await page.locator('#share-stale').count(), 0);
  await page.keyboard.press('Escape');
  await me.box('E1 Essential passage').fill('The harbour is closed.');
  const typed = await linkOf(page, 'inputs');
  const judged = await linkOf(page, 'verdict');
  await share(page);
  await page.locator('#share-stale').waitFor();
  await axe();
  await shot();
  for (const [link, is] of [[typed, true], [judged, false]]) {
    const { page: there, other } = await fresh(context, link);
    await there.locator('.givens').waitFor();
    assert.equal((await there.locator('.givens').innerText()).includes('The harbour is closed.'), is);
    await other.close();
  }
});

scenario('what is copied can be opened as JSON, and is known as Markdown', {}, async ({ me, page }) => {
  await me.example();
  const score = await page.locator('#verdict .verdict').innerText();
  const json = await me.copied('json');
  const markdown = await me.copied('markdown');
  await open(page, 'copy.md', markdown);
  await page.locator('[role="alert"]').filter({ hasText: 'copy.md is a report that was copied' }).waitFor();
  await open(page, 'copy.json', json, 'application/json');
  await page.getByText('✓ The replies give the same result.').waitFor();
  assert.equal(await page.locator('#verdict .verdict').innerText(), score);
});

for (const lang of ['en', 'zh-Hant']) {
  scenario(`files come back equal: ${lang}`, { lang, api: () => scripted({ script: [says(recall([5, 4], [1]))] }) },
    async ({ me, page, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ base: api.base.openai, key: KEY });
      await me.judge();
      await page.locator('#to-history').click();
      await page.locator('.entry .quiet').click();
      await page.locator('[id^="name-"]').fill('Harbour <1>');
      await page.locator('[id^="note-"]').fill('Ask again in May');
      await page.locator('.entry-tools [type="submit"]').click();
      await page.locator('.entry-title', { hasText: 'Harbour <1>' }).click();
      await page.locator('#verdict .facts').waitFor();
      await share(page);
      const files = {};
      for (const id of ['json', 'md', 'html']) files[id] = await download(page, id);
      const link = await page.locator('#share-link').inputValue();
      await page.keyboard.press('Escape');
      const exported = JSON.parse(files.json.text);
      assert.deepEqual([exported.name, exported.note], ['Harbour <1>', 'Ask again in May'], 'a file holds everything');
      for (const [id, { name, text }] of Object.entries(files)) {
        assert.ok(!text.includes('planted') && !text.includes('127.0.0.1'), `${name} holds no key and no address`);
        assert.ok(id === 'json' || text.includes('<') || text.includes('#'), name);
        await page.locator('#to-how').click();
        await open(page, name, text);
        await page.locator('.banner').waitFor();
        await page.locator('#keep-it').click();
        await page.waitForTimeout(200);
        await page.locator('#to-history').click();
        await page.locator('.entry-title').first().click();
        await page.locator('#verdict .facts').waitFor();
        await share(page);
        const again = await download(page, 'json');
        await page.keyboard.press('Escape');
        assert.deepEqual(JSON.parse(again.text), JSON.parse(files.json.text), `${id} → history → json`);
      }
      assert.ok(!link.includes('planted'));
      const kept = await page.evaluate(() => new Promise((resolve) => {
        indexedDB.open('assay').onsuccess = ({ target }) => {
          const all = target.result.transaction('records').objectStore('records').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result) + JSON.stringify({ ...localStorage, ...sessionStorage }));
        };
      }));
      assert.ok(kept.includes('lighthouse') && !kept.includes('planted'), 'the key is nowhere');
    });
}

scenario('the HTML report reads without scripts', {}, async ({ me, page, context, shot }) => {
  await me.example();
  await share(page);
  const { text } = await download(page, 'html');
  const other = await context.browser().newContext({ javaScriptEnabled: false });
  const report = await other.newPage();
  await report.setContent(text);
  await report.getByText('Bicycles travel free of charge.').first().waitFor();
  assert.match(await report.locator('main').innerText(), /4\.5/);
  await other.close();
  await shot();
});

scenario('a file is told by what it holds', {}, async ({ me, page, shot }) => {
  await open(page, 'empty.txt', '  ');
  await page.locator('[role="alert"]').filter({ hasText: 'empty.txt is empty' }).waitFor();
  await open(page, 'odd.json', '{"a": 1}');
  await page.locator('[role="alert"]').filter({ hasText: 'neither an evaluation' }).waitFor();
  await open(page, 'cut.html', '<script type="application/json" id="assay-record">{"assay":1,</script>');
  await page.locator('[role="alert"]').filter({ hasText: 'cut.html is damaged' }).waitFor();
  await open(page, 'truth.txt', '[ESSENTIAL PASSAGE] It opens at seven.\n[BONUS PASSAGE] It is yellow.');
  await page.locator('.note').filter({ hasText: 'truth.txt' }).waitFor();
  assert.equal(await me.box('E1 Essential passage').inputValue(), 'It opens at seven.');
  // Dropped on the page, wherever.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['It opens at seven and is yellow.'], 'answer.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.locator('.note').filter({ hasText: 'answer.txt' }).waitFor();
  assert.equal(await me.box(me.names.answer).inputValue(), 'It opens at seven and is yellow.');
  await shot();
});

/** Another site that shows the app in a frame. */
const framing = async (address) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>blog</title><iframe src="${address}" width="900" height="700"></iframe>`);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://localhost:${server.address().port}/`, close: () => closed(server) };
};

scenario('of two files one is opened, and files are told in words for files', {}, async ({ page }) => {
  const drop = (files) => page.evaluate((all) => {
    const data = new DataTransfer();
    for (const [name, text] of all) data.items.add(new File([text], name, { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
  await drop([['one.json', '{"assay": 2}'], ['two.json', '{}']]);
  const alert = page.locator('[role="alert"]');
  await alert.filter({ hasText: 'one.json was made with a newer version' }).waitFor();
  await alert.filter({ hasText: 'not opened: 1' }).waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /link/i);
});

scenario('dates are in the form of the browser, and only where there is one', {}, async ({ page, site }) => {
  const link = (t) => packed({ k: 'scores', t, m: [{ i: 'rag-recall', c: { scored: 4 } }] });
  for (const [t, said] of [[1796065740000, /30 Nov 2026/], [0, null], [1e18, null]]) {
    await page.goto('about:blank');
    await page.goto(`${site.url}${link(t)}`);
    await page.locator('.claim').waitFor();
    const text = await page.locator('main').innerText();
    if (said) assert.match(text, said);
    assert.doesNotMatch(text, /Invalid|1970/);
    assert.equal(await page.locator('.claims time').count(), said ? 1 : 0);
  }
});

for (const [locale, said] of [['de-DE', /30 Nov 2026, \d\d:\d\d/], ['en-US', /Nov 30, 2026, \d+:\d\d.[AP]M/], ['en-AU', /30 Nov 2026/]]) {
  scenario(`an English page writes dates for a browser that speaks ${locale}`, { locale }, async ({ page, site }) => {
    await page.goto('about:blank');
    await page.goto(`${site.url}${packed({ k: 'scores', t: 1796065740000, m: [{ i: 'rag-recall', c: { scored: 4 } }] })}`);
    await page.locator('.claim').waitFor();
    assert.match(await page.locator('.claims time').innerText(), said);
  });
}

scenario('a narrow frame cuts nothing off', {}, async ({ me, page, context }) => {
  await me.example();
  const { page: there, other } = await fresh(context, (await linkOf(page)).replace('#s1', '#e1'));
  await there.locator('#verdict .facts').waitFor();
  for (const width of [320, 304, 280, 240]) {
    await there.setViewportSize({ width, height: 640 });
    await fitsWidth(there);
  }
  await other.close();
});

scenario('a character that no link has is told as a change, not as a cut', {}, async ({ me, page, context }) => {
  await me.example();
  const link = await linkOf(page);
  const at = link.length - 40;
  const { page: there, other } = await fresh(context, `${link.slice(0, at)}*${link.slice(at + 1)}`);
  const alert = there.locator('main [role="alert"]');
  await alert.waitFor();
  assert.match(await alert.innerText(), /changed on its way/i);
  assert.doesNotMatch(await alert.innerText(), /arrived:|of [\d,]+ characters/);
  await other.close();
});

scenario('a frame on another page shows a verdict, runs nothing and keeps nothing', {}, async ({ me, page, context }) => {
  await me.example();
  const link = (await linkOf(page)).replace('#s1', '#e1');
  const blog = await framing(link);
  const { page: there, other } = await fresh(context, blog.url);
  const frame = there.frameLocator('iframe');
  await frame.locator('#verdict .facts').waitFor();
  assert.equal(await frame.locator('#judge, #to-history, .bar').count(), 0);
  await blog.close();
  await other.close();
});

scenario('a damaged link in a frame is a message alone', {}, async ({ context, site }) => {
  const blog = await framing(`${site.url}#e1.d.100.abc`);
  const { page: there, other } = await fresh(context, blog.url);
  const frame = there.frameLocator('iframe');
  await frame.locator('[role="alert"]').filter({ hasText: 'characters arrived' }).waitFor();
  assert.equal(await frame.locator('#judge, #to-history, .bar').count(), 0);
  await blog.close();
  await other.close();
});

scenario('framed outside the embed view, judging is off', {}, async ({ context, site }) => {
  const blog = await framing(site.url);
  const { page: there, other } = await fresh(context, blog.url);
  const frame = there.frameLocator('iframe');
  await frame.locator('.note').filter({ hasText: 'inside another page' }).waitFor();
  assert.equal(await frame.locator('#judge').getAttribute('aria-disabled'), 'true');
  await frame.locator('.go').filter({ hasText: 'inside another page' }).waitFor();
  await frame.locator('.empty-examples button').first().click();
  await there.waitForTimeout(500);
  assert.equal(await frame.locator('#verdict .facts').count(), 0);
  await blog.close();
  await other.close();
});

scenario('the address fills in metric, language and judge', { query: '?metric=faithfulness&lang=zh-Hant&judge=embedded' }, async ({ page }) => {
  assert.equal(await page.locator('#metric').inputValue(), 'faithfulness');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hant');
  assert.match(await page.locator('#judge-pill').innerText(), /內建/);
});

scenario('what the address asks for and there is not is told', { query: '?metric=nonsense&judge=someone' }, async ({ page, site, axe, shot }) => {
  const note = page.locator('.note', { hasText: 'does not know' });
  await note.waitFor();
  const told = await note.innerText();
  assert.ok(told.includes('metric=nonsense') && told.includes('judge=someone'), told);
  await axe();
  await shot();
  for (const [query, metric] of [['metric=BLEU', 'bleu'], ['metric=Faithfulness&also=Context-Recall', 'faithfulness']]) {
    await page.goto(`${site.url}?${query}`);
    await page.locator('#judge').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.locator('#metric').inputValue(), metric);
    assert.equal(await note.count(), 0);
  }
});

const ROOMS = {
  'first visit': async () => {},
  history: async ({ me, page }) => {
    await me.example();
    await page.locator('#to-history').click();
    await page.locator('.entry .quiet').click();
  },
  'empty history': async ({ page }) => {
    await page.locator('#to-history').click();
    await page.locator('.page .empty').waitFor();
  },
  how: async ({ page }) => page.locator('#to-how').click(),
  share: async ({ me, page }) => {
    await me.example();
    await share(page);
    await page.locator('.share-dialog details').first().locator('summary').click();
    // It stands open, with the banner that the receiver has.
    await page.locator('.preview .facts').first().waitFor();
    await page.locator('.preview .banner').waitFor();
  },
  opened: async ({ me, page }) => {
    await me.example();
    const link = await linkOf(page);
    await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await page.locator('.banner').waitFor();
  },
  scores: async ({ me, page }) => {
    await me.example();
    const link = await linkOf(page, 'scores');
    await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await page.locator('.banner').waitFor();
  },
  broken: async ({ page }) => {
    await page.evaluate(() => { location.hash = '#s1.d.100.AAAA'; });
    await page.locator('main [role="alert"]').waitFor();
  },
};
const LOOKS = [
  { lang: 'en', width: 1280 },
  { lang: 'zh-Hant', width: 390, dark: true },
  { lang: 'en', width: 640, forced: true },
];
for (const [room, reach] of Object.entries(ROOMS)) {
  for (const look of LOOKS) {
    const name = `${room}: ${look.lang}, ${look.width} px, ${look.forced ? 'forced colours' : look.dark ? 'dark' : 'light'}`;
    scenario(name, look, async (tools) => {
      await reach(tools);
      await fitsWidth(tools.page);
      await tools.axe();
      await tools.shot();
    });
  }
}

// The first visit: nothing is set up, one click judges an example in the page itself.

import assert from 'node:assert/strict';
import { scenario } from './harness/scenario.mjs';

scenario('judges an example with one click, without a key', { worker: false,}, async ({ me, page, site, shot }) => {
  assert.match(await page.locator('#judge-pill').innerText(), /Embedded judge\s+not an LLM/);
  await me.verdict.getByText('What it costs').waitFor();
  await me.example();

  const rows = me.verdict.getByRole('table', { name: 'Breakdown' }).getByRole('row');
  assert.equal(await rows.count(), 1 + 3, 'a head and a row for each passage');
  const score = Number(await me.verdict.locator('.score b').innerText());
  const given = await Promise.all([1, 2, 3].map(async (row) =>
    Number((await rows.nth(row).innerText()).match(/([\d.]+) of 5/)[1])));
  const [e1, e2, b1] = given;
  assert.equal(score, Math.min(5, (e1 + e2) / 2 + b1 / (2 * 1 * 2)), `the score follows from ${given}`);
  const formula = await me.verdict.locator('.formula').innerText();
  assert.ok(formula.includes(`(${e1} + ${e2}) / 2 = ${(e1 + e2) / 2}`), formula);
  assert.ok(formula.includes(`(${b1}) / (2 · 1 · 2) = ${b1 / 4}`), formula);

  const facts = await me.verdict.getByRole('list', { name: 'How this came about' }).innerText();
  for (const fact of [/Passages scored: 3 of 3/, /Embedded judge/, /prompt rag-recall v1 · [0-9a-f]{6}…/, /\d:\d\d/]) {
    assert.match(facts, fact);
  }
  assert.equal(await page.getByRole('status').filter({ hasText: /^Done: / }).count(), 1, 'the live region says it');
  assert.equal(site.served.filter((file) => file.startsWith('words')).length, 1, 'its table is fetched once');
  await shot();
});

const METRICS = {
  'rag-recall': { heading: 'RAG Recall', table: 'Breakdown', result: /^[\d.]+$/ },
  'sufficient-context': { heading: 'Sufficient Context', table: 'Coverage', result: /Sufficient|Insufficient/ },
  'sufficient-context-paper': { heading: 'Sufficient Context (paper)', result: /Sufficient|Insufficient/ },
};
for (const [metric, { heading, table, result }] of Object.entries(METRICS)) {
  scenario(`judges every example of ${metric}`, { query: `?metric=${metric}` }, async ({ me, page }) => {
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    const menu = me.input.getByRole('group', { name: 'Examples' });
    for (const [at, example] of ['Everyday', 'Tricky', 'Traditional Chinese'].entries()) {
      if (at === 0) {
        await me.example(example);
      } else {
        await me.input.getByRole('button', { name: 'Examples' }).click();
        await menu.getByRole('button', { name: example }).click();
        await me.judge();
      }
      assert.match(await me.verdict.locator('.score b, .state').first().innerText(), result, example);
      if (table) assert.ok(await me.verdict.getByRole('table', { name: table }).getByRole('row').count() > 1);
      else assert.equal(await me.verdict.getByRole('table').count(), 0, 'the paper asks for the verdict alone');
    }
  });
}

scenario('lights the words of a row while it is pointed at, and pins it', {}, async ({ me, page, shot }) => {
  await me.example();
  await page.mouse.move(0, 0);
  const lit = () => me.evidence.locator('.text mark.found').allInnerTexts();
  const row = (name) => me.verdict.getByRole('button', { name: `Show ${name} in the evidence` });
  assert.deepEqual(await lit(), [], 'nothing is lit at first');

  await row('E1').hover();
  assert.ok((await lit()).some((words) => words.includes('09:15')), `E1: ${await lit()}`);
  assert.match(await me.verdict.locator('.row.lit').innerText(), /E1/);
  const line = await me.evidence.locator('.text mark.found').first()
    .evaluate((mark) => getComputedStyle(mark).textDecorationLine + getComputedStyle(mark).borderBottomStyle);
  assert.match(line, /underline|solid/, 'by a line, not by colour alone');

  // The focus lights its row, also when the pointer leaves another one.
  await row('E2').focus();
  await page.mouse.move(0, 0);
  assert.ok((await lit()).some((words) => words.includes('booking')), `E2: ${await lit()}`);
  await row('E2').click();
  assert.equal(await row('E2').getAttribute('aria-pressed'), 'true');
  await page.getByRole('combobox', { name: 'Metric' }).focus();
  await page.mouse.move(0, 0);
  assert.ok((await lit()).some((words) => words.includes('booking')), 'it stays lit');
  await shot();
  await row('E2').click();
  await page.getByRole('combobox', { name: 'Metric' }).focus();
  await page.mouse.move(0, 0);
  assert.deepEqual(await lit(), []);
});

scenario('on a narrow page a pressed row brings its words into sight, and there is a way back', { width: 390 }, async ({ me, page, shot }) => {
  await me.example();
  const row = me.verdict.getByRole('button', { name: 'Show E1 in the evidence' });
  await row.click();
  const inSight = (locator) => locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  const back = me.evidence.getByRole('button', { name: 'Verdict' });
  await back.waitFor();
  const first = me.evidence.locator('.text mark.found').first();
  for (let tries = 0; tries < 50 && !await inSight(first); tries += 1) await page.waitForTimeout(50);
  assert.ok(await inSight(first), 'the words are in sight');
  await shot();
  await back.click();
  assert.ok(await inSight(row), 'the row is in sight again');
  assert.ok(await row.evaluate((element) => element === document.activeElement));
});

scenario('a passage without words has none to look for', {}, async ({ me }) => {
  await me.fill({ essential: ['🚇🚇', 'Line 4 opened.'], answer: 'Line 4 opened in 1998.' });
  await me.judge();
  const told = await me.evidence.innerText();
  assert.match(told, /E1 has no content words to look for\./);
  assert.match(told, /Every content word of E2 stands somewhere in the returned passage;/);
  assert.doesNotMatch(told, /Every content word of E1/);
});

scenario('a long text of the same words is lit in part, and says so', { worker: false }, async ({ me, shot }) => {
  await me.fill({ essential: ['The harbour bridge opened in 1932.'], answer: 'The bridge, it says, opened late; nothing else.\n'.repeat(900) });
  await me.judge();
  await me.evidence.getByText(/The words of E1 stand in very many places. The longest 500 are lit\./).waitFor();
  await me.verdict.getByRole('button', { name: 'Show E1 in the evidence' }).click();
  await me.evidence.locator('.text mark').first().waitFor();
  assert.equal(await me.evidence.locator('.text mark').count(), 500);
  await shot();
});

scenario('marks useful chunks and lights an entity', { query: '?metric=sufficient-context' }, async ({ me }) => {
  await me.example();
  assert.ok(await me.evidence.locator('.chunk.useful').count() > 0);
  assert.ok(await me.evidence.locator('.chunk.unused').filter({ hasText: 'dredged' }).count() === 1);
  const entity = me.verdict.getByRole('table', { name: 'Coverage' }).getByRole('button').first();
  await entity.hover();
  assert.ok(await me.evidence.locator('.chunk-text mark.found').count() > 0, await entity.innerText());
});

scenario('shows a whole reasoning, and the raw reply with its prompt', {}, async ({ me }) => {
  await me.example();
  const more = me.verdict.getByRole('button', { name: 'Full reasoning for E1' });
  await more.click();
  assert.equal(await more.getAttribute('aria-expanded'), 'true');
  await me.verdict.getByText('Raw replies').click();
  assert.match(await me.verdict.getByRole('region', { name: 'Reply 1' }).innerText(), /RECALL_Final_Score/);
  await me.verdict.getByText('Prompt that was sent').first().click();
  assert.match(await me.verdict.getByRole('region', { name: 'Prompt that was sent' }).innerText(), /ferry to Lismore leaves/);
});

scenario('says that the input has changed since', {}, async ({ me }) => {
  await me.example();
  const stale = me.verdict.getByText('The input has changed since this run.');
  assert.equal(await stale.count(), 0);
  await me.box('Returned passage').pressSequentially(' Really.');
  await stale.waitFor();
  await me.judge();
  await me.verdict.locator('.facts').waitFor();
  assert.equal(await stale.count(), 0);
});

scenario('is used with the keyboard alone', {}, async ({ me, page }) => {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the input');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'input');

  // Forward to the first passage, and through the form.
  const reach = async (name) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const label = document.activeElement.labels?.[0] ?? document.activeElement;
        return (document.activeElement.getAttribute('aria-label') ?? label.innerText).replace(/\s+/g, ' ').trim();
      });
      if (at === name) return;
    }
    assert.fail(`${name} is not reached with Tab`);
  };
  await reach('E1 Essential passage');
  await page.keyboard.type('The mill burned down in 1872.');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#verdict').getAttribute('aria-busy'), 'false', 'Enter is a line break');
  await page.keyboard.type('It was never rebuilt.');
  await reach('Returned passage');
  await page.keyboard.type('In 1872 the mill burned down.');
  await page.keyboard.press('Control+Enter');
  await me.verdict.locator('.score b').waitFor();

  await reach('Show E1 in the evidence');
  assert.ok(await me.evidence.locator('.text mark.found').count() > 0, 'the focus lights the row');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  assert.ok(await me.evidence.locator('.text mark.found').count() > 0, 'Enter pins it');
});

scenario('an Enter that confirms a word of an input method runs nothing', {}, async ({ me, page, context }) => {
  await me.fill({ essential: ['測試'], answer: '測試' });
  await me.box('Returned passage').focus();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: '評', selectionStart: 1, selectionEnd: 1 });
  const seen = await page.evaluate(() => new Promise((tell) => {
    globalThis.composed = [];
    addEventListener('keydown', (event) => globalThis.composed.push(event.isComposing), true);
    tell(true);
  }));
  assert.ok(seen);
  await page.keyboard.press('Control+Enter');
  assert.deepEqual(await page.evaluate(() => globalThis.composed.at(-1)), true, 'the browser says that it composes');
  // As browsers do that only say so by the key code.
  await page.evaluate(() => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, ctrlKey: true, bubbles: true })));
  await page.waitForTimeout(200);
  assert.equal(await me.verdict.locator('.facts').count(), 0, 'nothing was judged');
  await cdp.send('Input.insertText', { text: '評' });
  await page.keyboard.press('Control+Enter');
  await me.verdict.locator('.facts').waitFor();
});

// What stands on the screen where the returned passage says the opposite: the words are there, the passage is not.
for (const [lang, passages, answer, reasons] of [
  ['en',
    ['The ferry leaves at 9.', '12 % of households own a boat.', 'The bridge cost $5.1 million.'],
    'The ferry does not leave at 9. 21 % of households own a boat. The bridge cost $5,100,000.',
    [/Negated on one side only: “leave.*” here, “not leave.*” in the returned passage/, /“12 %” here, “21 %” in the returned passage/]],
  ['zh-Hant',
    ['渡輪九點開船。', '百分之十二的家庭有船。', '這座橋花了五億一千萬元。'],
    '渡輪九點不開船。21%的家庭有船。這座橋花了5.1億元。',
    [/只有一邊是否定：這裡是「.*」，回傳的段落是「不.*」/, /數字不同：這裡是「百分之十二」，回傳的段落是「21%」/]],
]) {
  scenario(`gives no full marks for what the returned passage contradicts (${lang})`, { lang }, async ({ me, page, shot }) => {
    await me.fill({ essential: passages, answer });
    await me.judge();
    const rows = me.verdict.getByRole('table').first().getByRole('row');
    const scores = await Promise.all([1, 2, 3].map(async (row) => Number((await rows.nth(row).innerText()).match(/(\d)\s*(?:of|\/|／|分)/)?.[1])));
    assert.ok(scores[0] <= 3 && scores[1] <= 3, `${scores}`);
    assert.ok(scores[2] >= 4, `the same number in another form: ${scores}`);
    const told = await me.verdict.innerText();
    for (const reason of reasons) assert.match(told, reason);
    await shot();
  });
}

scenario('says truly what Answer Relevancy by embeddings lacks, and offers the way without', { query: '?metric=answer-relevancy' },
  async ({ page }) => {
    const note = page.locator('#cannot');
    await note.getByText(/a judge first writes questions from the answer/).waitFor();
    await note.getByRole('button', { name: 'Use the way without embeddings' }).click();
    await note.waitFor({ state: 'detached' });
  });

scenario('judges Answer Correctness by its facts, where the similarity counts nothing', { query: '?metric=answer-correctness' },
  async ({ me, page }) => {
    const note = page.locator('#cannot');
    await note.getByText(/needs embeddings/).waitFor();
    await note.getByRole('button', { name: 'Use the way without embeddings' }).click();
    await note.waitFor({ state: 'detached' });
    await page.evaluate(() => {
      const texts = ['When did the mill burn?', 'The mill burned in 1872.', 'The mill burned in 1872. It has ninety windows.'];
      for (const [at, area] of [...document.querySelectorAll('#input textarea')].entries()) {
        area.value = texts[at] ?? '';
        area.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await me.judge();
    assert.match(await me.verdict.locator('.score b').innerText(), /0\.[1-9]/);
    await me.verdict.getByText(/Supported by the source/).first().waitFor();
  });

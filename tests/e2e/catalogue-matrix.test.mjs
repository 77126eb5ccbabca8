// A matrix of claims and chunks: its claims and heads stay in sight, each verdict has its reason and its reply, and a large
// one opens at once. What stands beside a score that was drawn, cut or only partly known.

import assert from 'node:assert/strict';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { says, scripted } from './servers/scripted.mjs';

const WORDS = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord', 'grove', 'heath', 'inlet', 'jetty'];
const claim = (at) => `Ship ${at} carries ${WORDS[at % 10]} and ${WORDS[(at + 3) % 10]} from the northern harbour to the town.`;
const chunk = (at) => `In spring, ship ${at} was seen with ${WORDS[at % 10]}.`;

/** A judge of claims: `claims` statements for either text, a verdict with a reason on each of those that were sent. */
const judgeOf = (claims) => ({ prompt }) => {
  if (prompt.includes('{"statements": ["first statement"')) {
    return says(JSON.stringify({ statements: Array.from({ length: claims }, (_, at) => claim(at)) }));
  }
  const seen = /In spring, ship (\d+)/.exec(prompt)?.[1];
  const about = seen === undefined ? 'by the other text' : `by spring ${seen}`;
  const verdict = (_, at) => ({ index: at + 1, reason: `Claim ${at + 1} ${about}.`, verdict: (at + Number(seen ?? 0)) % 3 === 0 ? 0 : 1 });
  return says(JSON.stringify({ verdicts: Array.from({ length: claims }, verdict) }));
};

const judged = async ({ me, api, page }, chunks) => {
  await me.api({ base: api.base.openai });
  for (let at = 0; at < chunks; at += 1) {
    // There is one box at first.
    if (at > 0) await me.press(me.input, 'Add a chunk');
    await me.input.getByRole('textbox', { name: new RegExp(`^${at} Chunk`) }).fill(chunk(at));
  }
  await me.box('Answer').fill('The answer.');
  await me.box('Reference answer').fill('The reference.');
  await me.judge();
  await page.locator('#verdict .score b').waitFor();
};
const table = (me) => me.verdict.getByRole('table', { name: /^Statements of the answer/ });

/** Whether an element can be seen where it says that it stands. */
const inSight = (locator) => locator.evaluate((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const there = document.elementFromPoint((left + Math.min(right, left + 120)) / 2, (top + Math.min(bottom, top + 40)) / 2);
  return left >= 0 && element.contains(there);
});

for (const width of [1280, 390]) {
  scenario(`matrix: claims and heads stay in sight at ${width} px`, {
    query: '?metric=claims', width, dark: width === 390, api: () => scripted({ script: judgeOf(30) }),
  }, async (tools) => {
    const { me, page, shot, axe } = tools;
    await judged(tools, 20);
    const frame = me.verdict.locator('.scroll.matrix').first();
    await frame.scrollIntoViewIfNeeded();
    await frame.evaluate((element) => { element.scrollLeft = 700; element.scrollTop = 500; });
    const row = table(me).getByRole('rowheader').nth(9);
    await row.evaluate((element) => {
      const scroll = element.closest('.scroll');
      scroll.scrollTop += element.getBoundingClientRect().top - scroll.getBoundingClientRect().top - 120;
    });
    assert.match(await row.innerText(), /10[\s\S]*Ship 9 carries jetty/);
    assert.ok(await inSight(row.locator('.judged-text')), 'the claim');
    assert.ok(await inSight(row.locator('.key')), 'its number');
    const head = table(me).getByRole('columnheader');
    assert.ok(await inSight(head.first()), 'its head');
    const shown = await head.evaluateAll((all) => all.map((one) => {
      const frame = one.closest('.scroll').getBoundingClientRect();
      const own = one.getBoundingClientRect();
      return own.top >= frame.top - 1 && own.bottom < frame.top + 100; // Heads of some lines.
    }));
    assert.ok(shown.every(Boolean), 'the heads of all columns stand at the top');
    const share = await row.evaluate((element) => element.getBoundingClientRect().width / element.closest('.scroll').clientWidth);
    assert.ok(share < 0.5, `the claims leave room for verdicts: ${share}`);
    await shot('scrolled');
    // A row that is opened stands in sight as well, as wide as the frame.
    await me.press(me.verdict, 'Details of Statements of the answer 10');
    await page.locator('#verdict tr.opened').waitFor();
    await shot('opened');
    await fitsWidth(page);
    await axe();
  });
}

scenario('matrix: replies say which column they belong to, and every verdict has its reason', {
  query: '?metric=claims', api: () => scripted({ script: judgeOf(2) }),
}, async (tools) => {
  const { me, page, shot, axe } = tools;
  await judged(tools, 2);
  await me.press(me.verdict, 'Details of Statements of the answer 1');
  const opened = me.verdict.locator('tr.opened');
  assert.deepEqual(await opened.locator('.raw-one h3').evaluateAll((all) => all.map((one) => one.firstChild.textContent.replace(/\d+/, 'N'))), [
    'Reply N · Verdict · Reference answer', 'Reply N · Chunk 0', 'Reply N · Chunk 1',
  ]);
  const reasons = (await opened.locator('.cell-reasons').innerText()).replace(/\s+/g, ' ');
  assert.match(reasons, /Chunk 0 ✗ no Claim 1 by spring 0\. Chunk 1 ✓ yes Claim 1 by spring 1\./);
  await opened.getByText('Prompt that was sent').nth(1).click();
  await opened.getByRole('region', { name: 'Prompt that was sent' }).getByText('In spring, ship 0 was seen').waitFor();
  await axe();
  await shot();
  await me.press(me.verdict, 'Details of Statements of the reference 2');
  const names = await page.locator('tr.opened .raw-one h3').allInnerTexts();
  assert.match(names[0], /^Reply \d+ · Verdict · Answer/);
  const report = await me.copied('markdown');
  for (const part of ['| # | What was judged | Verdict · Reference answer |', '✗ no · Claim 1 by spring 0.', '✓ yes · Claim 1 by spring 1.']) {
    assert.ok(report.includes(part), `${part} in ${report}`);
  }
});

scenario('matrix: one of 60 by 20 opens at once', {
  query: '?metric=claims', patience: 60_000, api: () => scripted({ script: judgeOf(60) }),
}, async (tools) => {
  const { me, page } = tools;
  await judged(tools, 20);
  const took = await page.evaluate(async () => {
    const button = document.querySelector('#open-5');
    const began = performance.now();
    button.click();
    while (!document.querySelector('tr.opened')) await new Promise(requestAnimationFrame);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - began;
  });
  assert.ok(took < 1500, `${took} ms`);
  // Its replies are there when they are looked at.
  const replies = page.locator('tr.opened .folded');
  assert.equal(await replies.count(), 21);
  assert.equal(await page.locator('tr.opened pre').count(), 0);
  // In the order in which they came.
  const ofChunk = replies.filter({ has: page.getByText(/^Reply \d+ · Chunk 1$/) });
  await ofChunk.getByText(/^Reply \d+ · Chunk 1$/).click();
  await ofChunk.getByText(/Claim 6 by spring 1\./).waitFor();
});

scenario('matrix: a side without claims is a dash beside the score', {
  query: '?metric=claims',
  api: () => scripted({ script: ({ prompt }) => says(prompt.includes('The reference.') ? '{"statements": ["One."]}'
    : prompt.includes('{"statements": ["first') ? '{"statements": []}' : '{"verdicts": [{"index": 1, "verdict": 1}]}') }),
}, async (tools) => {
  const { me } = tools;
  await judged(tools, 1);
  const formula = await me.verdict.locator('.formula').innerText();
  assert.match(formula, /Precision\s+–/);
  assert.doesNotMatch(formula, /\?/);
});

scenario('draws at temperature 0 are told to be no draws', {
  query: '?metric=aspect-critique', api: () => scripted({ script: () => says('{"reason": "Brief.", "verdict": 1}') }),
}, async ({ me, api, page, shot }) => {
  await me.enterApi({ base: api.base.openai });
  await me.dialog.getByLabel(/^Temperature/).fill('0');
  await me.closeJudges();
  await me.box('Answer').fill('At noon.');
  await me.input.getByLabel(/strictness|votes/i).fill('3');
  await me.judge();
  await me.verdict.getByText('asked several times at temperature 0').waitFor();
  await shot();
  await me.input.getByLabel(/strictness|votes/i).fill('1');
  await me.judge();
  assert.equal(await page.locator('#verdict').getByText('asked several times at temperature 0').count(), 0);
});

scenario('calls that are never repeated are told as they are, and none where there is nothing to judge', {
  query: '?metric=attribution', api: () => scripted({ script: () => says('Response: 1') }),
}, async ({ me, api, page }) => {
  await me.api({ base: api.base.openai });
  await me.fill({ contexts: ['Ann: I will call the printer.'] });
  const cost = page.locator('#cost');
  await me.box('Answer').fill('Ann will call the printer.');
  await cost.getByText(/^calls: 2, at most twice as many · ~\d+ tokens in · to /).waitFor();
  await me.box('Answer').fill('No action items.');
  await cost.getByText(/: 0$/).waitFor();
  await me.judge();
  await me.verdict.getByText('The response says that there are no action items').waitFor();
  assert.equal(api.calls.length, 0);
});

scenario('self-check: the answer is right only if all of it is, and the question is asked along', {
  query: '?metric=self-check',
  api: () => scripted({ script: ({ prompt }) => says(prompt.includes('B is 2.') ? 'No' : 'Yes') }),
}, async ({ me, api }) => {
  await me.api({ base: api.base.openai });
  await me.input.getByRole('textbox', { name: /^Question/ }).fill('What are A and B?');
  await me.box('Answer').fill('A is 1. B is 2.');
  await me.input.getByRole('textbox', { name: /Further answer/ }).first().fill('A is 1 and B is 3.');
  await me.input.getByLabel('Reading').selectOption('all');
  await me.judge();
  assert.equal(await me.verdict.locator('.score b').innerText(), '1');
  assert.match(await me.verdict.locator('.formula').innerText(), /Sentences not supported by all\s+1 \/ 2 > 0 → 1/);
  assert.ok(api.calls.every((call) => call.prompt.includes('What are A and B?')));
});

for (const [lang, width, dark] of [['en', 1280, false], ['zh-Hant', 390, true]]) {
  scenario(`self-check: answers that the judge draws are held against the answer, ${lang} at ${width} px`, {
    query: '?metric=self-check', lang, width, dark,
    api: () => {
      const drawn = ['It leaves at nine and is red.', 'It leaves at nine. Its hull is blue.'];
      return scripted({
        script: ({ prompt }) => {
          if (prompt.startsWith('Answer the question.')) return says(drawn.shift() ?? '');
          return says(prompt.includes('It is red.') && prompt.includes('blue') ? 'No. The hull is blue.' : 'Yes.');
        },
      });
    },
  }, async ({ me, api, page, shot, axe }) => {
    const said = {
      en: { cost: /calls now: 2, in all up to 6, re-asks/, question: 'Question', chunk: '0 Chunk', answer: 'Answer', of: 'Sentences of the answer', drawn: 'Answers that the judge drew' },
      'zh-Hant': { cost: /目前 2 次呼叫，全部至多 6 次，重問/, question: '問題', chunk: '0 片段', answer: '答案', of: '答案的句子', drawn: '評審抽取的答案' },
    }[lang];
    await me.enterApi({ base: api.base.openai });
    // What the verdicts are asked at; answers are drawn at 1 whatever it is, and without the seed.
    await page.locator('#api-temperature').fill('0');
    await me.dialog.locator('details:has(#api-seed) > summary').click();
    await page.locator('#api-seed').fill('7');
    await me.closeJudges();
    const box = (name) => me.input.getByRole('textbox', { name: new RegExp(`^${name}`) }).first();
    await box(said.answer).fill('It leaves at nine. It is red.');
    // The question is needed now: its box is made anew, and no text is lost that was typed a moment ago.
    await page.locator('#setting-draw').fill('2');
    assert.equal(await box(said.answer).inputValue(), 'It leaves at nine. It is red.');
    await me.start();
    assert.equal(api.calls.length, 0, 'nothing is drawn for no question');
    await me.input.locator('textarea[aria-invalid="true"]').waitFor();
    await box(said.question).fill('When does the ferry leave, and what does it look like?');
    await box(said.chunk).fill('The ferry, a red one, leaves at nine.');
    await page.locator('#cost').getByText(said.cost).waitFor();
    await shot('form');
    await me.judge();
    assert.equal(await me.verdict.locator('.score b').innerText(), '0.25');
    const drew = (call) => call.prompt.startsWith('Answer the question.');
    const [draws, verdicts] = [api.calls.filter(drew), api.calls.filter((call) => !drew(call))];
    assert.deepEqual(draws.map(({ body }) => [body.temperature, body.seed]), [[1, undefined], [1, undefined]]);
    assert.ok(draws.every(({ prompt }) => prompt.includes('a red one')), 'from the chunks');
    assert.deepEqual(verdicts.map(({ body }) => [body.temperature, body.seed]), Array(4).fill([0, 7]));
    const table = (name) => me.verdict.getByRole('table', { name: new RegExp(`^${name}`) });
    assert.equal(await table(said.of).locator('tbody .cell .mark').count(), 4);
    // What each call used; and no column for verdicts that nobody gives on what was drawn.
    await me.verdict.locator('.facts').getByText(/temperature 0 · (temperature of drawn answers|抽樣回答的溫度) 1/).waitFor();
    assert.equal(await table(said.drawn).locator('th[scope="col"]').count(), 2);
    const answers = await table(said.drawn).locator('tbody').innerText();
    for (const text of ['It leaves at nine and is red.', 'Its hull is blue.']) assert.ok(answers.includes(text), answers);
    await shot();
    // A drawn answer opens down to what was asked and replied.
    await table(said.drawn).getByRole('button').last().click();
    await page.locator('#verdict tr.opened').waitFor();
    await shot('opened');
    await axe();
    await fitsWidth(page);
  });
}

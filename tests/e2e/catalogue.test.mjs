// The catalogue: metrics of several steps, of no judge at all, with embeddings; changed verdicts; choosing a metric.

import assert from 'node:assert/strict';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { says, scripted, vectors } from './servers/scripted.mjs';

const STATEMENTS = '{"statements": ["Shoes can be returned within 30 days.", "The refund takes 5 days.", "Shipping is free."]}';
const VERDICTS = JSON.stringify({
  verdicts: [
    { index: 1, reason: 'Chunk 0 says so.', verdict: 1 },
    { index: 2, reason: 'Chunk 1 says so.', verdict: 1 },
    { index: 3, reason: 'Nothing says so.', verdict: 0 },
  ],
});
const QUESTION = '{"question": "How are shoes returned?", "noncommittal": 0}';

const score = (me) => me.verdict.locator('.score b').innerText();
const rows = (me, name) => me.verdict.getByRole('table', { name }).locator('tbody > tr:not(.opened)');
/** Fills the form with an example without judging it. */
const load = async (me, name = 'Everyday') => {
  await me.input.locator('#examples-open').click();
  await me.press(me.input.getByRole('group', { name: 'Examples' }), name);
};

const FAMILIES = { openai: 'OpenAI', anthropic: 'Anthropic', gemini: 'Google Gemini' };
for (const [family, provider] of Object.entries(FAMILIES)) {
  scenario(
    `catalogue: faithfulness takes two steps over ${family}`,
    { query: '?metric=faithfulness', api: () => scripted({ script: [says(STATEMENTS), says(VERDICTS)] }) },
    async ({ me, api, page, shot, axe }) => {
      await me.api({ provider, base: api.base[family], key: 'k-0123456789abcdef' });
      await load(me);
      await page.locator('#cost').getByText(/calls now: 1, in all up to 2, re-asks and cut replies apart · ~[\d,]+ tokens in at first/).waitFor();
      await me.judge();
      assert.equal(api.calls.length, 2);
      assert.equal(await score(me), '0.6667');
      assert.match(await me.verdict.locator('.formula').innerText(), /2 \/ 3 = 0\.6667/);
      assert.match(await rows(me, 'Statements of the answer 3').nth(2).innerText(), /Shipping is free[\s\S]*✗ no/);
      // A row opens to the prompt and the reply behind it.
      await me.press(me.verdict, 'Details of Statements of the answer 3');
      await me.verdict.locator('tr.opened').getByText('Prompt that was sent').click();
      await me.verdict.locator('tr.opened').getByText('Verdict 1: the statement can be inferred').waitFor();
      assert.match(await me.verdict.locator('tr.opened').innerText(), /Nothing says so\.[\s\S]*Verdict 1: the statement can be inferred/);
      await axe();
      await shot();
    },
  );
}

scenario('catalogue: several prompts are carried by hand', { query: '?metric=faithfulness' }, async ({ me, page }) => {
  await me.byHand();
  await load(me);
  await me.start();
  await me.verdict.getByText('Prompt 1 of 2 · Faithfulness · statements of the answer').waitFor();
  await me.paste(STATEMENTS);
  await page.waitForFunction(() => document.querySelector('#hand-prompt')?.value.includes('Shipping is free.'));
  await me.verdict.getByText('Prompt 2 of 2 · Faithfulness · verdicts on the statements').waitFor();
  await me.paste(VERDICTS);
  await me.settled();
  assert.equal(await score(me), '0.6667');
});

scenario('catalogue: the embedded judge fills the claim matrix', { query: '?metric=claims', dark: true },
  async ({ me, page, shot, axe }) => {
    await me.example();
    const table = me.verdict.getByRole('table', { name: /^Statements of the answer/ });
    for (const name of ['Verdict · Reference answer', 'Chunk 0', 'Chunk 1', 'Chunk 2']) {
      assert.equal(await table.getByRole('columnheader', { name, exact: true }).count(), 1, name);
    }
    assert.equal(await me.verdict.getByRole('table', { name: 'Further figures' }).locator('tbody tr').count(), 8);
    // Each of the eleven figures has its numbers: three as lines of the formula, the others beside their names.
    assert.deepEqual(await me.verdict.locator('.formula dt').allInnerTexts(), ['Precision', 'Recall', 'F']);
    for (const working of await me.verdict.locator('.figures td.working').allInnerTexts()) assert.match(working, /^\d+ \/ \d+$/);
    await table.locator('button.key').first().click();
    assert.ok(await me.evidence.locator('mark').count() > 1, 'words are lit');
    await axe();
    await fitsWidth(page);
    await shot();
  });

scenario('catalogue: a verdict is changed, told, and taken back', {
  query: '?metric=faithfulness', width: 390, api: () => scripted({ script: [says(STATEMENTS), says(VERDICTS)] }),
}, async ({ me, api, page, shot, axe }) => {
  await me.api({ base: api.base.openai });
  await load(me);
  await me.judge();
  await me.press(me.verdict, 'Details of Statements of the answer 3');
  const change = me.verdict.getByRole('group', { name: 'Your verdict' }).first();
  await me.press(change, '✓ yes');
  await change.getByLabel('Note (why)').fill('The shop says so elsewhere.');
  await me.press(change, 'Change');
  await me.verdict.getByText('Without these changes: 0.6667 / 1').waitFor();
  assert.equal(await score(me), '1');
  await page.waitForFunction(() => document.activeElement.id === 'open-2');
  const row = await rows(me, 'Statements of the answer 3').nth(2).innerText();
  for (const part of ['✓ yes', 'edited', 'judge: ✗ no', 'Note: The shop says so elsewhere.']) {
    assert.ok(row.includes(part), `${part} in ${row}`);
  }
  assert.equal(api.calls.length, 2, 'nobody is asked again');
  const whole = JSON.parse(await me.copied('json'));
  assert.deepEqual(whole.overrides, { 'answer-3': { value: true, note: 'The shop says so elsewhere.' } });
  assert.equal(whole.edited, true);
  assert.match(await me.copied('markdown'), /\*\*1 \/ 1\*\* · edited[\s\S]*edited; judge: ✗ no; Note: The shop says so elsewhere/);
  await fitsWidth(page);
  await axe();
  await shot();
  await me.press(me.verdict, 'Undo all changes');
  await me.verdict.getByText('Without these changes').waitFor({ state: 'detached' });
  assert.equal(await score(me), '0.6667');
});

scenario('catalogue: text metrics ask nobody', { query: '?metric=bleu', lang: 'zh-Hant' }, async ({ me, page }) => {
  await me.input.getByRole('textbox', { name: '答案', exact: true }).fill('貓坐在墊子上面。');
  await me.input.getByRole('textbox', { name: '參考答案', exact: true }).fill('貓坐在墊子上面。');
  await page.locator('#cost').getByText('由本頁計算 · 不需評審').waitFor();
  await me.judge();
  assert.equal(await score(me), '1');
  assert.match(await me.verdict.locator('.facts').innerText(), /無評審：直接計算/);
  await me.input.getByLabel('斷詞').selectOption('compatible');
  await me.judge();
  assert.equal(await score(me), '0', 'as the well-known tool has it');
  await me.verdict.getByText('連完全相同的文字也可能得 0 分').waitFor();
});

scenario('catalogue: BLEU shows its precisions, lengths and penalty, and its page is filled with them', {
  query: '?metric=bleu', width: 390,
}, async ({ me, page, shot, axe }) => {
  await me.box('Answer').fill('The cat sat on the mat.');
  await me.box('Reference answer').fill('The cat sat on a mat, it did.');
  await me.judge();
  const formula = await me.verdict.locator('.formula').innerText();
  for (const part of ['6 / 7 = 0.8571', '1 / 4 = 0.25', 'exp(1 − 10 / 7) = 0.6514', '0.651 · exp((ln 0.857 + ln 0.500 + ln 0.400 + ln 0.250) / 4)']) {
    assert.ok(formula.includes(part), `${part} in ${formula}`);
  }
  await fitsWidth(page);
  await shot();
  await page.locator('#metric-about').click();
  const dialog = page.getByRole('dialog', { name: 'BLEU' });
  await dialog.locator('.working math[aria-label^="0.651 · exp"]').waitFor();
  await axe();
  await fitsWidth(page);
  await shot('page');
});

scenario('catalogue: ids are told by rank, and those that are missing as well', {
  query: '?metric=retrieval-accuracy',
}, async ({ me, shot, axe }) => {
  await me.box('Retrieved ids, in rank order').fill('a#1#1\nb#2#1\nc#3#1');
  await me.box('Ids that should be retrieved').fill('b#2#1\nd#4#1');
  await me.input.getByLabel('k', { exact: false }).last().fill('2');
  await me.judge();
  const figures = await me.verdict.getByRole('table', { name: 'Further figures' }).innerText();
  for (const name of ['Precision@2', 'Recall@2', 'Hit@2']) assert.ok(figures.includes(name), figures);
  const table = me.verdict.getByRole('table', { name: /^Retrieved ids/ });
  for (const name of ['Id', 'Should be there?', 'Precision so far']) {
    assert.equal(await table.getByRole('columnheader', { name, exact: true }).count(), 1, name);
  }
  const wanted = rows(me, /^Ids that should be retrieved/);
  assert.match(await wanted.nth(1).innerText(), /d#4#1[\s\S]*✗ no/);
  await axe();
  await shot();
});

scenario('catalogue: reasons follow the language that is spoken', { query: '?metric=faithfulness' }, async ({ me, page }) => {
  await me.example();
  const reason = () => page.locator('#verdict .why').first().innerText();
  const before = [await score(me), await reason()];
  assert.match(before[1], /Best match/);
  await page.locator('#lang-zh-Hant').click();
  await page.waitForFunction(() => /最相符/.test(document.querySelector('#verdict .why')?.innerText ?? ''));
  assert.equal(await page.locator('#verdict .score b').innerText(), before[0]);
  await page.locator('#lang-en').click();
  await page.waitForFunction((was) => document.querySelector('#verdict .why')?.innerText === was, before[1]);
});

for (const [family, provider] of Object.entries({ openai: 'OpenAI', gemini: 'Google Gemini' })) {
  scenario(`catalogue: answer relevancy takes vectors over ${family}`, {
    query: '?metric=answer-relevancy',
    api: () => scripted({
      script: [says(QUESTION), says(QUESTION), says(QUESTION), vectors([1, 0], [0.6, 0.8], [1, 0], [0, 1])],
    }),
  }, async ({ me, api }) => {
    await me.api({ provider, base: api.base[family], key: 'k-0123456789abcdef' });
    await load(me);
    await me.judge();
    assert.equal(api.calls.length, 4);
    assert.equal(await score(me), '0.5333');
    const model = family === 'openai' ? 'text-embedding-3-small' : 'gemini-embedding-001';
    assert.match(await me.verdict.locator('.facts').innerText(), new RegExp(`embeddings ${model}`));
  });
}

scenario('catalogue: where there are no embeddings, it says so before and offers the other way', {
  query: '?metric=answer-relevancy',
  api: () => scripted({ script: [says(STATEMENTS), says(VERDICTS)] }),
}, async ({ me, api, page }) => {
  await me.api({ provider: 'Anthropic', base: api.base.anthropic, key: 'k-0123456789abcdef' });
  await load(me);
  await me.input.getByText(/offers no embeddings/).waitFor();
  await me.start();
  await page.waitForFunction(() => document.activeElement.id === 'cannot');
  assert.equal(api.calls.length, 0, 'nothing is paid for that can’t be scored');
  await me.press(me.input, 'Use the way without embeddings');
  assert.equal(await me.input.getByLabel('Way').inputValue(), 'statements');
  await me.judge();
  assert.equal(await score(me), '0.6667');
});

scenario('catalogue: the prompts of the chosen way are named', { query: '?metric=context-relevance' }, async ({ me, page }) => {
  const open = page.locator('#prompt-open');
  assert.match(await open.innerText(), /needed-sentences v1/);
  await me.input.getByLabel('Way').selectOption('b');
  await open.getByText('context-rating-second v1').waitFor();
  assert.doesNotMatch(await open.innerText(), /needed-sentences/);
  await open.click();
  const which = me.input.getByRole('group', { name: 'Which prompt' });
  // The panel's file is fetched first.
  await which.getByRole('button').first().waitFor();
  assert.deepEqual(await which.getByRole('button').allInnerTexts(), [
    'context-rating', 'context-rating-second',
    'needed-sentences · not sent with these settings', 'chunk-statements · not sent with these settings',
  ]);
});

scenario('catalogue: what is a yes or no is headed so, and an own definition claims no better end', {
  query: '?metric=aspect-critique', api: () => scripted({ script: () => says('{"reason": "Brief.", "verdict": 1}') }),
}, async ({ me, api }) => {
  await me.api({ base: api.base.openai });
  await me.box('Answer').fill('At noon.');
  await me.judge();
  await me.verdict.getByText('0 or 1 · higher is better').waitFor();
  await me.input.getByLabel('Your own definition').fill('The answer is rude.');
  await me.judge();
  await me.verdict.getByText('0 or 1 · 1 = yes, the definition holds').waitFor();
  assert.equal(await me.verdict.getByText('is better').count(), 0);
});

scenario('catalogue: a relevancy is changed to 0 or 1 by a button', {
  query: '?metric=relevancy', api: () => scripted({ script: () => says('Response: 1') }),
}, async ({ me, api }) => {
  await me.api({ base: api.base.openai });
  await me.box('Question').fill('When?');
  await me.box('Answer').fill('At noon.');
  await me.judge();
  await me.verdict.getByText('0 or 1 · higher is better').waitFor();
  await me.verdict.getByRole('button', { name: /^Details/ }).first().click();
  const change = me.verdict.getByRole('group', { name: 'Your verdict' }).first();
  await change.getByRole('button', { name: '0', exact: true }).click();
  await me.press(change, 'Change');
  await me.verdict.getByText('Without these changes: 1 / 1').waitFor();
  assert.equal(await score(me), '0');
});

scenario('catalogue: an even vote is refused beside the field', { query: '?metric=aspect-critique' }, async ({ me, page }) => {
  await load(me);
  const votes = me.input.getByLabel('Votes');
  await votes.fill('4');
  await me.input.getByText('An odd number from 1 to 99').waitFor();
  assert.equal(await votes.getAttribute('aria-invalid'), 'true');
  await me.start();
  await page.waitForFunction(() => document.activeElement.id === 'setting-strictness');
  await votes.fill('3');
  await me.input.getByText('The embedded judge can’t answer this').waitFor();
});

scenario('catalogue: the picker goes by what is there', { query: '?metric=rouge-l' }, async ({ me, page, shot, axe }) => {
  await load(me);
  await me.press(page, 'Compare metrics');
  const dialog = page.getByRole('dialog', { name: 'Which metric?' });
  for (const [name, checked] of [['answer', true], ['reference answer', true], ['question', false], ['chunks', false]]) {
    assert.equal(await dialog.getByRole('checkbox', { name, exact: true }).isChecked(), checked, name);
  }
  assert.equal(await dialog.getByRole('button', { name: 'Faithfulness', exact: true }).count(), 0);
  await axe();
  await dialog.getByRole('checkbox', { name: 'question', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'chunks', exact: true }).check();
  // What a metric costs goes by who judges: nothing here, prompts to carry by hand.
  const claims = dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Claim Metrics', exact: true }) });
  await claims.getByText('no call · nothing leaves this page').waitFor();
  await shot();
  await dialog.getByRole('button', { name: 'Faithfulness', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1, name: 'Faithfulness' }).waitFor();
  assert.match(await me.box('Answer').inputValue(), /You can return shoes/, 'what is typed stays');
});

scenario('catalogue: the embedded judge tells what is contradicted from what is not there', {
  query: '?metric=factual-correctness',
}, async ({ me }) => {
  await me.box('Answer').fill('It was painted blue by Picasso. The bridge does not carry trains.');
  await me.box('Reference answer').fill('The Sydney Harbour Bridge opened on 19 March 1932. It is 1149 m long and carries trains.');
  await me.judge();
  const marks = rows(me, 'Statements of the answer 2').locator('.mark-cell .mark');
  assert.deepEqual(await marks.allInnerTexts(), ['– not found', '≠ contradicted']);
  const lines = await marks.evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationStyle));
  assert.deepEqual(lines, ['dashed', 'wavy']);
  await rows(me, 'Statements of the answer 2').nth(1).locator('button.key').click();
  await me.evidence.locator('mark.contradicted').first().waitFor();
});

scenario('catalogue: the picker tells what the calls hang on before there is an input', {
  query: '?metric=faithfulness', api: () => scripted({ script: [] }),
}, async ({ me, api, page }) => {
  const dialog = page.getByRole('dialog', { name: 'Which metric?' });
  const facts = (name) => dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });
  await me.press(page, 'Compare metrics');
  await facts('Claim Metrics').getByText('no call · nothing leaves this page').waitFor();
  await page.keyboard.press('Escape');
  await me.api({ base: api.base.openai });
  await page.locator('#cost').getByText('Calls now: after the input is filled in').waitFor();
  await me.press(page, 'Compare metrics');
  for (const [name, sum] of [['Faithfulness', '2'], ['Claim Metrics', '4 + 2 per chunk'], ['Context Precision', '1 per chunk']]) {
    await facts(name).getByText(`Calls in all, re-asks aside: ${sum}`, { exact: true }).waitFor();
  }
});

scenario('catalogue: a listed mistake is struck, and the score is said to stay', {
  query: '?metric=hallucination', api: () => scripted({ script: ({ prompt }) => says(prompt.includes('extract the hallucinations') ? 'It is blue.' : 'Response: 0.5') }),
}, async ({ me, api }) => {
  await me.api({ base: api.base.openai });
  await me.fill({ contexts: ['Paris is big.'] });
  await me.box('Answer').fill('Paris is big. It is blue.');
  await me.judge();
  const list = rows(me, /^Listed by the judge/);
  await list.first().getByRole('button', { name: /^Details/ }).click();
  const change = me.verdict.getByRole('group', { name: 'Your verdict' }).first();
  await change.getByText('it is not computed from this list').waitFor();
  await me.press(change, 'Strike: it is no mistake');
  await me.press(change, 'Change');
  await list.first().getByText('struck from the list').waitFor();
  assert.equal(await score(me), '0.5');
  assert.equal(await me.verdict.getByText('contradict each other').count(), 0);
});

scenario('catalogue: the page of a metric holds the numbers of the open evaluation', {
  query: '?metric=claims', lang: 'zh-Hant', width: 390,
}, async ({ me, page, shot, axe }) => {
  await me.example();
  await page.locator('#metric-about').click();
  const dialog = page.getByRole('dialog', { name: '主張指標' });
  assert.match(page.url(), /page=metric/);
  const line = (await me.verdict.locator('.formula .working').first().innerText()).trim();
  // Typeset: the fraction is stacked, and a screen reader hears the line.
  const math = dialog.locator('.working math').first();
  assert.equal(await math.getAttribute('aria-label'), line);
  assert.ok(await math.locator('mfrac').count() > 0);
  const [above, below] = await math.locator('mfrac').first().evaluate((fraction) => [...fraction.children].map((side) => side.getBoundingClientRect().y));
  assert.ok(below > above + 5, 'one above the other');
  for (const heading of ['說明', '公式', '步驟', '提示詞', '出處', '與常見程式的差異']) {
    await dialog.getByRole('heading', { name: heading, exact: true }).waitFor();
  }
  await axe();
  await fitsWidth(page);
  await shot();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement.id === 'metric-about');
});

scenario('catalogue: a quotation that is not word for word is shown with its nearest sentence', {
  query: '?metric=groundedness',
  // The two questions are sent together and may come in either order.
  api: () => scripted({
    script: (call) => (call.prompt.includes('ratings')
      ? says(JSON.stringify({
        ratings: [
          { index: 1, evidence: 'Shoes may be returned within 30 days of delivery if worn indoors', rating: 3 },
          { index: 2, evidence: 'Print the return label from your account', rating: 3 },
          { index: 3, evidence: '', rating: 2 },
          { index: 4, evidence: '', rating: 0 },
        ],
      }))
      : says('{"sentences": [4], "reason": "Chunk 1 tells it.", "verdict": 1}')),
  }),
}, async ({ me, api, page, shot, axe }) => {
  await me.api({ base: api.base.openai });
  await load(me);
  await me.input.getByLabel('A sentence that abstains').selectOption('answerability');
  await me.judge();
  assert.equal(api.calls.length, 2);
  const table = rows(me, /^Sentences of the answer/);
  assert.match(await table.nth(0).innerText(), /Not word for word\. Nearest sentence, similarity 0\.\d+: Shoes can be returned within 30 days/);
  assert.doesNotMatch(await table.nth(1).innerText(), /Not word for word/);
  await rows(me, /^Is the question answerable/).getByText('✓ yes').waitFor();
  // The row lights the nearest sentence.
  await table.nth(0).locator('button.key').click();
  assert.match(await me.evidence.locator('.chunk mark').innerText(), /^Shoes can be returned within 30 days/);
  await me.verdict.getByText('Something that the judge quotes does not stand in the text word for word.').waitFor();
  await axe();
  await shot();
});

scenario('catalogue: contradicted and not found differ by word and line', {
  query: '?metric=self-check', dark: true,
  api: () => scripted({ script: (call) => says(call.prompt.includes('€4') && call.prompt.includes('Return shipping is free')
    ? 'No. It costs €4.' : call.prompt.includes('Return shipping is free') ? 'Unsure' : 'Yes') }),
}, async ({ me, api, page, shot, axe }) => {
  await me.api({ base: api.base.openai });
  await load(me);
  await me.judge();
  const row = rows(me, /^Sentences of the answer/).filter({ hasText: 'Return shipping is free' });
  const marks = row.locator('.cell .mark');
  assert.deepEqual(await marks.allInnerTexts(), ['≠ contradicted', '– not found']);
  const lines = await marks.evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationStyle));
  assert.deepEqual(lines, ['wavy', 'dashed']);
  await row.locator('button.key').click();
  await me.evidence.locator('mark.contradicted').first().waitFor();
  assert.deepEqual(await me.evidence.locator('.legend mark').allInnerTexts(), ['found', 'not supported', 'contradicted']);
  await axe();
  await shot();
});

scenario('thousands of verdicts come as they are looked at', { query: '?metric=faithfulness' }, async ({ me, page }) => {
  const answer = Array.from({ length: 700 }, (_, at) => `Ship ${at} carries tea.`).join(' ');
  await me.fill({ question: 'What do the ships carry?', contexts: ['Ship 1 carries tea.'] });
  await me.box('Answer').fill(answer);
  await me.judge();
  const rows = page.locator('#verdict table.verdicts tbody tr');
  assert.equal(await rows.count(), 100 + 1);
  await me.press(me.verdict, 'Show more (600 left)');
  assert.equal(await rows.count(), 200 + 1);
  for (const left of [500, 400, 300, 200, 100]) await me.press(me.verdict, `Show more (${left} left)`);
  assert.equal(await rows.count(), 700);
  // The last one opens as the first does.
  await rows.last().getByRole('button').last().click();
  await page.locator('#verdict tr.opened').waitFor();
});

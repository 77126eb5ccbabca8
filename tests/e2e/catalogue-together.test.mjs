// Several metrics for one sample: one form, calls that are shared and counted at the server, a list of scores; with an API,
// by hand, and with the embedded judge.

import assert from 'node:assert/strict';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { says, scripted } from './servers/scripted.mjs';

const STATEMENTS = '{"statements": ["Shoes can be returned within 30 days.", "The refund takes 5 days.", "Shipping is free."]}';
const OF_REFERENCE = '{"statements": ["Shoes worn indoors can be returned.", "A label is needed.", "The refund takes 5 days."]}';
const verdicts = (...values) =>
  JSON.stringify({ verdicts: values.map((verdict, at) => ({ index: at + 1, reason: 'So it is.', verdict })) });

/** Answers by what the prompt asks, whatever comes first. */
const answers = (prompt) => {
  if (prompt.includes('{"statements": ["first statement"')) {
    return prompt.includes('The refund comes within 5 working days') ? OF_REFERENCE : STATEMENTS;
  }
  if (prompt.includes('"verdicts"')) return verdicts(1, 1, 0);
  return '{"reason": "Useful.", "verdict": 1}';
};
const clever = () => scripted({ script: (call) => says(answers(call.prompt)) });

const score = (me) => me.verdict.locator('.score b').innerText();
const lines = (me, name = 'Scores of this run') => me.verdict.getByRole('list', { name }).getByRole('listitem');
const load = async (me, name = 'Everyday') => {
  await me.input.locator('#examples-open').click();
  await me.press(me.input.getByRole('group', { name: 'Examples' }), name);
};

/** Ticks metrics in the picker. */
const tick = async (page, ...names) => {
  await page.locator('#metric-compare').click();
  const dialog = page.getByRole('dialog', { name: 'Which metric?' });
  await dialog.getByLabel('Show only what can run with this').uncheck();
  for (const name of names) await dialog.getByRole('checkbox', { name: `judge too: ${name}`, exact: true }).check();
  return dialog;
};

scenario('together: three metrics extract the statements of the answer once', {
  query: '?metric=faithfulness', api: clever,
}, async ({ me, api, page, shot, axe }) => {
  await me.api({ base: api.base.openai });
  const dialog = await tick(page, 'Context Recall', 'Factual Correctness');
  await me.press(dialog, 'Done');
  await load(me);
  await page.locator('#metric-compare').click();
  await dialog.getByText('3 metrics together · Calls now: 2, in all up to 6, re-asks apart · 2 more shared').waitFor();
  await axe();
  await shot('picker');
  await me.press(dialog, 'Done');
  assert.match(page.url(), /also=context-recall%2Cfactual-correctness/);
  // One form for all: each input once.
  for (const name of ['Question', 'Answer', 'Reference answer']) assert.equal(await me.box(name).count(), 1, name);
  await page.locator('#cost').getByText(/calls now: 2, in all up to 6, re-asks and cut replies apart .* · 2 more shared/).waitFor();
  await me.judge();
  // Statements of answer and reference, and verdicts: by the chunks, on the reference by the chunks, both ways.
  assert.equal(api.calls.length, 2 + 4);
  const prompts = api.calls.map((call) => call.prompt);
  assert.equal(new Set(prompts).size, prompts.length, 'no prompt was sent twice');
  assert.deepEqual((await lines(me).allInnerTexts()).map((line) => line.replace(/\s+/g, ' ')), [
    'Faithfulness 0.6667 / 1 0 to 1 · higher is better',
    'Context Recall 0.6667 / 1 0 to 1 · higher is better',
    'Factual Correctness 0.6667 / 1 0 to 1 · higher is better',
  ]);
  assert.equal(await me.verdict.locator('.scores [aria-current="true"]').innerText().then((text) => text.split('\n')[0]), 'Faithfulness');
  await axe();
  await fitsWidth(page);
  await shot();

  // Choosing one shows its whole breakdown; changing a verdict is its own.
  await lines(me).nth(2).getByRole('button').click();
  await page.getByRole('heading', { level: 1, name: 'Factual Correctness' }).waitFor();
  await me.verdict.getByRole('table', { name: /^Statements of the reference/ }).waitFor();
  assert.match(await me.verdict.locator('.facts').innerText(), /replies shared: 2/);
  await me.press(me.verdict, 'Details of Statements of the answer 3');
  const change = me.verdict.getByRole('group', { name: 'Your verdict' }).first();
  await me.press(change, '✓ yes');
  await me.press(change, 'Change');
  await lines(me).nth(2).getByText('0.8 / 1').waitFor();
  assert.match(await lines(me).nth(0).innerText(), /0\.6667/);
  assert.match(await lines(me).nth(2).innerText(), /edited/);
  assert.equal(api.calls.length, 6, 'nobody is asked again');

  const whole = JSON.parse(await me.copied('json'));
  assert.deepEqual(whole.map((one) => [one.metric, one.edited]), [
    ['faithfulness', false], ['context-recall', false], ['factual-correctness', true],
  ]);
  const report = await me.copied('markdown');
  for (const part of ['# Scores of this run', 'Faithfulness', '**0.6667 / 1**', '**0.8 / 1**']) assert.ok(report.includes(part), part);

  // The language changes, the outcomes stay.
  await page.locator('#lang-zh-Hant').click();
  await page.getByRole('list', { name: '這次的分數' }).waitFor();
  await page.getByRole('heading', { level: 1, name: '事實正確性' }).waitFor();
  assert.match(await page.locator('.scores').innerText(), /忠實度/);
});

scenario('together: by hand there is one queue, and equal prompts are asked once', {
  query: '?metric=faithfulness&also=context-recall,claims', width: 390,
}, async ({ me, page, shot, axe }) => {
  await me.byHand();
  await load(me);
  await page.locator('#cost').getByText(/prompts to copy now: 2, .*2 more shared/).waitFor();
  await me.start();
  const seen = [];
  for (;;) {
    const waiting = page.locator('#hand-prompt');
    await Promise.race([waiting.waitFor(), me.verdict.locator('.scores').waitFor()]);
    if (!(await waiting.count())) break;
    const prompt = await waiting.inputValue();
    assert.ok(!seen.includes(prompt), `asked twice: ${prompt.slice(0, 80)}`);
    seen.push(prompt);
    await me.paste(answers(prompt));
    await page.waitForFunction((old) => document.querySelector('#hand-prompt')?.value !== old, prompt);
  }
  // Statements 2; by chunks 2; both ways 2; by each of three chunks, both sides: 6.
  assert.equal(seen.length, 12);
  await me.settled();
  assert.equal(await lines(me).count(), 3);
  await axe();
  await fitsWidth(page);
  await shot();
});

scenario('together: what is computed asks nobody, and the scores of the run go into their mean', {
  query: '?metric=faithfulness&also=context-recall,context-precision,answer-relevancy,ragas-score,bleu', dark: true,
}, async ({ me, page, shot, axe }) => {
  await load(me);
  await page.getByRole('list', { name: 'Judged together' }).getByRole('button', { name: 'Answer Relevancy', exact: true }).click();
  await me.input.getByLabel('Way').selectOption('statements');
  await me.judge();
  const texts = await lines(me).allInnerTexts();
  assert.equal(texts.length, 6);
  const value = (name) => Number(texts.find((text) => text.startsWith(name)).match(/(\d(\.\d+)?) \//)[1]);
  const four = ['Faithfulness', 'Answer Relevancy', 'Context Precision', 'Context Recall'].map(value);
  const mean = four.some((one) => one === 0) ? 0 : 4 / four.reduce((sum, one) => sum + 1 / one, 0);
  assert.ok(Math.abs(value('RAGAS Score') - mean) < 2e-4, `${four} ${value('RAGAS Score')}`);
  await lines(me).filter({ hasText: 'BLEU' }).getByRole('button').click();
  assert.match(await me.verdict.locator('.facts').innerText(), /No judge: computed/);
  await axe();
  await shot();
  // One is left out; the last is not.
  const chips = page.getByRole('list', { name: 'Judged together' });
  for (const name of ['BLEU', 'RAGAS Score', 'Context Precision', 'Context Recall', 'Answer Relevancy']) {
    await chips.getByRole('button', { name: `Leave ${name} out` }).click();
  }
  assert.equal(await chips.count(), 0);
  await page.getByRole('heading', { level: 1, name: 'Faithfulness' }).waitFor();
  assert.doesNotMatch(page.url(), /also/);
});

scenario('together: what the judge can’t do is said by name before the run', {
  query: '?metric=faithfulness&also=bertscore', api: clever,
}, async ({ me, api, page }) => {
  await me.api({ base: api.base.openai });
  await load(me);
  await me.input.getByText(/BERTScore: Not applicable with this judge: it needs the vectors of single tokens/).waitFor();
  await me.start();
  await page.waitForFunction(() => document.activeElement.id === 'cannot');
  assert.equal(api.calls.length, 0);
  await page.getByRole('button', { name: 'Leave BERTScore out' }).click();
  await me.judge();
  assert.equal(await score(me), '0.6667');
  assert.equal(await me.verdict.locator('.scores').count(), 0, 'one metric is as simple as ever');
});

for (const [lang, width, dark] of [['en', 1280, false], ['zh-Hant', 390, true]]) {
  scenario(`together: a part of the RAGAS score that was judged for other texts is named, ${lang} at ${width} px`, {
    query: '?metric=faithfulness', lang, width, dark,
  }, async ({ me, page, shot, axe }) => {
    const said = {
      en: { answer: 'Answer', reference: 'Reference answer', take: 'Take the scores from this tab', taken: '1 of 4', part: 'Faithfulness', other: 'Context Recall' },
      'zh-Hant': { answer: '答案', reference: '參考答案', take: '帶入此分頁算出的分數', taken: '4 項中的 1 項', part: '忠實度', other: '脈絡召回' },
    }[lang];
    const choose = (metric) => page.locator('#metric').selectOption(metric);
    await me.example();
    const was = await score(me);
    await choose('context-recall');
    await me.box(said.reference).fill('Shoes worn indoors can be returned within 30 days of delivery. Shipping is free.');
    await me.judge();
    const recall = await score(me);
    // Context Recall does not read the answer, Faithfulness does.
    await choose('faithfulness');
    await me.box(said.answer).fill('The refund takes up to 5 working days after arrival.');
    await choose('ragas-score');
    const told = page.locator('#scores-of-others');
    await told.waitFor();
    assert.ok((await told.innerText()).includes(said.part) && !(await told.innerText()).includes(said.other), await told.innerText());
    await me.press(me.input, said.take);
    await page.locator('.setting .hint, [role=status]').filter({ hasText: said.taken }).first().waitFor();
    assert.ok(Math.abs(Number(await page.locator('#setting-context-recall').inputValue()) - Number(recall)) < 1e-3);
    assert.equal(await page.locator('#setting-faithfulness').inputValue(), '');
    await shot('form');
    await axe();
    await fitsWidth(page);
    // A number of one's own is nobody else's; the old score is known again where it is typed as it was shown.
    await page.locator('#setting-faithfulness').fill('0.123');
    await told.waitFor({ state: 'detached' });
    await page.locator('#setting-faithfulness').fill(was);
    await told.waitFor();
    for (const [part, value] of [['answer-relevancy', '0.8'], ['context-precision', '1']]) {
      await page.locator(`#setting-${part}`).fill(value);
    }
    // It is judged anew for these texts, together with the mean that it goes into.
    await page.locator('#judge-parts-again').click();
    await told.waitFor({ state: 'detached' });
    await me.judge();
    await shot();
    const line = (name) => page.locator('#verdict .scores li').filter({ hasText: name }).innerText();
    const at = async (name) => Number((await line(name)).match(/(\d(\.\d+)?) \//)[1]);
    const mean = 4 / (1 / await at(said.part) + 1 / 0.8 + 1 / 1 + 1 / Number(recall));
    assert.ok(Math.abs(await at('RAGAS') - mean) < 1e-3, `${await line('RAGAS')}: ${mean}`);
    await axe();
    await fitsWidth(page);
  });
}

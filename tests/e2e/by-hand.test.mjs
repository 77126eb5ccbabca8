// Judging by hand: the prompt is copied into any chat, its reply is pasted, and a second question is led through.

import assert from 'node:assert/strict';
import { FERRY, LIGHTHOUSE, recall, sufficiency } from './harness/replies.mjs';
import { scenario } from './harness/scenario.mjs';

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const score = (me) => me.verdict.locator('.score b').innerText();

scenario('by hand: a missing passage is asked for again, and scored', {}, async ({ me, page, shot }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.input.getByText(/1 prompt to copy · ~\d/).waitFor();
  await me.start();
  await me.verdict.getByRole('heading', { name: 'Your turn' }).waitFor();
  await me.verdict.getByText('Prompt 1 of 1 · RAG Recall · scores of the passages').waitFor();
  await page.waitForFunction(() => document.activeElement.id === 'hand-copy');
  await page.keyboard.press('Enter');
  await me.verdict.getByText('Copied.').waitFor();
  const prompt = await clipboard(page);
  assert.equal(prompt, await me.verdict.getByRole('textbox', { name: 'Prompt to copy' }).inputValue());
  for (const text of [...LIGHTHOUSE.essential, ...LIGHTHOUSE.bonus, LIGHTHOUSE.answer]) {
    assert.ok(prompt.includes(text), `the prompt holds: ${text}`);
  }
  await shot('first question');

  await me.paste(recall([5, null], [1]));
  await me.verdict.getByText('the reply had no usable score for E2').waitFor();
  await me.verdict.getByText('Prompt 2 of 2 · RAG Recall · scores of the passages · asked again').waitFor();
  const again = await me.verdict.getByRole('textbox', { name: 'Prompt to copy' }).inputValue();
  assert.match(again, /\[ESSENTIAL PASSAGE\] 2/);
  assert.ok(again.startsWith(prompt), 'it stands by itself');
  assert.equal(await me.verdict.getByRole('textbox', { name: 'Reply of the chat' }).inputValue(), '');
  await shot('second question');

  // Ctrl+Enter in the reply reads it.
  await me.verdict.getByRole('textbox', { name: 'Reply of the chat' }).fill('[ESSENTIAL PASSAGE] 2: It says 32. Score: 4');
  await page.keyboard.press('Control+Enter');
  await me.settled();
  assert.equal(await score(me), '4.75');
  const rows = me.verdict.getByRole('table', { name: 'Breakdown' }).getByRole('row');
  assert.match(await rows.nth(2).innerText(), /from the second question[\s\S]*It says 32\./);
  await me.verdict.getByRole('list', { name: 'Notes' }).getByText('asked again for what was open').waitFor();
  await me.verdict.getByText('Raw replies').click();
  await me.verdict.getByRole('region', { name: 'Reply 2, second question' }).waitFor();
  await shot('scored');
});

scenario('by hand: the second question may be skipped', {}, async ({ me, shot }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await me.paste(recall([5, null], [1]));
  await me.press(me.verdict, 'Skip this question');
  await me.settled();
  assert.equal(await me.verdict.locator('.state').innerText(), 'No score');
  assert.match(await me.verdict.locator('.formula').innerText(), /\(5 \+ \?\) \/ 2/);
  assert.match(await me.verdict.getByRole('list', { name: 'How this came about' }).innerText(), /Passages scored: 2 of 3/);
  const told = await me.verdict.locator('.no-score').innerText();
  assert.match(told, /A verdict is missing in the reply\. The second question, which asked for what was open, was skipped\./);
  await shot();
});

scenario('by hand: what stands in the place of a score is told when it is asked again', {}, async ({ me }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await me.paste(recall([0, 4], [1]));
  await me.verdict.getByText('It wrote E1: “0”; the scale is 1 to 5 for essential passages').waitFor();
  await me.press(me.verdict, 'Skip this question');
  await me.settled();
  const row = await me.verdict.getByRole('table', { name: 'Breakdown' }).getByRole('row').nth(1).innerText();
  assert.match(row, /The judge wrote “0”; the scale is 1 to 5\./);
});

scenario('by hand: a judge that contradicts itself twice ends in a conflict', { query: '?metric=sufficient-context' },
  async ({ me, shot }) => {
    await me.byHand();
    await me.fill(FERRY);
    await me.start();
    await me.paste(sufficiency({ is_sufficient: false }));
    await me.verdict.getByText('the two verdict keys of the reply disagree').waitFor();
    await me.paste(sufficiency({ is_sufficient: false }));
    await me.settled();
    assert.equal(await me.verdict.locator('.state').innerText(), 'Conflict');
    const told = await me.verdict.locator('.no-score').innerText();
    assert.match(told, /“Sufficient Context” says Sufficient; “is_sufficient” says Insufficient/);
    assert.match(told, /What to do/);
    await shot();
  });

scenario('by hand: a contradiction that the second reply settles', { query: '?metric=sufficient-context' }, async ({ me }) => {
  await me.byHand();
  await me.fill(FERRY);
  await me.start();
  await me.paste(sufficiency({ is_sufficient: false }));
  await me.paste(`Here you are:\n\`\`\`json\n${sufficiency({
    'Sufficient Context': false,
    is_sufficient: false,
    coverage: { '35 minutes': true, cars: false },
    missing_information: ['Whether cars are carried'],
    confidence: 0.6,
    useful_chunk_ids: [1, 9, 1.5],
  })}\n\`\`\``);
  await me.settled();
  assert.match(await me.verdict.locator('.state').innerText(), /Insufficient/);
  const whole = await me.verdict.innerText();
  for (const part of [
    /Confidence in the decision: 0\.6 · medium/,
    /Required entities: 1 of 2 covered/,
    /Missing information\s+Whether cars are carried/,
    /Useful chunks: 1\b/,
    /Chunk ids that were not given: 9, 1\.5/,
  ]) assert.match(whole, part);
});

// A reply as chats give it, and what comes of it.
const REPLIES = {
  'wrong arithmetic': [recall([5, 4], [1], { final: 5 }), '4.75', /own arithmetic differs/, /judge wrote 5/],
  'in a fence, behind thoughts': [`<think>Score: 1?</think>\nSure!\n\`\`\`\n${recall([5, 5], [5])}\n\`\`\``, '5', null, /6\.25 →/],
  'two lines that are wrong alike': [`${recall([5, 4], [1]).replace(/RECALL_Final_Score[\s\S]*$/, '')}\nRECALL_Final_Score_Calculation: min(5, 4.5) = 4.5\nRECALL_Final_Score: 4.5`,
    '4.75', /own arithmetic differs/, /^(?!.*judge wrote 4\.5.*judge wrote 4\.5).*judge wrote 4\.5/],
  'the score in front of its reasoning': ['[ESSENTIAL PASSAGE] 1: Score: 5. The year 1871 is given <b>outright</b>.\n[ESSENTIAL PASSAGE] 2: Score: 4\nReason: It says 32.\n[BONUS PASSAGE] 1: Score: 1',
    '4.75', null, /is given <b>outright<\/b>\. .*Reason: It says 32\. .*The judge gave no reasoning/],
  'an analysis, then its scores': ['[ESSENTIAL PASSAGE] 1: The year is given.\n[ESSENTIAL PASSAGE] 2: It says 32.\n[BONUS PASSAGE] 1: Nobody knows.\n\nScores:\n- [ESSENTIAL PASSAGE] 1: 5\n- [ESSENTIAL PASSAGE] 2: 4\n- [BONUS PASSAGE] 1: 1',
    '4.75', null, /The year is given\. .*It says 32\. .*Nobody knows\. (?!.*no reasoning)/],
  'markers in Chinese': ['必要段落 1：有寫年份。得分：5\n必要段落 2：寫的是 32。得分：4\n加分段落 1：沒有提到。得分：1', '4.75', null, /有寫年份。 .*寫的是 32。 .*沒有提到。/],
  'its own sums at the end': ['**[ESSENTIAL PASSAGE] 1**: ok.\n**Score: 4**\n\n**[ESSENTIAL PASSAGE] 2**: hm.\n**Score: 3**\n\n**[BONUS PASSAGE] 1**: Contradicted.\n**Score: 0**\n\n- Essential score: 3.5\n- Bonus score: 0\n- Final score: 3.5',
    '3.5', null, /\(4 \+ 3\) \/ 2/],
  'a passage too many': [`${recall([4, 4], [0])}\n[BONUS PASSAGE] 2: invented. Score: 3`, '4', /not given/, /B2/],
};
for (const [kind, [reply, expected, note, seen]] of Object.entries(REPLIES)) {
  scenario(`by hand: ${kind}`, {}, async ({ me }) => {
    await me.byHand();
    await me.fill(LIGHTHOUSE);
    await me.start();
    await me.paste(reply);
    await me.settled();
    assert.equal(await score(me), expected);
    if (note) assert.match(await me.verdict.getByRole('list', { name: 'Notes' }).innerText(), note);
    assert.match((await me.verdict.innerText()).replace(/\s+/g, ' '), seen);
  });
}

scenario('by hand: a refusal is told as one, and a changed input offers to begin anew', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await me.verdict.getByRole('textbox', { name: 'Reply of the chat' }).fill("I'm sorry, but I can't help with that.");
  await me.press(me.verdict, 'Read the reply');
  await me.verdict.getByText('It reads like a refusal').waitFor();
  assert.equal(await page.locator('#hand-changed').count(), 0);
  await me.input.getByRole('textbox').first().fill('Built in 1872.');
  await page.locator('#hand-changed').waitFor();
  await page.locator('#hand-anew').click();
  await page.locator('#hand-changed').waitFor({ state: 'detached' });
  assert.match(await page.locator('#hand-prompt').inputValue(), /Built in 1872\./);
});

scenario('by hand: an empty reply is asked for, a run can be cancelled, a draft survives a change of language', {},
  async ({ me, page }) => {
    await me.byHand();
    await me.fill(LIGHTHOUSE);
    await me.start();
    await me.press(me.verdict, 'Read the reply');
    await me.verdict.getByText('Paste a reply first.').waitFor();
    await me.verdict.getByRole('textbox', { name: 'Reply of the chat' }).fill('half a reply');
    await page.getByRole('button', { name: '中文 繁體中文' }).click();
    assert.equal(await page.getByRole('textbox', { name: '聊天的回覆' }).inputValue(), 'half a reply');
    await page.getByRole('button', { name: 'EN English' }).click();
    await me.press(me.input, 'Cancel');
    await me.settled();
    await me.verdict.getByText('You cancelled the run.').waitFor();
    await page.waitForFunction(() => document.activeElement.id === 'judge', null, { timeout: 2000 });
  });

const STATEMENTS = '{"statements": ["It leaves at eight.", "It carries cars."]}';
const VERDICTS = '{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}';

scenario('by hand: what belongs to another prompt is asked about, and what was pasted before is kept', { query: '?metric=faithfulness' },
  async ({ me, page, shot, axe }) => {
    await me.byHand();
    await me.fill({ question: 'When does it leave?', contexts: ['The ferry leaves at eight.'] });
    await me.box('Answer').fill('It leaves at eight and carries cars.');
    await me.start();
    const reply = me.verdict.getByRole('textbox', { name: 'Reply of the chat' });
    const prompt = () => me.verdict.getByRole('textbox', { name: 'Prompt to copy' }).inputValue();
    const first = await prompt();
    await reply.fill('Sure, what shall I do?');
    await me.press(me.verdict, 'Read the reply');
    await me.verdict.getByText('Is it the reply to the prompt above?').waitFor();
    assert.equal(await reply.getAttribute('aria-invalid'), 'true');
    assert.equal(await prompt(), first, 'the same prompt waits');
    await page.waitForFunction(() => document.activeElement.id === 'hand-reply');
    await reply.fill(STATEMENTS);
    await me.press(me.verdict, 'Read the reply');
    await page.waitForFunction(() => document.querySelector('#hand-prompt')?.value.includes('It carries cars.'));
    // At the second step, the reply to the first.
    const second = await prompt();
    await reply.fill(STATEMENTS);
    await page.keyboard.press('Control+Enter');
    await me.verdict.getByText('Is it the reply to the prompt above?').waitFor();
    assert.equal(await prompt(), second);
    assert.equal(await reply.inputValue(), STATEMENTS);
    await axe();
    await shot();
    await reply.fill(VERDICTS);
    await me.press(me.verdict, 'Read the reply');
    await me.settled();
    assert.equal(await score(me), '0.5');
  });

scenario('by hand: what can not be read is taken as it is, if one says so', { query: '?metric=faithfulness', lang: 'zh-Hant' },
  async ({ me, page }) => {
    await me.byHand();
    await me.fill({ question: '何時開船？', contexts: ['渡輪八點開。'] });
    await me.box('答案').fill('八點開。');
    await me.start();
    await me.verdict.getByRole('textbox', { name: '聊天的回覆' }).fill('好的。');
    await me.press(me.verdict, '讀取回覆');
    await me.verdict.getByText('這是上方提示詞的回覆嗎？').waitFor();
    await page.locator('#hand-anyway').click();
    await me.settled();
    assert.equal(await me.verdict.locator('.score').count(), 0);
  });

scenario('by hand: another metric ends the run, and its prompt is gone', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await me.start();
  await me.verdict.getByRole('heading', { name: 'Your turn' }).waitFor();
  const metric = page.getByRole('combobox', { name: 'Metric' });
  await metric.selectOption({ label: 'Sufficient Context' });
  await me.settled();
  assert.equal(await me.verdict.getByRole('heading', { name: 'Your turn' }).count(), 0);
  assert.equal(await me.input.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
  await me.fill(FERRY);
  await me.start();
  const prompt = await me.verdict.getByRole('textbox', { name: 'Prompt to copy' }).inputValue();
  assert.ok(prompt.includes(FERRY.question));
  await metric.selectOption({ label: 'RAG Recall' });
  await me.settled();
  // The other one was cancelled in its turn; this one can begin anew.
  await me.start();
  await me.paste(recall([5, 4], [1]));
  await me.settled();
  assert.equal(await score(me), '4.75');
});

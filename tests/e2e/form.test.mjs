// The form: passages, the two ways to paste them, errors beside their fields, the prompt, and long texts.

import assert from 'node:assert/strict';
import { FERRY, LIGHTHOUSE, recall } from './harness/replies.mjs';
import { scenario } from './harness/scenario.mjs';

const texts = (me) => me.input.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => box.value));
const focused = (page, id) => page.waitForFunction((wanted) => document.activeElement.id === wanted, id);

scenario('passages are added, moved and removed, and the focus stays with them', {}, async ({ me, page }) => {
  await me.fill({ essential: ['one', 'two', 'three'], bonus: ['extra'], answer: 'x' });
  assert.deepEqual(await texts(me), ['one', 'two', 'three', 'extra', 'x']);
  const move = (name) => me.press(me.input, name);
  await move('Move E3 up');
  assert.deepEqual(await texts(me), ['one', 'three', 'two', 'extra', 'x']);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Move E2 up');
  await page.keyboard.press('Enter');
  assert.deepEqual(await texts(me), ['three', 'one', 'two', 'extra', 'x']);
  await page.keyboard.press('Enter');
  assert.deepEqual(await texts(me), ['three', 'one', 'two', 'extra', 'x'], 'the first one stays');
  await move('Move E1 down');
  await move('Remove E2');
  assert.deepEqual(await texts(me), ['one', 'two', 'extra', 'x']);
  await page.waitForFunction(() => document.activeElement.value === 'two');
  await move('Remove B1');
  await focused(page, 'add-bonus');
  await move('Remove E1');
  assert.equal(await me.input.getByRole('button', { name: 'Remove E1' }).count(), 0, 'the last essential one stays');
  assert.deepEqual(await texts(me), ['two', 'x']);
});

scenario('a text that is removed can be brought back, one after the other; an empty one is just gone', {}, async ({ me, page, shot, axe }) => {
  await me.fill({ essential: ['one', 'two', 'three', ''], bonus: ['extra'], answer: 'x' });
  const offer = page.locator('.note.replaced');
  await me.press(me.input, 'Remove E4');
  assert.equal(await offer.count(), 0);
  await me.press(me.input, 'Remove E2');
  await offer.getByText('E2 was removed.').waitFor();
  await me.press(me.input, 'Remove B1');
  await offer.getByText('B1 was removed.').waitFor();
  await shot();
  await axe();
  // What was typed since stays.
  await me.box('E1 Essential passage').fill('one and more');
  await me.press(page, 'Undo');
  await page.waitForFunction(() => document.activeElement.value === 'extra');
  await offer.getByText('E2 was removed.').waitFor();
  await me.press(page, 'Undo');
  await page.waitForFunction(() => document.activeElement.value === 'two');
  assert.deepEqual(await texts(me), ['one and more', 'two', 'three', 'extra', 'x']);
  assert.equal(await offer.count(), 0);
});

scenario('a removed chunk comes back at its place', { query: '?metric=sufficient-context' }, async ({ me, page }) => {
  await me.fill({ question: 'q', contexts: ['a', 'b', 'c'] });
  await me.press(me.input, 'Remove chunk 1');
  await me.press(page, 'Undo');
  await page.waitForFunction(() => document.activeElement.value === 'b');
  assert.deepEqual(await texts(me), ['q', 'a', 'b', 'c']);
});

scenario('a text that nobody can see is empty, and an only one is not to be removed', {}, async ({ me }) => {
  await me.fill({ essential: ['\u2060'], answer: '\u200B' });
  await me.start();
  await me.input.getByText('E1 is empty. Write the passage.', { exact: true }).waitFor();
  await me.input.getByText('The returned passage is empty.').waitFor();
  assert.equal(await me.verdict.locator('.facts').count(), 0);
});

scenario('errors stand beside their fields, and the first gets the focus', {}, async ({ me, page, shot, axe }) => {
  await me.fill({ essential: ['one', ''], bonus: [' '] });
  await me.press(me.input, 'Add a bonus passage');
  await me.start();
  const wrong = me.input.locator('[aria-invalid=true]');
  await page.waitForFunction(() => document.activeElement.getAttribute('aria-invalid') === 'true');
  assert.equal(await page.evaluate(() => document.activeElement.labels[0].innerText.replace(/\s+/g, ' ').trim()), 'E2 Essential passage');
  const sentences = await wrong.evaluateAll((boxes) => boxes.map((box) =>
    document.getElementById(box.getAttribute('aria-describedby').split(' ')[0]).innerText.replace('⚠ ', '')));
  assert.deepEqual(sentences, [
    'E2 is empty. Write the passage or remove it.', 'B1 is empty. Write the passage or remove it.',
    'B2 is empty. Write the passage or remove it.', 'The returned passage is empty.',
  ]);
  await page.getByRole('status').filter({ hasText: 'The form has 4 problem(s). Nothing was sent.' }).waitFor();
  await axe();
  await shot();
  await me.box('E2 Essential passage').fill('two');
  await me.input.getByText('E2 is empty').waitFor({ state: 'hidden' });
});

scenario('a question and a chunk are needed', { query: '?metric=sufficient-context' }, async ({ me, page }) => {
  await me.start();
  await me.input.getByText('The question is empty.').waitFor();
  await me.input.getByText('At least one chunk with text is needed.').waitFor();
  await page.waitForFunction(() => document.activeElement.getAttribute('aria-invalid') === 'true');
  // A blank chunk among others keeps its id.
  await me.fill({ question: FERRY.question, contexts: [FERRY.contexts[0], '', FERRY.contexts[1]] });
  await me.input.getByText('Empty chunk: it keeps its id').first().waitFor();
  await me.judge();
  await me.verdict.locator('.state').waitFor();
  assert.deepEqual(await me.evidence.locator('.chunk-head .key').allInnerTexts(), ['0', '1', '2']);
});

// A whole ground truth as it is pasted: what becomes E1, E2 … B1 …, and what is said.
const MARKED = [
  ['[ESSENTIAL PASSAGE]\none\n[ESSENTIAL PASSAGE]\ntwo\n\nlines\n[BONUS PASSAGE]\nextra', ['one', 'two\n\nlines', 'extra'], 'Split: 2 essential, 1 bonus.'],
  ['[essential passage] 1: one\r\n【BONUS PASSAGE】 1\r\nextra', ['one', 'extra'], 'Split: 1 essential, 1 bonus.'],
  ['[ESSENTIAL PASSAGE]\none\n[BONUS PASSAGE]\n', ['one', ''], 'No text behind the marker of: B1.'],
];
scenario('a marked ground truth is split', {}, async ({ me, page }) => {
  const area = me.input.getByRole('textbox', { name: 'Ground truth with markers' });
  for (const [pasted, passages, said] of MARKED) {
    await me.press(me.input, 'Paste marked text');
    await area.fill(pasted);
    await me.press(me.input, 'Split into passages');
    await me.input.getByText(said).waitFor();
    await focused(page, 'paste-marked-open');
    assert.deepEqual((await texts(me)).slice(0, -1), passages);
  }
  await me.press(me.input, 'Paste marked text');
  await area.fill('no marker at all');
  await me.press(me.input, 'Split into passages');
  await me.input.getByRole('alert').getByText('Nothing was changed.').waitFor();
  assert.equal((await texts(me))[0], 'one');
});

scenario('a prompt of which the returned passage is a part fills it as well', {}, async ({ me, page, shot }) => {
  const area = me.input.getByRole('textbox', { name: 'Ground truth with markers' });
  await me.box('Returned passage').fill('mine');
  await me.press(me.input, 'Paste marked text');
  await area.fill('GROUND_TRUTH_PASSAGE: [ESSENTIAL PASSAGE]\na\n\nLLM_RETURNED_PASSAGE: the answer');
  await me.press(me.input, 'Split into passages');
  await me.input.getByText('Split: 1 essential, 0 bonus. The returned passage was taken over as well.').waitFor();
  assert.deepEqual(await texts(me), ['a', 'the answer']);
  await shot();
  await me.press(page, 'Undo');
  assert.deepEqual(await texts(me), ['', 'mine']);
  await me.press(me.input, 'Paste marked text');
  await area.fill('[ESSENTIAL PASSAGE]\nb\nLLM_RETURNED_PASSAGE:');
  await me.press(me.input, 'Split into passages');
  await me.input.getByText('has no text behind it').waitFor();
  assert.deepEqual(await texts(me), ['b', 'mine']);
});

scenario('a ground truth of bonus passages alone leaves an empty essential one, which says what is wrong', {}, async ({ me, page }) => {
  await me.press(me.input, 'Paste marked text');
  await me.input.getByRole('textbox', { name: 'Ground truth with markers' }).fill('[BONUS PASSAGE] only bonus');
  await me.press(me.input, 'Split into passages');
  await me.input.getByText('Split: 0 essential, 1 bonus.').waitFor();
  await me.box('Returned passage').fill('something');
  assert.deepEqual(await texts(me), ['', 'only bonus', 'something']);
  await me.start();
  await me.input.getByText('E1 is empty').waitFor();
  await page.waitForFunction(() => document.activeElement.labels?.[0]?.innerText.includes('E1'));
});

scenario('a paste that fails takes the success before away, and is forgotten when the panel is closed', {}, async ({ me }) => {
  const area = me.input.getByRole('textbox', { name: 'Ground truth with markers' });
  await me.press(me.input, 'Paste marked text');
  await area.fill('[ESSENTIAL PASSAGE] one');
  await me.press(me.input, 'Split into passages');
  await me.input.getByText('Split: 1 essential').waitFor();
  await me.press(me.input, 'Paste marked text');
  await area.fill('no marker');
  await me.press(me.input, 'Split into passages');
  await me.input.getByRole('alert').getByText('Nothing was changed.').waitFor();
  assert.equal(await me.input.getByText('Split: 1 essential').count(), 0);
  await me.press(me.input, 'Paste marked text');
  await me.press(me.input, 'Paste marked text');
  await area.waitFor();
  assert.equal(await me.input.getByRole('alert').count(), 0);
});

scenario('text in front of the first marker is pointed at, never dropped', {}, async ({ me, shot }) => {
  const paste = async () => {
    await me.press(me.input, 'Paste marked text');
    await me.input.getByRole('textbox', { name: 'Ground truth with markers' }).fill('A preface.\n[ESSENTIAL PASSAGE]\none');
    await me.press(me.input, 'Split into passages');
    await me.input.getByText('stands in front of the first marker').waitFor();
    assert.equal(await me.input.getByRole('blockquote').innerText(), 'A preface.');
  };
  await paste();
  await shot();
  await me.press(me.input, 'Use it as an essential passage');
  assert.deepEqual(await texts(me), ['A preface.', 'one', '']);
  await paste();
  await me.press(me.input, 'Leave it out');
  assert.deepEqual(await texts(me), ['one', '']);
  assert.equal(await me.input.getByRole('blockquote').count(), 0);
});

// A retriever's JSON: the chunks, or what is wrong with it.
const RETRIEVED = [
  ['["a", "b"]', ['a', 'b']],
  ['[{"text": "a", "score": 0.9}, {"content": "b"}]', ['a', 'b']],
  ['[{"page_content": "a", "metadata": {"source": "x"}}, {"document": "b"}]', ['a', 'b']],
  ['{"documents": [["a", "b"]], "ids": [["1", "2"]]}', ['a', 'b']],
  ['{"text": "a"}\n{"text": "b"}\n', ['a', 'b']],
  ['["a", ""]', ['a', '']],
  ['["a", "b"', /^⚠? ?Not JSON: line 1, column \d+: the text ends before/],
  ['["a" "b"]', /Not JSON: line 1, column 6: a comma, a colon or a closing bracket is missing/],
  ['hello', /Not JSON: line 1, column 1: a value should stand here/],
  ['{"answer": 1}', /there is no list of chunks/],
  ['[{"text": "a"}, {"score": 1, "id": 2}]', /Item 1 has no text under a usual name; it has: .*score/],
  ['[]', /The list is empty/],
  ['', /There is no text yet/],
];
scenario('a retriever’s JSON becomes chunks, whole or not at all', { query: '?metric=sufficient-context' }, async ({ me, page }) => {
  const area = me.input.getByRole('textbox', { name: 'JSON of a retriever' });
  const chunks = () => me.input.getByRole('textbox', { name: /^\d+ Chunk$/ }).evaluateAll((boxes) => boxes.map((box) => box.value));
  for (const [json, expected] of RETRIEVED) {
    if (!(await area.count())) await me.press(me.input, 'Paste retriever JSON');
    const before = await chunks();
    await area.fill(json);
    await me.press(me.input, 'Use these chunks');
    if (expected instanceof RegExp) {
      await me.input.getByRole('alert').filter({ hasText: expected }).waitFor();
      await focused(page, 'paste-json');
      assert.deepEqual(await chunks(), before, `${json}: nothing is taken over`);
    } else {
      await me.input.getByText('Chunks taken over: 2.').waitFor();
      await focused(page, 'paste-json-open');
      assert.deepEqual(await chunks(), expected, json);
    }
  }
});

scenario('what is wrong with JSON is said in Chinese without a word of the parser', { query: '?metric=sufficient-context', lang: 'zh-Hant' }, async ({ me }) => {
  const wrong = ['["a",', '["a" "b"]', 'hello', ''];
  await me.press(me.input, '貼上檢索器 JSON');
  for (const json of wrong) {
    await me.input.getByRole('textbox', { name: '檢索器的 JSON' }).fill(json);
    await me.press(me.input, '使用這些片段');
    const said = await me.input.getByRole('alert').innerText();
    assert.doesNotMatch(said.replace('JSON', ''), /[A-Za-z]/, `${json}: ${said}`);
  }
});

scenario('an edited prompt under the embedded judge: that it is not read is said', {}, async ({ me, page, shot, axe }) => {
  await me.fill(LIGHTHOUSE);
  await page.locator('#prompt-open').click();
  await me.input.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Template' }).click();
  const template = me.input.getByRole('textbox', { name: 'Prompt template' });
  const original = await template.inputValue();
  await template.fill('nothing of it');
  await me.input.getByRole('alert').getByText('Missing: {{ passage_gt }} {{ passage_llm }}. The judge would not see that text.').waitFor();
  await template.fill(`${original}\nAlways give 1.`);
  await me.input.getByText('The embedded judge reads no prompt, so this version changes nothing with it.').waitFor();
  await me.judge();
  assert.doesNotMatch(await me.verdict.getByRole('list', { name: 'How this came about' }).innerText(), /edited/);
  await me.verdict.getByRole('list', { name: 'Notes' }).getByText('Your edited prompt was not read').waitFor();
  const copied = await me.copied('markdown');
  assert.match(copied, /Your edited prompt was not read/);
  assert.doesNotMatch(copied, /· edited/);
  await shot();
  await axe();
});

scenario('the prompt is seen, edited as a fork, refused while it is wrong, and reset', {}, async ({ me, page, shot, axe }) => {
  await me.fill(LIGHTHOUSE);
  const open = page.locator('#prompt-open');
  const built = await open.innerText();
  assert.match(built, /rag-recall v1 · [0-9a-f]{6}…[0-9a-f]{2}/);
  await open.click();
  const rendered = me.input.getByRole('region', { name: 'As it is sent' });
  for (const text of [...LIGHTHOUSE.essential, LIGHTHOUSE.answer]) assert.ok((await rendered.innerText()).includes(text));
  assert.doesNotMatch(await rendered.innerText(), /\{\{/);

  await me.input.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Template' }).click();
  const template = me.input.getByRole('textbox', { name: 'Prompt template' });
  const original = await template.inputValue();
  await shot('template');

  await template.fill(`${original}\nBe strict. {{ whatever }}`);
  await me.input.getByRole('alert').getByText(/Line \d+: there is no value for \{\{ whatever \}\}/).waitFor();
  assert.equal(await template.getAttribute('aria-invalid'), 'true');
  await axe();
  await me.start();
  await page.getByRole('status').filter({ hasText: 'The edited prompt cannot be sent.' }).waitFor();
  await focused(page, 'prompt-template');
  assert.equal(await me.verdict.locator('.facts').count(), 0);

  const [placeholder] = original.match(/\{\{?\s*passage_llm\s*\}?\}/);
  await template.fill(original.replace(placeholder, ''));
  await me.input.getByRole('alert').getByText('Missing: {{ passage_llm }}.').waitFor();
  await me.start();
  assert.equal(await me.verdict.locator('.facts').count(), 0);

  await me.byHand();
  await template.fill(`${original}\nBe strict.`);
  await me.input.getByText('This is your own version with its own hash').waitFor();
  assert.match(await open.innerText(), /edited/);
  assert.notEqual((await open.innerText()).match(/[0-9a-f]{6}…/)[0], built.match(/[0-9a-f]{6}…/)[0]);
  await shot('fork');
  await me.start();
  const sent = await me.verdict.getByRole('textbox', { name: 'Prompt to copy' }).inputValue();
  assert.match(sent, /Be strict\.$/m);
  await me.paste(recall([5, 4], [1]));
  await me.settled();
  assert.match(await me.verdict.getByRole('list', { name: 'How this came about' }).innerText(), /prompt rag-recall v1 · \S+\s+· edited/);
  assert.match(await me.copied('markdown'), /edited/);

  await me.press(me.input, 'Reset to the built-in prompt');
  assert.equal(await template.inputValue(), original);
  assert.equal(await open.innerText(), built);
});

scenario('an edit counts at once, without a pause in typing', {}, async ({ me, page }) => {
  await me.fill(LIGHTHOUSE);
  await me.byHand();
  await page.locator('#prompt-open').click();
  const view = me.input.getByRole('group', { name: 'View' });
  await view.getByRole('button', { name: 'Template' }).click();
  const template = me.input.getByRole('textbox', { name: 'Prompt template' });
  await template.fill(`${await template.inputValue()}\nBe strict.`);
  await page.keyboard.press('Control+Enter');
  assert.match(await me.verdict.getByRole('textbox', { name: 'Prompt to copy' }).inputValue(), /Be strict\./);
  await me.press(me.input, 'Cancel');
  await me.settled();
  // Nor is it lost when the panel is left at once.
  await template.fill(`${await template.inputValue()}\nBe kind.`);
  await view.getByRole('button', { name: 'As it is sent' }).click();
  await me.input.getByRole('region', { name: 'As it is sent' }).filter({ hasText: 'Be kind.' }).waitFor();
});

scenario('the prompt of the second question can be edited as well', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  await page.locator('#prompt-open').click();
  await me.input.getByRole('group', { name: 'Which prompt' }).getByRole('button', { name: 'Added when asking again' }).click();
  const template = me.input.getByRole('textbox', { name: 'Prompt template' });
  await template.fill(`${await template.inputValue()}\nLast chance.`);
  await me.input.getByText('This is your own version').waitFor();
  await me.start();
  await me.paste(recall([5, null], [1]));
  await me.verdict.getByText('no usable score for E2').waitFor();
  assert.match(await me.verdict.getByRole('textbox', { name: 'Prompt to copy' }).inputValue(), /Last chance\./);
});

scenario('a passage of 2 MB: what is typed arrives, and the page answers', {}, async ({ me, page }) => {
  // One paragraph: the hardest to lay out.
  const long = 'The keeper logs the weather at dawn and dusk. '.repeat(45_000).slice(0, 2_000_000);
  await me.fill({ essential: ['The keeper logs the weather.'] });
  const box = me.box('Returned passage');
  await page.evaluate((text) => navigator.clipboard.writeText(text), long);
  await box.focus();
  await page.keyboard.press('Control+v');
  const ends = () => box.evaluate((area) => [area.value.length, area.value.slice(-9)]);
  assert.deepEqual(await ends(), [2_000_000, long.slice(-9)]);
  await page.keyboard.type(' End');
  assert.deepEqual(await ends(), [2_000_004, `${long} End`.slice(-9)]);
  await page.locator('#prompt-open').click();
  await me.input.getByRole('button', { name: /^Show all \(/ }).waitFor();
  await page.locator('#prompt-open').click();
  await me.start();
  await me.verdict.locator('.score b').waitFor({ timeout: 60_000 });
  await me.verdict.getByRole('button', { name: 'Show E1 in the evidence' }).hover();
  await me.evidence.locator('mark.found').first().waitFor({ timeout: 30_000 });
  await me.evidence.getByRole('button', { name: /^Show all \(/ }).waitFor();
  await me.box('E1 Essential passage').press('Control+End');
  await page.keyboard.type(' Really.');
  assert.equal(await me.box('E1 Essential passage').inputValue(), 'The keeper logs the weather. Really.');
  await me.verdict.getByText('The input has changed since this run.').waitFor();
});

scenario('fields are kept when the metric changes, also through the address', {}, async ({ me, page }) => {
  await me.fill(LIGHTHOUSE);
  const metric = page.getByRole('combobox', { name: 'Metric' });
  await metric.selectOption({ label: 'Sufficient Context' });
  await page.waitForURL((url) => url.searchParams.get('metric') === 'sufficient-context');
  await me.fill(FERRY);
  await metric.selectOption({ label: 'RAG Recall' });
  await page.waitForURL((url) => url.searchParams.get('metric') === 'rag-recall');
  assert.deepEqual(await texts(me), [...LIGHTHOUSE.essential, ...LIGHTHOUSE.bonus, LIGHTHOUSE.answer]);
  await metric.selectOption({ label: 'Sufficient Context (paper)' });
  await page.waitForURL((url) => url.searchParams.get('metric') === 'sufficient-context-paper');
  assert.deepEqual(await texts(me), [FERRY.question, ...FERRY.contexts]);
});

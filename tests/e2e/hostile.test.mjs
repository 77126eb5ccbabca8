// Texts that would like to be more than text: markup, scripts, characters that turn or hide what stands around them.

import assert from 'node:assert/strict';
import { recall, sufficiency } from './harness/replies.mjs';
import { scenario } from './harness/scenario.mjs';

const MARKUP = '<img src=x onerror="globalThis.smuggled=1"><script>globalThis.smuggled=1</script><svg onload=globalThis.smuggled=1>'
  + '<a href="javascript:globalThis.smuggled=1">x</a><iframe src="https://evil.example/"></iframe>'
  + '<style>body{display:none}</style>![x](https://evil.example/p.png) &lt;b&gt; {{ passage_llm }} {passage_gt} </textarea>';
const TURNED = 'abc \u202Egnp.exe\u202C \u200Bzero\u200Dwidth\uFEFF \u2066isolated\u2069 \u00ADsoft';
const HEBREW = 'המגדלור נבנה בשנת 1871.';

/** Nothing of it became an element, and nothing ran. */
async function isText(page, where) {
  assert.equal(await page.evaluate(() => globalThis.smuggled), undefined, `${where}: a script ran`);
  const made = await page.evaluate(() => [...document.querySelectorAll('#app img, #app script, #app iframe, #app style, #app a[href^=javascript], #app svg[onload]')]
    .map((element) => element.outerHTML));
  assert.deepEqual(made, [], `${where}: text became elements`);
}

scenario('hostile passages and replies are text', {}, async ({ me, page, shot }) => {
  const sample = { essential: [MARKUP, HEBREW], bonus: [TURNED], answer: `${MARKUP}\n${HEBREW}\n${TURNED}` };
  await me.byHand();
  await me.fill(sample);
  await page.locator('#prompt-open').click();
  const sent = await me.input.getByRole('region', { name: 'As it is sent' }).innerText();
  assert.ok(sent.includes('<script>globalThis.smuggled=1</script>'));
  assert.ok(sent.includes('{{ passage_llm }}'), 'a placeholder inside a text is text');
  await isText(page, 'prompt');
  await page.locator('#prompt-open').click();

  await me.start();
  await me.paste(recall([5, 5], [2], { reasoning: `${MARKUP.replaceAll('\n', ' ')} ${TURNED}` }));
  await me.settled();
  await isText(page, 'verdict');
  const row = me.verdict.getByRole('table', { name: 'Breakdown' }).getByRole('row').nth(1);
  assert.ok((await row.innerText()).includes('<img src=x onerror='));
  for (const name of ['E1', 'E2', 'B1']) {
    await me.verdict.getByRole('button', { name: `Show ${name} in the evidence` }).hover();
    await me.evidence.locator('.text mark.found').first().waitFor();
    await isText(page, name);
  }
  const shown = await me.evidence.locator('.text .control').evaluateAll((marks) => marks.map((mark) => mark.title));
  for (const code of ['202E', '202C', '200B', '200D', 'FEFF', '2066', '2069']) {
    assert.ok(shown.some((title) => title.includes(`U+${code}`)), `U+${code} is made visible: ${shown}`);
  }
  assert.ok(!/[\u202A-\u202E\u2066-\u2069\u200B]/.test(await me.evidence.locator('.text').innerText()), 'and works no more');
  assert.equal(await me.box('E2 Essential passage').evaluate((box) => getComputedStyle(box).direction), 'rtl');
  await me.verdict.getByText('Raw replies').click();
  await isText(page, 'raw replies');
  await shot();

  const markdown = await me.copied('markdown');
  assert.doesNotMatch(markdown, /(^|[^\\])<(img|script|iframe)/, 'no markup in the report');
  assert.doesNotMatch(markdown, /!\[x\]\(/, 'no image in the report');
  assert.equal(JSON.parse(await me.copied('json')).sample.answer, sample.answer);
});

scenario('invisible characters are shown in what is missing and in the prompt as well', {}, async ({ me, page }) => {
  await me.byHand();
  await me.fill({ essential: ['The pass\u200Bword \u202Ehidden\u202C is here.'], bonus: [], answer: 'Nothing of it.' });
  await page.locator('#prompt-open').click();
  const names = (where) => where.locator('.control').allInnerTexts();
  const sent = me.input.getByRole('region', { name: 'As it is sent' });
  await sent.locator('.control').first().waitFor();
  assert.deepEqual(await names(sent), ['ZWSP', 'RLO', 'PDF']);
  await me.start();
  await me.paste(recall([1]));
  await me.settled();
  const missing = me.evidence.locator('.missing-list');
  await missing.locator('.control').first().waitFor();
  assert.ok((await names(missing)).includes('ZWSP'));
  assert.ok(!/[\u202A-\u202E\u2066-\u2069\u200B]/.test(await missing.innerText()), 'and works no more');
});

scenario('hostile chunks, entities and keys of a reply are text', { query: '?metric=sufficient-context' }, async ({ me, page }) => {
  await me.byHand();
  await me.fill({ question: MARKUP, contexts: [MARKUP, HEBREW, TURNED] });
  await me.start();
  await me.paste(sufficiency({
    'Sufficient Context': false, is_sufficient: false,
    required_entities: [MARKUP, '__proto__', 'constructor'],
    coverage: { [MARKUP]: true, constructor: false },
    missing_information: [MARKUP], contradictions: [TURNED], reasoning: MARKUP, useful_chunk_ids: [0],
  }));
  await me.settled();
  assert.match(await me.verdict.locator('.state').innerText(), /Insufficient/);
  await isText(page, 'verdict');
  await me.verdict.getByRole('table', { name: 'Coverage' }).getByRole('button').first().hover();
  await isText(page, 'evidence');
  const missing = me.verdict.getByRole('heading', { name: 'Missing information' }).locator('..');
  assert.ok((await missing.innerText()).includes('<script>'));
});

scenario('parameters of the address are data', { query: '?metric=<script>&lang=<img>&key=sk-1&base=https://evil.example#<b>' },
  async ({ me, page }) => {
    await page.getByRole('heading', { level: 1, name: 'RAG Recall' }).waitFor();
    await me.example();
    await isText(page, 'page');
  });

scenario('a link that is no link is told, and is data', { query: '#s1.d.<b><img src=x onerror=alert(1)>' }, async ({ page }) => {
  await page.locator('main [role="alert"]').waitFor();
  await isText(page, 'page');
});

scenario('copies: valid JSON with sample, outcome and prompts by hash, and Markdown', {}, async ({ me }) => {
  const sample = { essential: ['The mill burned down in 1872.', 'It was | rebuilt.'], bonus: [], answer: 'In 1872 the mill burned down.' };
  await me.byHand();
  await me.fill(sample);
  await me.start();
  await me.paste(recall([5, 1]));
  await me.settled();
  const json = JSON.parse(await me.copied('json'));
  assert.deepEqual(json.sample.essential, sample.essential);
  assert.equal(json.sample.answer, sample.answer);
  assert.equal(json.metric, 'rag-recall');
  assert.deepEqual(json.state, { scored: 3 });
  assert.equal(json.parts.final, 3);
  assert.equal(json.replies.length, 1);
  const { createHash } = await import('node:crypto');
  for (const [hash, prompt] of Object.entries(json.prompts)) {
    assert.equal(createHash('sha256').update(prompt).digest('hex'), hash);
  }
  assert.ok(json.prompts[json.replies[0].prompt_sha256].includes(sample.answer));
  const markdown = await me.copied('markdown');
  for (const part of ['# Assay report', '**3 / 5**', '(5 + 1) / 2 = 3', '| E1 | 5 |', 'rebuilt', json.replies[0].prompt_sha256]) {
    assert.ok(markdown.includes(part), `${part} in ${markdown}`);
  }
});

scenario('what the browser will not copy is shown, selected', {}, async ({ me, page, context, shot }) => {
  await context.clearPermissions();
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
  await me.example();
  await me.press(me.verdict, 'Copy as JSON');
  const area = me.verdict.getByRole('textbox', { name: 'Text to copy' });
  await area.waitFor();
  await page.waitForFunction(() => document.activeElement.selectionEnd > 100);
  assert.equal(JSON.parse(await area.inputValue()).metric, 'rag-recall');
  await shot();
});

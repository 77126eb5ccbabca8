// A real language model behind llama-server's own code, over its OpenAI and Anthropic shapes. The model is far too
// small to judge well: what is proved is the protocol, from the form to an outcome with its reason.
//
// Seconds on an idle machine, minutes on a busy one; skipped on one that is too busy. The context is the limit to how much
// a model of 135 million parameters can talk, so it is chosen a little larger than the prompt.

import assert from 'node:assert/strict';
import { LIGHTHOUSE } from '../harness/replies.mjs';
import { scenario } from '../harness/scenario.mjs';
import { llama, tooSlow } from '../servers/python.mjs';
import { shared } from '../servers/started.mjs';

/** Tokens, by which the server goes in steps of 256: the prompt of RAG Recall takes some 1,540. */
const CONTEXT = 1792;
// A reply that is cut is asked for again, so that one run may take three of them.
const skip = await tooSlow({ prompt: 1600, reply: 3 * (CONTEXT - 1500), seconds: 90 });
// It may become four times as busy meanwhile.
const LONG = 360_000;
const TIMEOUT = 330;
const times = { patience: LONG, most: 480_000 };

const SHAPES = {
  openai: { provider: 'llama.cpp' },
  // The preset wants a key; the server takes any.
  anthropic: { provider: 'Anthropic', key: 'sk-any-0123456789' },
};

for (const [shape, { provider, key }] of Object.entries(SHAPES)) {
  scenario(`${shape}: a whole recall evaluation with a real model, and a prompt longer than its context`, {
    skip, api: shared('llama', () => llama(CONTEXT)), ...times,
  }, async ({ me, page, api, shot }) => {
    await me.fill(LIGHTHOUSE);
    await me.enterApi({ provider, base: api.base[shape], key, model: '', timeout: TIMEOUT });
    await me.test();
    await me.dialog.getByText(/^1 model at 127/).waitFor();
    // The only one there is stands in the field at once.
    const name = await me.dialog.getByLabel('Model', { exact: true }).inputValue();
    assert.match(name, /smollm2.*\.gguf$/i);
    if (shape === 'openai') {
      await me.dialog.getByText('More parameters').click();
      await me.dialog.getByText(`The model takes ${CONTEXT.toLocaleString('en')} tokens`).waitFor();
    }
    await me.closeJudges();
    await me.judge();
    const chips = await me.verdict.getByRole('list', { name: 'How this came about' }).innerText();
    assert.match(chips, /\d,\d{3} \+ \d+ tokens/);
    assert.match(chips, /cost unknown/);
    await me.verdict.getByText('Raw replies').click();
    assert.ok((await me.verdict.locator('.raw .reply').first().innerText()).length > 10);
    // A score, or the named reason why there is none: never a failed call.
    const told = await me.verdict.innerText();
    assert.match(told, /\/ 5|No score/);
    assert.doesNotMatch(told, /could not reach|not in the form of an API reply|did not accept|time-out/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'a long name sticks out');
    await shot();

    await me.fill({ ...LIGHTHOUSE, answer: LIGHTHOUSE.answer.repeat(80) });
    await me.judge();
    const failed = await me.verdict.locator('.no-score').innerText();
    assert.match(failed, /The prompt is longer than the model at 127[^ ]+ can take \(status 400\)/);
    assert.match(failed, new RegExp(`What was said: “[^”]*${CONTEXT}`));
    assert.match(failed, /What to do\s+Give fewer or shorter passages/);
    // Known from then on, and told before the next call.
    await me.openJudges();
    await me.closeJudges();
    await page.locator('#context-short').waitFor({ timeout: 10_000 });
    await shot('overflow');
  });
}

scenario('json_schema: a real server keeps to the schema, and a verdict comes of it', {
  skip, api: () => llama(1024), query: '?metric=context-precision', ...times,
}, async ({ me, api }) => {
  await me.fill({ question: 'How long does the ferry to Tosund take?', contexts: ['The crossing takes 35 minutes in calm weather.'] });
  await me.box('Reference answer').fill('It takes 35 minutes.');
  await me.api({ provider: 'llama.cpp', base: api.base.openai, model: 'smol', timeout: TIMEOUT });
  await me.judge();
  const chips = await me.verdict.getByRole('list', { name: 'How this came about' }).innerText();
  assert.match(chips, /response_format json_schema/);
  await me.verdict.getByText('Raw replies').click();
  const reply = await me.verdict.locator('.raw .reply').first().innerText();
  // Reason before verdict, as the schema has them, and nothing in front. Without it the model writes a code block.
  assert.match(reply, /^\s*\{\s*"reason"\s*:\s*"/);
  // Where its reason came to an end, all of it is read.
  if (/\}\s*$/.test(reply)) {
    const { verdict } = JSON.parse(reply);
    assert.ok([0, 1].includes(verdict), reply);
    assert.equal(await me.verdict.locator('.score b').innerText(), String(verdict));
  }
});

// A real language model behind llama-server's own code, over its OpenAI and Anthropic shapes. The model is far too
// small to judge well: what is proved is the protocol, from the form to an outcome with its reason.

import assert from 'node:assert/strict';
import { FERRY, LIGHTHOUSE } from '../harness/replies.mjs';
import { scenario } from '../harness/scenario.mjs';
import { llama, missing } from '../servers/python.mjs';

const skip = missing.llama;
const SHAPES = { openai: 'llama.cpp', anthropic: 'Anthropic' };
// Seconds on an idle machine, minutes on a busy one; at 135 million parameters a reply may go on to the context's end.
const LONG = 280_000;

for (const [shape, provider] of Object.entries(SHAPES)) {
  scenario(`${shape}: a whole recall evaluation with a real model`, { skip, api: () => llama(3072), patience: LONG },
    async ({ me, page, api, shot }) => {
      await me.fill(LIGHTHOUSE);
      await me.enterApi({ provider, base: api.base[shape], model: '', timeout: 250 });
      await me.press(me.dialog, 'Test connection and list models');
      await me.dialog.getByText(/^1 models at 127/).waitFor();
      const [name] = await me.dialog.getByLabel('Model', { exact: true }).evaluate((field) =>
        [...field.list.options].map((option) => option.value));
      await me.dialog.getByLabel('Model', { exact: true }).fill(name);
      if (shape === 'openai') {
        await me.dialog.getByText('More parameters').click();
        await me.dialog.getByText('The model takes 3072 tokens').waitFor();
      }
      await me.closeJudges();
      await me.judge();
      const chips = await me.verdict.getByRole('list', { name: 'How this came about' }).innerText();
      assert.match(chips, /\d{3,} \+ \d+ tokens/);
      assert.match(chips, /cost unknown/);
      await me.verdict.getByText('Raw replies').click();
      assert.ok((await me.verdict.locator('.raw').innerText()).length > 50);
      // A score, or the named reason why there is none: never a failed call.
      const told = await me.verdict.innerText();
      assert.ok(/\/ 5/.test(told) || /No score/.test(told), told);
      assert.doesNotMatch(told, /could not reach|not in the form of an API reply|did not accept/);
      await page.waitForFunction(() => document.querySelector('#verdict').ariaBusy === 'false');
      await shot();
    });
}

scenario('json_schema: a real server keeps to the schema, so that the verdict can be read', {
  skip, api: () => llama(4096), query: '?metric=sufficient-context', patience: LONG,
}, async ({ me, api }) => {
  await me.fill(FERRY);
  await me.api({ provider: 'llama.cpp', base: api.base.openai, model: 'smol', timeout: 250 });
  await me.judge();
  const text = await me.verdict.innerText();
  const raw = await me.verdict.locator('.raw').evaluate((details) => { details.open = true; return details.innerText; });
  const chips = await me.verdict.getByRole('list', { name: 'How this came about' }).innerText();
  assert.match(chips, /response_format json_schema/, text);
  assert.match(raw, /"is_sufficient"\s*:\s*(true|false)|"Sufficient Context"\s*:/, raw.slice(0, 2000));
});

scenario('context overflow is told as such, and known from then on', { skip, api: () => llama(512), patience: LONG },
  async ({ me, page, api, shot }) => {
    await me.fill({ ...LIGHTHOUSE, answer: LIGHTHOUSE.answer.repeat(40) });
    await me.api({ provider: 'llama.cpp', base: api.base.openai, model: 'smol' });
    await me.judge();
    assert.match(await me.verdict.locator('.no-score').innerText(), /longer than the model at 127[^ ]+ can take \(status 400\)/);
    await me.openJudges();
    await me.closeJudges();
    await page.locator('#context-short').waitFor();
    await shot();
  });

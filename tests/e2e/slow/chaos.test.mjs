// Servers that others wrote, when all goes wrong: aimock's chaos in every wire format, and llmock, which allows no
// page. Whatever happens, a run ends with a score or with a reason and a next step.

import assert from 'node:assert/strict';
import { LIGHTHOUSE, recall } from '../harness/replies.mjs';
import { scenario } from '../harness/scenario.mjs';
import { aimock } from '../servers/aimock.mjs';
import { llmock, missing } from '../servers/python.mjs';

const FAMILIES = {
  openai: 'OpenAI', responses: 'OpenAI (Responses)', azure: 'Azure OpenAI', anthropic: 'Anthropic', gemini: 'Google Gemini',
  cohere: 'Cohere', ollama: 'Ollama',
};
const GOOD = recall([5, 4], [1]);
const FIXTURES = [{ match: { userMessage: 'electrified' }, response: { content: GOOD } }];
/** What chaos does, and what may come of it. */
const CHAOS = {
  drop: [['--chaos-drop', '1'], /could not reach|failed or is overloaded/],
  disconnect: [['--chaos-disconnect', '1'], /could not reach/],
  malformed: [['--chaos-malformed', '1'], /not in the form of an API reply/],
  ratelimit: [['--chaos-ratelimit', '1'], /too many requests/],
};

for (const [family, provider] of Object.entries(FAMILIES)) {
  for (const [kind, [flags, sentence]] of Object.entries(CHAOS)) {
    scenario(`${family}: chaos: ${kind}`, { api: () => aimock(FIXTURES, flags) }, async ({ me, page, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ provider, base: api.base[family], key: 'k-0123456789abcdef' });
      await page.clock.install();
      await me.start();
      for (let waits = 0; waits < 60; waits += 1) {
        if (await page.locator('#verdict[aria-busy="false"] .no-score').count()) break;
        await page.clock.fastForward(5_000);
        await new Promise((go) => setTimeout(go, 150));
      }
      const told = await me.verdict.locator('.no-score').innerText();
      assert.match(told, sentence);
      assert.match(told, /What to do\s+\S/);
    });
  }
  scenario(`${family}: chaos: latency`, { api: () => aimock(FIXTURES, ['--chaos-latency', '300']) }, async ({ me, api }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ provider, base: api.base[family], key: 'k-0123456789abcdef' });
    await me.judge();
    assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
  });
}

const PATHS = {
  openai: ['OpenAI', '/v1'], anthropic: ['Anthropic', '/v1'], gemini: ['Google Gemini', '/v1beta'],
  cohere: ['Cohere', '/v2'], ollama: ['Ollama', ''], azure: ['Azure OpenAI', '/openai/deployments/judge?api-version=2024-10-21'],
};
for (const [family, [provider, path]] of Object.entries(PATHS)) {
  scenario(`${family}: a server that allows no page (llmock)`, { skip: missing.llmock, api: llmock }, async ({ me, api, site }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ provider, base: api.origin + path, key: 'k-0123456789abcdef' });
    await me.judge();
    const told = me.verdict.locator('.no-score');
    await told.getByText(/A test call without a key/).waitFor();
    const text = await told.innerText();
    assert.match(text, /Likely causes\s+The server runs, but does not allow calls from this page/);
    assert.ok(text.includes(site.origin));
  });
}

// The chip with the cost of a run: the sum of its calls by the user's prices, with its embeddings, at least so much, or
// unknown; and the same again when the run is opened from the history.

import assert from 'node:assert/strict';
import { scenario } from './harness/scenario.mjs';
import { raw, says, scripted, vectors } from './servers/scripted.mjs';

const USEFUL = '{"reason": "It says so.", "verdict": 1}';
const FERRY = {
  question: 'How long does the ferry to Tosund take?',
  contexts: ['The crossing takes 35 minutes in calm weather.', 'The ferry to Tosund carries up to 24 cars.'],
};

const chip = (me) => me.verdict.locator('.cost-fact');
const told = async (me, text) => {
  await chip(me).filter({ hasText: text }).waitFor();
  assert.equal(await chip(me).innerText(), text);
};

/** Enters the price of the chosen model, by a million tokens, or imports a table of prices. */
const price = async (me, page, input, output) => {
  await me.openJudges();
  await me.dialog.locator('#prices').evaluate((details) => { details.open = true; });
  await me.dialog.getByLabel('Input', { exact: true }).fill(input);
  await me.dialog.getByLabel('Output', { exact: true }).fill(output);
  await page.keyboard.press('Tab');
  await me.dialog.getByRole('listitem').filter({ hasText: 'judge-large' }).waitFor();
  await me.closeJudges();
};
const give = async (me, prices) => {
  await me.openJudges();
  await me.dialog.locator('#prices').evaluate((details) => { details.open = true; });
  await me.dialog.locator('#prices-import').setInputFiles({
    name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ version: 1, currency: 'USD', prices })),
  });
  await me.dialog.getByText(/^Prices imported/).waitFor();
  await me.closeJudges();
};

/** Opens the only run of the history on a page that knows nothing of it. */
const again = async (me, page) => {
  await page.reload();
  await page.locator('#to-history').click();
  await page.locator('.entry-title').first().click();
  await me.verdict.locator('.facts').waitFor();
};

scenario('cost: the chip adds up the calls of the run, and is unknown without a price', {
  query: '?metric=context-precision',
  api: () => scripted({ script: (call) => says(USEFUL, { usage: call.prompt.includes('24 cars') ? [500, 100] : [1000, 200] }) }),
}, async ({ me, page, api }) => {
  await me.fill(FERRY);
  await me.box('Reference answer').fill('It takes 35 minutes.');
  await me.api({ base: api.base.openai });
  await me.judge();
  assert.equal(api.calls.length, 2);
  await told(me, 'cost unknown');
  assert.doesNotMatch(await me.verdict.innerText(), /cost 0/);
  // It follows the table: 1,500 tokens in at 1,000 a million, and 300 out at 2,000.
  await price(me, page, '1000', '2000');
  await told(me, 'cost 2.10 USD');
  await me.judge();
  assert.equal(api.calls.length, 4);
  await told(me, 'cost 2.10 USD');
  // Nothing is lost with the tab: neither the prices nor what was used.
  await again(me, page);
  await told(me, 'cost 2.10 USD');
});

scenario('cost: a price of nothing is nothing, and tokens that are not told are not', {
  query: '?metric=context-precision',
  api: () => scripted({ script: [says(USEFUL)] }),
}, async ({ me, page, api }) => {
  await me.fill(FERRY);
  await me.box('Reference answer').fill('It takes 35 minutes.');
  await me.api({ base: api.base.openai });
  await price(me, page, '0', '0');
  await me.judge();
  await told(me, 'cost 0.00 USD');
  // One call reports its tokens, the other none; then neither does.
  const silent = raw(JSON.stringify({ choices: [{ message: { content: USEFUL }, finish_reason: 'stop' }] }));
  await price(me, page, '1000', '2000');
  api.now(silent, says(USEFUL));
  await me.judge();
  await told(me, 'cost 0.21 USD, and an unknown part: embeddings, or calls without tokens');
  api.now(silent);
  await me.judge();
  await told(me, 'cost unknown');
});

scenario('cost: embeddings are paid at their own price, also in a run that is opened again', {
  query: '?metric=answer-relevancy',
  api: () => scripted({
    script: (call) => (call.prompt === undefined || /embeddings/.test(call.path)
      ? { ...vectors([1, 0], [0.6, 0.8], [1, 0], [0, 1]), usage: 700 }
      : says('{"question": "How are shoes returned?", "noncommittal": 0}')),
  }),
}, async ({ me, page, api }) => {
  const host = new URL(api.origin).host;
  const words = { host, model: 'judge-large', input: 1000, output: 2000 };
  await me.enterApi({ base: api.base.openai });
  await me.dialog.getByRole('textbox', { name: /^Embedding model/ }).fill('meaning-1');
  await me.closeJudges();
  await me.input.locator('#examples-open').click();
  await me.press(me.input.getByRole('group', { name: 'Examples' }), 'Everyday');
  await me.judge();
  assert.equal(api.calls.length, 4);
  await told(me, 'cost unknown');
  // Three calls of 120 + 45 tokens; then 700 tokens at 100.
  await give(me, [words]);
  await told(me, 'cost 0.63 USD, and an unknown part: embeddings, or calls without tokens');
  await give(me, [{ host, model: 'meaning-1', input: 100, output: 0 }]);
  await told(me, 'cost 0.70 USD');
  await again(me, page);
  await told(me, 'cost 0.70 USD');
});

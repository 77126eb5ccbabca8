// Figures that must hold: what Assay adds to a call, and that a hundred calls side by side lose and repeat nothing.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { closed } from '../harness/site.mjs';
import { scenario } from '../harness/scenario.mjs';

const CORS = {
  'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*',
  'access-control-max-age': '600',
};

/** Answers at once by `answer(body, count)`, and keeps when each request came and went. */
async function timed(answer) {
  const calls = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, CORS).end();
    const came = performance.now();
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const [status, text] = await answer(body, calls.length);
    calls.push({ came, body, status, went: performance.now() });
    response.writeHead(status, { ...CORS, 'content-type': 'application/json' }).end(text);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, calls, close: () => closed(server) };
}

const chat = (text) => JSON.stringify({ choices: [{ message: { content: text }, finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1 } });
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

const VERDICT = chat('{"reason": "It says so.", "verdict": 1}');

/** A sample that takes a call for each chunk, and a judge that makes so many at once. */
async function set(me, api, chunks, atOnce) {
  const texts = Array.from({ length: chunks }, (_, at) => `Chunk number ${at + 1} says that the ferry takes ${at + 1} minutes.`);
  await me.input.getByRole('textbox', { name: 'Question', exact: true }).fill('How long does the ferry take?');
  await me.input.getByRole('textbox', { name: 'Reference answer', exact: true }).fill('It takes 35 minutes.');
  await me.press(me.input, 'Paste retriever JSON');
  await me.input.locator('#paste-json').fill(JSON.stringify(texts));
  await me.press(me.input, 'Use these chunks');
  await me.enterApi({ base: `${api.origin}/v1` });
  await me.dialog.getByText('More parameters').click();
  await me.dialog.getByLabel('Calls at once').fill(String(atOnce));
  await me.closeJudges();
}

scenario('Assay adds at most 5 ms to a call over a bare fetch (median, loopback)', {
  query: '?metric=context-precision', api: () => timed(() => [200, VERDICT]), patience: 60_000,
}, async ({ me, page, api }) => {
  const CALLS = 40;
  // From the end of one call to the beginning of the next, at the server: what the browser and the page take together.
  const gaps = () => median(api.calls.slice(5).map((call, at) => call.came - api.calls[at + 4].went));
  await set(me, api, CALLS, 1);
  // Both are taken one after the other, up to three times: what else the machine does comes and goes.
  let added = Infinity;
  for (let round = 0; round < 3 && added > 5; round += 1) {
    api.calls.length = 0;
    await me.judge();
    assert.equal(api.calls.length, CALLS);
    const ours = gaps();
    const bodies = api.calls.map(({ body }) => body);
    api.calls.length = 0;
    await page.evaluate(async ([url, all]) => {
      for (const body of all) {
        const response = await fetch(url, {
          method: 'POST', body, headers: { 'content-type': 'application/json' }, cache: 'no-store', credentials: 'omit',
        });
        await response.json();
      }
    }, [`${api.origin}/v1/chat/completions`, bodies]);
    const bare = gaps();
    added = ours - bare;
    console.log(`from call to call, median of ${CALLS}: ${ours.toFixed(2)} ms, bare fetches ${bare.toFixed(2)} ms: ${added.toFixed(2)} ms added`);
  }
  assert.ok(added <= 5, `${added.toFixed(2)} ms`);
});

scenario('a hundred calls at eight with a tenth refused: none lost, none sent again after a success', {
  query: '?metric=context-precision',
  patience: 90_000,
  api: async () => {
    let open = 0;
    const api = await timed(async (_, count) => {
      open += 1;
      api.most = Math.max(api.most ?? 0, open);
      await new Promise((go) => setTimeout(go, 30));
      open -= 1;
      return count % 10 === 3
        ? [429, JSON.stringify({ error: { message: 'Rate limit reached. Please try again in 0.1s.', code: 'rate_limit_exceeded' } })]
        : [200, VERDICT];
    });
    return api;
  },
}, async ({ me, api }) => {
  await set(me, api, 100, 8);
  await me.judge();
  const answers = new Map();
  for (const { body, status } of api.calls) answers.set(body, [...(answers.get(body) ?? []), status]);
  assert.equal(answers.size, 100);
  for (const [body, statuses] of answers) {
    assert.equal(statuses.filter((status) => status === 200).length, 1, body.slice(0, 200));
    assert.equal(statuses.at(-1), 200);
  }
  console.log(`${api.calls.length} calls for 100 replies, at most ${api.most} at once`);
  assert.ok(api.calls.length > 100 && api.most <= 8);
  assert.doesNotMatch(await me.verdict.innerText(), /No score/);
});

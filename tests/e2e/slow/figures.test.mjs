// Figures that must hold: what Assay adds to a call, and that a hundred calls side by side lose and repeat nothing.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { closed } from '../harness/site.mjs';
import { scenario } from '../harness/scenario.mjs';
import { LIGHTHOUSE, recall } from '../harness/replies.mjs';

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

scenario('Assay adds at most 5 ms to a call over a bare fetch (median, loopback)', {
  // The first reply of each pair is unreadable, so that the second call follows at once.
  api: () => timed((_, count) => [200, chat(count % 2 === 0 ? 'no verdict' : recall([5, 4], [1]))]),
}, async ({ me, page, api }) => {
  const RUNS = 25;
  const gaps = () => {
    const found = [];
    for (let at = 0; at + 1 < api.calls.length; at += 2) found.push(api.calls[at + 1].came - api.calls[at].went);
    return median(found.slice(3));
  };
  await me.fill(LIGHTHOUSE);
  await me.api({ base: `${api.origin}/v1` });
  for (let run = 0; run < RUNS; run += 1) await me.judge();
  const ours = gaps();
  const sent = api.calls[0].body;
  api.calls.length = 0;
  await page.evaluate(async ([url, body, runs]) => {
    const call = async () => (await fetch(url, {
      method: 'POST', body, headers: { 'content-type': 'application/json' }, cache: 'no-store', credentials: 'omit',
    })).json();
    for (let run = 0; run < runs; run += 1) {
      await call();
      await call();
      await new Promise((go) => setTimeout(go, 60));
    }
  }, [`${api.origin}/v1/chat/completions`, sent, RUNS]);
  const bare = gaps();
  const added = ours - bare;
  console.log(`time between two calls, median of ${RUNS}: ${ours.toFixed(2)} ms, of bare fetches ${bare.toFixed(2)} ms; added: ${added.toFixed(2)} ms`);
  assert.ok(added <= 5, `${added.toFixed(2)} ms`);
});

scenario('a hundred calls at eight with a tenth refused: none lost, none sent again after a success', {
  query: '?metric=context-precision',
  api: async () => {
    let open = 0;
    const api = await timed(async (body, count) => {
      open += 1;
      api.most = Math.max(api.most ?? 0, open);
      await new Promise((go) => setTimeout(go, 30));
      open -= 1;
      return count % 10 === 3
        ? [429, JSON.stringify({ error: { message: 'Rate limit reached. Please try again in 0.1s.', code: 'rate_limit_exceeded' } })]
        : [200, chat('{"reason": "x", "verdict": 1}')];
    });
    return api;
  },
}, async ({ me, page, api }) => {
  const chunks = Array.from({ length: 100 }, (_, at) => `Chunk number ${at + 1} says that the ferry takes ${at + 1} minutes.`);
  await me.input.getByRole('textbox', { name: 'Question', exact: true }).fill('How long does the ferry take?');
  await me.input.getByRole('textbox', { name: /Reference|Answer/ }).first().fill('35 minutes.');
  await me.press(me.input, 'Paste JSON');
  await page.locator('#paste-json, textarea:focus').first().fill(JSON.stringify(chunks));
  await me.input.getByRole('button', { name: /Take the chunks/ }).click();
  await me.enterApi({ base: `${api.origin}/v1` });
  await me.dialog.getByText('More parameters').click();
  await me.dialog.getByLabel('Calls at once').fill('8');
  await me.closeJudges();
  await me.start();
  await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 90_000 });
  const answers = new Map();
  for (const { body, status } of api.calls) answers.set(body, [...(answers.get(body) ?? []), status]);
  assert.equal(answers.size, 100);
  for (const [body, statuses] of answers) {
    assert.equal(statuses.filter((status) => status === 200).length, 1, body.slice(0, 200));
    assert.equal(statuses.at(-1), 200);
  }
  assert.ok(api.calls.length >= 110 && api.most === 8, `${api.calls.length} calls, ${api.most} at once`);
  assert.match(await me.verdict.innerText(), /100 of 100|1\.00|1 \/ 1|100/);
});

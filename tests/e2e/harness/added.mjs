// What the app adds to a call over a bare fetch, on loopback. A figure for `make bench`: what else the machine does
// swings it, so no test asserts it.

import { createServer } from 'node:http';
import { person } from './person.mjs';
import { closed } from './site.mjs';

const CORS = {
  'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*',
  'access-control-max-age': '600',
};

/**
 * Answers each call at once by `answer(body, count)`, and keeps when it came and when its answer went.
 * @param {(body: string, count: number) => [number, string] | Promise<[number, string]>} answer status and body
 */
export async function timed(answer) {
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
  return { origin: `http://127.0.0.1:${server.address().port}`, calls, close: () => closed(server) };
}

const chat = (text) => JSON.stringify({
  choices: [{ message: { content: text }, finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1 },
});
/** A good reply to the one question about a chunk. */
export const USEFUL = chat('{"reason": "It says so.", "verdict": 1}');

/** Fills in a sample that takes a call for each chunk, and a judge that makes so many at once. */
export async function oneCallAChunk(me, api, chunks, atOnce) {
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

/**
 * Milliseconds that the app adds to a call: from the answer to one call to the coming of the next, as the server sees it,
 * less the same for bare fetches. Both send the same bytes to the same server and get the same back, by the same kind of
 * fetch, one call after the other: what differs is what the app does with a reply until the next call is under way. They
 * take turns, each of them first in every other round, so that neither has the warmer machine; the first round of both is
 * not counted, nor are the first calls of each turn. What is told is the median over rounds of the difference of medians.
 */
export async function added(page, url, rounds = 15) {
  const CALLS = 40;
  const api = await timed(() => [200, USEFUL]);
  const between = () => median(api.calls.slice(5).map((call, at) => call.came - api.calls[at + 4].went));
  await page.goto(`${url}?metric=context-precision`);
  const me = person(page);
  await oneCallAChunk(me, api, CALLS, 1);
  let bodies = [];
  const turns = {
    ours: async () => {
      await me.judge();
      bodies = api.calls.map(({ body }) => body);
    },
    // As `http.rs` asks the browser to.
    bare: () => page.evaluate(async ([to, all]) => {
      for (const body of all) {
        const response = await fetch(to, {
          method: 'POST', body, headers: { 'content-type': 'application/json' }, mode: 'cors', credentials: 'omit',
          referrerPolicy: 'no-referrer', cache: 'no-store', redirect: 'error', signal: new AbortController().signal,
        });
        await response.text();
      }
    }, [`${api.origin}/v1/chat/completions`, bodies]),
  };
  const figures = [];
  for (let round = 0; round <= rounds; round += 1) {
    const of = {};
    for (const turn of round % 2 ? ['bare', 'ours'] : ['ours', 'bare']) {
      api.calls.length = 0;
      await turns[turn]();
      if (api.calls.length !== CALLS) throw new Error(`${turn}: ${api.calls.length} calls for ${CALLS}`);
      of[turn] = between();
    }
    if (round > 0) figures.push(of);
  }
  await api.close();
  const [ours, bare] = ['ours', 'bare'].map((turn) => median(figures.map((round) => round[turn])));
  return { ours, bare, added: median(figures.map((round) => round.ours - round.bare)) };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

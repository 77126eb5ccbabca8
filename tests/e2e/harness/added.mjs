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
 * Milliseconds that the app adds to a call: from the answer to one call to the coming of the next, as the server sees
 * it, less the same for bare fetches. The median of so many rounds, in each of which both take their turn.
 */
export async function added(page, url, rounds = 7) {
  const CALLS = 40;
  const api = await timed(() => [200, USEFUL]);
  const between = () => median(api.calls.slice(5).map((call, at) => call.came - api.calls[at + 4].went));
  await page.goto(`${url}?metric=context-precision`);
  const me = person(page);
  await oneCallAChunk(me, api, CALLS, 1);
  const figures = [];
  for (let round = 0; round < rounds; round += 1) {
    api.calls.length = 0;
    await me.judge();
    const ours = between();
    const bodies = api.calls.map(({ body }) => body);
    api.calls.length = 0;
    await page.evaluate(async ([to, all]) => {
      for (const body of all) {
        const response = await fetch(to, {
          method: 'POST', body, headers: { 'content-type': 'application/json' }, cache: 'no-store', credentials: 'omit',
        });
        await response.json();
      }
    }, [`${api.origin}/v1/chat/completions`, bodies]);
    figures.push([ours, between()]);
  }
  await api.close();
  const [ours, bare] = [0, 1].map((at) => median(figures.map((round) => round[at])));
  return { ours, bare, added: median(figures.map(([app, fetches]) => app - fetches)) };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

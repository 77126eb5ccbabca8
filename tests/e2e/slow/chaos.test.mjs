// Servers that others wrote, when all goes wrong, in every wire format: aimock with each status and in chaos; llmock as
// it is, which allows no page, and behind a door that does. Whatever happens, a run ends with a score, or with a reason
// and a next step.

import assert from 'node:assert/strict';
import { LIGHTHOUSE, recall } from '../harness/replies.mjs';
import { scenario } from '../harness/scenario.mjs';
import { aimock } from '../servers/aimock.mjs';
import { llmock, missing } from '../servers/python.mjs';
import { redirects, says, scripted } from '../servers/scripted.mjs';
import { shared } from '../servers/started.mjs';
import { withCors } from '../servers/with-cors.mjs';

const FAMILIES = {
  openai: 'OpenAI', responses: 'OpenAI (Responses)', azure: 'Azure OpenAI', anthropic: 'Anthropic', gemini: 'Google Gemini',
  cohere: 'Cohere', ollama: 'Ollama',
};
const GOOD = recall([5, 4], [1]);
const FIXTURES = [{ match: { userMessage: 'electrified' }, response: { content: GOOD } }];
const KEY = 'k-0123456789abcdef';

/** What a step may take on a machine that is busy with other things. */
const PATIENCE = 60_000;

/** Judges where the pauses between tries are cut short: those alone, for a call is given up by the same clock. */
async function judgeFast(me, page) {
  await me.start();
  const until = Date.now() + 2 * PATIENCE;
  while (!(await page.locator('#verdict[aria-busy="false"]').count())) {
    assert.ok(Date.now() < until, 'the run came to no end');
    if (await me.verdict.locator('.under-way .note').count()) await page.clock.fastForward(2_000);
    await new Promise((go) => setTimeout(go, 50));
  }
}

/** What each status says, and how often it is sent: what may pass is sent three times. */
const STATUSES = {
  400: [/did not accept the form of the request \(status 400\)/, 1],
  401: [/refused the key \(status 401\)/, 1],
  402: [/no quota or credit left \(status 402\)/, 1],
  403: [/refused the call \(status 403\)/, 1],
  404: [/answers, but not at this path \(status 404\)/, 1],
  405: [/answers, but not at this path \(status 405\)/, 1],
  408: [/because it took too long there \(status 408\)/, 3],
  409: [/at odds with what goes on there \(status 409\)\. It was sent 3 times/, 3],
  413: [/takes no request of this size \(status 413\)/, 1],
  422: [/did not accept the form of the request \(status 422\)/, 1],
  429: [/too many requests \(status 429\)\. It was sent 3 times/, 3],
  500: [/failed or is overloaded \(status 500\)\. It was sent 3 times/, 3],
  502: [/failed or is overloaded \(status 502\)/, 3],
  503: [/failed or is overloaded \(status 503\)/, 3],
  504: [/failed or is overloaded \(status 504\)/, 3],
  529: [/failed or is overloaded \(status 529\)/, 3],
};
const marked = (status) => ({ ...LIGHTHOUSE, answer: `It says marker-${status}. ${LIGHTHOUSE.answer}` });

/** What chaos does, and what may come of it. */
const CHAOS = {
  drop: [['--chaos-drop', '1'], /could not reach|failed or is overloaded/],
  disconnect: [['--chaos-disconnect', '1'], /could not reach/],
  malformed: [['--chaos-malformed', '1'], /not in the form of an API reply/],
  ratelimit: [['--chaos-ratelimit', '1'], /too many requests/],
};

for (const [family, provider] of Object.entries(FAMILIES)) {
  scenario(`${family}: each status has its sentence, and is sent again where that may help`, {
    patience: PATIENCE,
    api: shared('statuses', () => aimock([
      ...Object.keys(STATUSES).map((status) => ({
        match: { userMessage: `marker-${status}` }, response: { error: { message: 'As the test wants it.', type: 'test_error' }, status: Number(status) },
      })),
      ...FIXTURES,
    ])),
  }, async ({ me, page, api }) => {
    let sent = 0;
    page.on('request', (request) => { sent += request.method() === 'POST' && request.url().startsWith(api.origin) ? 1 : 0; });
    await me.fill(LIGHTHOUSE);
    await me.api({ provider, base: api.base[family], key: KEY });
    await page.clock.install();
    for (const [status, [sentence, times]] of Object.entries(STATUSES)) {
      await me.fill(marked(status));
      sent = 0;
      await judgeFast(me, page);
      const told = await me.verdict.locator('.no-score').innerText();
      assert.match(told, sentence, status);
      assert.match(told, /Likely causes\s+\S[\s\S]+What to do\s+\S/, status);
      assert.equal(sent, times, `${status}: sent`);
    }
    await me.fill(LIGHTHOUSE);
    await judgeFast(me, page);
    assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
  });

  for (const [kind, [flags, sentence]] of Object.entries(CHAOS)) {
    scenario(`${family}: chaos: ${kind}`, { patience: PATIENCE, api: shared(kind, () => aimock(FIXTURES, flags)) }, async ({ me, page, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ provider, base: api.base[family], key: KEY });
      await page.clock.install();
      await judgeFast(me, page);
      const told = await me.unscored();
      assert.match(told, sentence);
      assert.match(told, /What to do\s+\S/);
    });
  }

  scenario(`${family}: chaos: latency`, {
    patience: PATIENCE, api: shared('latency', () => aimock(FIXTURES, ['--chaos-latency', '300'])),
  }, async ({ me, api }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ provider, base: api.base[family], key: KEY });
    await me.judge();
    assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
  });

  scenario(`${family}: a redirect is not followed`, {
    patience: PATIENCE,
    api: async () => {
      const other = await scripted({ script: [says(GOOD)] });
      const mine = await scripted({ script: [redirects(`${other.origin}/v1/chat/completions`)] });
      return { ...mine, other, close: () => Promise.all([mine.close(), other.close()]) };
    },
    // The browser tells of the redirect that it refused by the address that it did not go to.
    expected: [/ERR_FAILED/],
  }, async ({ me, api }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ provider, base: api.base[family], key: KEY });
    await me.judge();
    assert.match(await me.verdict.locator('.no-score').innerText(), /could not reach/);
    assert.deepEqual([api.other.calls.length, api.other.preflights.length], [0, 0]);
  });
}

// llmock's own paths; it knows neither Azure nor Ollama, whose preflights it refuses all the same.
const PATHS = {
  openai: '/v1', responses: '/v1', anthropic: '/anthropic/v1', gemini: '/gemini/v1beta', cohere: '/cohere/v2',
  azure: '/openai/deployments/judge?api-version=2024-10-21', ollama: '',
};
const KNOWN = Object.entries(PATHS).filter(([family]) => !['azure', 'ollama'].includes(family));

for (const [family, path] of Object.entries(PATHS)) {
  scenario(`${family}: a server that allows no page (llmock)`, { skip: missing.llmock, patience: PATIENCE, api: shared('llmock', llmock) },
    async ({ me, api, site }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ provider: FAMILIES[family], base: api.origin + path, key: KEY });
      await me.judge();
      const told = me.verdict.locator('.no-score');
      await told.getByText(/A test call without a key/).waitFor();
      const text = await told.innerText();
      assert.match(text, /Likely causes\s+The server runs, but does not allow calls from this page/);
      assert.ok(text.includes(site.origin));
    });
}

/** Queues what llmock is to do, and reads what it thinks of its client. */
const llmockAt = (api) => ({
  queue: async (...behaviors) => {
    await fetch(`${api.behind}/_llmock/reset`, { method: 'POST' });
    const queued = await fetch(`${api.behind}/_llmock/scenario`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ behaviors }),
    });
    assert.ok(queued.ok, await queued.text());
  },
  verdict: async () => (await fetch(`${api.behind}/_llmock/verdict`)).json(),
});
const reply = { type: 'reply', text: GOOD, times: null };
const fail = (status, more = {}) => ({ type: 'fail', status, ...more });

for (const [family, path] of KNOWN) {
  scenario(`${family}: a good client, as llmock sees it`, {
    skip: missing.llmock,
    patience: PATIENCE,
    api: async () => withCors(await shared('llmock', llmock)(), { shows: ['retry-after'] }),
  }, async ({ me, api }) => {
    const { queue, verdict } = llmockAt(api);
    await me.fill(LIGHTHOUSE);
    await me.api({ provider: FAMILIES[family], base: api.origin + path, key: KEY });
    for (const [behaviors, attempts, outcome] of [
      [[reply], 1, '4.75'],
      [[fail(429, { retry_after: 1.5 }), fail(503), reply], 3, '4.75'],
      [[fail(500), reply], 2, '4.75'],
      [[fail(401)], 1, /refused the key/],
      [[fail(403)], 1, /refused the call/],
      [[fail(404)], 1, /no such model or path|not at this path/],
      [[fail(422)], 1, /did not accept the form/],
    ]) {
      await queue(...behaviors);
      await me.judge();
      const what = JSON.stringify(behaviors);
      if (typeof outcome === 'string') {
        assert.equal(await me.verdict.locator('.score b').innerText(), outcome, what);
      } else {
        assert.match(await me.verdict.locator('.no-score').innerText(), outcome, what);
      }
      const seen = await verdict();
      assert.deepEqual([seen.attempts, seen.findings], [attempts, []], what);
    }
  });
}

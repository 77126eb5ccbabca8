// A hundred calls side by side, of which a tenth are refused: none is lost, none repeated.

import assert from 'node:assert/strict';
import { USEFUL, oneCallAChunk, timed } from '../harness/added.mjs';
import { scenario } from '../harness/scenario.mjs';

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
        : [200, USEFUL];
    });
    return api;
  },
}, async ({ me, api }) => {
  await oneCallAChunk(me, api, 100, 8);
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

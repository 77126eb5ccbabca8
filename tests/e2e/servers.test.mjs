// The loopback APIs that other tests lean on: each wire shape answers in its own form, and failures are those
// that were ordered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aimock } from './servers/aimock.mjs';
import { limited, malformed, refuses, says, scripted, unauthorized } from './servers/scripted.mjs';

const CALLS = {
  openai: (base) => [`${base}/chat/completions`, { authorization: 'Bearer k' },
    { model: 'm', messages: [{ role: 'user', content: 'judge this' }] },
    (body) => body.choices[0].message.content],
  anthropic: (base) => [`${base}/messages`,
    { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' },
    { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'judge this' }] },
    (body) => body.content[0].text],
  gemini: (base) => [`${base}/models/m:generateContent`, { 'x-goog-api-key': 'k' },
    { contents: [{ role: 'user', parts: [{ text: 'judge this' }] }] },
    (body) => body.candidates[0].content.parts[0].text],
};

async function call(api, shape) {
  const [url, headers, body, text] = CALLS[shape](api.base[shape]);
  const response = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body),
  });
  return { response, raw: await response.text(), text: (raw) => text(JSON.parse(raw)) };
}

for (const shape of Object.keys(CALLS)) {
  test(`scripted: ${shape}`, async () => {
    const api = await scripted({ script: [limited(), unauthorized({ cors: false }), malformed(), says('fine')] });
    try {
      const replies = [];
      for (let i = 0; i < 5; i += 1) replies.push(await call(api, shape));
      assert.deepEqual(replies.map(({ response }) => response.status), [429, 401, 200, 200, 200]);
      assert.equal(replies[1].response.headers.get('access-control-allow-origin'), null);
      assert.throws(() => JSON.parse(replies[2].raw));
      assert.equal(replies[4].text(replies[4].raw), 'fine');
      assert.equal(api.calls.length, 5);
      api.now(refuses('No.'));
      assert.match((await call(api, shape)).raw, /refusal|SAFETY/);
    } finally {
      await api.close();
    }
  });

  test(`aimock: ${shape}`, async () => {
    const api = await aimock([{ match: { userMessage: 'judge' }, response: { content: 'fine' } }]);
    try {
      const reply = await call(api, shape);
      assert.equal(reply.text(reply.raw), 'fine');
    } finally {
      await api.close();
    }
  });
}

// The API families over real HTTP on loopback: what is sent, what comes of a reply, and what each failure says.

import assert from 'node:assert/strict';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { scenario } from './harness/scenario.mjs';
import { aimock } from './servers/aimock.mjs';
import {
  blocks, drops, empty, errorInside, failing, hangs, html, limited, malformed, notFound, outOfQuota, raw, refuses,
  refusesParameter, says, scripted, unauthorized,
} from './servers/scripted.mjs';

/** A key that must not turn up anywhere but in one header. */
const KEY = 'sk-canary-1f7Qd93kzPq0';
const GOOD = recall([5, 4], [1]);

const FAMILIES = {
  openai: {
    provider: 'OpenAI',
    headers: 'authorization,content-type',
    key: ({ authorization }) => authorization === `Bearer ${KEY}`,
    path: '/v1/chat/completions',
    prompt: (body) => body.messages[0].content,
  },
  anthropic: {
    provider: 'Anthropic',
    headers: 'anthropic-dangerous-direct-browser-access,anthropic-version,content-type,x-api-key',
    key: (headers) => headers['x-api-key'] === KEY,
    path: '/anthropic/v1/messages',
    prompt: (body) => body.messages[0].content,
  },
  gemini: {
    provider: 'Google Gemini',
    headers: 'content-type,x-goog-api-key',
    key: (headers) => headers['x-goog-api-key'] === KEY,
    path: '/v1beta/models/judge-large:generateContent',
    prompt: (body) => body.contents[0].parts[0].text,
  },
  responses: {
    provider: 'OpenAI (Responses)',
    headers: 'authorization,content-type',
    key: ({ authorization }) => authorization === `Bearer ${KEY}`,
    path: '/v1/responses',
    prompt: (body) => body.input[0].content,
  },
  azure: {
    provider: 'Azure OpenAI',
    headers: 'api-key,content-type',
    key: (headers) => headers['api-key'] === KEY,
    path: '/openai/deployments/judge-large/chat/completions',
    prompt: (body) => body.messages[0].content,
  },
  cohere: {
    provider: 'Cohere',
    headers: 'authorization,content-type',
    key: ({ authorization }) => authorization === `Bearer ${KEY}`,
    path: '/v2/chat',
    prompt: (body) => body.messages[0].content,
  },
  ollama: {
    provider: 'Ollama',
    headers: 'authorization,content-type',
    key: ({ authorization }) => authorization === `Bearer ${KEY}`,
    path: '/api/chat',
    prompt: (body) => body.messages[0].content,
  },
};
/** These formats have no word of their own for a refusal. */
const NO_REFUSAL = ['cohere', 'ollama'];
/** What a browser adds by itself. */
const OF_THE_BROWSER = /^(host|connection|content-length|accept.*|user-agent|origin|sec-.*|pragma|cache-control|priority)$/;

/** What a failure says: its word, the sentence, how often it was sent. */
const FAILURES = {
  'a wrong key': [() => unauthorized(), /refused the key \(status 401\)/, 1],
  'no quota': [() => outOfQuota(), /no quota or credit left \(status 429\)/, 1],
  'no such model': [() => notFound(), /no such model or path \(status 404\)/, 1],
  'a reply that is cut off': [() => malformed(), /not in the form of an API reply/, 1],
  'a web page': [() => html(), /not in the form of an API reply/, 1],
  'a web page with an error': [() => html(403), /refused the call \(status 403\)|not in the form/, 1],
  'JSON of another kind': [() => raw('{"hello": "world"}'), /not in the form of an API reply/, 1],
  'a body with a byte order mark': [() => raw('\uFEFF[]'), /not in the form of an API reply/, 1],
};
/** What ends without a score though the API answered: the sentence. */
const REPLIES = {
  'a refusal': [refuses(), { gemini: /content filter blocked/, other: /The judge refused to answer/ }, 1],
  'a content filter': [blocks(), { anthropic: /The judge refused to answer/, other: /content filter blocked/ }, 1],
  'an empty reply': [empty(), { other: /sent a reply without a word/ }, 1],
  'a reply cut at the limit': [says('RECALL_Reasoning:\n[ESSENTIAL PASSAGE] 1: Yes. Score: 5\n[ESSENTIAL PASSAGE] 2: It', { stop: 'length' }),
    // Asked once more with more room, and then, by another prompt, for what is still open.
    { other: /cut off before the verdict was complete/ }, 3],
  'prose without a verdict': [says('I think that the passage is fine.'), { other: /holds nothing of the expected form|verdict is missing/ }, 1],
};

for (const [family, facts] of Object.entries(FAMILIES)) {
  const settings = (api) => ({ provider: facts.provider, base: api.base[family], key: KEY });
  const server = (step) => ({ api: () => scripted({ script: [step] }) });

  scenario(`${family}: judges, and sends nothing but the prompt and what must be sent`, server(says(GOOD)),
    async ({ me, page, api, shot }) => {
      await me.fill(LIGHTHOUSE);
      await me.api(settings(api));
      const host = new URL(api.origin).host;
      assert.match(await page.locator('#judge-pill').innerText(), new RegExp(`judge-large\\s+${host}`));
      assert.match(await page.locator('#cost').innerText(), new RegExp(`calls: 1, at most three times as many · ~[\\d,]+ tokens in · to ${host}`));
      await me.judge();
      assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
      const chips = await me.verdict.getByRole('list', { name: 'How this came about' }).innerText();
      for (const part of ['judge-large', host, 'temperature 0', '120 + 45 tokens', 'cost unknown', 'prompt rag-recall v1']) {
        assert.ok(chips.includes(part), `${part} in ${chips}`);
      }

      assert.equal(api.calls.length, 1);
      const [call] = api.calls;
      assert.equal(call.path, facts.path);
      assert.ok(facts.key(call.headers), 'the key is in its header');
      for (const text of [...LIGHTHOUSE.essential, LIGHTHOUSE.answer]) assert.ok(facts.prompt(call.body).includes(text));
      assert.deepEqual(api.preflights.map((names) => names.split(',').sort().join(',')), [facts.headers]);
      const own = Object.keys(call.headers).filter((name) => !OF_THE_BROWSER.test(name)).sort().join(',');
      assert.equal(own, facts.headers);
      await shot();
    });

  scenario(`${family}: a failure says why and what to do`, server(says(GOOD)), async ({ me, page, api, shot }) => {
    await me.fill(LIGHTHOUSE);
    await me.api(settings(api));
    for (const [kind, [step, sentence, calls]] of Object.entries(FAILURES)) {
      api.now(step());
      api.calls.length = 0;
      await me.judge();
      const told = await me.verdict.locator('.no-score').innerText();
      assert.match(told, /^No score/, kind);
      assert.match(told, sentence, kind);
      assert.match(told, /Likely causes\s+\S[\s\S]+What to do\s+\S/, kind);
      assert.equal(api.calls.length, calls, `${kind}: calls`);
      if (kind === 'a wrong key') await shot();
    }
    for (const [kind, [step, sentences, calls]] of Object.entries(REPLIES)) {
      if (NO_REFUSAL.includes(family) && ['a refusal', 'a content filter'].includes(kind)) continue;
      api.now(step);
      api.calls.length = 0;
      await me.judge();
      const told = await me.verdict.locator('.no-score').innerText();
      assert.match(told, /^No score/, kind);
      assert.match(told, sentences[family] ?? sentences.other, kind);
      assert.match(told, /What to do\s+\S/, kind);
      assert.equal(api.calls.length, calls, `${kind}: calls`);
    }
    // And then it works again.
    api.now(says(GOOD));
    await me.judge();
    assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
    await page.getByRole('status').filter({ hasText: 'Done: 4.75 / 5' }).waitFor();
  });

  scenario(`${family}: tries again where that helps: 429, a refused parameter, a failing server`, server(says(GOOD)),
    async ({ me, page, api }) => {
      const script = (...steps) => {
        api.now(...steps);
        api.calls.length = 0;
      };
      await me.fill(LIGHTHOUSE);
      await me.api(settings(api));
      script(limited(), says(GOOD));
      await me.start();
      const waits = /asks to wait\. Trying again in 0\.\d s, at \d+:\d\d:\d\d[^(]*\(attempt 2\)/;
      await Promise.all([me.verdict.getByText(waits).waitFor(), me.input.getByText(waits).waitFor()]);
      await me.settled();
      assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
      assert.equal(api.calls.length, 2);

      script(refusesParameter('temperature'), says(GOOD));
      await me.judge();
      assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
      await me.judge();
      const warm = api.calls.map(({ body }) => JSON.stringify(body).includes('"temperature"'));
      assert.deepEqual(warm, [true, false, false], 'it is left out, and the next run knows it');

      script(failing(500));
      await page.clock.install();
      await me.start();
      // The pauses are short and some pass by themselves: time is pushed on until the last try has been made.
      for (const until = Date.now() + 20_000; api.calls.length < 3 && Date.now() < until;) {
        await page.waitForTimeout(100);
        await page.clock.fastForward(10_000);
      }
      await me.settled();
      const told = await me.verdict.locator('.no-score').innerText();
      assert.match(told, /failed or is overloaded \(status 500\)\. It was sent 3 times\./);
      assert.match(told, /What was said: “The server had an error/);
      assert.equal(api.calls.length, 3);
    });

  scenario(`${family}: CORS off is told with its likely causes`, { api: () => scripted({ cors: false }) },
    async ({ me, api, site, shot }) => {
      await me.fill(LIGHTHOUSE);
      await me.api(settings(api));
      await me.judge();
      const told = await me.unscored();
      assert.match(told, /could not reach .*, or was not allowed to read its reply/);
      assert.match(told, /does not allow calls from this page/);
      assert.ok(told.includes(site.origin), 'names what must be allowed');
      await shot();
    });

  scenario(`${family}: a run is cancelled within a second, and ends by itself after the time-out`, server(hangs()),
    async ({ me, page, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ ...settings(api), timeout: 2 });
      await me.start();
      await me.verdict.getByText('Judging…').waitFor();
      while (api.calls.length === 0) await page.waitForTimeout(20);
      await me.press(me.input, 'Cancel');
      await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 1000 });
      await me.verdict.getByText('You cancelled the run.').waitFor();
      for (let waits = 0; !api.calls[0].aborted && waits < 50; waits += 1) await page.waitForTimeout(20);
      assert.ok(api.calls[0].aborted, 'the call is given up');
      await me.judge();
      assert.match(await me.verdict.locator('.no-score').innerText(), /gave no complete reply within the time-out/);
      assert.equal(api.calls.length, 2);
    });

  scenario(`${family}: as others understand it (aimock)`, {
    api: () => aimock([
      { match: { userMessage: 'electrified' }, response: { content: GOOD } },
      { match: { userMessage: 'judge' }, response: { error: { message: 'Slow down', type: 'rate_limit_error' }, status: 429 } },
    ]),
  }, async ({ me, api }) => {
    await me.fill(LIGHTHOUSE);
    await me.api(settings(api));
    await me.judge();
    assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
    assert.match(await me.verdict.getByRole('list', { name: 'How this came about' }).innerText(), /\d+ \+ \d+ tokens/);
  });
}

scenario('an error inside a 200, and a connection that breaks', { api: () => scripted() }, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai });
  api.now(errorInside('upstream failed'), says(GOOD));
  await page.clock.install();
  await me.start();
  await me.verdict.getByText('(attempt 2)').waitFor();
  await page.clock.fastForward(10_000);
  await me.verdict.locator('.score b').waitFor();
  // Twice: the browser itself sends once more where it had used the connection before.
  api.now(drops(), drops(), says(GOOD));
  await me.start();
  await me.verdict.getByText('(attempt 2)').waitFor();
  await page.clock.fastForward(10_000);
  await me.verdict.locator('.score b').waitFor();
});

scenario('a key goes to the address that it was given for, and nowhere else', { api: () => scripted({ script: [says(GOOD)] }) },
  async ({ me, page, api }) => {
    await me.fill(LIGHTHOUSE);
    await me.enterApi({ provider: 'OpenAI', base: api.base.openai, key: KEY });
    await me.dialog.getByLabel('Base URL').fill('https://elsewhere.example/v1');
    await me.dialog.getByText(/The key that is held is for http:\/\/127\.0\.0\.1:\d+\. It is not sent anywhere else\. Enter one for https:\/\/elsewhere\.example\./).waitFor();
    await me.press(me.dialog, 'Done');
    await me.start();
    await me.dialog.waitFor();
    await page.waitForFunction(() => document.activeElement.id === 'api-key');
    assert.equal(api.calls.length, 0);
    await page.getByRole('status').filter({ hasText: 'still needs: a key' }).waitFor();
  });

scenario('says what the API judge still lacks, at its field', { api: () => scripted({ script: [says(GOOD)] }) },
  async ({ me, page, api }) => {
    await me.fill(LIGHTHOUSE);
    const lacks = async (settings, id) => {
      await me.api(settings);
      await me.start();
      await me.dialog.waitFor();
      await page.waitForFunction((wanted) => document.activeElement.id === wanted, id);
      await me.press(me.dialog, 'Done');
    };
    await lacks({ base: '', model: '' }, 'api-base');
    await lacks({ base: api.base.openai, model: '' }, 'api-model');
    await lacks({ provider: 'OpenAI', base: api.base.openai }, 'api-key');
    await me.openJudges();
    for (const [wrong, sentence] of [
      ['ftp://a.example', 'neither http nor https'],
      ['http://localhost:99999', 'is not a port'],
      ['https://me:pw@a.example/v1', 'A user name or password'],
      ['https:///v1', "Enter the server's address"],
    ]) {
      await me.dialog.getByLabel('Base URL').fill(wrong);
      await me.dialog.getByText(sentence).waitFor();
      assert.equal(await me.dialog.getByLabel('Base URL').getAttribute('aria-invalid'), 'true');
    }
    await me.dialog.getByLabel('Base URL').fill(api.base.openai);
    for (const [wrong, sentence] of [
      ['sk-…1234', 'only the shortened form'],
      ['my key is sk-1234', 'words, not one key'],
      ['sk-“1234”x', 'cannot be part of a key'],
    ]) {
      await me.dialog.getByLabel('API key', { exact: true }).fill(wrong);
      await page.keyboard.press('Tab');
      await me.dialog.getByText(sentence).waitFor();
    }
  });

// Azure lists no deployments; its test is in api-more.test.mjs.
for (const [family, facts] of Object.entries(FAMILIES).filter(([name]) => name !== 'azure')) {
  scenario(`${family}: lists the models, or says why it cannot`, { api: () => scripted({ key: KEY, script: [says(GOOD)] }) },
    async ({ me, page, api, shot }) => {
      await me.fill(LIGHTHOUSE);
      await me.enterApi({ provider: facts.provider, base: api.base[family], key: 'another-key-than-that' });
      await me.test();
      await me.dialog.getByText(/refused the key/).waitFor();
      await me.dialog.getByText('What to do').waitFor();
      await shot('refused');
      await me.press(me.dialog, 'Forget the key');
      await me.dialog.getByLabel('API key', { exact: true }).fill(KEY);
      await page.keyboard.press('Tab');
      await me.test();
      await me.dialog.getByText(/^2 models at 127\.0\.0\.1:\d+: the connection works/).waitFor();
      const offered = await me.dialog.getByLabel('Model', { exact: true }).evaluate((field) =>
        [...field.list.options].map((option) => option.value));
      assert.deepEqual(offered, ['judge-large', 'judge-small']);
      await shot('listed');
      // Any other name may be typed as well.
      await me.dialog.getByLabel('Model', { exact: true }).fill('my/own model:7b');
      await me.press(me.dialog, 'Done');
      await me.judge();
      const [{ body, path }] = api.calls;
      assert.ok(body.model === 'my/own model:7b' || decodeURIComponent(path).includes('my/own model:7b'), path);
      assert.match(await page.locator('#judge-pill').innerText(), /my\/own model:7b/);
    });
}

// Base URLs as people paste them, and the path that is called.
const ADDRESSES = {
  openai: ['', '/', '/v1', '/v1/', '//v1//', '/v1/chat/completions', '/v1/models'],
  anthropic: ['/anthropic', '/anthropic/v1', '/anthropic/v1/', '/anthropic/v1/messages'],
  gemini: ['', '/', '/v1beta', '/v1beta/', '/v1beta/models/other:generateContent'],
  responses: ['', '/v1', '/v1/', '/v1/responses'],
  azure: ['/openai/deployments/judge-large', '/openai/deployments/judge-large/chat/completions?api-version=2024-10-21'],
  cohere: ['', '/v2', '/v2/chat'],
  ollama: ['', '/', '/v1', '/api/chat'],
};
for (const [family, endings] of Object.entries(ADDRESSES)) {
  scenario(`${family}: understands base URLs as people paste them`, { api: () => scripted({ script: [says(GOOD)] }) },
    async ({ me, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ provider: FAMILIES[family].provider, base: api.base[family], key: KEY });
      const bare = api.origin.replace('http://', '');
      for (const address of [...endings.map((ending) => api.origin + ending), ` "${api.origin}${endings.at(-1)}" `, bare + endings.at(-2)]) {
        await me.openJudges();
        await me.dialog.getByLabel('Base URL').fill(address);
        await me.closeJudges();
        api.calls.length = 0;
        await me.judge();
        assert.equal(api.calls[0]?.path, FAMILIES[family].path, address);
        assert.equal(await me.verdict.locator('.score b').innerText(), '4.75', address);
      }
    });
}

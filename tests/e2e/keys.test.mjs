// Planted keys, looked for in every place that a page can keep, show or send something: they stand in one header of the
// calls to their own server, and nowhere else. And what leaves by copy, link or file holds no address of that server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { formsOf, places, withinLink } from './harness/places.mjs';
import { scenario } from './harness/scenario.mjs';
import { drops, raw, says, scripted, vectors } from './servers/scripted.mjs';

const GOOD = recall([5, 4], [1]);
/** Its characters change when they are percent-encoded or stand in Base64. */
const KEY = 'sk-canary/1f7Qd+93kzPq0=';
const FORMS = formsOf(KEY);
/** What a server may make of it, whole: as it is, percent-encoded, in Base64 alone and amid other text. */
const said = [KEY, encodeURIComponent(KEY), btoa(KEY), btoa(`:${KEY}`), btoa(`me:${KEY}.`)].join(' and ');

const nowhere = (all, when) => {
  for (const [place, text] of Object.entries(all)) {
    for (const form of FORMS) assert.ok(!text.includes(form), `${when}: ${form} in ${place}`);
  }
};

/** All that leaves by the user's own hand: copies, links of each kind, files of each kind. */
async function leaving(me, page) {
  const all = {};
  for (const form of ['json', 'markdown']) all[`copy as ${form}`] = await me.copied(form);
  await page.locator('#share').click();
  await page.locator('#share-link').waitFor();
  for (const kind of ['inputs', 'verdict', 'scores']) {
    await page.locator(`#share-${kind}`).check();
    const link = await page.locator('#share-link').inputValue();
    all[`link: ${kind}`] = link;
    all[`in the link: ${kind}`] = withinLink(link);
  }
  for (const kind of ['json', 'md', 'html']) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`#save-${kind}`).click()]);
    const text = readFileSync(await file.path(), 'utf8');
    all[`file: ${kind}`] = `${file.suggestedFilename()}\n${text}`;
    const link = /<!-- assay (#\S+)/.exec(text)?.[1];
    if (link) all[`in the file: ${kind}`] = withinLink(link);
  }
  await page.keyboard.press('Escape');
  return all;
}

// What the server says with the key in it, in every form that it may take: in an error, and in a reply.
const ANSWERS = {
  'an error that repeats the key': raw(JSON.stringify({ error: { message: `Incorrect API key provided: ${said}` } }), { status: 401 }),
  'an error page': raw(`<title>Bad key ${KEY}</title>`, { status: 500, type: 'text/html' }),
  'no answer': drops(),
  'a reply that repeats the key': says(`${recall([5, 4], [1], { reasoning: `It says ${said}.` })}`),
  'a good reply': says(GOOD),
};

for (const [where, door] of [['memory', undefined], ['tab', /In this tab/], ['device', /On this device/]]) {
  scenario(`a planted key is found nowhere: kept in the ${where}`, {
    patience: 20_000, api: () => scripted({ script: [says(GOOD)] }),
  }, async ({ me, page, api, log, context, site }) => {
    const requests = [];
    context.on('request', (request) => requests.push(request));
    await me.fill(LIGHTHOUSE);
    await me.enterApi({ base: api.base.openai, key: ` "Bearer ${KEY}"\n` });
    await me.dialog.getByText(/^Key ••••\S+ is held for 127\.0\.0\.1:\d+\./).waitFor();
    if (door) await me.dialog.getByRole('radio', { name: door }).check();
    // Only what the user chose may hold it, and only under one name.
    const kept = { tab: 'sessionStorage', device: 'localStorage' }[where];
    const look = async (when) => {
      const all = await places(page);
      if (kept) {
        const { 'assay.keys': keys, ...others } = JSON.parse(all[kept]);
        assert.ok(keys.includes(KEY), `${when}: kept where the user said`);
        all[kept] = JSON.stringify(others);
      }
      nowhere({ ...all, console: log.join('\n') }, when);
      return all;
    };
    await look('entered');
    await me.closeJudges();
    await page.clock.install();
    for (const [what, step] of Object.entries(ANSWERS)) {
      api.now(step);
      await me.start();
      for (let waits = 0; waits < 200 && !(await page.locator('#verdict[aria-busy="false"]').count()); waits += 1) {
        await page.clock.fastForward(5_000);
        await page.waitForTimeout(50);
      }
      await page.locator('#verdict .raw > summary').click();
      await look(what);
      nowhere(await leaving(me, page), what);
    }
    await page.locator('#to-history').click();
    await page.locator('#history-search').waitFor();
    const all = await look('in the history');
    assert.ok(all.databases.includes('lighthouse'), 'the databases were looked into');
    assert.ok(all.caches.includes('index.html') || all.caches.includes(site.url), 'the caches were looked into');

    // Everything that was sent: the key goes to its server, in one header, and no other place of a request holds it.
    assert.ok(api.calls.length >= 5);
    for (const request of requests) {
      const { authorization, ...headers } = await request.allHeaders();
      const mine = new URL(request.url()).origin === api.origin;
      if (request.method() === 'POST' && mine) assert.equal(authorization, `Bearer ${KEY}`);
      const rest = { url: request.url(), headers: JSON.stringify(headers), body: request.postData() ?? '' };
      if (!mine) rest.authorization = authorization ?? '';
      nowhere(rest, `a request to ${request.url()}`);
    }

    await page.locator('#to-judge').click();
    await me.openJudges();
    await me.press(me.dialog, 'Forget the key');
    await page.waitForFunction(() => document.activeElement.id === 'api-key' && document.activeElement.value === '');
    await page.waitForFunction(() => !localStorage.getItem('assay.keys') && !sessionStorage.getItem('assay.keys'));
    nowhere(await places(page), 'forgotten');
  });
}

scenario('a key in the field of the model is neither sent nor shown, and said', {
  api: () => scripted({ script: [says(GOOD)] }),
}, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.enterApi({ base: api.base.openai, key: KEY });
  for (const wrong of [KEY, `models/${KEY}`, 'sk-proj-0123456789abcdefghij']) {
    await me.dialog.getByLabel('Model', { exact: true }).fill(wrong);
    await me.dialog.getByText(/This is a key, not the name of a model/).waitFor();
    await me.closeJudges();
    await page.locator('#judge').click();
    await me.dialog.getByText(/a model/).first().waitFor();
    assert.equal(api.calls.length, 0);
  }
});

scenario('a held key in the field of the embedding model is refused, neither sent nor kept', {
  query: '?metric=answer-relevancy',
  api: async () => {
    const script = (call) => (call.prompt === undefined || /embeddings/.test(call.path)
      ? vectors([1, 0], [0.6, 0.8], [1, 0], [0, 1])
      : says('{"question": "How are shoes returned?", "noncommittal": 0}'));
    const [mine, other] = [await scripted({ script }), await scripted({ script })];
    return { ...mine, other, close: () => Promise.all([mine.close(), other.close()]) };
  },
  expected: [/request to a stranger: http:\/\/127\.0\.0\.1/],
}, async ({ me, page, api }) => {
  const field = () => me.dialog.getByRole('textbox', { name: /^Embedding model/ });
  const refused = () => me.dialog.locator('#api-embedding-error').getByText(/This is a key, not the name of a model/).waitFor();
  await me.enterApi({ base: api.base.openai, key: KEY });
  await field().fill(KEY);
  await refused();
  await me.closeJudges();
  await me.input.locator('#examples-open').click();
  await me.press(me.input.getByRole('group', { name: 'Examples' }), 'Everyday');
  await me.judge();
  // At the server that the key is held for, and at another one.
  await me.openJudges();
  await me.dialog.getByLabel('Base URL').fill(api.other.base.openai);
  await refused();
  await me.closeJudges();
  await me.judge();
  for (const { calls } of [api, api.other]) {
    const embedded = calls.filter(({ path }) => /embeddings/.test(path));
    assert.ok(embedded.length > 0, 'embeddings were asked for, by the usual model');
    for (const { headers: { authorization, ...headers }, body } of calls) {
      nowhere({ headers: JSON.stringify(headers), body: JSON.stringify(body) }, 'a call');
      assert.equal(authorization, calls === api.calls ? `Bearer ${KEY}` : undefined);
    }
    assert.ok(embedded.every(({ body }) => body.model === 'text-embedding-3-small'));
  }
  nowhere(await leaving(me, page), 'what leaves');
  const { fields, ...kept } = await places(page);
  nowhere(kept, 'judged');
  await page.reload();
  await me.verdict.waitFor();
  nowhere(await places(page), 'after a reload');
});

scenario('a key that was forgotten or replaced is still taken out of a reply', {
  api: () => scripted({ script: [says(GOOD)] }),
}, async ({ me, page, api }) => {
  const older = ['sk-canary-first-5Rt8', 'sk-canary-second-7Yk2'];
  await me.fill(LIGHTHOUSE);
  for (const key of [...older, KEY]) {
    await me.enterApi({ base: api.base.openai, key });
    await me.dialog.getByText(/^Key ••••\S+ is held for 127/).waitFor();
    if (key !== KEY) await me.press(me.dialog, 'Forget the key');
    await me.closeJudges();
  }
  api.now(says(recall([5, 4], [1], { reasoning: `It says ${older.join(' and ')}.` })));
  await me.judge();
  await me.verdict.getByText(/It says \[key\] and \[key\]/).first().waitFor();
  api.now(raw(JSON.stringify({ error: { message: `Revoked: ${older[0]}` } }), { status: 401 }));
  await me.judge();
  assert.match(await me.unscored(), /What was said: “Revoked: \[key\]”/);
  const all = { ...(await places(page)), ...(await leaving(me, page)) };
  for (const [place, text] of Object.entries(all)) {
    for (const key of older) assert.ok(!text.includes(key), `${key} in ${place}`);
  }
  assert.deepEqual([...new Set(api.calls.map(({ headers }) => headers.authorization))], [`Bearer ${KEY}`]);
});

scenario('a short key is said to stay in replies, but where it plainly stands as a key', {
  api: () => scripted({ script: [says(recall([5, 4], [1], { reasoning: 'You sent Bearer hunter2, the hunter2 of old.' }))] }),
}, async ({ me, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.enterApi({ base: api.base.openai, key: 'hunter2' });
  await me.dialog.locator('#key-short').getByText(/fewer than 8 characters/).waitFor();
  await me.closeJudges();
  await me.judge();
  await me.verdict.getByText(/You sent Bearer \[key\], the hunter2 of old/).first().waitFor();
});

scenario('a planted key reaches its server and no other one', {
  api: async () => {
    const [mine, other] = [await scripted({ script: [says(GOOD)] }), await scripted({ script: [says(GOOD)] })];
    return { ...mine, other, close: () => Promise.all([mine.close(), other.close()]) };
  },
  expected: [/request to a stranger: http:\/\/127\.0\.0\.1/],
}, async ({ me, api, context, page }) => {
  const requests = [];
  context.on('request', (request) => requests.push(request));
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, key: KEY });
  await me.judge();
  await me.api({ base: api.other.base.openai });
  await me.judge();
  // The first verdict stays until there is another.
  while (api.other.calls.length === 0) await page.waitForTimeout(50);
  assert.deepEqual([api.calls.length, api.other.calls.length], [1, 1]);
  assert.equal(api.calls[0].headers.authorization, `Bearer ${KEY}`);
  const elsewhere = requests.filter((request) => new URL(request.url()).origin !== api.origin);
  assert.ok(elsewhere.some((request) => new URL(request.url()).origin === api.other.origin));
  for (const request of elsewhere) {
    nowhere({ url: request.url(), headers: JSON.stringify(await request.allHeaders()), body: request.postData() ?? '' }, 'elsewhere');
  }
  for (const { headers, body } of api.other.calls) nowhere({ headers: JSON.stringify(headers), body: JSON.stringify(body) }, 'at the other server');
});

scenario('what leaves by copy, link or file names no host, after a failure as after a success', {
  api: () => scripted({ script: [says(GOOD)] }),
}, async ({ me, page, api }) => {
  const { host } = new URL(api.origin);
  const names = [host, '127.0.0.1', 'localhost'];
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, model: 'judge-large' });
  for (const [what, step] of [
    ['success', says(GOOD)],
    ['refused', raw(JSON.stringify({ error: { message: `No such key at ${host}` } }), { status: 401 })],
    ['not found', raw(`<title>Nothing at ${host}</title>`, { status: 404, type: 'text/html' })],
    ['unreadable', says('I cannot say.')],
  ]) {
    api.now(step);
    await me.judge();
    assert.ok((await me.verdict.innerText()).includes(host), `${what}: the page itself says where it was`);
    for (const [form, text] of Object.entries(await leaving(me, page))) {
      for (const name of names) {
        // The page's own address begins a link.
        const own = form.startsWith('link') ? text.slice(text.indexOf('#')) : text;
        assert.ok(!own.includes(name), `${what}: ${name} in ${form}: ${own.slice(0, 3000)}`);
      }
      if (/copy as|verdict|scores/.test(form) && !form.startsWith('link')) assert.ok(text.includes('judge-large'), `${what}: the model is named in ${form}`);
    }
  }
});

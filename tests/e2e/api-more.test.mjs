// Around the calls to an API: consent, keys and where they are kept, prices and the cap, the closer look after a
// network error, signing in, the browser's own model, a second opinion.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stored } from './harness/history.mjs';
import { FERRY, LIGHTHOUSE, recall, sufficiency } from './harness/replies.mjs';
import { scenario } from './harness/scenario.mjs';
import { closed } from './harness/site.mjs';
import { hangs, raw, redirects, says, scripted, slow } from './servers/scripted.mjs';

const KEY = 'sk-canary-1f7Qd93kzPq0';
const GOOD = recall([5, 4], [1]);
const good = { api: () => scripted({ script: [says(GOOD)] }) };
const open = (me, name) => me.dialog.getByText(name, { exact: true }).click();

scenario('the first calls to a server are asked for, and nothing goes before', good, async ({ me, page, api, shot, axe }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, key: KEY });
  await page.locator('#judge').click();
  const dialog = page.locator('#confirm-calls');
  await dialog.waitFor();
  const told = await dialog.innerText();
  for (const part of [api.origin, 'judge-large', '1, at most three times as many', '••••zPq0']) {
    assert.ok(told.includes(part), `${part} in ${told}`);
  }
  assert.ok(!told.includes(KEY));
  await shot();
  await axe();
  await me.press(dialog, 'Cancel');
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual([api.calls.length, api.preflights.length], [0, 0]);
  await me.judge();
  assert.equal(await me.verdict.locator('.score b').innerText(), '4.75');
  // Once for a server.
  await page.locator('#judge').click();
  await me.settled();
  assert.equal(api.calls.length, 2);
  assert.ok(await dialog.isHidden());
});

scenario('the address sets neither key nor endpoint, and starts nothing', {
  ...good,
  query: `?key=${KEY}&api_key=${KEY}&base=http://127.0.0.1:9/v1&url=http://127.0.0.1:9&provider=openai&model=m&judge=api&run=1&code=abc&signin=x#key=${KEY}&base=http://127.0.0.1:9`,
}, async ({ me, page, api }) => {
  // What stands behind the # is no evaluation: the page says so.
  await page.locator('#to-judge').click();
  await me.openJudges();
  assert.ok(await me.dialog.getByRole('radio', { name: 'Embedded judge' }).isChecked());
  await me.dialog.getByRole('radio', { name: 'API' }).check();
  assert.equal(await me.dialog.getByLabel('Base URL').inputValue(), '');
  assert.equal(await me.dialog.getByLabel('Model', { exact: true }).inputValue(), '');
  assert.equal(await me.dialog.getByText('is held for').count(), 0);
  assert.equal(api.calls.length, 0);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  assert.ok(!kept.includes('canary'), kept);
});

scenario('tabs leave each other\'s keys alone, and forget together', good, async ({ me, page, api }) => {
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('assay.keys') ?? '[]').map((held) => held.key));
  await me.enterApi({ base: api.base.openai, key: KEY });
  await me.dialog.getByRole('radio', { name: /On this device/ }).check();
  await page.waitForFunction(() => localStorage.getItem('assay.keys'));

  // Another tab holds a key for another server, in memory and then on the device.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('#judge-pill').click();
  await other.locator('#judge-panel').getByRole('radio', { name: 'API' }).check();
  await other.getByLabel(me.names.provider).selectOption(me.names.custom);
  await other.getByLabel('Base URL').fill('https://other.example/v1');
  await other.getByLabel(me.names.key, { exact: true }).fill('sk-other-1234567890');
  await other.getByLabel(me.names.key, { exact: true }).blur();
  await other.getByText(/is held for other\.example/).waitFor();
  assert.deepEqual(await stored(), [KEY]);
  await other.getByRole('radio', { name: /On this device/ }).check();
  await page.waitForFunction(() => localStorage.getItem('assay.keys').includes('sk-other'));
  assert.equal((await stored()).length, 2);

  // What is forgotten here is not written back there.
  await me.press(me.dialog, 'Forget the key');
  await page.waitForFunction((key) => !localStorage.getItem('assay.keys').includes(key), KEY);
  await other.getByRole('radio', { name: /In this tab/ }).check();
  await page.waitForFunction(() => !localStorage.getItem('assay.keys'));
  await other.close();
});

scenario('a key is kept only where the user says, in plain sight of what that means', good,
  async ({ me, page, api, shot }) => {
    const stored = () => page.evaluate(() => [sessionStorage.getItem('assay.keys'), localStorage.getItem('assay.keys')]);
    const enter = () => me.enterApi({ base: api.base.openai, key: KEY });
    await enter();
    assert.deepEqual(await stored(), [null, null]);
    assert.equal(await me.dialog.getByText(/As readable text/).count(), 2);
    await me.dialog.getByRole('radio', { name: /In this tab/ }).check();
    await page.waitForFunction(() => sessionStorage.getItem('assay.keys'));
    assert.equal((await stored())[1], null);
    await me.dialog.getByRole('radio', { name: /On this device/ }).check();
    await page.waitForFunction(() => localStorage.getItem('assay.keys'));
    assert.equal((await stored())[0], null);
    await me.dialog.getByText(/Forgotten on \d{4}-\d\d-\d\d/).waitFor();
    await shot();
    await me.dialog.locator('#key-days').selectOption({ label: '30 days' });
    const days = async () => (JSON.parse((await stored())[1])[0].until_ms - Date.now()) / 86_400_000;
    assert.ok(Math.abs(await days() - 30) < 0.1, String(await days()));

    // It is there again after a reload, and is used.
    await page.reload();
    await page.locator('h1').first().waitFor();
    await me.fill(LIGHTHOUSE);
    await me.enterApi({ base: api.base.openai });
    await me.dialog.getByText(/is held for 127/).waitFor();
    await me.closeJudges();
    await me.judge();
    assert.equal(api.calls[0].headers.authorization, `Bearer ${KEY}`);

    // An expired one is gone, from the storage too.
    await page.evaluate(() => {
      const list = JSON.parse(localStorage.getItem('assay.keys'));
      list[0].until_ms = Date.now() - 1;
      localStorage.setItem('assay.keys', JSON.stringify(list));
    });
    await page.reload();
    await page.locator('h1').first().waitFor();
    await page.waitForFunction(() => !localStorage.getItem('assay.keys'));
    assert.deepEqual(await stored(), [null, null]);

    await enter();
    await me.dialog.getByRole('radio', { name: /On this device/ }).check();
    await page.waitForFunction(() => localStorage.getItem('assay.keys'));
    await me.press(me.dialog, 'Forget the key');
    await page.waitForFunction(() => !localStorage.getItem('assay.keys'));
  });

scenario('a redirect is not followed, so that the key goes nowhere else', {
  api: async () => {
    const other = await scripted({ script: [says(GOOD)] });
    const mine = await scripted({ script: [redirects(`${other.origin}/v1/chat/completions`)] });
    return { ...mine, other, close: () => Promise.all([mine.close(), other.close()]) };
  },
  // The browser tells of the redirect that it refused by the address that it did not go to.
  expected: [/ERR_FAILED/],
}, async ({ me, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, key: KEY });
  await me.judge();
  assert.match(await me.verdict.locator('.no-score').innerText(), /could not reach/);
  assert.deepEqual([api.other.calls.length, api.other.preflights.length], [0, 0]);
});

scenario('prices are the user\'s: cost by call and run, a cap, export and import', good,
  async ({ me, page, api, shot }) => {
    await me.fill(LIGHTHOUSE);
    await me.enterApi({ base: api.base.openai });
    await open(me, 'Prices and spending cap');
    await me.dialog.getByLabel('Spending cap for a run (empty: none)').fill('0.5');
    await me.closeJudges();
    // A cap without a price can't be kept, so nothing is sent.
    await me.start();
    await me.dialog.waitFor();
    await page.getByRole('status').filter({ hasText: 'the price of this model' }).waitFor();
    assert.equal(api.calls.length, 0);
    await me.dialog.locator('#prices').evaluate((details) => { details.open = true; });
    await me.dialog.getByLabel('Input', { exact: true }).fill('1000');
    await me.dialog.getByLabel('Output', { exact: true }).fill('2000');
    await page.keyboard.press('Tab');
    await me.dialog.getByRole('listitem').filter({ hasText: 'judge-large' }).waitFor();
    await shot('prices');
    // 120 tokens in at 1000 a million and 45 out at 2000: 0.12 + 0.09.
    await me.dialog.getByLabel('Spending cap for a run (empty: none)').fill('5');
    await me.closeJudges();
    await me.judge();
    await me.verdict.getByText('cost 0.21 USD', { exact: true }).waitFor();
    await me.verdict.getByText('Raw replies').click();
    await me.verdict.getByText(/120 \+ 45 tokens · cost 0\.21 USD/).waitFor();

    // Now the prompt alone would go over the cap.
    await me.openJudges();
    await me.dialog.locator('#prices').evaluate((details) => { details.open = true; });
    // A price that can't be read leaves the one that is there.
    await me.dialog.getByLabel('Input', { exact: true }).fill('1O00');
    await page.keyboard.press('Tab');
    await me.dialog.locator('#price-input[aria-invalid="true"]').waitFor();
    await me.dialog.getByLabel('Input', { exact: true }).fill('1000');
    await page.keyboard.press('Tab');
    await me.dialog.locator('#price-input:not([aria-invalid])').waitFor();
    // A cap that can't be read is no leave to spend.
    api.calls.length = 0;
    await me.dialog.getByLabel('Spending cap for a run (empty: none)').fill('0,01 $');
    await me.closeJudges();
    await me.start();
    await me.dialog.locator('#spending-cap:focus').waitFor();
    assert.equal(api.calls.length, 0);
    await me.dialog.getByLabel('Spending cap for a run (empty: none)').fill('0,01');
    const download = page.waitForEvent('download');
    await me.dialog.getByText('Export prices').click();
    const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    const host = new URL(api.origin).host;
    assert.deepEqual(exported, { version: 1, currency: 'USD', prices: [{ host, model: 'judge-large', input: 1000, output: 2000 }] });
    await me.closeJudges();
    api.calls.length = 0;
    await me.judge();
    assert.match(await me.verdict.locator('.no-score').innerText(), /would have gone over your spending cap/);
    assert.equal(api.calls.length, 0);

    await me.openJudges();
    await me.dialog.locator('#prices').evaluate((details) => { details.open = true; });
    const give = (text) => me.dialog.locator('#prices-import').setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await give(JSON.stringify({ ...exported, prices: [{ host: 'a.example', model: 'x', input: 1, output: 2 }], key: KEY }));
    await me.dialog.getByText(/Nothing was imported/).waitFor();
    await give(JSON.stringify({ ...exported, prices: [{ host: 'a.example', model: 'x', input: 1, output: 2 }] }));
    await me.dialog.getByText('Prices imported: 1.').waitFor();
    assert.equal(await me.dialog.getByRole('listitem').filter({ hasText: 'a.example' }).count(), 1);
    // The table outlives the page.
    await page.reload();
    await page.locator('h1').first().waitFor();
    await me.enterApi({ base: api.base.openai });
    await open(me, 'Prices and spending cap');
    assert.equal(await me.dialog.getByRole('listitem').count(), 2);
  });

scenario('a prompt that the model cannot take is told before the call', {
  api: () => scripted({ script: [says(GOOD)], context: 64 }),
}, async ({ me, page, api, shot }) => {
  await me.fill(LIGHTHOUSE);
  await me.enterApi({ base: api.base.openai });
  await me.test();
  await me.dialog.getByText(/2 models/).waitFor();
  await me.closeJudges();
  await page.getByText(/is more than the 64 that judge-large takes/).waitFor();
  await page.locator('#judge').click();
  await page.locator('#confirm-context').getByText(/is more than the 64 that judge-large takes/).waitFor();
  await shot();
  await me.press(page.locator('#confirm-calls'), 'Cancel');
  await me.openJudges();
  await open(me, 'More parameters');
  await me.dialog.getByLabel(/^Context in tokens/).fill('100000');
  await me.closeJudges();
  await page.locator('#context-short').waitFor({ state: 'detached' });
  assert.equal(api.calls.length, 0);
});

scenario('Azure: the connection is tested by one word, for deployments are not listed', {
  api: () => scripted({ key: KEY, script: [says('ok')] }),
}, async ({ me, page, api }) => {
  await me.enterApi({ provider: 'Azure OpenAI', base: api.base.azure, key: KEY, model: '' });
  assert.equal(await me.dialog.getByLabel('Model', { exact: true }).getAttribute('placeholder'), 'judge-large');
  await me.test();
  await me.dialog.getByText(/answers: the connection works/).waitFor();
  assert.equal(api.calls.length, 1);
  assert.match(await page.locator('#judge-pill').innerText(), /judge-large/);
});

scenario('Ollama is told how much room the prompt needs', { api: () => scripted({ script: [says(GOOD)], context: 40_000 }) },
  async ({ me, api }) => {
    const answer = 'The lighthouse was built in 1871. '.repeat(1500);
    await me.fill({ ...LIGHTHOUSE, answer });
    await me.api({ provider: 'Ollama', base: api.base.ollama });
    await me.judge();
    const { num_ctx: room } = api.calls[0].body.options;
    assert.ok(room >= 16_384 && room <= 40_000, String(room));
    assert.equal(api.calls[0].body.truncate, false);
  });

scenario('a server that is there and one that is not are told apart', { api: () => scripted({ cors: false }) },
  async ({ me, api, site, shot }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ base: api.base.openai });
    await me.judge();
    const told = me.verdict.locator('.no-score');
    await told.getByText(/A test call without a key, whose reply no page may read, was answered/).waitFor();
    const text = await told.innerText();
    assert.match(text, /Likely causes\s+The server runs, but does not allow calls from this page/);
    assert.ok(text.includes(site.origin) && !text.includes('No server is running'));
    await shot('there');
    await api.close();
    await me.openJudges();
    await me.test();
    await me.dialog.getByText(/A test call without a key was not answered either/).waitFor();
    assert.match(await me.dialog.locator('.failure').innerText(), /Likely causes\s+No server is running/);
    await shot('gone');
  });

/** A server on loopback that answers as told, and closes with the scenario. */
async function bare(answer) {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => closed(server) };
}
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

scenario('a closer look at a slow server is told, and no cause is told before it is over', {
  // It refuses the call at once, and takes its time for anything else.
  api: () => bare((request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(403).end();
    setTimeout(() => response.writeHead(200).end('here'), 2_000);
  }),
}, async ({ me, page, api, axe }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ provider: 'Ollama', base: api.origin });
  await me.judge();
  const card = me.verdict.locator('.no-score');
  await card.getByRole('status').getByText(/^Looking closer at 127\.0\.0\.1:\d+ …$/).waitFor();
  assert.doesNotMatch(await card.innerText(), /No server is running|Likely causes|What to do/);
  await axe();
  await card.getByRole('status').getByText(/was answered: something is there/).waitFor();
  const told = await card.innerText();
  assert.match(told, /Likely causes\s+The server runs, but does not allow calls from this page/);
  assert.doesNotMatch(told, /No server is running/);
  // The preset tells what the port does not.
  assert.match(told, /OLLAMA_ORIGINS/);
  // Whoever comes back sees what was found.
  await page.locator('#to-history').click();
  await page.locator('#to-judge').click();
  await card.getByText(/Likely causes/).waitFor();
});

scenario('where nobody could be seen in time, nobody is no longer the first cause', {
  api: () => bare((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(403).end();
  }),
}, async ({ me, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: `${api.origin}/v1` });
  await me.judge();
  const told = await me.unscored();
  assert.match(told, /Whether anything answers there could not be found out in time/);
  assert.match(told, /Likely causes\s+The server runs, but does not allow calls from this page[\s\S]+No server is running/);
});

scenario('a test of the connection keeps to the time-out, and tells of no prompt', {
  api: () => bare((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(204, CORS).end();
  }),
}, async ({ me, api }) => {
  await me.enterApi({ base: `${api.origin}/v1`, timeout: 2 });
  const began = Date.now();
  await me.test();
  const told = me.dialog.locator('.failure');
  await told.getByText(/gave no complete reply to the test within 2 s\./).waitFor();
  assert.ok(Date.now() - began < 10_000, `${Date.now() - began} ms`);
  const text = await told.innerText();
  assert.match(text, /Or raise the time-out/);
  assert.doesNotMatch(text, /prompt|passage/i);
});

scenario('a reply that does not end is given up, told, and does not stop the page', {
  api: () => bare((request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, CORS).end();
    response.writeHead(200, { ...CORS, 'content-type': 'application/json' });
    const more = () => { if (!response.destroyed) response.write('x'.repeat(1 << 16), more); };
    response.write('{"choices":[{"message":{"content":"', more);
  }),
}, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: `${api.origin}/v1` });
  await me.judge();
  assert.match(await me.unscored(), /sent more than 8 MB \(status 200\)\. No reply is as long as that/);
  await me.press(me.verdict, 'Go to this setting');
  await page.waitForFunction(() => document.activeElement.id === 'api-max-tokens');
});

scenario('a long reply is shown in part, and all of it where one wants it', {
  api: () => scripted({ script: [says(recall([5, 4], [1], { reasoning: `${'word '.repeat(60_000)}the end` }))] }),
}, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai });
  await me.judge();
  const table = me.verdict.getByRole('table', { name: 'Breakdown' });
  assert.ok((await table.innerText()).length < 100_000);
  await page.locator('#open-0').click();
  await table.getByRole('button', { name: /^Show all \([\d,]+ characters more\)$/ }).first().click();
  await table.getByText(/the end/).first().waitFor();
});

scenario('what a server says turns nothing of the app round, and what it says nothing with is not quoted', {
  api: () => scripted({ script: [says(GOOD)] }),
}, async ({ me, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai });
  api.now(raw(JSON.stringify({ error: { message: 'not \u202Eelbaliava\u202C yet \u202Eevil\u200B stays open' } }), { status: 400 }));
  await me.judge();
  assert.match(await me.unscored(), /not\s*RLO\s*elbaliava\s*PDF\s*yet\s*RLO\s*evil\s*ZWSP\s*stays open/);
  assert.doesNotMatch(await me.verdict.locator('.no-score').innerHTML(), /[\u202A-\u202E\u200B\u2066-\u2069]/);
  for (const body of ['{}', '[]', '""', 'null']) {
    api.now(raw(body, { status: 403 }));
    await me.judge();
    const told = await me.unscored();
    assert.match(told, /refused the call \(status 403\)/, body);
    assert.doesNotMatch(told, /What was said/, body);
  }
});

scenario('a run is cancelled while it waits to try again', { api: () => scripted({ script: [{ kind: 'error', status: 429, error: 'rate' }] }) },
  async ({ me, page, api }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ base: api.base.openai });
    api.now({ kind: 'error', status: 429, error: 'rate', message: 'Please try again in 50s' });
    await me.start();
    await me.verdict.getByText('(attempt 2)').waitFor();
    await me.press(me.input, 'Cancel');
    await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 1000 });
    assert.equal(api.calls.length, 1);
  });

scenario('calls that wait because another was told to say until when, and can be cancelled', {
  query: '?metric=context-precision',
  // The first is told to wait; the second is under way by then and answered late, and what comes after it waits as well.
  api: () => scripted({
    script: ({ prompt }) => (prompt.includes('Chunk one')
      ? { kind: 'error', status: 429, error: 'rate', message: 'Please try again in 50s' }
      : slow(400, says('{"reason": "So.", "verdict": 1}'))),
  }),
}, async ({ me, page, api, shot }) => {
  await me.fill({ question: 'How long?', contexts: ['one', 'two', 'three', 'four'].map((name) => `Chunk ${name} says so.`) });
  await me.input.getByRole('textbox', { name: 'Reference answer', exact: true }).fill('So long.');
  await me.enterApi({ base: api.base.openai });
  await me.dialog.getByText('More parameters').click();
  await me.dialog.getByLabel('Calls at once').fill('2');
  await me.closeJudges();
  const before = Date.now();
  await me.start();
  const told = me.verdict.getByText(/127\.0\.0\.1:\d+ (asks to wait\. Trying|asked for a pause\. Calling) again in \d\d\.\d s, at \d+:\d\d:\d\d/);
  await told.waitFor();
  // The sentence names the moment itself, for it stands still.
  const clock = /at (\d+:\d\d:\d\d)/.exec(await told.innerText())[1];
  const until = await page.evaluate((time) => new Date(`${new Date().toDateString()} ${time}`).getTime(), clock);
  // Past midnight it is tomorrow's.
  assert.ok((until - before + 86_400_000) % 86_400_000 > 47_000, `${clock} is soon`);
  await me.input.getByText(/again in \d\d\.\d s, at/).waitFor();
  await shot();
  const sent = api.calls.length;
  await me.press(me.input, 'Cancel');
  await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 1000 });
  await page.waitForTimeout(300);
  assert.equal(api.calls.length, sent, 'nothing goes out in the pause, nor after it');
});

scenario('a test of the connection asks before the first call to a server, and can be cancelled', {
  api: () => scripted({ script: [hangs()] }),
}, async ({ me, page, api, shot, axe }) => {
  await me.enterApi({ provider: 'Azure OpenAI', base: api.base.azure, key: KEY });
  const asked = page.locator('#confirm-test');
  const panel = page.locator('#judge-panel');
  await page.locator('#api-test').click();
  await asked.locator('#confirm-go').waitFor();
  const told = await asked.innerText();
  for (const part of [api.origin, 'judge-large', '1, made by this test', '••••zPq0', 'none of the texts']) {
    assert.ok(told.includes(part), `${part} in ${told}`);
  }
  await shot('asked');
  await axe();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'hidden' });
  assert.ok(await panel.isVisible());
  assert.equal(await page.evaluate(() => document.activeElement.id), 'api-test');
  assert.deepEqual([api.calls.length, api.preflights.length], [0, 0]);

  await page.locator('#api-test').click();
  await asked.locator('#confirm-go').click();
  while (api.calls.length === 0) await page.waitForTimeout(20);
  await panel.getByText(/^Asking /).waitFor();
  await shot('asking');
  await panel.locator('#api-test-cancel').click();
  await panel.getByText('The test was cancelled.').waitFor({ timeout: 1000 });
  for (let waits = 0; !api.calls[0].aborted && waits < 50; waits += 1) await page.waitForTimeout(20);
  assert.ok(api.calls[0].aborted, 'the call is given up');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'api-test');

  // A second test of that server asks no more; a run does, for its texts go along.
  api.now(says('ok'));
  await page.locator('#api-test').click();
  await panel.getByText(/answers: the connection works/).waitFor();
  assert.ok(await asked.isHidden());
  await me.closeJudges();
  await me.fill(LIGHTHOUSE);
  await page.locator('#judge').click();
  await page.locator('#confirm-calls').waitFor();
  assert.equal(api.calls.length, 2);
});

scenario('the seed is offered where the format has one', good, async ({ me, api }) => {
  const seed = me.dialog.getByLabel(/^Seed/);
  await me.enterApi({ base: api.base.openai });
  await me.dialog.getByText('More parameters').click();
  for (const [provider, offered] of [['Anthropic', 0], ['OpenAI', 1], ['OpenAI (Responses)', 0], ['Google Gemini', 1], ['Ollama', 1], ['Cohere', 1]]) {
    await me.dialog.getByLabel('Provider').selectOption(provider);
    await me.dialog.getByLabel('Top-p').waitFor();
    assert.equal(await seed.count(), offered, provider);
  }
});

const OPENROUTER = [/openrouter\.ai/];
scenario('OpenRouter: signs in, and the code counts only beside a sign-in of this tab', { expected: OPENROUTER },
  async ({ me, page, context, site, shot }) => {
    const asked = [];
    await context.route('https://openrouter.ai/**', async (route) => {
      const request = route.request();
      asked.push([request.method(), request.url(), request.postData()]);
      if (request.url().includes('/auth/keys')) {
        return route.fulfill({ status: 200, contentType: 'application/json', headers: { 'access-control-allow-origin': '*' }, body: JSON.stringify({ key: 'sk-or-canary-00112233' }) });
      }
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Sign in</title>' });
    });
    // Without a verifier a code does nothing.
    await page.goto(`${site.url}?code=evil&signin=x`);
    await page.locator('h1').first().waitFor();
    assert.deepEqual(asked, []);

    await me.openJudges();
    await me.dialog.getByRole('radio', { name: 'API' }).check();
    await me.dialog.getByLabel('Provider').selectOption('OpenRouter');
    await shot();
    await me.press(me.dialog, 'Sign in at OpenRouter instead');
    await page.waitForURL(/openrouter\.ai\/auth/);
    const away = new URL(page.url());
    const back = new URL(away.searchParams.get('callback_url'));
    assert.equal(back.origin, site.origin);
    assert.equal(away.searchParams.get('code_challenge_method'), 'S256');
    back.searchParams.set('code', 'good-code');
    await page.goto(back.href);
    await me.dialog.getByText(/Key ••••2233 is held for openrouter\.ai/).waitFor();
    const exchange = JSON.parse(asked.find(([method]) => method === 'POST')[2]);
    assert.equal(exchange.code, 'good-code');
    assert.ok(exchange.code_verifier.length >= 43);
    assert.ok(!page.url().includes('code=') && !page.url().includes('signin='), page.url());
    // The same code again: the verifier is spent.
    const count = asked.length;
    await page.goto(back.href);
    await page.locator('h1').first().waitFor();
    assert.equal(asked.length, count);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!kept.includes('canary'), kept);
  });

/** A stand-in for the browser's own model. */
function standIn([state, reply]) {
  globalThis.asked = [];
  let now = state;
  globalThis.LanguageModel = {
    availability: async () => now,
    create: async ({ monitor, signal }) => {
      const target = new EventTarget();
      monitor?.(target);
      for (const loaded of [0.25, 1]) {
        const event = new Event('downloadprogress');
        event.loaded = loaded;
        target.dispatchEvent(event);
        await new Promise((go) => setTimeout(go, 200));
      }
      now = 'available';
      return {
        prompt: async (text, options) => {
          globalThis.asked.push([text, options.responseConstraint]);
          const [unable, instead] = reply.split(' | ');
          if (unable === 'no schema') {
            if (options.responseConstraint) throw new DOMException('no constraint here', 'NotSupportedError');
            return instead;
          }
          if (unable === 'fails') throw new DOMException('not now', instead);
          if (reply === 'hangs') {
            await new Promise((_, no) => options.signal.addEventListener('abort', () => { globalThis.aborted = true; no(options.signal.reason); }));
          }
          return reply;
        },
        destroy: () => { globalThis.destroyed = (globalThis.destroyed ?? 0) + 1; },
        signal,
      };
    },
  };
}
const withModel = async (page, state, reply) => {
  await page.addInitScript(standIn, [state, reply]);
  await page.reload();
  await page.locator('h1').first().waitFor();
};
const door = (me) => me.dialog.getByRole('radio', { name: 'Built-in model' });

scenario('the browser\'s own model is offered only where there is one', {}, async ({ me, page }) => {
  await me.openJudges();
  await page.waitForTimeout(300);
  assert.ok(await door(me).isHidden(), 'this browser says unavailable');
  await me.closeJudges();
  await withModel(page, 'unavailable', '');
  await me.openJudges();
  await page.waitForTimeout(300);
  assert.ok(await door(me).isHidden());
});

scenario('the browser\'s own model is loaded, and judges by a schema', { query: '?metric=sufficient-context' },
  async ({ me, page, shot }) => {
    await withModel(page, 'downloadable', sufficiency());
    await me.fill(FERRY);
    await me.openJudges();
    await door(me).check();
    await me.dialog.getByText('some gigabytes').waitFor();
    await shot();
    await me.press(me.dialog, 'Load the model');
    await me.dialog.getByText('Loading: 25 %').waitFor();
    await me.dialog.getByText("The browser's model is there.").waitFor();
    await me.closeJudges();
    await me.judge();
    assert.match(await me.verdict.innerText(), /Sufficient/);
    const [[prompt, schema]] = await page.evaluate(() => globalThis.asked);
    assert.ok(prompt.includes(FERRY.contexts[0]) && schema.type === 'object');
    assert.match(await me.verdict.getByRole('list', { name: 'How this came about' }).innerText(), /Built-in model/);
    assert.ok(await page.evaluate(() => globalThis.destroyed) >= 2);
  });

scenario('the browser\'s own model is not loaded by a click on Judge', {}, async ({ me, page }) => {
  await withModel(page, 'downloadable', 'hangs');
  await me.fill(LIGHTHOUSE);
  await me.openJudges();
  await door(me).check();
  await me.closeJudges();
  await page.locator('#judge').click();
  await me.dialog.getByText('it does not tell how many. Nothing was loaded').waitFor();
  await me.dialog.getByRole('button', { name: 'Load the model' }).waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.asked), []);
});

scenario('a score on a prompt that the server cut is not shown as sound', {
  api: () => scripted({ script: [says(recall([5]), { usage: [4096, 5] })] }),
}, async ({ me, api }) => {
  await me.fill({ ...LIGHTHOUSE, essential: ['The lighthouse was built in 1874 by the harbour. '.repeat(740)], bonus: [] });
  await me.api({ base: api.base.openai });
  await me.judge();
  assert.match(await me.verdict.innerText(), /Don't rely on this score: .* read only a part of the prompt/);
  assert.match(await me.verdict.innerText(), /4,096 \+ 5 tokens/);
});

scenario('the browser\'s own model is stopped by Cancel', {}, async ({ me, page }) => {
  await withModel(page, 'available', 'hangs');
  await me.fill(LIGHTHOUSE);
  await me.openJudges();
  await door(me).check();
  await me.closeJudges();
  await me.start();
  await page.waitForFunction(() => globalThis.asked.length === 1);
  await me.press(me.input, 'Cancel');
  await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 1000 });
  await page.waitForFunction(() => globalThis.aborted);
});

scenario('the browser\'s own model that can\'t be held to a schema is asked without', { query: '?metric=sufficient-context' },
  async ({ me, page }) => {
    await withModel(page, 'available', `no schema | ${sufficiency()}`);
    await me.fill(FERRY);
    await me.openJudges();
    await door(me).check();
    await me.closeJudges();
    await me.judge();
    assert.match(await me.verdict.innerText(), /Sufficient/);
    assert.deepEqual(await page.evaluate(() => globalThis.asked.map(([, schema]) => schema !== undefined)), [true, false]);
  });

for (const [name, reply, told] of [
  ['is too slow', 'hangs', /gave no complete reply within the time-out/],
  ['wants a click', 'fails | NotAllowedError', /did not let the page use its model.*The browser said: NotAllowedError: not now/],
  ['is given too much', 'fails | QuotaExceededError', /longer than the browser's own model takes/],
  ['fails', 'fails | UnknownError', /gave no reply\..*Run it again/],
]) {
  scenario(`the browser's own model ${name}: said without a server's words`, {}, async ({ me, page }) => {
    await withModel(page, 'available', reply);
    await me.fill(LIGHTHOUSE);
    await me.openJudges();
    await door(me).check();
    await me.dialog.locator('#built-in-timeout').fill(reply === 'hangs' ? '1' : '60');
    await me.closeJudges();
    await me.judge();
    const text = (await me.verdict.innerText()).replace(/\s+/g, ' ');
    assert.match(text, told);
    assert.doesNotMatch(text, /status|server/);
    if (reply === 'hangs') await page.waitForFunction(() => globalThis.aborted);
  });
}

scenario('a refused key leads to the field of the key', { api: () => scripted({ key: KEY, script: [says(GOOD)] }) }, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.api({ base: api.base.openai, key: 'sk-wrong-1f7Qd93kzPq0' });
  await me.judge();
  await me.press(me.verdict, 'Go to this setting');
  await page.waitForFunction(() => document.activeElement.closest('dialog[open]') && document.activeElement.id === 'api-key');
});

scenario('a second opinion stands beside the first, row by row', { api: () => scripted({ script: [says(recall([5, 4], [1])), says(recall([5, 2], [1]))] }) },
  async ({ me, page, api, shot, axe }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ base: api.base.openai });
    await me.judge();
    await me.press(me.verdict, 'Ask another judge for a second opinion');
    await me.dialog.getByText(/Choose another judge, close this panel/).waitFor();
    await me.dialog.getByLabel('Model', { exact: true }).fill('judge-small');
    await me.closeJudges();
    await me.judge();
    const both = me.verdict.locator('.second');
    const told = await both.innerText();
    assert.match(told, /They agree on 2 of 3 rows that both judged\./);
    assert.match(told, /judge-large[\s\S]+judge-small/);
    // The two lists have scales of their own.
    assert.match(told, /essential passages \(1–5\) lie 1\.00 apart on average\.[\s\S]+bonus passages \(0–5\) lie 0\.00 apart/);
    assert.match(told, /E1 \(1–5\)[\s\S]+B1 \(0–5\)/);
    assert.equal(await both.getByText('differs', { exact: true }).count(), 1);
    assert.match(told, /never averaged/);
    await shot();
    await axe();
    await me.press(both, 'End the comparison');
    await both.waitFor({ state: 'detached' });
    assert.ok(await page.locator('#verdict .score').isVisible());
  });

scenario('連線面板的繁體中文', { ...good, lang: 'zh-Hant', dark: true, width: 390 }, async ({ me, page, api, shot }) => {
  await me.fill(LIGHTHOUSE);
  await me.enterApi({ base: api.base.openai, key: KEY });
  await me.dialog.getByText('更多參數').click();
  await me.dialog.getByText('價格與花費上限').click();
  await shot('panel');
  await me.closeJudges();
  await page.locator('#judge').click();
  await page.locator('#confirm-calls').waitFor();
  await shot('confirm');
  await page.locator('#confirm-go').click();
  await me.settled();
  await me.verdict.getByText('花費不明', { exact: true }).waitFor();
});

scenario('a failed run that is opened from the history calls nobody', {
  api: () => scripted({ script: [says('x')] }), expected: [/127\.0\.0\.1:9\//],
}, async ({ me, page, api }) => {
  const gone = api.base.openai.replace(/:\d+/, ':9');
  await me.fill(LIGHTHOUSE);
  await me.api({ base: gone });
  await me.judge();
  await me.verdict.getByText(/could not reach/).waitFor();
  // It is told before it is written.
  while (!(await stored(page))[0]?.metrics[0].claimed) await page.waitForTimeout(100);
  await page.reload();
  const called = [];
  page.on('request', (request) => { if (!request.url().startsWith(new URL(page.url()).origin)) called.push(request.url()); });
  await page.locator('#to-history').click();
  await page.locator('.entry-title').first().click();
  await me.verdict.getByText(/could not reach/).waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual(called, []);
});

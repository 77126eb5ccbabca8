// The panel of API judges as people fill it in: in any order, with what they have in the clipboard, and with a mind
// that changes. What is typed is used or told, and nothing of one provider goes to another.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { scenario } from './harness/scenario.mjs';
import { says, scripted } from './servers/scripted.mjs';

const KEY = 'sk-canary-1f7Qd93kzPq0';
const GOOD = recall([5, 4], [1]);
const good = { api: () => scripted({ script: [says(GOOD)] }) };

const openApi = async (me, provider = me.names.custom) => {
  await me.openJudges();
  await me.dialog.getByRole('radio', { name: 'API' }).check();
  await me.dialog.getByLabel('Provider').selectOption(provider);
};
const key = (me) => me.dialog.getByLabel('API key', { exact: true });
const base = (me) => me.dialog.getByLabel('Base URL');
const model = (me) => me.dialog.getByLabel('Model', { exact: true });
const authorization = (api) => api.calls.at(-1).headers.authorization;

scenario('a key that is pasted before its address is held as soon as that is there', good, async ({ me, page, api, shot }) => {
  await me.fill(LIGHTHOUSE);
  await openApi(me);
  await key(me).fill(`key: ${KEY}`);
  await page.keyboard.press('Tab');
  await page.locator('#api-key-error', { hasText: 'Enter the server' }).waitFor();
  assert.equal(await page.locator('#api-key-error code').innerText(), 'http://localhost:11434/v1');
  await shot('first-the-key');
  // While it is typed, its beginning is an address as well: the key is for none of these.
  await base(me).pressSequentially(api.base.openai.slice(0, 'http://127.0.0.1'.length));
  await page.waitForFunction(() => document.querySelector('#api-key-error').textContent === '');
  assert.equal(await me.dialog.getByText('is held for').count(), 0);
  await base(me).fill(api.base.openai);
  await model(me).fill('judge-large');
  await me.dialog.getByText(/^Key ••••zPq0 is held for 127\.0\.0\.1:\d+\./).waitFor();
  await me.closeJudges();
  await me.judge();
  assert.equal(authorization(api), `Bearer ${KEY}`);
});

scenario('a key is held when the panel closes; one that can\'t be used holds up the run', good, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await openApi(me);
  await base(me).fill(api.base.openai);
  await model(me).fill('judge-large');
  await key(me).fill('sk-canary-…zPq0');
  await page.keyboard.press('Escape');
  await me.dialog.waitFor({ state: 'hidden' });
  await me.start();
  await page.waitForFunction(() => document.activeElement.id === 'api-key');
  assert.equal(api.calls.length, 0);
  await page.locator('#api-key-error', { hasText: 'shortened form' }).waitFor();
  await key(me).fill(`export OPENAI_API_KEY="${KEY}"`);
  await page.keyboard.press('Escape');
  await me.dialog.waitFor({ state: 'hidden' });
  await me.judge();
  assert.equal(authorization(api), `Bearer ${KEY}`);
});

scenario('another provider starts with empty fields', good, async ({ me, page }) => {
  await openApi(me);
  await model(me).fill('llama-3');
  await key(me).fill(KEY);
  await page.keyboard.press('Tab');
  await page.locator('#api-key-error', { hasText: 'Enter the server' }).waitFor();
  await me.dialog.getByLabel('Provider').selectOption('OpenAI');
  await page.waitForFunction(() => document.querySelector('#api-key').value === '');
  assert.equal(await page.locator('#api-key-error').innerText(), '');
  assert.equal(await model(me).inputValue(), '');
  assert.equal(await me.dialog.getByText('is held for').count(), 0);
  // The same models at the same address.
  await model(me).fill('gpt-x');
  await me.dialog.getByLabel('Provider').selectOption('OpenAI (Responses)');
  assert.equal(await model(me).inputValue(), 'gpt-x');
});

scenario('a deployment in the address answers, whatever is typed as a model', { expected: [/azure\.com/, /ERR_/] },
  async ({ me, page, shot }) => {
    await openApi(me);
    await model(me).fill('llama-3');
    await base(me).fill('https://me.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2025-01-01-preview');
    await page.locator('#api-model-error', { hasText: 'gpt-4o answers' }).waitFor();
    await shot('deployment');
    await key(me).fill(KEY);
    await page.keyboard.press('Tab');
    await me.closeJudges();
    assert.match(await page.locator('#judge-pill').innerText(), /gpt-4o/);
    await me.fill(LIGHTHOUSE);
    await page.locator('#judge').click();
    const told = await page.locator('#confirm-calls .confirm-facts').innerText();
    assert.ok(told.includes('gpt-4o') && !told.includes('llama-3'), told);
  });

scenario('plain http to a server far away is told, in the panel and before the first call', {}, async ({ me, page, shot, axe }) => {
  await me.fill(LIGHTHOUSE);
  await openApi(me);
  await base(me).fill('http://llm.example.org/v1');
  await model(me).fill('m');
  await key(me).fill(KEY);
  await page.keyboard.press('Tab');
  await me.dialog.getByText(/is held for http:\/\/llm\.example\.org\./).waitFor();
  await page.locator('#api-exposed', { hasText: 'unencrypted' }).waitFor();
  await shot('panel');
  await axe();
  await base(me).fill('https://llm.example.org/v1');
  await page.locator('#api-exposed').waitFor({ state: 'detached' });
  await me.dialog.getByText('The key that is held is for http://llm.example.org. It is not sent anywhere else. Enter one for https://llm.example.org.').waitFor();
  await base(me).fill('http://127.0.0.1:9/v1');
  assert.equal(await page.locator('#api-exposed').count(), 0);
  await base(me).fill('http://llm.example.org/v1');
  await me.closeJudges();
  await page.locator('#judge').click();
  await page.locator('#confirm-exposed', { hasText: 'unencrypted' }).waitFor();
  await shot('before');
});

scenario('who declines to sign in at OpenRouter is told so', { expected: [/openrouter\.ai/] }, async ({ me, page, context, site, shot }) => {
  await context.route('https://openrouter.ai/**', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Sign in</title>' }));
  for (const end of ['&error=access_denied&error_description=No', '']) {
    await openApi(me, 'OpenRouter');
    await me.press(me.dialog, 'Sign in at OpenRouter instead');
    await page.waitForURL(/openrouter\.ai\/auth/);
    const back = new URL(page.url()).searchParams.get('callback_url');
    // Nobody declines within milliseconds; so soon the browser may not have told the next process what this one stored.
    await page.waitForTimeout(1000);
    await page.goto(`${back}${end}`);
    await me.dialog.getByText('OpenRouter gave no key').waitFor();
    await shot();
    assert.equal(new URL(page.url()).search.replace(/^\?(lang|metric)=[^&]*$/, ''), '');
    assert.equal(await page.evaluate(() => sessionStorage.getItem('assay.signin')), null);
    await me.closeJudges();
  }
  // What belongs to no sign-in of this tab says nothing.
  await page.goto(`${site.url}?signin=x&error=access_denied`);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(300);
  assert.ok(await me.dialog.isHidden());
});

scenario('the price fields follow the table', good, async ({ me, page, api, shot }) => {
  await me.enterApi({ base: api.base.openai });
  await page.locator('#prices').evaluate((details) => { details.open = true; });
  const host = new URL(api.origin).host;
  const [input, output] = [page.locator('#price-input'), page.locator('#price-output')];
  const give = (currency, prices) => page.locator('#prices-import').setInputFiles({
    name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ version: 1, currency, prices })),
  });
  const row = () => me.dialog.locator('.prices li').allInnerTexts();
  await input.fill('1000');
  await page.keyboard.press('Tab');
  await page.locator('#price-half', { hasText: 'Enter both prices' }).waitFor();
  assert.deepEqual(await row(), []);
  await output.fill('0,5');
  await page.keyboard.press('Tab');
  await page.locator('#price-half').waitFor({ state: 'detached' });
  assert.equal(await output.inputValue(), '0.5');
  await give('USD', [{ host, model: 'judge-large', input: 5, output: 6 }]);
  await page.waitForFunction(() => document.querySelector('#price-input').value === '5');
  await output.fill('7');
  await page.keyboard.press('Tab');
  await me.dialog.getByText(`judge-large · ${host}: 5 / 7 USD`).waitFor();
  // Prices of another currency would be told in this one.
  await give('TWD', [{ host: 'a.example', model: 'x', input: 1, output: 2 }]);
  await me.dialog.getByText('its prices are in TWD, and those here in USD').waitFor();
  await shot();
  assert.equal((await row()).length, 1);
  assert.match((await row())[0], /5 \/ 7 USD/);
  await give('TWD', [{ host, model: 'judge-large', input: 150, output: 210 }]);
  await me.dialog.getByText('count in TWD now').waitFor();
  await me.dialog.getByRole('button', { name: /^Remove the price of judge-large/ }).click();
  await page.waitForFunction(() => document.querySelector('#price-input').value === '' && document.querySelector('#price-output').value === '');
});

scenario('numbers are taken as they are typed here and there, and what is done without them is told', good, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  await me.enterApi({ base: api.base.openai });
  await me.dialog.getByLabel(/^Temperature/).fill('0,7');
  assert.equal(await page.locator('#api-temperature[aria-invalid]').count(), 0);
  await me.dialog.getByLabel('Time-out in seconds').fill('soon');
  await page.locator('#api-timeout-error', { hasText: '120 is taken instead' }).waitFor();
  await me.dialog.getByText('More parameters').click();
  await me.dialog.getByLabel('Calls at once').fill('many');
  await page.locator('#api-at-once-error', { hasText: '4 is taken instead' }).waitFor();
  await me.dialog.getByLabel(/^Top-p/).fill('no');
  await page.locator('#api-top-p-error', { hasText: 'it is left out' }).waitFor();
  await me.closeJudges();
  await me.judge();
  assert.equal(api.calls.at(-1).body.temperature, 0.7);
  assert.ok(!('top_p' in api.calls.at(-1).body));
});

/** Something at Ollama's port that answers, and lets no page read it. */
async function refusing() {
  const server = createServer((_, response) => response.writeHead(200).end());
  await new Promise((go) => server.listen(11434, '127.0.0.1', go));
  return { close: () => new Promise((go) => { server.closeAllConnections(); server.close(go); }) };
}

scenario('where nothing listens the server is to be started, and nothing is told of pages', { expected: [/ERR_/, /127\.0\.0\.1:11434/] },
  async ({ me }) => {
    await me.enterApi({ base: 'http://127.0.0.1:11434' });
    await me.test();
    const told = me.dialog.locator('.failure');
    await told.getByText('was not answered either').waitFor();
    const words = await told.innerText();
    assert.ok(words.includes('ollama serve') && !words.includes('OLLAMA_ORIGINS'), words);
  });

for (const width of [1280, 390]) {
  scenario(`commands are code, whole, with a way to copy them (${width})`, { width, expected: [/ERR_/, /127\.0\.0\.1:11434/], api: refusing },
    async ({ me, page, context, shot, axe }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await me.enterApi({ base: 'http://127.0.0.1:11434' });
      await me.test();
      const commands = me.dialog.locator('.failure .command');
      await commands.first().waitFor();
      assert.ok(!(await me.dialog.locator('.failure').innerText()).includes('`'));
      const command = commands.filter({ hasText: 'OLLAMA_ORIGINS' }).first();
      const text = await command.locator('code').innerText();
      const whole = await command.locator('code').evaluate((code) => code.getClientRects().length === 1 && code.scrollWidth <= code.clientWidth);
      assert.ok(whole, 'in one box, with nothing out of sight');
      const fits = await page.evaluate(() => document.querySelector('#judge-panel').scrollWidth <= document.querySelector('#judge-panel').clientWidth);
      assert.ok(fits, 'the panel does not scroll sideways');
      await command.scrollIntoViewIfNeeded();
      await shot(`commands-${width}`);
      await axe();
      await command.getByRole('button').click();
      await command.getByText('Copied').waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
    });
}

scenario('the browser\'s own model that does not load says why, and what to do', {
  init: `globalThis.LanguageModel = {
    availability: async () => 'downloadable',
    create: async () => { throw new DOMException('no space', 'NetworkError'); },
  };`,
}, async ({ me, shot }) => {
  await me.openJudges();
  await me.dialog.getByRole('radio', { name: 'Built-in model' }).check();
  await me.press(me.dialog, 'Load the model');
  await me.dialog.getByText('The browser could not load its model. It said: NetworkError: no space').waitFor();
  await me.dialog.getByText('choose another judge').waitFor();
  await shot();
});

scenario('the address says which further metrics are judged, whatever was judged before in this tab', {
  query: '?metric=faithfulness&also=context-precision,bleu',
}, async ({ me, page, site }) => {
  await me.example();
  const also = () => page.evaluate(() => new URLSearchParams(location.search).get('also'));
  assert.equal(await also(), 'context-precision,bleu');
  await page.waitForFunction(() => sessionStorage.getItem('assay.current'));
  await page.goto(`${site.url}?metric=faithfulness&also=context-recall`);
  // It is there again, with the metrics of the address.
  await page.locator('#verdict .facts').waitFor();
  await page.waitForTimeout(500);
  assert.equal(await also(), 'context-recall');
});

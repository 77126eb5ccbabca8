// Every state of the page in both languages, light and dark, wide and narrow: no violation of accessibility rules,
// nothing sticks out, and a picture of each in artifacts/ to be looked at.

import assert from 'node:assert/strict';
import { FERRY, LIGHTHOUSE, recall, sufficiency } from './harness/replies.mjs';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { scripted, unauthorized } from './servers/scripted.mjs';

const byHand = (sample, ...replies) => async ({ me }) => {
  await me.byHand();
  await me.fill(sample);
  await me.start();
  for (const reply of replies) await me.paste(reply);
};

/** How each state is reached; `query` chooses the metric, `api` starts one. */
const STATES = {
  empty: { reach: async () => {} },
  judged: {
    reach: async ({ me, page }) => {
      await me.example();
      await me.verdict.locator('.row .key').first().click();
      await page.mouse.move(0, 0);
    },
  },
  sufficiency: { query: '?metric=sufficient-context', reach: async ({ me }) => me.example() },
  paper: { query: '?metric=sufficient-context-paper', reach: async ({ me }) => me.example(me.names.tricky) },
  warnings: { reach: byHand(LIGHTHOUSE, `${recall([5, 3.5], [1], { final: 5 })}\n[BONUS PASSAGE] 2: x. Score: 3`) },
  'by hand': { reach: byHand(LIGHTHOUSE) },
  'second question': { reach: byHand(LIGHTHOUSE, recall([5, null], [1])) },
  unscored: { reach: byHand(LIGHTHOUSE, 'I cannot say.') },
  conflict: {
    query: '?metric=sufficient-context',
    reach: byHand(FERRY, sufficiency({ is_sufficient: false }), sufficiency({ is_sufficient: false })),
  },
  'judge dialog': {
    reach: async ({ me }) => me.enterApi({ provider: 'Ollama', base: 'http://localhost:11434', model: '' }),
  },
  failure: {
    api: () => scripted({ script: [unauthorized()] }),
    reach: async ({ me, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ base: api.base.openai });
      await me.judge();
    },
  },
  prompt: {
    reach: async ({ me, page }) => {
      await me.fill(LIGHTHOUSE);
      await page.locator('#prompt-open').click();
    },
  },
  'raw replies': {
    reach: async ({ me }) => {
      await me.example();
      await me.verdict.locator('details.raw > summary').click();
      await me.verdict.locator('details.raw details summary').first().click();
    },
  },
};

const LOOKS = [
  { lang: 'en', width: 1280, dark: false },
  { lang: 'zh-Hant', width: 390, dark: true },
];
const MORE = {
  judged: [{ lang: 'en', width: 390, dark: false }, { lang: 'zh-Hant', width: 1280, dark: false }, { lang: 'en', width: 1280, dark: true }],
  sufficiency: [{ lang: 'en', width: 900, dark: true }, { lang: 'zh-Hant', width: 1440, dark: false }],
};

for (const [state, { reach, query, api }] of Object.entries(STATES)) {
  for (const { lang, width, dark } of [...LOOKS, ...(MORE[state] ?? [])]) {
    const look = `${lang}, ${width} px, ${dark ? 'dark' : 'light'}`;
    scenario(`${state}: ${look}`, { query, api, lang, width, dark }, async (tools) => {
      const { page, axe, shot } = tools;
      await reach(tools);
      await fitsWidth(page);
      await axe();
      await shot();
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    });
  }
}

/** Where the score stands: below the bar on top and above the lower edge of the window. */
const scoreInSight = (page) => page.waitForFunction(() => {
  const { top, bottom } = document.querySelector('#verdict .score b').getBoundingClientRect();
  return top >= document.querySelector('.bar').getBoundingClientRect().bottom && bottom <= innerHeight;
}, null, { timeout: 3000 });

// Between a phone and a large screen the zones stand side by side and leave the verdict little room.
for (const [query, tricky] of [['', true], ['?metric=faithfulness', false]]) {
  for (const width of [920, 1000, 1101, 1180, 1280, 1366, 1440]) {
    scenario(`the formula has room${query.replace('?metric=', ': ')}: ${width} px`, { query, width, height: 720 },
      async ({ me, page, shot }) => {
        await me.example(tricky ? me.names.tricky : me.names.everyday);
        await scoreInSight(page);
        assert.equal(await page.evaluate(() => scrollY), 0, 'nothing has moved');
        await fitsWidth(page);
        const lines = await me.verdict.locator('.formula .working').evaluateAll((all) => all.map((line) => {
          const range = document.createRange();
          range.selectNodeContents(line);
          return [line.innerText, range.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight)];
        }));
        await shot();
        assert.ok(lines.length > 0);
        for (const [text, tall] of lines) assert.ok(tall <= 2, `${text}: ${tall} lines`);
      });
  }
}

scenario('the score comes into sight, also after the last of many boxes', { height: 720 }, async ({ me, page }) => {
  await me.fill({ essential: ['The lamp is lit.', 'two', 'three', 'four', 'five', 'six', 'seven'], answer: '' });
  const last = me.box('Returned passage');
  await last.focus();
  await page.keyboard.type('The lamp is lit.');
  assert.ok(await page.evaluate(() => scrollY) > 0, 'one has to scroll for it');
  await page.keyboard.press('Control+Enter');
  await me.verdict.locator('.score b').waitFor();
  await scoreInSight(page);
  assert.equal(await last.evaluate((box) => box === document.activeElement), true, 'the focus stays');
});

for (const width of [641, 700, 768, 860, 920]) {
  scenario(`the bar is one line: ${width} px`, { width }, async ({ me, page, shot }) => {
    await fitsWidth(page);
    const tall = await page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().height);
    await shot();
    assert.ok(tall < 60, `${tall} px`);
  });
}

for (const [state, reach] of [['judged', STATES.judged.reach], ['second question', STATES['second question'].reach]]) {
  scenario(`${state}: forced colours`, { forced: true }, async (tools) => {
    await reach(tools);
    await tools.axe({ 'color-contrast': { enabled: false } });
    await tools.shot();
    if (state !== 'judged') return;
    // Where colours are taken away, shapes stay: ticks that are on look different from those that are off.
    const ticks = tools.me.verdict.locator('.tick-row').first();
    const [on, off] = [await ticks.locator('i.on').last().screenshot(), await ticks.locator('i:not(.on)').first().screenshot()];
    assert.ok(!on.equals(off));
  });
}

scenario('nothing moves where motion is not wanted', { api: () => scripted({ script: [{ kind: 'hangs' }] }) },
  async ({ me, page, api }) => {
    await me.fill(LIGHTHOUSE);
    await me.api({ base: api.base.openai });
    await me.start();
    await me.verdict.getByText('Judging…').waitFor();
    const moving = await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running').length);
    assert.equal(moving, 0);
    await fitsWidth(page);
  });

scenario('a change of language keeps input and verdict', {}, async ({ me, page, axe }) => {
  await me.example();
  const score = await me.verdict.locator('.score b').innerText();
  await me.box('Returned passage').fill('Something else.');
  await page.getByRole('button', { name: '中文 繁體中文' }).click();
  assert.equal(await page.getByRole('textbox', { name: '回傳的段落' }).inputValue(), 'Something else.');
  assert.equal(await page.locator('#verdict .score b').innerText(), score);
  assert.equal(new URL(page.url()).searchParams.get('lang'), 'zh-Hant');
  await page.waitForFunction(() => document.activeElement.id === 'lang-zh-Hant');
  assert.equal(await page.title().then((title) => /評/.test(title)), true, 'the title as well');
  await page.getByText('執行之後，輸入已經變更。').waitFor();
  await axe();
  await page.reload();
  await page.getByRole('region', { name: '判定' }).waitFor();
  // Without `?lang=` the choice is remembered.
  await page.goto(page.url().split('?')[0]);
  await page.getByRole('region', { name: '判定' }).waitFor();
});

for (const [locale, heading] of [['zh-TW', '判定'], ['zh-HK', '判定'], ['en-US', 'Verdict'], ['fr', 'Verdict']]) {
  scenario(`the first visit of a browser in ${locale}`, { locale }, async ({ page }) => {
    await page.getByRole('region', { name: heading, exact: true }).waitFor();
  });
}

scenario('the theme is chosen and remembered', {}, async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const theme = (name) => page.getByRole('button', { name: `Theme: ${name}` });
  const light = await paper();
  await theme('system').click();
  await theme('light').click();
  await theme('dark').waitFor();
  assert.notEqual(await paper(), light);
  await page.reload();
  await theme('dark').waitFor();
  assert.notEqual(await paper(), light);
});

scenario('no sentence is left in English on the Chinese page', { lang: 'zh-Hant' }, async ({ me, page }) => {
  // With the Chinese example, so that all that is Latin comes from the page.
  await me.example(me.names.chinese);
  await page.locator('#judge-pill').click();
  const words = await page.evaluate(() => document.body.innerText.match(/[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}/g) ?? []);
  assert.deepEqual(words, []);
});

// A program that does nothing but trap, as ours would on a fault of its own.
const TRAP = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];

for (const [way, says] of [['error', /stopped.+reload it.+unreachable/], ['rejection', /已停止執行.+unreachable/]]) {
  scenario(`a program that has stopped says so: ${way}`, {
    query: way === 'error' ? '' : '?lang=zh-Hant', expected: [/unreachable/],
  }, async ({ page, shot }) => {
    await page.evaluate(([bytes, how]) => {
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
      if (how === 'error') setTimeout(exports.f);
      else setTimeout(async () => exports.f());
    }, [TRAP, way]);
    const told = page.getByRole('alert').filter({ hasText: says });
    await told.waitFor();
    assert.equal(await told.count(), 1);
    await fitsWidth(page);
    await shot();
  });
}

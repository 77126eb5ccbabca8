// For everyone: large type, input methods, scripts from right to left, paper, motion, contrast themes, and the icons of
// the installed app.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { DIST } from './harness/site.mjs';
import { hangs, scripted } from './servers/scripted.mjs';

const ROOMS = {
  judged: async ({ me }) => me.example(),
  'another metric': async ({ me, page }) => {
    await page.locator('#metric').selectOption('faithfulness');
    await page.getByRole('heading', { level: 1, name: 'Faithfulness' }).waitFor();
    await me.example();
  },
  history: async ({ me, page }) => {
    await me.example();
    await page.locator('#to-history').click();
    await page.locator('.entry .quiet').click();
  },
  how: async ({ page }) => {
    await page.locator('#to-how').click();
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
  },
  share: async ({ me, page }) => {
    await me.example();
    await page.locator('#share').click();
    await page.locator('#share-link').waitFor();
  },
  'judge dialog': async ({ me }) => me.openJudges(),
};

/** What can be pressed or typed into stands within the window's width, and no text is cut off without a sign of it. */
const nothingLost = (page) => page.evaluate(() => {
  const scrolls = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !element.closest('.sr-only, .skip');
  const top = document.querySelector('dialog[open]') ?? document.body;
  return [...top.querySelectorAll('button, input, select, textarea, a, h1, h2, h3, p, li, dd, b')]
    .filter((element) => seen(element) && !scrolls(element))
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1);
    })
    .map((element) => element.outerHTML.slice(0, 120));
});

for (const [room, reach] of Object.entries(ROOMS)) {
  // 1,280 px at 200 % are 640 px; at 400 % they are 320 px, where nothing may have to be scrolled in two directions.
  for (const width of [640, 320]) {
    scenario(`${room}: ${width === 640 ? '200' : '400'} % zoom`, { width, height: width === 640 ? 450 : 256 }, async (tools) => {
      await reach(tools);
      await fitsWidth(tools.page);
      assert.deepEqual(await nothingLost(tools.page), []);
      await tools.shot();
    });
  }
}

scenario('text alone at 200 % fits as well', {}, async ({ me, page, shot }) => {
  await me.example();
  await page.evaluate(() => {
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) {
        if (rule.style?.fontSize?.endsWith('px')) rule.style.fontSize = `${2 * parseFloat(rule.style.fontSize)}px`;
      }
    }
    document.body.style.fontSize = '28px';
  });
  await fitsWidth(page);
  assert.deepEqual(await nothingLost(page), []);
  await shot();
});

scenario('Enter that ends a word of an input method submits nothing', { lang: 'zh-Hant' }, async ({ me, page }) => {
  await me.byHand();
  await me.fill(LIGHTHOUSE);
  const running = () => page.locator('#verdict').getAttribute('aria-busy');
  /** As browsers tell it: Chrome and Firefox while composing, Safari after the composition with the code 229. */
  const press = (selector, how) => page.evaluate(([where, init]) => {
    const box = document.querySelector(where);
    box.focus();
    box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
    const passed = box.dispatchEvent(event);
    box.dispatchEvent(new CompositionEvent('compositionend', { data: '港', bubbles: true }));
    return passed;
  }, [selector, how]);
  const ways = [{ isComposing: true }, { keyCode: 229 }, { isComposing: true, ctrlKey: true }, { keyCode: 229, ctrlKey: true }, { keyCode: 229, metaKey: true }];
  for (const how of ways) {
    assert.equal(await press('#input textarea', how), true, 'the input method keeps its key');
    await page.waitForTimeout(50);
    assert.equal(await running(), 'false', JSON.stringify(how));
  }
  // The same key without an input method does judge, so that the above can fail.
  await page.locator('#input textarea').first().press('Control+Enter');
  await page.locator('#hand-reply').waitFor();
  await page.locator('#hand-reply').fill(recall([5, 4], [1]));
  for (const how of ways) {
    await press('#hand-reply', how);
    await page.waitForTimeout(50);
    assert.equal(await running(), 'true', `in the paste box: ${JSON.stringify(how)}`);
  }
  await page.locator('#hand-reply').press('Control+Enter');
  await page.locator('#verdict .facts').waitFor();
  // Single-line fields: a search, a name.
  await page.locator('#to-history').click();
  await page.locator('.entry .quiet').click();
  const address = page.url();
  for (const selector of ['#history-search', '.entry-tools input']) {
    for (const how of ways.slice(0, 2)) await press(selector, how);
    await page.locator(selector).first().press('Enter');
  }
  await page.waitForTimeout(100);
  assert.equal(page.url(), address);
  assert.equal(await page.locator('.entry-tools').count(), 1, 'nothing was saved or closed');
});

const ARABIC = 'بُنيت المنارة سنة 1871، وهي من الحجر الأبيض.';
const HEBREW = 'המגדלור נבנה בשנת 1871 מאבן לבנה.';

scenario('passages from right to left are set so, and lit where they are found', {}, async ({ me, page, axe, shot }) => {
  await me.fill({ essential: [ARABIC, HEBREW], bonus: ['It is \u202Eetihw\u202C, and\u200B old.'], answer: `${ARABIC}\n${HEBREW}\nIt is \u202Eetihw\u202C, and\u200B old.` });
  for (const name of ['E1 Essential passage', 'E2 Essential passage']) {
    assert.equal(await me.box(name).evaluate((box) => getComputedStyle(box).direction), 'rtl', name);
  }
  assert.equal(await me.box('B1 Bonus passage').evaluate((box) => getComputedStyle(box).direction), 'ltr');
  await me.judge();
  await me.verdict.locator('.row .key').first().waitFor();
  for (const [name, text] of [['E1', ARABIC], ['E2', HEBREW]]) {
    await me.verdict.getByRole('button', { name: `Show ${name} in the evidence` }).hover();
    const lit = me.evidence.locator('mark.found');
    await lit.first().waitFor();
    const words = (await lit.allInnerTexts()).join(' ');
    assert.ok(text.split(/[\s،,.]+/).filter((word) => word.length > 3).some((word) => words.includes(word)), `${name}: ${words}`);
    // What is lit stands where its line stands: at the right of its place, not mirrored to the left.
    const right = await lit.first().evaluate((mark) => {
      const place = mark.closest('[dir]');
      return [getComputedStyle(place).direction, getComputedStyle(place).textAlign];
    });
    assert.ok(right[0] === 'rtl' || right[1] === 'start', `${name}: ${right}`);
  }
  const controls = await me.evidence.locator('.control').evaluateAll((all) => all.map(({ title }) => title).join(' '));
  for (const code of ['202E', '202C', '200B']) assert.ok(controls.includes(`U+${code}`), controls);
  await axe();
  await shot();
});

scenario('on paper a shared evaluation is whole: no bar, no forms, nothing cut', {}, async ({ me, page, shot, context }) => {
  await me.example(me.names.tricky);
  await page.locator('#share').click();
  const link = await page.locator('#share-link').inputValue();
  await page.keyboard.press('Escape');
  for (const [where, go] of [['Judge', async () => {}], ['shared', () => page.goto(link)]]) {
    await go();
    await page.locator('#verdict .facts').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 });
    const shown = await page.evaluate(() => [...document.querySelectorAll('.bar, .foot, .go, .buttons, textarea, input, select, dialog, .welcome, .card > header .link, .skip')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
      // The passages of a recall stand in the form alone; on paper their boxes look like text.
      .filter((element) => !(element.matches('.input textarea') && getComputedStyle(element).borderStyle === 'none'))
      .map((element) => element.outerHTML.slice(0, 100)));
    assert.deepEqual(shown, [], where);
    const text = await page.locator('#verdict').innerText();
    assert.match(text, /\d/, where);
    assert.ok(await page.locator('.evidence').first().isVisible(), `${where}: the evidence`);
    const cut = await page.evaluate(() => [...document.querySelectorAll('#verdict *, .evidence *, .givens *, .input textarea')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow !== 'visible' && !element.matches('.sr-only'))
      .filter((element) => element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2)
      .map((element) => element.outerHTML.slice(0, 140)));
    assert.deepEqual(cut, [], `${where}: cut off`);
    await fitsWidth(page);
    await shot(where);
    const pdf = await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' } });
    assert.ok(pdf.length > 10_000);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  assert.ok(context);
});

scenario('on paper no words are lit by where the mouse is, and those of a chosen row are', {}, async ({ me, page }) => {
  const lit = () => page.locator('.evidence .pointed mark').evaluateAll((marks) => marks
    .filter((mark) => getComputedStyle(mark).textDecorationLine !== 'none').length);
  await me.example();
  await page.locator('#verdict .row:not(.head)').first().hover();
  await page.locator('.evidence .pointed mark').first().waitFor();
  assert.ok(await lit() > 0);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await lit(), 0);
  const legend = page.locator('.legend mark').first();
  assert.equal(await legend.evaluate((mark) => getComputedStyle(mark).textDecorationLine), 'underline');
  await page.emulateMedia({ media: 'screen' });
  await page.locator('#verdict .row .key').first().click();
  await page.emulateMedia({ media: 'print' });
  assert.ok(await lit() > 0);
});

scenario('where motion is welcome something moves while one waits, and nowhere else', { api: () => scripted({ script: [hangs()] }) },
  async ({ me, page, api }) => {
    const moving = () => page.evaluate(() => document.getAnimations().filter(({ playState, animationName }) => playState === 'running' && animationName === 'turn').length);
    await me.fill(LIGHTHOUSE);
    await me.api({ base: api.base.openai });
    await me.start();
    await me.verdict.getByText('Judging…').waitFor();
    assert.equal(await moving(), 0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.waitForFunction(() => document.getAnimations().some(({ animationName }) => animationName === 'turn'));
    assert.ok((await moving()) > 0);
  });

scenario('whoever goes to a page is where its content begins, also while its file is still on its way', {
  pace: (file) => (/rooms|metrics|chunk/.test(file) ? new Promise((go) => setTimeout(go, 60)) : undefined),
}, async ({ page }) => {
  for (const [button, there] of [['#to-history', '#history-search'], ['#to-how', '.prose section']]) {
    await page.locator(button).focus();
    await page.keyboard.press('Enter');
    await page.locator(there).first().waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'main');
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main', button);
  }
  // A page that is loaded as it is takes no focus: the first stop is the way past the bar.
  await page.reload();
  await page.locator('.prose section').first().waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'BODY');
});

scenario('in a contrast theme focus, chosen things and marks can be told apart', { forced: true }, async ({ me, page, shot }) => {
  await me.example();
  await page.locator('#metric').focus();
  await page.keyboard.press('Tab');
  const focus = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(focus, 'none');
  await me.verdict.locator('.row .key').first().hover();
  const mark = me.evidence.locator('mark.found').first();
  await mark.waitFor();
  assert.match(await mark.evaluate((element) => getComputedStyle(element).textDecorationLine), /underline/);
  await shot();
});

test('the icons that the manifest names are there in the sizes that it says, and so is all that it is offline for', () => {
  const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.webmanifest'), 'utf8'));
  const png = (name) => {
    const bytes = readFileSync(join(DIST, name));
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG', name);
    return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  };
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of pictures) assert.equal(png(src), sizes, src);
  // What browsers want before they offer to install.
  for (const size of ['192x192', '512x512']) assert.ok(pictures.some(({ sizes, purpose }) => sizes === size && purpose === 'any'), size);
  assert.ok(pictures.some(({ purpose }) => purpose === 'maskable'));
  assert.equal(png('apple-touch-icon.png'), '180x180');
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8');
  for (const name of ['schema/evaluation-1.json', 'icon-192.png', 'manifest.webmanifest']) assert.ok(worker.includes(`"${name}"`), name);
});

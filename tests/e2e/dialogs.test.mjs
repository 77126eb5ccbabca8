// The dialogs of the page: the focus begins at their heading and stays within, Escape and × close them, and the focus
// goes back to what opened them.

import assert from 'node:assert/strict';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { scenario } from './harness/scenario.mjs';
import { says, scripted } from './servers/scripted.mjs';

const api = () => scripted({ script: [says(recall([5, 4], [1]))] });
const focused = (page, id) => page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);

/** Each dialog: the control that opens it, and what has to be done before. */
const DIALOGS = {
  'judge-panel': { opener: 'judge-pill' },
  'metric-picker': { opener: 'metric-compare' },
  'metric-page': { opener: 'metric-about' },
  'share-dialog': { opener: 'share' },
  quality: { opener: 'judge-quality', within: 'judge-panel', before: ({ me }) => me.openJudges() },
  'confirm-calls': {
    opener: 'judge',
    before: async ({ me, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ base: api.base.openai });
    },
  },
};

for (const [id, { opener, within, before }] of Object.entries(DIALOGS)) {
  scenario(`${id}: the focus begins at the heading and goes back on closing`, { api }, async (tools) => {
    const { page } = tools;
    await before?.(tools);
    const dialog = page.locator(`#${id}`);
    const ways = {
      Escape: () => page.keyboard.press('Escape'),
      '×': () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      'Enter on ×': async () => {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), 'Close', 'the next stop');
        await page.keyboard.press('Enter');
      },
    };
    for (const [way, close] of Object.entries(ways)) {
      await page.locator(`#${opener}`).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await focused(page, `${id}-heading`);
      // What is fetched for it takes nothing away.
      await page.waitForTimeout(300);
      await focused(page, `${id}-heading`);
      // Nothing happens by a press of Enter there.
      await page.keyboard.press('Enter');
      assert.ok(await dialog.isVisible(), 'still open');
      await close();
      await dialog.waitFor({ state: 'hidden' });
      await focused(page, opener).catch(async () => {
        const has = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
        assert.fail(`${way}: the focus is at ${has}`);
      });
      if (within) assert.ok(await page.locator(`#${within}`).isVisible(), 'the one below is still open');
    }
    if (tools.api) assert.equal(tools.api.calls.length, 0);
  });
}

scenario('the judge panel goes back to whatever opened it, or to its button where that is gone', { api }, async ({ me, page, api }) => {
  await me.fill(LIGHTHOUSE);
  // Opened by a run that lacks something: the focus is where that can be given, and afterwards at the run button.
  await me.api({ base: api.base.openai, model: '' });
  await page.locator('#judge').focus();
  await page.keyboard.press('Enter');
  await focused(page, 'api-model');
  await page.keyboard.press('Escape');
  await focused(page, 'judge');
  await me.api({ base: api.base.openai });
  await me.judge();
  await me.verdict.locator('#second-opinion').focus();
  await page.keyboard.press('Enter');
  await focused(page, 'judge-panel-heading');
  await me.closeJudges();
  await focused(page, 'second-opinion');
  // Its opener is taken away while it is open.
  await page.keyboard.press('Enter');
  await focused(page, 'judge-panel-heading');
  await page.evaluate(() => document.querySelector('#second-opinion').remove());
  await page.keyboard.press('Escape');
  await focused(page, 'judge-pill');
});

scenario('a dialog that the address opens has its heading focused as well', { query: '?page=metric' }, async ({ page }) => {
  await page.locator('#metric-page[open]').waitFor();
  await focused(page, 'metric-page-heading');
  await page.keyboard.press('Escape');
  await focused(page, 'metric-about');
});

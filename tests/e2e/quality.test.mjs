// The page "How good is this judge?": figures from their file, blind spots judged at once.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scenario } from './harness/scenario.mjs';

const figures = JSON.parse(readFileSync(new URL('../../public/judge-figures.json', import.meta.url), 'utf8'));

scenario('is reached from the judge panel, and judges blind spots at once', {}, async ({ me, page, shot, axe }) => {
  await page.locator('#judge-pill').click();
  await page.getByRole('button', { name: 'How good is this judge?' }).click();
  const dialog = page.getByRole('dialog', { name: 'How good is this judge?' });
  await dialog.locator('.figures').first().waitFor();
  const table = await dialog.locator('.figures').first().innerText();
  for (const row of figures.rows) {
    const figure = row.auc ?? row.spearman ?? row.told ?? row.bacc ?? row.wrong;
    assert.ok(table.includes(figure.toFixed(3)) && table.includes(String(row.n)), `${JSON.stringify(row)} in ${table}`);
  }
  assert.match(await dialog.innerText(), new RegExp(figures.version));
  assert.match(table, /both right[^\n]*\d\.\d\d\d–\d\.\d\d\d/, 'minimal pairs have their interval');
  await dialog.getByRole('heading', { name: 'Not measured' }).waitFor();
  assert.match(await dialog.locator('dl').innerText(), /sufficient for the question/);

  const unit = dialog.getByRole('textbox', { name: 'Statement · Another unit' });
  const told = dialog.locator('.live', { has: page.getByLabel('Statement · Another unit') }).locator('.live-told');
  await dialog.locator('.live-told[data-band=check]').first().waitFor();
  assert.match(await told.innerText(), /Another unit: “3 m” here, “3 km” in the source/);
  await unit.fill('The path is 3 km long.');
  assert.match(await told.innerText(), /Supported/);
  assert.equal(await dialog.locator('.live-told[data-band=check]').count() >= 5, true);
  await shot();
  await dialog.locator('.figures').nth(1).scrollIntoViewIfNeeded();
  await shot('published');
  await axe();
});

scenario('has an address, speaks Chinese, and fits a narrow dark page',
  { lang: 'zh-Hant', query: '?page=quality', dark: true, width: 390 },
  async ({ page, shot }) => {
    const dialog = page.getByRole('dialog', { name: '這個評審有多準？' });
    await dialog.locator('.live-told[data-band=check]').first().waitFor();
    assert.match(await dialog.innerText(), /單位不同：這裡是「三公尺」，來源是「三公里」/);
    await shot();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wide, false, 'nothing sticks out');
    // The figures that the page is for are in sight, without scrolling sideways.
    const [measured, published] = await dialog.locator('.figures').evaluateAll((tables) => tables.map((table) => [
      table.scrollWidth - table.clientWidth, table.innerText,
    ]));
    assert.ok(measured[0] <= 0 && published[0] <= 0, `${measured[0]} and ${published[0]} too wide`);
    assert.match(measured[1], /\d\.\d\d\d–\d\.\d\d\d/);
    // All but names and signs of measures is Chinese.
    assert.doesNotMatch(published[1], /people|balanced|fine-tuned|completeness|overall|recall/);
    assert.match(published[1], /第一版/);
  });

scenario('says when the figures can’t be read', { query: '?page=quality', fail: (file) => file.startsWith('judge-figures'), expected: [/judge-figures/, /404/] },
  async ({ page }) => {
    await page.getByText('could not be read').waitFor();
    await page.locator('.live-told[data-band=check]').first().waitFor();
  });

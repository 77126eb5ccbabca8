// `scenario`: one end-to-end test. It serves the app, opens it in its own browser context, runs the steps, and
// fails on any trouble that `watch` saw, whatever the steps looked at. README.md beside this folder has examples.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, watch } from './browser.mjs';
import { person } from './person.mjs';
import { serve } from './site.mjs';

export const ARTIFACTS = fileURLToPath(new URL('../artifacts/', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE = 20_000;
// A browser on a busy machine is now and then late for reasons of its own. What fails is tried once more, from
// nothing, and told either way; what fails twice has failed.
const TRIES = Number(process.env.TRIES ?? 2);
// Seconds since 1970: what might go on for longer is skipped.
const END_BY = Number(process.env.TESTS_END_BY || Infinity) * 1000;

let browser;
after(() => browser?.then((running) => running.close()));

/**
 * One test in the real browser.
 *
 * @param {string} name a sentence: what the app does
 * @param {object} options
 * @param {'en' | 'zh-Hant'} [options.lang] adds `?lang=`; without it the page decides (the browser says en-GB)
 * @param {string} [options.locale] the browser's language
 * @param {boolean} [options.dark] the dark colour scheme
 * @param {boolean} [options.forced] forced colours, as Windows' contrast themes have them
 * @param {number} [options.width] CSS pixels, 1280 if absent
 * @param {number} [options.height] CSS pixels, 900 if absent
 * @param {string} [options.query] more of the query or the fragment: `#metric=…`
 * @param {string} [options.under] serves the app from this sub-path
 * @param {(file: string) => boolean} [options.fail] files of the app that are not there
 * @param {(file: string, body: Buffer) => Buffer | string} [options.change] what a file holds in place of what was built
 * @param {(file: string, tenth: number) => Promise<void> | void} [options.pace] holds files up, a tenth at a time
 * @param {string} [options.init] a script that runs before the page's own
 * @param {() => Promise<{origin: string, close: (failed: boolean) => Promise<void>}>} [options.api] starts the API to call
 * @param {RegExp[]} [options.expected] troubles that this test brings about on purpose
 * @param {boolean} [options.worker] false: no service worker, which would ask for files as well
 * @param {boolean} [options.ready] false: don't wait for the app to have started
 * @param {number} [options.patience] milliseconds that a wait may take, 20,000 if absent
 * @param {number} [options.most] milliseconds that one try may take, two minutes and two such waits if absent
 * @param {boolean | string} [options.skip]
 * @param {(tools: object) => Promise<void>} steps gets `page` (Playwright), `app` (the mounted app's locator),
 *   `api`, `site`, `context`, `shot(name)`, `axe()`, `log`, and `me`, the person at the page (person.mjs)
 */
export function scenario(name, options, steps) {
  const most = options.most ?? 120_000 + 2 * (options.patience ?? 0);
  test(name, { skip: options.skip ?? false, timeout: TRIES * most }, async (t) => {
    if (Date.now() + most > END_BY) return t.skip('there is no time left for it');
    for (let left = TRIES - 1; ; left -= 1) {
      try {
        return await once(name, options, steps);
      } catch (error) {
        if (left <= 0 || Date.now() + most > END_BY) throw error;
        t.diagnostic(`tried once more: ${name}`);
        console.log(`tried once more: ${name}\n${error.stack}`);
      }
    }
  });
}

async function once(name, options, steps) {
  const site = await serve(options);
  const api = options.api ? await options.api() : undefined;
  if (!(await browser)?.isConnected()) browser = launch();
  const context = await (await browser).newContext({
    locale: options.locale ?? 'en-GB',
    colorScheme: options.dark ? 'dark' : 'light',
    forcedColors: options.forced ? 'active' : 'none',
    reducedMotion: 'reduce',
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: options.worker === false ? 'block' : 'allow',
  });
  context.setDefaultTimeout(options.patience ?? PATIENCE);
  const watched = await watch(context, [site.origin], api ? [api.origin] : []);
  if (options.init) await context.addInitScript(options.init);
  const page = await context.newPage();
  let failed = false;
  const shot = (what) => screenshot(page, `${slug(name)}${what ? `--${slug(what)}` : ''}`);
  try {
    await page.goto(address(site.url, options));
    const app = page.locator('#app');
    if (options.ready !== false) await app.locator('h1').first().waitFor();
    const me = person(page, options.lang);
    await steps({ page, me, app, api, site, context, shot, axe: (rules) => axe(page, rules), log: watched.log });
    const expected = options.expected ?? [];
    const troubles = watched.troubles().filter((trouble) => !expected.some((known) => known.test(trouble)));
    assert.deepEqual(troubles, [], 'the page had troubles of its own');
  } catch (error) {
    failed = true;
    const picture = await shot('failed').catch(() => 'none');
    const seen = [...watched.troubles(), ...watched.log].slice(-20).join('\n    ');
    // The reporter prints the stack, which was written before.
    error.stack += `\n  screenshot: ${picture}\n  seen:\n    ${seen || 'nothing'}`;
    throw error;
  } finally {
    await context.close();
    await api?.close(failed);
    await site.close();
  }
}

/** Fails on any violation of WCAG A and AA and of axe's best practices, naming rule and elements. */
export async function axe(page, rules = {}) {
  // Through the debugger, not as a script element, which the page's policy would refuse.
  await page.evaluate(AXE);
  // The whole page at once: what a sticky bar covers while one scrolls is not too small to be pressed.
  const window = page.viewportSize();
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...window, height: Math.max(window.height, tall) });
  const { violations } = await page.evaluate((options) => globalThis.axe.run(document, options), {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
    rules,
  });
  await page.setViewportSize(window);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 5).map((node) => node.html).join(' | ')}`,
  );
  assert.deepEqual(found, [], 'axe found violations');
}

/** Nothing may stick out sideways: the page must not scroll horizontally. */
export async function fitsWidth(page) {
  const [inner, wide] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(wide <= inner, `the page is ${wide} px wide in a window of ${inner} px`);
}

async function screenshot(page, name) {
  mkdirSync(ARTIFACTS, { recursive: true });
  const path = join(ARTIFACTS, `${name}.png`);
  await page.screenshot({ path, fullPage: true });
  return path;
}

function address(url, { lang, query = '' }) {
  const at = new URL(query, url);
  if (lang) at.searchParams.set('lang', lang);
  return at.href;
}

function slug(text) {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 80);
}

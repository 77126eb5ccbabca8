// Figures of the built app in a real Chromium: what is loaded until a first example is judged, and how long it takes
// until the form can be used. Run by scripts/bench.sh; passes or fails nothing.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { added } from './harness/added.mjs';
import { launch } from './harness/browser.mjs';
import { historyOf } from './harness/history.mjs';
import { FILES, LOAD, reference } from './harness/minilm.mjs';
import { DIST, serve } from './harness/site.mjs';

const RUNS = 9;
const BUDGET = 400_000;
const NOT_OF_THE_APP = /^screenshot.*\.png$/;

const site = await serve();
const browser = await launch();
const times = [];
for (let run = 0; run < RUNS; run += 1) {
  const time = await usable();
  if (time === undefined) break;
  times.push(time);
}
await evaluated();
const used = new Set(site.served);
const history = [];
for (let run = 0; run < 3; run += 1) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(site.url);
  history.push(await historyOf(page, 5000));
  await context.close();
}
const calling = await called();
const embedding = FILES.model ? [await embedded('simd'), await embedded('scalar')] : [];
await browser.close();
await site.close();

let total = 0;
let later = 0;
console.log(row('file', 'bytes', 'brotli-11'));
for (const name of (await readdir(DIST, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(DIST.length))
  .sort()) {
  if (NOT_OF_THE_APP.test(name)) continue;
  const body = await readFile(join(DIST, name));
  if (name === FILES.model) {
    console.log(row(`${name} (when asked for)`, body.length, ''));
    continue;
  }
  const small = brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }).length;
  const first = used.has(name);
  if (first) total += small;
  else later += small;
  console.log(row(first ? name : `${name} (when first needed)`, body.length, small));
}
console.log(row('bytes to a first evaluation in English', '', total));
console.log(row('with what is loaded when first needed', '', total + later));
console.log(row('of the 400 KB that a first evaluation may take', '', `${Math.round((100 * total) / BUDGET)} %`));
console.log();
console.log(row(`navigation to usable form, median of ${RUNS}`, '', times.length === RUNS ? `${Math.round(median(times))} ms` : 'no form'));
console.log(row('history of 5,000 entries opens in', '', `${Math.round(median(history))} ms`));
console.log(row('added to a call over a bare fetch, median (5 ms at most)', '', calling));
if (embedding.length) {
  console.log(row('MiniLM, ms per sentence of 30 pieces', '', embedding[0]));
  console.log(row('the same without SIMD', '', embedding[1]));
} else {
  console.log('MiniLM is not measured: there is no model (make model)');
}

// Milliseconds from the start of the navigation to the frame after the first usable form control is there;
// undefined when there is none within 20 s.
async function usable() {
  // The service worker fetches the rest of the files behind the first use.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.usableAt = new Promise((tell) => {
      const look = () => {
        if (!document.querySelector('#app :is(textarea, input, select, button):not([disabled])')) return;
        observer.disconnect();
        requestAnimationFrame(() => tell(performance.now()));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    });
  });
  await page.goto(site.url);
  const time = await Promise.race([
    page.evaluate(() => globalThis.usableAt),
    new Promise((tell) => { setTimeout(tell, 20_000, undefined).unref(); }),
  ]);
  await context.close();
  return time;
}

// A first evaluation: an example, with the judge that the page comes with.
async function evaluated() {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.locator('.empty-examples button').first().click();
  await page.locator('.score b').waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
}

// What the app adds to a call, on loopback.
async function called() {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-GB' });
  const page = await context.newPage();
  const figure = await added(page, site.url);
  await context.close();
  return `${figure.added.toFixed(1)} ms (${figure.ours.toFixed(1)} less ${figure.bare.toFixed(1)})`;
}

// The median time in which the add-on's worker gives a sentence its vector, by one of its two programs.
async function embedded(form) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(site.url);
  const [, ...ids] = reference().find((text) => text.ids.length > 30).ids.slice(-30);
  const load = { ...LOAD, kernels: { simd: FILES[form], scalar: FILES[form] } };
  const spent = await page.evaluate(async ({ load, ids }) => {
    const worker = new Worker('model-worker.js');
    const ask = (message) => new Promise((tell, fail) => {
      worker.onmessage = ({ data }) => {
        if (data.kind === 'failed') fail(new Error(`${data.reason}: ${data.detail}`));
        else if (!['progress', 'held'].includes(data.kind)) tell();
      };
      worker.postMessage(message);
    });
    await ask(load);
    const times = [];
    for (let run = 0; run < 25; run += 1) {
      const began = performance.now();
      await ask({ kind: 'vectors', id: run, ids: [Uint16Array.from(ids)] });
      times.push(performance.now() - began);
    }
    return times;
  }, { load, ids: [101, ...ids] });
  await context.close();
  return `${median(spent).toFixed(1)} (least ${Math.min(...spent).toFixed(1)})`;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function row(name, ...cells) {
  return name.padEnd(50) + cells.map((cell) => String(cell).padStart(14)).join('');
}

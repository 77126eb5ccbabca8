// Draws the icons of the installed app from public/favicon.svg, with the Chromium of the tests:
//
//   node scripts/icons.mjs
//
// The pictures are kept in public/; run it when the sign changes.

import { readFile, writeFile } from 'node:fs/promises';
import { launch } from '../tests/e2e/harness/browser.mjs';

const PUBLIC = new URL('../public/', import.meta.url);
const sign = await readFile(new URL('favicon.svg', PUBLIC), 'utf8');
/** To the edges: the system cuts its own shape out of it, and shows the middle four fifths for certain. */
const full = sign.replace(/ rx="[\d.]+"/, '').replace('<g ', '<g transform="translate(16 16) scale(.78) translate(-16 -16)" ');

const browser = await launch();
const page = await browser.newPage();
for (const [name, size, svg] of [
  ['icon-192.png', 192, sign],
  ['icon-512.png', 512, sign],
  ['icon-maskable-512.png', 512, full],
  ['apple-touch-icon.png', 180, full],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await writeFile(new URL(name, PUBLIC), await page.screenshot({ omitBackground: true }));
}
await browser.close();

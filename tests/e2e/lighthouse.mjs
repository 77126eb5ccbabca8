// Lighthouse on the built app, as `make bench` runs it: default mobile preset, the median of three, served with brotli
// and as a careful host would cache it. Passes or fails nothing.
//
//   node lighthouse.mjs PATH    the folder in which the npm package lighthouse is installed

import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { find } from './harness/browser.mjs';
import { closed, DIST, TYPES } from './harness/site.mjs';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const SMALL_ENOUGH = new Set(['.png']);
/** Files whose names hold their hash never change; the others are asked for anew. */
const HASHED = /-[0-9a-f]{15,16}[._]/;

const [folder] = process.argv.slice(2);
const command = createRequire(join(folder, 'package.json')).resolve('lighthouse/cli/index.js');
const written = mkdtempSync(join(tmpdir(), 'assay-lighthouse-'));
const site = await serve();
try {
  const reports = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await report(site.url, join(written, `${run}.json`)));
  for (const category of CATEGORIES) {
    const scores = reports.map(({ categories }) => categories[category].score * 100);
    console.log(row(`Lighthouse, mobile: ${category}, median of ${RUNS}`, Math.round(median(scores))));
    const least = reports.find(({ categories }) => categories[category].score * 100 === Math.min(...scores));
    for (const { id, weight } of least.categories[category].auditRefs) {
      const { score, displayValue, title } = least.audits[id];
      if (weight > 0 && score !== null && score < 0.9) console.log(`    ${title}: ${displayValue ?? 'no'}`);
    }
  }
} finally {
  await site.close();
  rmSync(written, { recursive: true, force: true });
}

/** Not in step with this process, which serves the page. */
async function report(url, path) {
  await promisify(execFile)(process.execPath, [
    command, url, '--output=json', `--output-path=${path}`, '--quiet', `--only-categories=${CATEGORIES}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ], { env: { ...process.env, CHROME_PATH: find() }, timeout: 180_000 });
  const read = JSON.parse(readFileSync(path, 'utf8'));
  if (read.runtimeError) throw new Error(read.runtimeError.message);
  return read;
}

/** dist/ with brotli. */
async function serve() {
  const packed = new Map();
  const server = createServer(async ({ url }, response) => {
    const name = decodeURIComponent(new URL(url, 'http://localhost').pathname.slice(1)) || 'index.html';
    const file = normalize(join(DIST, name));
    if (!file.startsWith(normalize(DIST))) return response.writeHead(404).end();
    try {
      if (!packed.has(file)) packed.set(file, await compressed(file));
      response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8',
        'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(SMALL_ENOUGH.has(extname(file)) ? {} : { 'content-encoding': 'br' }),
      });
      response.end(packed.get(file));
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => closed(server) };
}

async function compressed(file) {
  const body = await readFile(file);
  if (SMALL_ENOUGH.has(extname(file))) return body;
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function row(name, cell) {
  return name.padEnd(50) + String(cell).padStart(14);
}

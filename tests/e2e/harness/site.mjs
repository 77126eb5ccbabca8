// Serves the built app (dist/) on loopback, from the root or from a sub-path, as a plain static host would:
// no fallback page, no header beyond the content type.

import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DIST = process.env.ASSAY_DIST ?? fileURLToPath(new URL('../../../dist/', import.meta.url));

/** Content types by the end of a name. */
export const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Starts a server for dist/.
 * @param {{under?: string, fail?: (file: string) => boolean, change?: (file: string, body: Buffer) => Buffer | string, pace?: (file: string, tenth: number) => Promise<void> | void}} options `under`: the path it is served from, with
 *   a slash at both ends; `fail`: files that answer 404 (to see what the page says then); `change`: what a file holds
 *   in place of what was built (a newer version); `pace`: called before each tenth of a file, which waits for it.
 * @returns {Promise<{url: string, origin: string, served: string[], close: () => Promise<void>}>} `url`: the
 *   app's address; `served`: the files that were asked for, in order.
 */
export async function serve({ under = '/', fail = () => false, change = (_, body) => body, pace } = {}) {
  await stat(join(DIST, 'index.html')).catch(() => {
    throw new Error(`${DIST} holds no built app: run \`make build\` first`);
  });
  const served = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (!pathname.startsWith(under)) return missing(response);
    const name = decodeURIComponent(pathname.slice(under.length)) || 'index.html';
    const file = normalize(join(DIST, name));
    served.push(name);
    if (!file.startsWith(normalize(DIST)) || fail(name)) return missing(response);
    try {
      const body = change(name, await readFile(file));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      if (pace) {
        const size = Math.ceil(body.length / 10);
        for (let tenth = 0; tenth < 10 && !response.destroyed; tenth += 1) {
          await pace(name, tenth);
          response.write(body.subarray(tenth * size, (tenth + 1) * size));
        }
      }
      response.end(pace ? undefined : body);
    } catch {
      missing(response);
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    url: origin + under,
    origin,
    served,
    close: () => closed(server),
  };
}

/** Ends a server and the connections that a browser keeps open. */
export function closed(server) {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
}

function missing(response) {
  response.writeHead(404, { 'content-type': 'text/plain' });
  response.end('not found');
}

// Before a server that allows no page, a door that does: it answers preflights and lets pages read what comes back.

import { createServer } from 'node:http';
import { closed } from '../harness/site.mjs';

/**
 * Puts the door before a server.
 * @param {{origin: string, close: () => Promise<void>}} api
 * @param {{shows?: string[]}} [options] `shows`: response headers that pages may read. At most hosted APIs that is
 *   none, not even Retry-After.
 * @returns {Promise<{origin: string, behind: string, close: () => Promise<void>}>} `behind`: the server's own origin
 */
export async function withCors(api, { shows = [] } = {}) {
  const server = createServer(async (request, response) => {
    const allow = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-allow-methods': 'GET, POST',
      ...(shows.length ? { 'access-control-expose-headers': shows.join(', ') } : {}),
    };
    if (request.method === 'OPTIONS') return response.writeHead(204, allow).end();
    const parts = [];
    for await (const part of request) parts.push(part);
    const { host, connection, 'content-length': _, ...headers } = request.headers;
    try {
      const answer = await fetch(api.origin + request.url, {
        method: request.method, headers, body: parts.length ? Buffer.concat(parts) : undefined,
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const wait = answer.headers.get('retry-after');
      response.writeHead(answer.status, {
        ...allow, 'content-type': answer.headers.get('content-type') ?? 'application/json', ...(wait ? { 'retry-after': wait } : {}),
      });
      response.end(body);
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    behind: api.origin,
    close: async (failed) => {
      await closed(server);
      await api.close(failed);
    },
  };
}

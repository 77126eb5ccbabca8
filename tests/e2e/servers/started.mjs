// A program that serves on loopback: started on a free port, waited for, and never left behind.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { after } from 'node:test';

/** Programs that run: they end with this process, however that ends but by force. */
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
for (const [signal, code] of [['SIGTERM', 143], ['SIGHUP', 129]]) process.once(signal, () => process.exit(code));

/**
 * Starts a program and waits until it answers. Another takes the port in between now and then: then it is tried with the
 * next.
 * @param {(port: number) => [string, string[]]} command program and arguments
 * @param {{path?: string, seconds?: number, ready?: (status: number) => boolean}} [options] `path`: what is asked for;
 *   `ready`: whether the status that it is answered with means that all is there, any if absent
 * @returns {Promise<{origin: string, close: () => Promise<void>}>}
 */
export async function started(command, { path = '/', seconds = 120, ready = () => true } = {}) {
  let told = '';
  for (let tries = 0; tries < 3; tries += 1) {
    const port = await freePort();
    const [program, args] = command(port);
    // A pipe that is held open: some programs end when it does.
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    children.add(child);
    let said = '';
    for (const out of [child.stdout, child.stderr]) out.on('data', (part) => { said = (said + part).slice(-4000); });
    let over = false;
    const gone = new Promise((done) => {
      const end = () => {
        over = true;
        children.delete(child);
        done();
      };
      child.on('close', end);
      child.on('error', (error) => {
        said += error.message;
        end();
      });
    });
    const close = async () => {
      child.kill('SIGKILL');
      await gone;
    };
    const origin = `http://127.0.0.1:${port}`;
    const until = Date.now() + seconds * 1000;
    while (!over && Date.now() < until) {
      const status = await fetch(origin + path, { signal: AbortSignal.timeout(10_000) }).then((response) => response.status, () => 0);
      if (!over && status !== 0 && ready(status)) return { origin, close };
      await new Promise((go) => setTimeout(go, 100));
    }
    const late = !over;
    await close();
    told = `${program} ${late ? `did not answer within ${seconds} s` : 'ended'}:\n${said}`;
    if (late) break;
  }
  throw new Error(told);
}

const running = new Map();
after(() => Promise.all([...running.values()].map(async (server) => (await server).close())));

/**
 * A server that all tests of a file share: started for the first of them, and anew for what is tried once more.
 * @param {string} name what it is known by
 * @param {() => Promise<{close: () => Promise<void>}>} start
 * @returns what `api` of a scenario may be
 */
export const shared = (name, start) => async () => {
  if (!running.has(name)) {
    const starting = start();
    running.set(name, starting);
    starting.catch(() => running.delete(name));
  }
  const server = await running.get(name);
  return {
    ...server,
    close: async (failed) => {
      if (!failed) return;
      running.delete(name);
      await server.close();
    },
  };
};

function freePort() {
  return new Promise((tell) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => tell(port));
    });
  });
}

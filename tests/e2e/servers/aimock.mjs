// A second API on loopback that we did not write: aimock speaks the OpenAI, Anthropic and Gemini wire formats
// from its own reading of them, so that a mistake of ours is not repeated on both ends.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../node_modules/.bin/llmock', import.meta.url));

/**
 * Starts it.
 * @param {object[]} fixtures `{ match: { userMessage: 'part of the prompt' }, response: { content: '…' } }`, or
 *   `response: { error: { message, type }, status: 429 }`; the first that matches answers
 * @param {string[]} [flags] more of its command line, such as `--chaos-drop`, `1`
 * @returns {Promise<{origin: string, base: object, close: () => Promise<void>}>}
 */
export async function aimock(fixtures, flags = []) {
  const folder = await mkdtemp(join(tmpdir(), 'aimock-'));
  const file = join(folder, 'fixtures.json');
  await writeFile(file, JSON.stringify({ fixtures }));
  const port = await freePort();
  const child = spawn(PROGRAM, ['-p', String(port), '-f', file, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (part) => { said += part; });
  child.stderr.on('data', (part) => { said += part; });
  const gone = new Promise((done) => child.on('close', done));
  const origin = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.kill();
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) break;
    // Any answer means that it listens.
    if (await fetch(`${origin}/v1/models`).then(() => true, () => false)) {
      return { origin, base: {
        openai: `${origin}/v1`,
        anthropic: `${origin}/v1`,
        gemini: `${origin}/v1beta`,
        responses: `${origin}/v1`,
        azure: `${origin}/openai/deployments/judge-large?api-version=2024-10-21`,
        cohere: `${origin}/v2`,
        ollama: origin,
      }, close };
    }
    await new Promise((go) => setTimeout(go, 100));
  }
  await close();
  throw new Error(`aimock did not start:\n${said}`);
}

function freePort() {
  return new Promise((tell) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => tell(port));
    });
  });
}

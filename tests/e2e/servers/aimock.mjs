// A second API on loopback that we did not write: aimock speaks the OpenAI, Anthropic and Gemini wire formats
// from its own reading of them, so that a mistake of ours is not repeated on both ends.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { started } from './started.mjs';

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
  const gone = () => rm(folder, { recursive: true, force: true });
  const command = (port) => [PROGRAM, ['-p', String(port), '-f', file, ...flags]];
  // Any answer means that it listens.
  const server = await started(command, { path: '/v1/models' }).catch(async (error) => {
    await gone();
    throw error;
  });
  const { origin } = server;
  return {
    origin,
    base: {
      openai: `${origin}/v1`,
      anthropic: `${origin}/v1`,
      gemini: `${origin}/v1beta`,
      responses: `${origin}/v1`,
      azure: `${origin}/openai/deployments/judge-large?api-version=2024-10-21`,
      cohere: `${origin}/v2`,
      ollama: origin,
    },
    close: async () => {
      await server.close();
      await gone();
    },
  };
}

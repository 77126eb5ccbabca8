// An LLM API on loopback that does what it is told: the wire shapes (OpenAI chat completions and Responses, Azure's
// deployments, Anthropic Messages, Gemini generateContent, Cohere, Ollama), every failure that an app must explain,
// and a record of what was asked.
//
//   const api = await scripted({ script: [limited(), says('{"score": 4}')] });
//   api.origin, api.base.openai, api.base.anthropic, api.base.gemini …
//   api.calls        [{ shape, path, headers, body, aborted }], preflights and model lists left out
//   api.now(step…)   replaces the script
//
// The script's steps are taken one a call; the last one is repeated. By hand, answering always the same:
//   node tests/e2e/servers/scripted.mjs 4030 '{"Sufficient Context": 1}'

import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { closed } from '../harness/site.mjs';

// ---- steps -----------------------------------------------------------------------------------------------

/** A reply. `stop`: stop, length, refusal, blocked; `usage`: [prompt, completion] tokens. */
export const says = (text, { stop = 'stop', usage = [120, 45] } = {}) => ({ kind: 'says', text, stop, usage });
/** The wrong key. OpenAI's own answer carries no CORS headers then, so the browser says only "Failed to fetch". */
export const unauthorized = ({ cors = true } = {}) => ({ kind: 'error', status: 401, error: 'key', cors });
/** Too many requests; with a hint in the body, as a browser cannot read Retry-After. */
export const limited = () => ({ kind: 'error', status: 429, error: 'rate' });
/** No money left: 429 as well, but repeating is of no use. */
export const outOfQuota = () => ({ kind: 'error', status: 429, error: 'quota' });
/** A server error. */
export const failing = (status = 500) => ({ kind: 'error', status, error: 'server' });
/** Anthropic's and others' "overloaded". */
export const overloaded = () => failing(529);
/** No such model. */
export const notFound = () => ({ kind: 'error', status: 404, error: 'model' });
/** 400 that names a parameter, as models do that take no temperature. */
export const refusesParameter = (param) => ({ kind: 'error', status: 400, error: 'parameter', param });
/** 200 and JSON that is cut off. */
export const malformed = () => ({ kind: 'raw', status: 200, type: 'application/json', body: '{"choices": [{"mess' });
/** 200 and a page, as proxies and captive portals answer. */
export const html = (status = 200) => ({
  kind: 'raw', status, type: 'text/html', body: '<!doctype html><title>Sign in</title><h1>Please sign in</h1>',
});
/** 200 with an error inside, as OpenRouter does. */
export const errorInside = (message = 'upstream failed') => ({
  kind: 'raw', status: 200, type: 'application/json', body: JSON.stringify({ error: { code: 502, message } }),
});
/** A refusal in the form of each API. */
export const refuses = (text = 'I cannot help with that.') => says(text, { stop: 'refusal' });
/** Blocked by a content filter: no text at all. */
export const blocks = () => says('', { stop: 'blocked' });
/** 200 without any text. */
export const empty = () => says('');
/** Vectors, one for each text that was asked for, in order; the last one is repeated. `{ ...vectors(…), usage: 8 }` reports
 *  tokens, in the OpenAI form. */
export const vectors = (...list) => ({ kind: 'vectors', list });
/** Any raw body. */
export const raw = (body, { status = 200, type = 'application/json' } = {}) => ({ kind: 'raw', status, type, body });
/** Another step after some time. */
export const slow = (milliseconds, step) => ({ ...step, after: milliseconds });
/** Never answers; the call ends when the app gives up. */
export const hangs = () => ({ kind: 'hangs' });
/** Sends the caller elsewhere. */
export const redirects = (to) => ({ kind: 'redirects', to });
/** Cuts the connection without an answer. */
export const drops = () => ({ kind: 'drops' });

// ---- the server ------------------------------------------------------------------------------------------

/**
 * Starts the server on a free port.
 * @param {object} [options]
 * @param {object[] | ((call: object) => object)} [options.script] steps, see above; or a function that gives the step to a
 *   call, which has its `prompt`
 * @param {boolean} [options.cors] false: no CORS header ever, and preflights are refused
 * @param {string[]} [options.headers] request headers that a preflight allows
 * @param {string} [options.key] the one right key; any other gets `unauthorized`
 * @param {string[]} [options.models] what the model lists hold
 * @param {number} [options.context] tokens that each model takes, told where the API tells it
 * @param {number} [options.port]
 */
export async function scripted({
  script = [says('ok')],
  cors = true,
  headers = [
    'content-type', 'authorization', 'x-api-key', 'anthropic-version',
    'anthropic-dangerous-direct-browser-access', 'x-goog-api-key', 'api-key',
  ],
  key,
  models = ['judge-large', 'judge-small'],
  context,
  port = 0,
} = {}) {
  let steps = taken(script);
  const calls = [];
  const preflights = [];

  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const shape = shapeOf(path);
    const allow = cors ? { 'access-control-allow-origin': '*' } : {};
    if (request.method === 'OPTIONS') {
      preflights.push(request.headers['access-control-request-headers'] ?? '');
      response.writeHead(cors ? 204 : 403, cors ? {
        ...allow,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': headers.join(', '),
      } : {});
      return response.end();
    }
    const body = await read(request);
    const send = (status, type, text, extra = allow) => {
      response.writeHead(status, { 'content-type': type, ...extra });
      response.end(text);
    };
    const sendError = (step) =>
      send(step.status, 'application/json', JSON.stringify(errorBody(shape, step)),
        step.cors === false ? {} : { ...allow, ...(step.error === 'rate' ? { 'retry-after': '1' } : {}) });

    if (key !== undefined && keyOf(request.headers) !== key) {
      return sendError(shape === 'gemini' ? { status: 400, error: 'key' } : unauthorized());
    }
    if (request.method === 'GET') {
      return path.endsWith('/models') || path === '/api/tags'
        ? send(200, 'application/json', JSON.stringify(modelList(path, shape, request.headers, models, context)))
        : sendError(notFound());
    }
    if (path === '/api/show') {
      return send(200, 'application/json', JSON.stringify({ model_info: { 'llama.context_length': context ?? 131072 } }));
    }
    const call = { shape, path, headers: request.headers, body: parsed(body), aborted: false };
    call.prompt = promptOf(call.body);
    calls.push(call);
    response.on('close', () => { call.aborted = !response.writableFinished; });
    if (shape === 'unknown') return sendError(notFound());
    const wrong = formError(shape, call);
    if (wrong) return sendError({ status: 400, error: 'form', message: wrong });

    const step = typeof steps === 'function' ? steps(call) : steps.length > 1 ? steps.shift() : steps[0];
    if (step.after) await new Promise((go) => setTimeout(go, step.after));
    if (response.destroyed) return;
    switch (step.kind) {
      case 'says': return send(200, 'application/json', JSON.stringify(reply(shape, step, call)));
      case 'vectors': return send(200, 'application/json', JSON.stringify(embeddings(shape, step, call)));
      case 'error': return sendError(step);
      case 'raw': return send(step.status, step.type, step.body);
      case 'redirects': {
        response.writeHead(307, { ...allow, location: step.to });
        return response.end();
      }
      case 'drops': return request.socket.destroy();
      case 'hangs': return;
    }
  });
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    base: {
      openai: `${origin}/v1`,
      anthropic: `${origin}/anthropic/v1`,
      gemini: `${origin}/v1beta`,
      responses: `${origin}/v1`,
      azure: `${origin}/openai/deployments/judge-large?api-version=2024-10-21`,
      cohere: `${origin}/v2`,
      ollama: origin,
    },
    calls,
    preflights,
    now: (...next) => { steps = next; },
    close: () => closed(server),
  };
}

// ---- wire shapes -----------------------------------------------------------------------------------------

/** A script of its own to take steps from. */
function taken(script) {
  return typeof script === 'function' ? script : [...script];
}

/** The text of the last message, in the words of each API. */
function promptOf(body) {
  const last = body?.messages?.at(-1)?.content ?? body?.contents?.at(-1)?.parts?.map((part) => part.text).join('');
  return typeof last === 'string' ? last : (last ?? []).map((part) => part.text).join('');
}

function shapeOf(path) {
  if (path.endsWith('/chat/completions')) return 'openai';
  if (path.endsWith('/responses')) return 'responses';
  if (path.endsWith('/v2/chat')) return 'cohere';
  if (path.endsWith('/v2/embed')) return 'cohere-embeddings';
  if (path.endsWith('/api/chat')) return 'ollama';
  if (path.endsWith('/api/embed')) return 'ollama-embeddings';
  if (path.endsWith('/embeddings')) return 'openai-embeddings';
  if (path.endsWith(':batchEmbedContents')) return 'gemini-embeddings';
  if (path.endsWith('/messages')) return 'anthropic';
  if (/\/models\/[^/]+:generateContent$/.test(path) || path.startsWith('/v1beta/')) return 'gemini';
  return 'unknown';
}

function keyOf(headers) {
  return headers['x-api-key'] ?? headers['api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization?.replace(/^Bearer /, '');
}

// What the real APIs insist on.
function formError(shape, { headers, body }) {
  if (body === undefined) return 'the body is not JSON';
  if (shape === 'openai-embeddings') return Array.isArray(body.input) && body.model ? undefined : 'input: required';
  if (shape === 'gemini-embeddings') {
    return body.requests?.every((one) => one.model && one.content?.parts?.[0]?.text) ? undefined : 'requests: required';
  }
  if (shape === 'cohere-embeddings') {
    return Array.isArray(body.texts) && body.model && body.input_type && body.embedding_types ? undefined : 'texts: required';
  }
  if (shape === 'ollama-embeddings') return Array.isArray(body.input) && body.model ? undefined : 'input: required';
  if (shape === 'responses') return body.model && body.input ? undefined : 'input: required';
  if (shape === 'gemini') return Array.isArray(body.contents) ? undefined : 'contents: required';
  if (typeof body.model !== 'string' || body.model === '') return 'model: required';
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: required';
  if (shape !== 'anthropic') return undefined;
  if (!Number.isInteger(body.max_tokens)) return 'max_tokens: Field required';
  if (!headers['anthropic-version']) return 'anthropic-version: header is required';
  if (headers['anthropic-dangerous-direct-browser-access'] !== 'true') return 'CORS requests must set the header';
  return undefined;
}

function reply(shape, { text, stop, usage: [prompt, completion] }, { body }) {
  if (shape === 'responses') {
    const part = stop === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] };
    const cut = { length: 'max_output_tokens', blocked: 'content_filter' }[stop];
    return {
      id: 'resp_1', object: 'response', model: body.model, error: null,
      status: cut ? 'incomplete' : 'completed',
      incomplete_details: cut ? { reason: cut } : null,
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'message', role: 'assistant', content: stop === 'blocked' ? [] : [part] },
      ],
      usage: { input_tokens: prompt, output_tokens: completion, total_tokens: prompt + completion },
    };
  }
  if (shape === 'cohere') {
    return {
      id: 'c1', finish_reason: stop === 'length' ? 'MAX_TOKENS' : 'COMPLETE',
      message: { role: 'assistant', content: text === '' ? [] : [{ type: 'text', text }] },
      usage: { billed_units: { input_tokens: 1, output_tokens: 1 }, tokens: { input_tokens: prompt, output_tokens: completion } },
    };
  }
  if (shape === 'ollama') {
    return {
      model: body.model, created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: text },
      done: true, done_reason: stop === 'length' ? 'length' : 'stop',
      prompt_eval_count: prompt, eval_count: completion,
    };
  }
  if (shape === 'anthropic') {
    return {
      id: 'msg_1', type: 'message', role: 'assistant', model: body.model,
      content: text === '' ? [] : [{ type: 'text', text }],
      stop_reason: { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal', blocked: 'refusal' }[stop],
      stop_sequence: null,
      usage: { input_tokens: prompt, output_tokens: completion },
    };
  }
  if (shape === 'gemini') {
    const usageMetadata = { promptTokenCount: prompt, candidatesTokenCount: completion };
    if (stop === 'blocked') return { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata };
    return {
      candidates: [{
        index: 0,
        content: { role: 'model', ...(text === '' ? {} : { parts: [{ text }] }) },
        finishReason: { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[stop],
      }],
      usageMetadata,
      modelVersion: 'judge-large',
    };
  }
  return {
    id: 'chatcmpl-1', object: 'chat.completion', created: 1764374400, model: body.model,
    choices: [{
      index: 0,
      message: {
        role: 'assistant',
        content: stop === 'refusal' || stop === 'blocked' ? null : text,
        refusal: stop === 'refusal' ? text : null,
      },
      finish_reason: { stop: 'stop', length: 'length', refusal: 'stop', blocked: 'content_filter' }[stop],
    }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  };
}

function embeddings(shape, { list, usage }, { body }) {
  const count = (body.requests ?? body.texts ?? body.input).length;
  const all = Array.from({ length: count }, (_, at) => list[Math.min(at, list.length - 1)]);
  if (shape === 'cohere-embeddings') return { id: 'e1', embeddings: { float: all }, texts: body.texts };
  if (shape === 'ollama-embeddings') return { model: body.model, embeddings: all };
  return shape === 'gemini-embeddings'
    ? { embeddings: all.map((values) => ({ values })) }
    : {
      object: 'list', model: body.model, data: all.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      ...(usage === undefined ? {} : { usage: { prompt_tokens: usage, total_tokens: usage } }),
    };
}

function errorBody(shape, { status, error, param, message: given }) {
  const message = given ?? {
    key: 'Incorrect API key provided.',
    rate: 'Rate limit reached. Please try again in 0.2s.',
    quota: 'You exceeded your current quota, please check your plan and billing details.',
    server: 'The server had an error while processing your request.',
    model: 'The model does not exist or you do not have access to it.',
    parameter: `Unsupported value: '${param}' does not support 0 with this model.`,
  }[error];
  if (shape.startsWith('cohere')) return { message };
  if (shape.startsWith('ollama')) return { error: message };
  if (shape === 'anthropic') {
    const type = {
      key: 'authentication_error', rate: 'rate_limit_error', quota: 'billing_error', model: 'not_found_error',
      server: status === 529 ? 'overloaded_error' : 'api_error',
    }[error] ?? 'invalid_request_error';
    return { type: 'error', error: { type, message } };
  }
  if (shape === 'gemini') {
    const details = {
      key: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
      rate: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.2s' }],
    }[error] ?? [];
    const name = { 400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED', 404: 'NOT_FOUND', 429: 'RESOURCE_EXHAUSTED' };
    return { error: { code: status, message, status: name[status] ?? 'INTERNAL', details } };
  }
  const code = {
    key: 'invalid_api_key', rate: 'rate_limit_exceeded', quota: 'insufficient_quota', model: 'model_not_found',
    parameter: 'unsupported_value',
  }[error] ?? null;
  const type = error === 'server' ? 'server_error' : code ?? 'invalid_request_error';
  return { error: { message, type, param: param ?? null, code } };
}

function modelList(path, shape, headers, models, context) {
  if (path === '/api/tags') return { models: models.map((name) => ({ name, model: name, size: 1 })) };
  if (shape === 'gemini' || headers['x-goog-api-key']) {
    return { models: models.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })) };
  }
  return {
    object: 'list',
    has_more: false,
    data: models.map((id) => ({ id, object: 'model', type: 'model', display_name: id, created: 0, owned_by: 'test',
      ...(context ? { context_length: context } : {}),
    })),
  };
}

async function read(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [port = '4030', text = '{"Sufficient Context": 1}'] = process.argv.slice(2);
  const api = await scripted({ port: Number(port), script: [says(text)] });
  console.log(api.base);
}

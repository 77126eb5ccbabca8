// The real Chromium, and what is held against a page: console errors, breaches of its security policy, requests
// to anyone but the app's own host and the APIs that the test has named.

import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';

const FLAGS = [
  // No name leads anywhere: a request to a stranger is seen, but never made.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium. */
export function launch() {
  return chromium.launch({ executablePath: find(), args: FLAGS });
}

/** Starts Chromium with a profile folder of its own, and gives its context. */
export function launchWith(profile) {
  return chromium.launchPersistentContext(profile, { executablePath: find(), args: FLAGS, headless: true });
}

/** The Chromium to test with: $CHROMIUM, or the first known name on PATH. */
export function find() {
  const names = process.env.CHROMIUM
    ? [process.env.CHROMIUM]
    : ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  for (const name of names) {
    try {
      return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();
    } catch {
      // not this one
    }
  }
  throw new Error(`no Chromium found (looked for ${names.join(', ')}); name it with CHROMIUM=…`);
}

/**
 * Watches everything that a browser context does.
 * @param context a Playwright browser context, before its first page
 * @param {string[]} own origins that belong to the app
 * @param {string[]} apis origins of loopback APIs: what they refuse may show up in the console
 * @returns {Promise<{troubles: () => string[], log: string[]}>}
 */
export async function watch(context, own, apis) {
  const troubles = [];
  const log = [];
  const welcome = new Set([...own, ...apis]);

  // Listened to, not intercepted: with interception Playwright answers preflights in the server's stead.
  const judge = (address) => {
    const { protocol, origin } = new URL(address);
    if (['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && !welcome.has(origin)) {
      troubles.push(`request to a stranger: ${address}`);
    }
  };
  context.on('request', (request) => judge(request.url()));
  await context.exposeBinding('__policyBreach', (_, what) => troubles.push(`security policy: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      globalThis.__policyBreach(`${event.violatedDirective} forbids ${event.blockedURI} (${event.sourceFile ?? ''})`);
    });
  });
  context.on('console', (message) => {
    log.push(`${message.type()}: ${message.text()}`);
    if (message.type() !== 'error') return;
    // The browser itself reports refused calls; those of a tested API are the test's matter.
    const about = `${message.text()} ${message.location().url}`;
    if (apis.some((origin) => about.includes(origin))) return;
    troubles.push(`console error: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error()?.stack ?? error.error()}`));
  context.on('page', (page) => {
    page.on('crash', () => troubles.push('the page crashed'));
    page.on('websocket', (socket) => judge(socket.url()));
  });

  return { troubles: () => troubles, log };
}

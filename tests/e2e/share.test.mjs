// What goes out and what comes in: links of each kind, damaged and hostile ones, files, frames, and every room against
// accessibility rules.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fitsWidth, scenario } from './harness/scenario.mjs';
import { packed } from './harness/links.mjs';
import { LIGHTHOUSE, recall } from './harness/replies.mjs';
import { closed } from './harness/site.mjs';
import { says, scripted } from './servers/scripted.mjs';

const KEY = 'sk-planted-1234567890abcdef';
const share = async (page) => {
  await page.locator('#share').click();
  await page.locator('#share-link').waitFor();
};
const linkOf = async (page, kind = 'verdict') => {
  await share(page);
  await page.locator(`#share-${kind}`).check();
  const link = await page.locator('#share-link').inputValue();
  await page.keyboard.press('Escape');
  return link;
};
/** A profile that has never been here. */
const fresh = async (context, address, options = {}) => {
  const other = await context.browser().newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const page = await other.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  return { page, asked, other };
};
const download = async (page, id) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`#save-${id}`).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
};
const open = (page, name, text, mimeType = 'text/plain') =>
  page.locator('#open-file').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

for (const lang of ['en', 'zh-Hant']) {
  scenario(`a link shows a fresh profile the same verdict, read-only: ${lang}`, { lang }, async ({ me, page, context, shot }) => {
    await me.example(lang === 'en' ? me.names.tricky : me.names.chinese);
    const score = await page.locator('#verdict .verdict').innerText();
    const link = await linkOf(page);
    const { page: there, asked, other } = await fresh(context, link);
    await there.locator('.banner').waitFor();
    assert.equal((await there.locator('#verdict .facts li').count()) > 2, true);
    if (lang === 'en') assert.equal(await there.locator('#verdict .verdict').innerText(), score);
    await there.getByText('✓ The replies give the same score.').waitFor();
    assert.equal(await there.locator('#judge').count(), 0, 'nothing runs here');
    await there.locator('#verdict [aria-expanded]').first().click();
    assert.equal(await there.locator('.change').count(), 0, 'nothing is changed here');
    const files = asked.filter((url) => url.includes('words-3'));
    assert.deepEqual(files, [], 'nothing is fetched for it');
    assert.ok(asked.every((url) => new URL(url).origin === new URL(link).origin));
    await there.locator('#edit-copy').click();
    await there.locator('#judge').waitFor();
    assert.equal(new URL(there.url()).hash, '');
    await there.locator('.note').filter({ hasText: 'your own copy' }).waitFor();
    await shot();
    await other.close();
  });
}

scenario('each kind of link holds what it says', {}, async ({ me, page, context }) => {
  await me.example();
  for (const [kind, texts, replies] of [['inputs', true, false], ['verdict', true, true], ['scores', false, false]]) {
    const { page: there, other } = await fresh(context, await linkOf(page, kind));
    await there.locator('.banner').waitFor();
    const body = await there.locator('main').innerText();
    assert.equal(body.includes('Bicycles travel free of charge'), texts, kind);
    assert.equal((await there.locator('#verdict').count()) > 0, replies, kind);
    assert.equal(body.includes('4.5'), kind !== 'inputs', kind);
    await other.close();
  }
});

scenario('inputs that were not judged yet can be shared', {}, async ({ me, page, context }) => {
  await me.fill(LIGHTHOUSE);
  await share(page);
  assert.equal(await page.locator('#share-scores').count(), 0);
  const link = await page.locator('#share-link').inputValue();
  const { page: there, other } = await fresh(context, link);
  await there.getByText('Its lamp was electrified in 1934.').waitFor();
  await other.close();
});

scenario('a forged score shows', {}, async ({ page, site }) => {
  const reply = { t: { t: recall([5, 4], [1]) } };
  const forged = {
    k: 'verdict', m: [{ i: 'rag-recall', t: [{ s: 'passages' }], c: { scored: 5 } }],
    i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [reply],
  };
  await page.goto(`${site.url}${packed(forged)}`);
  await page.locator('.claim.bad').filter({ hasText: '✗' }).waitFor();
  assert.match(await page.locator('.claim.bad').innerText(), /not what is claimed/);
});

scenario('a score that rests on changed verdicts is not the replies\' own', {}, async ({ page, site }) => {
  const changed = {
    k: 'verdict', m: [{ i: 'rag-recall', t: [{ s: 'passages' }], c: { scored: 5 }, o: { E1: { v: 5, n: '' }, E2: { v: 5, n: '' } } }],
    i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [{ t: { t: recall([1, 1], [0]) } }],
  };
  await page.goto(`${site.url}${packed(changed)}`);
  const claim = page.locator('.claim');
  await claim.filter({ hasText: 'The replies give 1; a person changed verdicts' }).waitFor();
  assert.ok(!(await claim.innerText()).includes('✓'));
});

scenario('what contradicts the kind of a link is not shown', {}, async ({ page, site }) => {
  for (const [link, absent] of [
    [{ k: 'inputs', n: 'a heading', m: [{ i: 'rag-recall', c: { scored: 5 } }], i: { a: 'an answer' } }, /a heading|\b5\b/],
    [{ k: 'scores', m: [{ i: 'rag-recall', c: { scored: 4 } }], i: { a: 'a text that is here' } }, /a text that is here/],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${site.url}${packed(link)}`);
    await page.locator('.claim').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), absent);
  }
});

scenario('the settings of shared inputs are shown', {}, async ({ page, site }) => {
  await page.goto(`${site.url}${packed({ k: 'inputs', m: [{ i: 'rubric', s: { criterion: 'It names the year.' } }], i: { a: 'an answer' } })}`);
  await page.locator('.givens').getByText('It names the year.').waitFor();
});

scenario('an impossible score is told in the same words whatever the link holds', {}, async ({ page, site }) => {
  const told = [];
  for (const [k, rest, asked] of [
    ['verdict', { i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus }, r: [{ t: { t: recall([5, 4], [1]) } }] }, { t: [{ s: 'passages' }] }],
    ['scores', {}, {}],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${site.url}${packed({ k, m: [{ i: 'rag-recall', c: { scored: 7 }, ...asked }], ...rest })}`);
    await page.locator('.claim.bad').waitFor();
    told.push(await page.locator('.claim.bad').innerText());
  }
  assert.match(told[0], /✗ Impossible: this metric gives 1 to 5/);
  assert.equal(told[0], told[1]);
});

scenario('damaged, newer and hostile links get a message each, and no demo', {}, async ({ me, page, site, shot }) => {
  await me.example();
  const link = await linkOf(page);
  const at = link.indexOf('#');
  for (const [fragment, said] of [
    [link.slice(at, -60), /\d+ of \d+ characters arrived/],
    [link.slice(at, at + 8), /Only 7 characters arrived/],
    [`${link.slice(at, at + 60)}x${link.slice(at + 61)}`.replace('xx', 'xy'), /damaged/],
    ['#s2.d.4.AAAA.AAAAAAAAE', /newer version/],
    [packed({ m: [{ i: 'bleu' }], endpoint: 'https://evil.example' }), /no evaluation that this version can read/],
    [packed({ m: [] }), /no evaluation/],
    ['#https://evil.example/page.html', /no link of Assay/],
    [`#s1.d.12.${'A'.repeat(12)}.AAAAAAAAE`, /damaged/],
  ]) {
    await page.goto('about:blank');
    await page.goto(site.url + fragment);
    await page.locator('[role="alert"]').filter({ hasText: said }).waitFor();
    assert.equal(await page.locator('.empty-examples, #judge').count(), 0, fragment);
  }
  await shot();
});

scenario('a link that is pasted into the open page opens', {}, async ({ me, page }) => {
  await me.example();
  const link = await linkOf(page, 'inputs');
  await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
  await page.locator('.banner').waitFor();
});

scenario('texts of a link are sent only when their new owner says so', { api: () => scripted({ script: [says(recall([5, 4], [1]))] }) },
  async ({ me, page, api, site, axe, shot }) => {
    const inputs = packed({ m: [{ i: 'rag-recall' }], i: { a: LIGHTHOUSE.answer, e: LIGHTHOUSE.essential, b: LIGHTHOUSE.bonus } });
    await page.goto('about:blank');
    await page.goto(site.url + inputs);
    await page.locator('#edit-copy').click();
    await me.api({ base: api.base.openai, key: KEY });
    await page.locator('#judge').click();
    await page.locator('#confirm-go').waitFor();
    assert.equal(api.calls.length, 0);
    const asked = await page.locator('#confirm-calls').innerText();
    assert.ok(asked.includes(new URL(api.origin).host) && asked.includes('judge-large'), asked);
    await axe();
    await shot();
    await page.locator('#confirm-go').click();
    await page.locator('#verdict .facts').waitFor();
    assert.equal(api.calls.length, 1);
    await page.locator('#judge').click();
    await me.settled();
    assert.equal(await page.locator('#confirm-calls[open]').count(), 0, 'asked once');
  });

for (const lang of ['en', 'zh-Hant']) {
  scenario(`files come back equal: ${lang}`, { lang, api: () => scripted({ script: [says(recall([5, 4], [1]))] }) },
    async ({ me, page, api }) => {
      await me.fill(LIGHTHOUSE);
      await me.api({ base: api.base.openai, key: KEY });
      await me.judge();
      await share(page);
      const files = {};
      for (const id of ['json', 'md', 'html']) files[id] = await download(page, id);
      const link = await page.locator('#share-link').inputValue();
      await page.keyboard.press('Escape');
      for (const [id, { name, text }] of Object.entries(files)) {
        assert.ok(!text.includes('planted') && !text.includes('127.0.0.1'), `${name} holds no key and no address`);
        assert.ok(id === 'json' || text.includes('<') || text.includes('#'), name);
        await page.locator('#to-how').click();
        await open(page, name, text);
        await page.locator('.banner').waitFor();
        await page.locator('#keep-it').click();
        await page.waitForTimeout(200);
        await page.locator('#to-history').click();
        await page.locator('.entry-title').first().click();
        await page.locator('#verdict .facts').waitFor();
        await share(page);
        const again = await download(page, 'json');
        await page.keyboard.press('Escape');
        assert.deepEqual(JSON.parse(again.text), JSON.parse(files.json.text), `${id} → history → json`);
      }
      assert.ok(!link.includes('planted'));
      const kept = await page.evaluate(() => new Promise((resolve) => {
        indexedDB.open('assay').onsuccess = ({ target }) => {
          const all = target.result.transaction('records').objectStore('records').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result) + JSON.stringify({ ...localStorage, ...sessionStorage }));
        };
      }));
      assert.ok(kept.includes('lighthouse') && !kept.includes('planted'), 'the key is nowhere');
    });
}

scenario('the HTML report reads without scripts', {}, async ({ me, page, context, shot }) => {
  await me.example();
  await share(page);
  const { text } = await download(page, 'html');
  const other = await context.browser().newContext({ javaScriptEnabled: false });
  const report = await other.newPage();
  await report.setContent(text);
  await report.getByText('Bicycles travel free of charge.').first().waitFor();
  assert.match(await report.locator('main').innerText(), /4\.5/);
  await other.close();
  await shot();
});

scenario('a file is told by what it holds', {}, async ({ me, page, shot }) => {
  await open(page, 'empty.txt', '  ');
  await page.locator('[role="alert"]').filter({ hasText: 'empty.txt is empty' }).waitFor();
  await open(page, 'odd.json', '{"a": 1}');
  await page.locator('[role="alert"]').filter({ hasText: 'neither an evaluation' }).waitFor();
  await open(page, 'cut.html', '<script type="application/json" id="assay-record">{"assay":1,</script>');
  await page.locator('[role="alert"]').filter({ hasText: 'cut.html is damaged' }).waitFor();
  await open(page, 'truth.txt', '[ESSENTIAL PASSAGE] It opens at seven.\n[BONUS PASSAGE] It is yellow.');
  await page.locator('.note').filter({ hasText: 'truth.txt' }).waitFor();
  assert.equal(await me.box('E1 Essential passage').inputValue(), 'It opens at seven.');
  // Dropped on the page, wherever.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['It opens at seven and is yellow.'], 'answer.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.locator('.note').filter({ hasText: 'answer.txt' }).waitFor();
  assert.equal(await me.box(me.names.answer).inputValue(), 'It opens at seven and is yellow.');
  await shot();
});

/** Another site that shows the app in a frame. */
const framing = async (address) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>blog</title><iframe src="${address}" width="900" height="700"></iframe>`);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://localhost:${server.address().port}/`, close: () => closed(server) };
};

scenario('of two files one is opened, and files are told in words for files', {}, async ({ page }) => {
  const drop = (files) => page.evaluate((all) => {
    const data = new DataTransfer();
    for (const [name, text] of all) data.items.add(new File([text], name, { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
  await drop([['one.json', '{"assay": 2}'], ['two.json', '{}']]);
  const alert = page.locator('[role="alert"]');
  await alert.filter({ hasText: 'one.json was made with a newer version' }).waitFor();
  await alert.filter({ hasText: 'not opened: 1' }).waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /link/i);
});

scenario('dates are in the form of the browser, and only where there is one', {}, async ({ page, site }) => {
  const link = (t) => packed({ k: 'scores', t, m: [{ i: 'rag-recall', c: { scored: 4 } }] });
  for (const [t, said] of [[1796065740000, /30 Nov 2026/], [0, null], [1e18, null]]) {
    await page.goto('about:blank');
    await page.goto(`${site.url}${link(t)}`);
    await page.locator('.claim').waitFor();
    const text = await page.locator('main').innerText();
    if (said) assert.match(text, said);
    assert.doesNotMatch(text, /Invalid|1970/);
    assert.equal(await page.locator('.claims time').count(), said ? 1 : 0);
  }
});

scenario('a frame on another page shows a verdict, runs nothing and keeps nothing', {}, async ({ me, page, context }) => {
  await me.example();
  const link = (await linkOf(page)).replace('#s1', '#e1');
  const blog = await framing(link);
  const { page: there, other } = await fresh(context, blog.url);
  const frame = there.frameLocator('iframe');
  await frame.locator('#verdict .facts').waitFor();
  assert.equal(await frame.locator('#judge, #to-history, .bar').count(), 0);
  await blog.close();
  await other.close();
});

scenario('a damaged link in a frame is a message alone', {}, async ({ context, site }) => {
  const blog = await framing(`${site.url}#e1.d.100.abc`);
  const { page: there, other } = await fresh(context, blog.url);
  const frame = there.frameLocator('iframe');
  await frame.locator('[role="alert"]').filter({ hasText: 'characters arrived' }).waitFor();
  assert.equal(await frame.locator('#judge, #to-history, .bar').count(), 0);
  await blog.close();
  await other.close();
});

scenario('framed outside the embed view, judging is off', {}, async ({ context, site }) => {
  const blog = await framing(site.url);
  const { page: there, other } = await fresh(context, blog.url);
  const frame = there.frameLocator('iframe');
  await frame.locator('.note').filter({ hasText: 'inside another page' }).waitFor();
  await frame.locator('.empty-examples button').first().click();
  await there.waitForTimeout(500);
  assert.equal(await frame.locator('#verdict .facts').count(), 0);
  await blog.close();
  await other.close();
});

scenario('the address fills in metric, language and judge', { query: '?metric=faithfulness&lang=zh-Hant&judge=embedded' }, async ({ page }) => {
  assert.equal(await page.locator('#metric').inputValue(), 'faithfulness');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hant');
  assert.match(await page.locator('#judge-pill').innerText(), /內建/);
});

const ROOMS = {
  'first visit': async () => {},
  history: async ({ me, page }) => {
    await me.example();
    await page.locator('#to-history').click();
    await page.locator('.entry .quiet').click();
  },
  'empty history': async ({ page }) => {
    await page.locator('#to-history').click();
    await page.locator('.page .empty').waitFor();
  },
  how: async ({ page }) => page.locator('#to-how').click(),
  share: async ({ me, page }) => {
    await me.example();
    await share(page);
    await page.locator('.share-dialog details').first().locator('summary').click();
    await page.locator('.preview-box summary').click();
    await page.locator('.preview .facts').first().waitFor();
  },
  opened: async ({ me, page }) => {
    await me.example();
    const link = await linkOf(page);
    await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await page.locator('.banner').waitFor();
  },
  scores: async ({ me, page }) => {
    await me.example();
    const link = await linkOf(page, 'scores');
    await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await page.locator('.banner').waitFor();
  },
  broken: async ({ page }) => {
    await page.evaluate(() => { location.hash = '#s1.d.100.AAAA'; });
    await page.locator('main [role="alert"]').waitFor();
  },
};
const LOOKS = [
  { lang: 'en', width: 1280 },
  { lang: 'zh-Hant', width: 390, dark: true },
  { lang: 'en', width: 640, forced: true },
];
for (const [room, reach] of Object.entries(ROOMS)) {
  for (const look of LOOKS) {
    const name = `${room}: ${look.lang}, ${look.width} px, ${look.forced ? 'forced colours' : look.dark ? 'dark' : 'light'}`;
    scenario(name, look, async (tools) => {
      await reach(tools);
      await fitsWidth(tools.page);
      await tools.axe();
      await tools.shot();
    });
  }
}

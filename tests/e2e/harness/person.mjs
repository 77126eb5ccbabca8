// What a person does on the page, by the roles and names that they see: fills the form, chooses a judge, judges.
// What is checked afterwards stands in the tests.

/** The names of controls in both languages, as far as the steps below press them. */
const NAMES = {
  en: {
    verdict: 'Verdict', evidence: 'Evidence', input: 'Input',
    essential: 'Essential passage', bonus: 'Bonus passage', chunk: 'Chunk', answer: 'Returned passage', question: 'Question',
    addEssential: 'Add an essential passage', addBonus: 'Add a bonus passage', addChunk: 'Add a chunk',
    tryExample: 'Try an example', everyday: 'Everyday', tricky: 'Tricky', chinese: 'Traditional Chinese',
    judge: 'Judge', done: 'Done', byHand: 'By hand', embedded: 'Embedded judge',
    provider: 'Provider', custom: 'Other, OpenAI-compatible', base: 'Base URL', key: 'API key', model: 'Model',
    timeout: 'Time-out in seconds', reply: 'Reply of the chat', read: 'Read the reply',
    json: 'Copy as JSON', markdown: 'Copy as Markdown',
  },
  'zh-Hant': {
    verdict: '判定', evidence: '證據', input: '輸入',
    essential: '必要段落', bonus: '加分段落', chunk: '片段', answer: '回傳的段落', question: '問題',
    addEssential: '新增 必要段落', addBonus: '新增 加分段落', addChunk: '新增片段',
    tryExample: '試試範例', everyday: '日常', tricky: '刁鑽', chinese: '繁體中文',
    judge: '評審', done: '完成', byHand: '人工貼上', embedded: '內建評審',
    provider: '供應商', custom: '其他（相容 OpenAI）', base: 'Base URL', key: 'API 金鑰', model: '模型',
    timeout: '逾時秒數', reply: '聊天的回覆', read: '讀取回覆',
    json: '複製為 JSON', markdown: '複製為 Markdown',
  },
};

/**
 * A person at the page.
 * @param page a Playwright page with the app
 * @param {'en' | 'zh-Hant'} [lang] the language that the page speaks
 */
export function person(page, lang = 'en') {
  const names = NAMES[lang];
  const zone = (name) => page.getByRole('region', { name, exact: true });
  const [input, verdict, evidence] = [zone(names.input), zone(names.verdict), zone(names.evidence)];
  const dialog = page.locator('dialog.judge-panel[open]');
  const box = (name) => input.getByRole('textbox', { name, exact: true });
  const press = (where, name) => where.getByRole('button', { name, exact: true }).click();

  /** Waits until no run is under way. */
  const settled = () => page.locator('#verdict[aria-busy="false"]').waitFor();

  /** Presses the run button and allows the first calls to a server; does not wait for the outcome. */
  const start = async () => {
    await page.locator('#judge').click();
    // What follows the click is drawn within some frames: a run, a dialog, or what is wrong with the form.
    await page.evaluate(() => new Promise((go) => {
      const done = () => document.querySelector('#verdict[aria-busy="true"], dialog[open]');
      const look = (frames) => (frames === 0 || done() ? go() : requestAnimationFrame(() => look(frames - 1)));
      look(30);
    }));
    await allow();
  };
  /** Allows the first calls to a server where that is asked. */
  const allow = async () => {
    const go = page.locator('#confirm-go');
    if (await go.isVisible()) await go.click();
  };
  /** What stands in the place of a score, once a closer look at the server, where one is taken, is over. */
  const unscored = async () => {
    const card = verdict.locator('.no-score');
    await card.locator('h3, b').first().waitFor();
    return card.innerText();
  };
  /** Tests the connection in the open dialog of the judges, and allows its calls. */
  const test = async () => {
    await page.locator('#api-test').click();
    await page.locator('#confirm-test[open], #api-test ~ [role=status] > *').first().waitFor();
    await page.locator('#confirm-go').or(page.locator('#api-test ~ [role=status] > *')).first().waitFor();
    await allow();
  };
  /** Presses the run button and waits for the outcome, but not for a person's paste. */
  const judge = async () => {
    await start();
    await settled();
  };

  /** Tries an example of the empty state: with the embedded judge it is judged at once. */
  const example = async (name = names.everyday) => {
    await press(verdict.getByRole('group', { name: names.tryExample }), name);
    await verdict.locator('.facts').waitFor();
    await settled();
  };

  /** Fills one list of passages, adding boxes. `named` gives the name of a box by its place. */
  const list = async (texts, named, add) => {
    for (const [place, text] of texts.entries()) {
      const field = box(named(place));
      if (!(await field.count())) {
        await press(input, add);
        // The new box takes the focus a moment later: not amid the typing into another.
        await input.locator('textarea:focus').waitFor();
      }
      await field.fill(text);
    }
  };

  /** Fills the form with a sample, in the names of its metric. */
  const fill = async ({ essential = [], bonus = [], answer, question, contexts = [] }) => {
    if (question !== undefined) await box(names.question).fill(question);
    await list(essential, (place) => `E${place + 1} ${names.essential}`, names.addEssential);
    await list(bonus, (place) => `B${place + 1} ${names.bonus}`, names.addBonus);
    await list(contexts, (place) => `${place} ${names.chunk}`, names.addChunk);
    if (answer !== undefined) await box(names.answer).fill(answer);
  };

  const openJudges = async () => {
    await page.locator('#judge-pill').click();
    await dialog.waitFor();
  };
  const closeJudges = async () => {
    await press(dialog, names.done);
    await dialog.waitFor({ state: 'hidden' });
  };

  /** Chooses to judge by hand. */
  const byHand = async () => {
    await openJudges();
    await dialog.getByRole('radio', { name: names.byHand }).check();
    await closeJudges();
  };

  /** Fills in the API judge and leaves the dialog open. */
  const enterApi = async ({ provider = names.custom, base, key, model = 'judge-large', timeout }) => {
    await openJudges();
    await dialog.getByRole('radio', { name: 'API' }).check();
    await dialog.getByLabel(names.provider).selectOption(provider);
    await dialog.getByLabel(names.base).fill(base);
    if (key) {
      await dialog.getByLabel(names.key, { exact: true }).fill(key);
      await page.keyboard.press('Tab');
    }
    await dialog.getByLabel(names.model, { exact: true }).fill(model);
    if (timeout) await dialog.getByLabel(names.timeout).fill(String(timeout));
  };

  /** Chooses an API. */
  const api = async (settings) => {
    await enterApi(settings);
    await closeJudges();
  };

  /** Gives the reply of a chat, also one that can't be read. */
  const paste = async (reply) => {
    await verdict.getByRole('textbox', { name: names.reply }).fill(reply);
    await press(verdict, names.read);
    // What can't be read is asked about once; who pastes it here means it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const anyway = verdict.locator('#hand-anyway');
    if (await anyway.isVisible()) await anyway.click();
  };

  /** Copies the result and reads the clipboard. */
  const copied = async (form) => {
    await press(verdict, names[form]);
    await verdict.locator('.copied').waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  return {
    names, input, verdict, evidence, dialog, box, press,
    settled, start, judge, unscored, example, fill, openJudges, closeJudges, byHand, enterApi, api, test, paste, copied,
  };
}

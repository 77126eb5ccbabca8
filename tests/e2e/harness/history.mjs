// A history as large as one likes, and how long it takes to open.

/** What the history holds, as it is stored. */
export const stored = (page) => page.evaluate(() => new Promise((resolve, reject) => {
  const request = indexedDB.open('assay');
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const all = request.result.transaction('records').objectStore('records').getAll();
    all.onsuccess = () => resolve(all.result.map((text) => JSON.parse(text)));
  };
}));

/** How many entries it holds but for those that are marked as deleted, which go within ten seconds. */
export const kept = (page) => page.evaluate(() => new Promise((resolve) => {
  indexedDB.open('assay').onsuccess = ({ target }) => {
    const all = target.result.transaction('entries').objectStore('entries').getAll();
    all.onsuccess = () => resolve(all.result.filter((text) => !JSON.parse(text).deleted_ms).length);
  };
}));

/**
 * Judges an example, multiplies its entry, opens the history.
 * @returns {Promise<number>} milliseconds until its first fifty rows have been painted
 */
export async function historyOf(page, count) {
  await page.locator('.empty-examples button').first().click();
  await page.locator('#verdict .facts').waitFor();
  await page.waitForTimeout(300);
  await page.evaluate((many) => new Promise((resolve) => {
    indexedDB.open('assay').onsuccess = ({ target }) => {
      const transaction = target.result.transaction(['entries', 'records'], 'readwrite');
      const [entries, records] = ['entries', 'records'].map((name) => transaction.objectStore(name));
      entries.getAll().onsuccess = ({ target: { result: [entry] } }) => {
        records.getAll().onsuccess = ({ target: { result: [record] } }) => {
          for (let place = 1; place < many; place += 1) {
            const id = `made-${place}`;
            entries.put(JSON.stringify({ ...JSON.parse(entry), id, name: `Case no${place}` }), id);
            records.put(record, id);
          }
        };
      };
      transaction.oncomplete = resolve;
    };
  }), count);
  await page.waitForTimeout(500);
  return opening(page);
}

/** Milliseconds from the press until the first fifty rows have been painted. */
export function opening(page) {
  return page.evaluate(() => new Promise((resolve) => {
    const began = performance.now();
    new MutationObserver((_, observer) => {
      if (document.querySelectorAll('.entry').length < 50) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    }).observe(document.body, { childList: true, subtree: true });
    document.querySelector('#to-history').click();
  }));
}

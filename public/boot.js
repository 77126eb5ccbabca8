// Starts the app, which removes what stands in its place, and says so if it ever stops. A file of its own because the
// page's security policy allows no inline script; index.html names the two built files in this script element's data
// attributes (see pattern_script in Cargo.toml).

// The tab lives from here on, however long the program takes: who would delete what is to go with a tab asks for this
// lock, and gets it from nobody who is there (src/store/tabs.rs, src/ui/keep/deleting.rs).
function lives() {
  const tab = named();
  if (!tab) return;
  navigator.locks?.request(`assay-tab-${tab}`, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  try {
    localStorage.removeItem(`assay.left.${tab}`);
  } catch {
    // Storage can be barred by itself: nothing was left there then, and the app starts all the same.
  }
}

// Closed, left or loaded anew: nobody can tell. What is to go with the tab waits for it a while.
function leaves() {
  const tab = named();
  if (!tab) return;
  try {
    if (localStorage.getItem('assay.history-tabs')) localStorage.setItem(`assay.left.${tab}`, '1');
  } catch {
    // Storage is full: it waits longer.
  }
  worker()?.postMessage({ gone: tab });
}

// The service worker that serves this page. Even to ask for it is an error in a frame that may do nothing.
function worker() {
  try {
    return navigator.serviceWorker?.controller;
  } catch {
    return undefined;
  }
}

// The tab's name, which the program gives it. A frame has none, and a page without storage.
function named() {
  try {
    return top === self && sessionStorage.getItem('assay.tab');
  } catch {
    return undefined;
  }
}

lives();
addEventListener('pagehide', leaves);
// Back from where the browser keeps whole pages.
addEventListener('pageshow', ({ persisted }) => persisted && lives());

// What this browser has kept and what was chosen for it stand in databases, which outlive a crash; what localStorage was
// told in the seconds before one does not. Only names are asked for: no database is opened, and none comes into being.
// Where both tell a choice, the stricter one holds (src/store/database.rs).
async function remembers() {
  if (top !== self) return;
  const there = new Set((await indexedDB.databases()).map(({ name }) => name));
  if (there.has('assay') && !localStorage.getItem('assay.kept')) {
    localStorage.setItem('assay.kept', 'yes');
    localStorage.setItem('assay.history-tabs', '1');
  }
  const strict = ['off', 'tab'].find(mode => there.has(`assay-history-${mode}`));
  if (strict && localStorage.getItem('assay.history') !== 'off') {
    localStorage.setItem('assay.history', strict);
    localStorage.setItem('assay.history-tabs', '1');
  }
}

const { js, wasm } = document.querySelector('script[data-wasm]').dataset;
const start = document.getElementById('start');

try {
  await painted();
  // Some browsers have no such list, or never answer.
  const remembered = Promise.race([remembers(), new Promise(go => setTimeout(go, 500))]).catch(() => {});
  const app = await import(new URL(js, document.baseURI).href);
  await remembered;
  await app.default({ module_or_path: new URL(wasm, document.baseURI) });
} catch (error) {
  // textContent: whatever the message holds, it is text.
  document.getElementById('start-error').textContent = String(error);
  start.classList.add('start-failed');
  console.error(error);
}

// The program is by far the largest file. On a first visit it is asked for once the start stands on the screen, so that
// it takes neither the line nor the processor from what comes first; later it lies in the service worker's cache. Out of
// sight nothing is painted: a hidden page doesn't wait, and one in a frame that is scrolled away not for ever.
function painted() {
  if (document.hidden || worker()) return undefined;
  return new Promise(go => {
    setTimeout(go, 4000);
    if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
      new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
    } else {
      requestAnimationFrame(() => setTimeout(go));
    }
  });
}

// A fault of ours ends the program: WebAssembly that has trapped can't go on, and the page would stand there as if it
// could. Its text stays readable, to be copied.
const sentence = {
  en: 'Assay has hit a fault of its own and stopped. Copy what you still need from this page, then reload it. What the history kept is still there.',
  'zh-Hant': 'Assay 發生內部錯誤，已停止執行。請先複製此頁上還需要的內容，再重新載入。歷史紀錄中已保存的內容不受影響。',
};
const stopped = fault => {
  if (!(fault instanceof WebAssembly.RuntimeError) || document.getElementById('stopped')) return;
  const told = document.createElement('p');
  told.id = 'stopped';
  told.setAttribute('role', 'alert');
  told.textContent = `${sentence[document.documentElement.lang] ?? sentence.en} (${fault.message})`;
  document.body.prepend(told);
};
addEventListener('error', ({ error }) => stopped(error));
addEventListener('unhandledrejection', ({ reason }) => stopped(reason));

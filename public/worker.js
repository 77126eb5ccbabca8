// Runs the embedded judge beside the page, so that the page stays alive. The first message brings the compiled
// program (it is not fetched or compiled again), its loader's address and the word table; what follows is handled in
// src/judge/embedded/worker/serve.rs, which the program's main registers where there is no window.
//
// Besides answers it says `held …` with the name of a lock that it holds until it ends (src/judge/watched.rs), and
// `began` as soon as it gets a question.

self.onmessage = async ({ data: { js, module, table } }) => {
  self.onmessage = null;
  self.assayTable = table;
  try {
    const lock = self.crypto?.randomUUID?.();
    if (lock) self.navigator.locks?.request(lock, () => {
      self.postMessage(`held ${lock}`);
      return new Promise(() => {});
    }).catch(() => undefined);
    const app = await import(js);
    await app.default({ module_or_path: module });
    self.addEventListener('message', () => self.postMessage('began'));
    self.postMessage('ready');
  } catch (error) {
    self.postMessage(`failed ${error}`);
  }
};

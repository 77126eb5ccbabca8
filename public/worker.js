// Runs the embedded judge beside the page, so that the page stays alive. The first message brings the compiled
// program (it is not fetched or compiled again), its loader's address and the word table; what follows is handled in
// src/judge/embedded/worker/serve.rs, which the program's main registers where there is no window.

self.onmessage = async ({ data: { js, module, table } }) => {
  self.onmessage = null;
  self.assayTable = table;
  try {
    const app = await import(js);
    await app.default({ module_or_path: module });
    self.postMessage('ready');
  } catch (error) {
    self.postMessage(`failed ${error}`);
  }
};

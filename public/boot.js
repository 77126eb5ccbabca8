// Starts the app, which removes what stands in its place. A file of its own because the page's security policy allows no inline script; index.html
// names the two built files in this script element's data attributes (see pattern_script in Cargo.toml).

const { js, wasm } = document.querySelector('script[data-wasm]').dataset;
const start = document.getElementById('start');

try {
  const app = await import(new URL(js, document.baseURI).href);
  await app.default({ module_or_path: new URL(wasm, document.baseURI) });
} catch (error) {
  // textContent: whatever the message holds, it is text.
  document.getElementById('start-error').textContent = String(error);
  start.classList.add('start-failed');
  console.error(error);
}

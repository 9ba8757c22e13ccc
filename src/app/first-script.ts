/**
 * The page's first script, written into its document: nothing has to be fetched for it, and the browser draws nothing before it ran.
 * It sets the theme, and starts the workers of a chain, which come up beside the app's code instead of after it. It imports nothing;
 * `scripts/first-script.ts` puts in what stands in capitals.
 */
(() => {
  const root = document.documentElement;
  const isTheme = (theme: string | null): theme is string => theme === "light" || theme === "dark";
  const asked = new URLSearchParams(location.search).get("theme");
  if (isTheme(asked)) root.dataset.theme = asked;
  let renderer: string | null = null;
  try {
    if (isTheme(asked)) localStorage.setItem("strikewise.theme", asked);
    const theme = localStorage.getItem("strikewise.theme");
    if (isTheme(theme)) root.dataset.theme = theme;
    const palette = localStorage.getItem("strikewise.palette");
    if (palette === "blue-orange") root.dataset.palette = palette;
    renderer = localStorage.getItem("strikewise.renderer");
  } catch {
    // Storage may be switched off; what the address asks for, or the system's theme, then stands.
  }

  const workers: EarlyWorkers = {};
  window.strikewiseWorkers = workers;
  if (__ENGINE_URL__ === "" || !window.isSecureContext) return;
  try {
    if (typeof SharedWorker === "function" && navigator.locks !== undefined) {
      const engine = new SharedWorker(__ENGINE_URL__, { type: "module", name: __ENGINE_NAME__ });
      workers.engine = { name: __ENGINE_NAME__, worker: engine };
      // The app starts its own then, and hears what is wrong with it.
      engine.onerror = () => delete workers.engine;
    }
    if (
      location.pathname === __CHAIN_PATH__ &&
      document.visibilityState === "visible" &&
      (renderer ?? "auto") === "auto" &&
      typeof HTMLCanvasElement.prototype.transferControlToOffscreen === "function" &&
      !matchMedia("(forced-colors: active)").matches
    ) {
      const painter = new Worker(__PAINTER_URL__, { type: "module", name: "strikewise-painter" });
      workers.painter = painter;
      painter.onerror = () => delete workers.painter;
    }
  } catch {
    // A browser that forbids them says so again when the app asks.
  }
})();

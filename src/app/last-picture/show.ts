/**
 * Written into the page's document behind what the app draws in: shows the picture that was kept of this very address (`picture.ts`),
 * before any code is fetched. It imports nothing; `scripts/first-script.ts` puts in what stands in capitals.
 *
 * Nothing in it can be pressed, read aloud or found by a script of the page. It goes when the page's own figures are drawn, at the first
 * touch or key, and in any case after some seconds.
 */
(() => {
  const root = document.documentElement;
  const isUnfit =
    location.pathname !== __CHAIN_PATH__ ||
    document.visibilityState !== "visible" ||
    matchMedia("(forced-colors: active)").matches;
  if (isUnfit) return;
  try {
    const kept: import("./picture.ts").Picture | null = JSON.parse(
      localStorage.getItem(__PICTURE_KEY__) ?? "null",
    );
    const theme =
      root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const age = Date.now() - (kept?.at ?? Number.NaN);
    const isOfThis =
      kept !== null &&
      kept.href === location.pathname + location.search &&
      kept.width === innerWidth &&
      kept.height === innerHeight &&
      kept.theme === theme &&
      age >= 0 &&
      age < __PICTURE_MS__;
    if (!isOfThis) return;
    const host = document.createElement("div");
    host.dataset.lastPicture = "";
    host.ariaHidden = "true";
    host.inert = true;
    host.style.cssText =
      "position:fixed;inset:0;z-index:2147483647;overflow:hidden;pointer-events:none;background:var(--paper)";
    const inside = host.attachShadow({ mode: "closed" });
    inside.innerHTML = `<style>${kept.css}</style>${kept.html}`;
    document.body.append(host);
    for (const part of inside.querySelectorAll("[data-scrolled]")) {
      const [top, left] = part.getAttribute("data-scrolled")!.split(" ");
      part.scrollTo(Number(left), Number(top));
    }
    const ends = ["strikewise:drawn", "pointerdown", "keydown", "wheel", "popstate"];
    const end = (): void => {
      for (const name of ends) removeEventListener(name, end, true);
      host.remove();
    };
    for (const name of ends) addEventListener(name, end, true);
    setTimeout(end, __PICTURE_SHOWN_MS__);
  } catch {
    // No storage, or what it holds is none of ours: the page comes without it.
  }
})();

import { subscribe } from "valtio";
import { themeState } from "../../theme/theme-state.ts";

interface Watched {
  readonly host: HTMLElement;
  /** CSS pixels of the host; told once at the start too, when it has a size. */
  readonly onWidth: (width: number) => void;
  readonly onTheme: () => void;
  /** Told with true whenever it can be seen again. */
  readonly onSeen?: (isSeen: boolean) => void;
}

/** What a plot follows for as long as it lives: its room, the theme, and whether it can be seen. @returns ends it */
export function watchPlot({ host, onWidth, onTheme, onSeen }: Watched): () => void {
  let isOver = false;
  const size = new ResizeObserver((entries) => {
    const width = Math.floor(entries.at(-1)?.contentRect.width ?? 0);
    if (width > 0) onWidth(width);
  });
  size.observe(host);
  let isOnScreen = true;
  const tell = (): void => onSeen?.(isOnScreen && document.visibilityState === "visible");
  const sight = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true;
    tell();
  });
  if (onSeen !== undefined) {
    sight.observe(host);
    document.addEventListener("visibilitychange", tell);
  }
  const endTheme = subscribe(themeState, onTheme);
  // Labels are drawn in the page's own face, which may come after them.
  void document.fonts?.ready.then(() => {
    if (!isOver) onTheme();
  });
  return () => {
    isOver = true;
    size.disconnect();
    sight.disconnect();
    document.removeEventListener("visibilitychange", tell);
    endTheme();
  };
}

import { useEffect, useState } from "react";

export interface MirrorPace {
  /** ms between two updates of the text */
  readonly everyMs: number;
  /** Whether the text is drawn: only what is selected or found in it shows, and drawing it costs as much as the grid. */
  readonly isDrawn: boolean;
}

type Use = "unread" | "focused" | "marked";

/**
 * Text that the user works with follows the picture each second. Else it is kept for programs that read it
 * without a sign, and fresh from the first sign on: a thousand cells laid out anew are the largest thing the
 * main thread has to do.
 */
const PACES: Readonly<Record<Use, MirrorPace>> = {
  unread: { everyMs: 20_000, isDrawn: false },
  focused: { everyMs: 1000, isDrawn: false },
  marked: { everyMs: 1000, isDrawn: true },
};

/** A search in the page shows only by its keys, or by the focus that leaves the page for the search field. */
const SEARCH_MS = 60_000;

const isSearchKey = (event: KeyboardEvent): boolean =>
  event.key === "F3" || (event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey));

/** How fresh the text mirror is to be, by whether it is focused, selected or searched. */
export function useMirrorPace(grid: HTMLElement | null): MirrorPace {
  const [use, setUse] = useState<Use>("unread");
  useEffect(() => {
    if (grid === null) return;
    let searchedAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const selection = document.getSelection();
      const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(grid, true);
      const isSearched = performance.now() - searchedAt < SEARCH_MS;
      if (isSelected || isSearched) setUse("marked");
      else setUse(grid.contains(document.activeElement) ? "focused" : "unread");
    };
    const onSearch = (): void => {
      searchedAt = performance.now();
      clearTimeout(timer);
      timer = setTimeout(look, SEARCH_MS);
      look();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isSearchKey(event)) onSearch();
    };
    document.addEventListener("selectionchange", look);
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", look);
    document.addEventListener("keydown", onKey);
    window.addEventListener("blur", onSearch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", look);
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", look);
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("blur", onSearch);
    };
  }, [grid]);
  return PACES[use];
}

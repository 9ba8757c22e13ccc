import { useEffect, useState } from "react";

/** While somebody reads the text itself it follows the picture each second; else now and then, for it costs as much as painting. */
const READ_MS = 1000;
const UNREAD_MS = 5000;
/** A search in the page shows only by its keys. */
const SEARCH_MS = 60_000;

const isSearchKey = (event: KeyboardEvent): boolean =>
  event.key === "F3" || (event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey));

/** ms between two updates of the text mirror, by whether it is focused, selected or searched. */
export function useMirrorPace(grid: HTMLElement | null): number {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (grid === null) return;
    let searchedAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const selection = document.getSelection();
      const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(grid, true);
      const isSearched = performance.now() - searchedAt < SEARCH_MS;
      setRead(grid.contains(document.activeElement) || isSelected || isSearched);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (!isSearchKey(event)) return;
      searchedAt = performance.now();
      clearTimeout(timer);
      timer = setTimeout(look, SEARCH_MS);
      look();
    };
    document.addEventListener("selectionchange", look);
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", look);
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", look);
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", look);
      document.removeEventListener("keydown", onKey);
    };
  }, [grid]);
  return isRead ? READ_MS : UNREAD_MS;
}

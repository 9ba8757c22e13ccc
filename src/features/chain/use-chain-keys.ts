import { useEffect } from "react";
import { openPicker, shell } from "../../app/shell-state.ts";

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `[` and `]` change expiry, `/` and Ctrl-K search, `?` lists the keys (ui.md). */
export function useChainKeys(
  expiries: readonly string[],
  selected: string | null,
  select: (expiry: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openPicker();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      // What floats over the chain has the keys; what lies under it must not move unseen.
      if (shell.pickerOpen || shell.keysOpen) return;
      const at = selected === null ? -1 : expiries.indexOf(selected);
      const next = event.key === "]" ? expiries[at + 1] : event.key === "[" ? expiries[at - 1] : undefined;
      if (next !== undefined) select(next);
      else if (event.key === "/") openPicker();
      else if (event.key === "?") shell.keysOpen = true;
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [expiries, selected, select]);
}

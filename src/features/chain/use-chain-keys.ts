import { useEffect } from "react";
import { isTyping } from "../../browser/is-typing.ts";
import { shell } from "../../shared/shell-state.ts";

/** `[` and `]` change expiry (rule CHAIN-5). */
export function useChainKeys(
  expiries: readonly string[],
  selected: string | null,
  select: (expiry: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // What floats over the chain has the keys; what lies under it must not move unseen.
      if (shell.pickerOpen || shell.keysOpen) return;
      const at = selected === null ? -1 : expiries.indexOf(selected);
      const next = event.key === "]" ? expiries[at + 1] : event.key === "[" ? expiries[at - 1] : undefined;
      if (next === undefined) return;
      select(next);
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [expiries, selected, select]);
}

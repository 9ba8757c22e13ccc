import { useEffect } from "react";
import { isTyping } from "../../../browser/is-typing.ts";
import { shell } from "../../../shared/shell-state.ts";

/** `[` and `]` change expiry (rule CHAIN-5). */
export function useChainKeys(
  expiries: readonly { readonly expiry: string }[],
  selected: string,
  select: (expiry: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // What floats over the chain has the keys; what lies under it must not move unseen.
      if (shell.pickerOpen || shell.keysOpen) return;
      const at = expiries.findIndex(({ expiry }) => expiry === selected);
      const next = event.key === "]" ? expiries[at + 1] : event.key === "[" ? expiries[at - 1] : undefined;
      if (next === undefined) return;
      select(next.expiry);
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [expiries, selected, select]);
}

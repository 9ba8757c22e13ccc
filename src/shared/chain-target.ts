import { subscribe } from "valtio";
import { openPicker, shell } from "./shell-state.ts";

/** Takes a chain that was picked: underlying and, where it was named, expiry (YYYY-MM-DD). */
export type TakeChain = (symbol: string, expiry?: string) => void;

interface ChainTarget {
  /** Where a chain goes that is picked on the chain's page; null where that page shows one, which it then is. */
  take: TakeChain | null;
  /** Symbol of the one of several chains that is worked with; null where the page's address says whom it is about. */
  symbol: string | null;
}

export const chainTarget: ChainTarget = { take: null, symbol: null };

/** Opens the picker for this one choice. */
export function pickChain(take: TakeChain): void {
  const before = chainTarget.take;
  chainTarget.take = take;
  openPicker();
  const stop = subscribe(shell, () => {
    if (shell.pickerOpen) return;
    stop();
    // Told a moment after it closed: what was picked has been taken by then.
    if (chainTarget.take === take) chainTarget.take = before;
  });
}

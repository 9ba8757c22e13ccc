import type { ChainColumn } from "#domain/format/chain-columns.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import { openLadder } from "../../../shared/instrument-windows.ts";
import type { ChainChoice } from "../shown-chain.ts";

type Side = ChainColumn["side"];

const OPTIONS: Readonly<Record<Side, readonly OptionType[]>> = {
  call: ["CE"],
  put: ["PE"],
  // A strike is both of them.
  centre: ["CE", "PE"],
};

export const sideOf = (option: OptionType): Side => (option === "CE" ? "call" : "put");

interface RowOfChain extends ChainChoice {
  /** Of the underlying. */
  readonly symbol: string;
  /** rupees */
  readonly strike: number;
}

/** Opens the books of the options that a column is of. */
export function openDepth({ symbol, underlying, expiry, strike }: RowOfChain, side: Side): void {
  for (const option of OPTIONS[side]) openLadder({ symbol, underlying, expiry, strike, option });
}

/** What opens next takes the focus from here, and gives it back. */
export const focusGrid = (content: HTMLElement): void =>
  content.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });

import type { LegContract } from "#domain/strategy/contract-list.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { engine } from "../../../live/engine-client.ts";
import { openChart } from "../../../shared/chart-window.ts";
import type { ChainChoice } from "../shown-chain.ts";
import { TEXTS } from "./texts.ts";

interface RowOfChain {
  /** rupees */
  readonly strike: number;
  readonly choice: ChainChoice;
}

/** The listed contract of a side; where there is none, or it cannot be asked for, that is said. */
export async function contractOf(
  { strike, choice: { underlying, expiry } }: RowOfChain,
  side: "CE" | "PE",
): Promise<LegContract | null> {
  const listed = await engine().ask((api) => api.contracts(underlying));
  const found = listed.ok
    ? listed.value.find((each) => each.type === side && each.expiry === expiry && each.strike === strike)
    : undefined;
  if (found === undefined) showToast(listed.ok ? TEXTS.missing : listed.message, { tone: "warning" });
  return found ?? null;
}

/** Opens the chart of an option in a window. */
export async function chartOf(row: RowOfChain, side: "CE" | "PE"): Promise<void> {
  const contract = await contractOf(row, side);
  if (contract !== null) openChart({ symbol: contract.tradingsymbol });
}

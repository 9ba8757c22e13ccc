/**
 * Chains beside the first one, as the address has them: "BANKNIFTY_2026-12-29_greeks*CRUDEOIL", expiry and view where they are not what
 * they would be without. What cannot be read is left out.
 */
import { parseChainSearch } from "../search-params.ts";

export interface PaneChoice {
  readonly symbol: string;
  /** YYYY-MM-DD; undefined: the first that trades */
  readonly expiry?: string | undefined;
  /** id of a view; undefined: the one to begin with */
  readonly view?: string | undefined;
}

/** Chains of one tab; beyond it none has the rows that make it a chain. */
export const MOST_CHAINS = 4;

export function readBeside(text: string | undefined): { panes: PaneChoice[]; tooMany: boolean } {
  const panes: PaneChoice[] = [];
  for (const item of text?.split("*") ?? []) {
    const [symbol, expiry, ...view] = item.split("_");
    // Checked by the same rules as the first chain's.
    const read = parseChainSearch({ tradingsymbol: symbol, expiry, view: view.join("_") });
    if (read.tradingsymbol === undefined) continue;
    panes.push({
      symbol: read.tradingsymbol,
      ...(read.expiry && { expiry: read.expiry }),
      ...(read.view && { view: read.view }),
    });
  }
  return { panes: panes.slice(0, MOST_CHAINS - 1), tooMany: panes.length > MOST_CHAINS - 1 };
}

/** @returns undefined where there are none */
export function writeBeside(panes: readonly PaneChoice[]): string | undefined {
  const items = panes.map(({ symbol, expiry = "", view = "" }) =>
    [symbol, expiry, view].join("_").replace(/_+$/, ""),
  );
  return items.length === 0 ? undefined : items.join("*");
}

/** One chain that is to be shown beside another. */
export const besideOf = (symbol: string, expiry?: string): string => writeBeside([{ symbol, expiry }]) ?? "";

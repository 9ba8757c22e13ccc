/** Charts beside the first one, as the address has them: "RELIANCE_60*BANKNIFTY" (rule CHART-20). What cannot be read is left out. */
import { isSymbol } from "../address/address.ts";
import { DEFAULT_INTERVAL, type Interval, intervalOf } from "../address/intervals.ts";

export interface PaneChoice {
  readonly symbol: string;
  readonly interval: Interval;
}

/** Charts of one page: beyond it none has the room that makes it a chart. */
export const MOST_CHARTS = 4;

export function readBeside(text: string | null): {
  readonly panes: readonly PaneChoice[];
  readonly tooMany: boolean;
} {
  const panes = (text ?? "").split("*").flatMap((item): PaneChoice[] => {
    // Symbols may have an underscore in them, intervals have none.
    const at = item.lastIndexOf("_");
    const said = at < 0 ? null : intervalOf(item.slice(at + 1));
    const symbol = (said === null ? item : item.slice(0, at)).trim().toUpperCase();
    return isSymbol(symbol) ? [{ symbol, interval: said ?? DEFAULT_INTERVAL }] : [];
  });
  return { panes: panes.slice(0, MOST_CHARTS - 1), tooMany: panes.length > MOST_CHARTS - 1 };
}

/** @returns null where there are none */
export function writeBeside(panes: readonly PaneChoice[]): string | null {
  return panes.length === 0
    ? null
    : panes.map(({ symbol, interval }) => [symbol, interval].join("_")).join("*");
}

/** Several charts as the address names them, and the change of one of them as a change of the address. Pure. */
import type { ChartSearch } from "../address/address.ts";
import { type PaneChoice, readBeside, writeBeside } from "./beside-address.ts";

/** What a chart beside the first one has that the address does not say. */
export type Kept = Pick<ChartSearch, "date" | "view">;
export const NOTHING_KEPT: Kept = { date: null, view: null };

export interface Panes {
  /** the first chart, then those beside it */
  readonly panes: readonly PaneChoice[];
  readonly tooMany: boolean;
}

export function panesOf({ symbol, interval, beside }: ChartSearch): Panes {
  const { panes, tooMany } = readBeside(beside);
  return { panes: [{ symbol, interval }, ...panes], tooMany };
}

/** What a chart is shown by: instrument, bars and view are its own, all else is of all of them. */
export function searchOf(
  search: ChartSearch,
  panes: readonly PaneChoice[],
  at: number,
  kept: Kept,
): ChartSearch {
  return at === 0 ? search : { ...search, ...panes[at]!, unknownInterval: null, ...kept };
}

interface Changed {
  /** of the address; none where it says the same */
  readonly address: Partial<ChartSearch>;
  /** of what the chart keeps itself; null of the first, whose address says it */
  readonly kept: Partial<Kept> | null;
}

export function changeOf(panes: readonly PaneChoice[], at: number, change: Partial<ChartSearch>): Changed {
  if (at === 0) return { address: change, kept: null };
  const { symbol, interval, unknownInterval: _, date, view, ...common } = change;
  const { symbol: before, interval: length } = panes[at]!;
  const next = panes.map((each, i) =>
    i === at ? { symbol: symbol ?? before, interval: interval ?? length } : each,
  );
  const isOther = symbol !== undefined || interval !== undefined;
  return {
    address: { ...common, ...(isOther && { beside: writeBeside(next.slice(1)) }) },
    kept: { ...(date !== undefined && { date }), ...(view !== undefined && { view }) },
  };
}

/** Without one of them. @param kept what the chart that becomes the first one had */
export function without(panes: readonly PaneChoice[], at: number, kept: Kept): Partial<ChartSearch> {
  const [first, ...others] = panes.filter((_, i) => i !== at);
  return {
    beside: writeBeside(others),
    ...(at === 0 && first !== undefined && { ...first, unknownInterval: null, ...kept }),
  };
}

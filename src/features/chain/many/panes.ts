/** Several chains as the address names them, and the address that names them otherwise. */
import { type ChainSearch, DEFAULT_SYMBOL } from "../search-params.ts";
import { type PaneChoice, readBeside, writeBeside } from "./beside-address.ts";

export interface Panes {
  /** The first chain, then those beside it. */
  readonly panes: readonly PaneChoice[];
  /** Which of them is worked with. */
  readonly at: number;
  /** The address names more than there may be. */
  readonly tooMany: boolean;
}

export function panesOf({
  tradingsymbol = DEFAULT_SYMBOL,
  expiry,
  view,
  beside,
  at = 0,
}: ChainSearch): Panes {
  const { panes: others, tooMany } = readBeside(beside);
  const panes = [{ symbol: tradingsymbol, expiry, view }, ...others];
  return { panes, at: Number.isInteger(at) && at > 0 && at < panes.length ? at : 0, tooMany };
}

/** What a chain among others is shown by: strikes, rows and filter are those of all of them. */
export const searchOf = (
  { above, below, hundreds, size }: ChainSearch,
  { symbol, expiry, view }: PaneChoice,
): ChainSearch => ({
  tradingsymbol: symbol,
  ...(expiry && { expiry }),
  ...(view && { view }),
  ...(above && { above }),
  ...(below && { below }),
  ...(hundreds !== undefined && { hundreds }),
  ...(size && { size }),
});

/** The address with these chains. @param isOther the one worked with is another's than before: its trades are not these */
export function addressOf(
  search: ChainSearch,
  panes: readonly PaneChoice[],
  at: number,
  isOther: boolean,
): ChainSearch {
  const { legs, ...rest } = search;
  const [first, ...others] = panes;
  return {
    ...rest,
    ...(!isOther && legs !== undefined && { legs }),
    tradingsymbol: first?.symbol,
    expiry: first?.expiry,
    view: first?.view,
    beside: writeBeside(others),
    at: at > 0 && others.length > 0 ? at : undefined,
  };
}

import { useEffect, useState } from "react";
import type { ListedContract } from "#domain/strategy/contract-list.ts";
import { engine } from "../../../live/engine-client.ts";

/** A contract that is charted, with the symbol of its underlying. */
export interface ChartedContract {
  readonly underlying: string;
  readonly contract: ListedContract;
}

/** @returns null of what is no contract that is listed, and where the engine cannot say */
async function find(symbol: string): Promise<ChartedContract | null> {
  const all = await engine().ask((api) => api.underlyings());
  if (!all.ok) return null;
  // A contract's symbol begins with its underlying's; another's may be the beginning of that.
  const named = all.value
    .filter((each) => symbol.startsWith(each.symbol) && symbol !== each.symbol)
    .sort((a, b) => b.symbol.length - a.symbol.length);
  for (const { symbol: underlying, token } of named) {
    const listed = await engine().ask((api) => api.contracts(token));
    const contract = listed.ok
      ? listed.value.find(({ tradingsymbol }) => tradingsymbol === symbol)
      : undefined;
    if (contract !== undefined) return { underlying, contract };
  }
  return null;
}

/** The contract of a chart, once it is known which. */
export function useListedContract(symbol: string): ChartedContract | null {
  const [found, setFound] = useState<{ readonly of: string; readonly is: ChartedContract | null } | null>(
    null,
  );
  useEffect(() => {
    let isOver = false;
    const take = (is: ChartedContract | null): void => {
      if (!isOver) setFound({ of: symbol, is });
    };
    find(symbol).then(take, () => take(null));
    return () => {
      isOver = true;
    };
  }, [symbol]);
  return found?.of === symbol ? found.is : null;
}

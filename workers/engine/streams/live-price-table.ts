import type { PolledPrices } from "../chains/polled-prices.ts";
import type { LivePricesSnapshot } from "./stream-snapshots.ts";

/** The newest answer of live prices for each underlying that streams hold. */
interface LivePriceTable {
  /** Forgets what no stream holds. */
  keep(held: ReadonlySet<number>): void;
  take(underlying: number, prices: PolledPrices): void;
  /** The newest question was not answered. */
  failed(underlying: number): void;
  /** It was answered, and nothing is another. */
  same(underlying: number): void;
  /** Another text when there is something else to read; null while nothing is known. */
  news(underlying: number): string | null;
  read(underlying: number): LivePricesSnapshot | null;
}

interface Known {
  readonly prices: PolledPrices;
  readonly version: number;
  stale: boolean;
}

export function createLivePriceTable(): LivePriceTable {
  const known = new Map<number, Known>();
  let held: ReadonlySet<number> = new Set();
  let versions = 0;

  function mark(underlying: number, stale: boolean): void {
    const entry = known.get(underlying);
    if (entry !== undefined) entry.stale = stale;
  }

  return {
    keep(all) {
      held = all;
      for (const underlying of known.keys()) if (!all.has(underlying)) known.delete(underlying);
    },
    take(underlying, prices) {
      if (held.has(underlying)) known.set(underlying, { prices, version: ++versions, stale: false });
    },
    failed: (underlying) => mark(underlying, true),
    same: (underlying) => mark(underlying, false),
    news(underlying) {
      const entry = known.get(underlying);
      return entry === undefined ? null : `${entry.version} ${entry.stale}`;
    },
    read(underlying) {
      const entry = known.get(underlying);
      return entry === undefined ? null : { ...entry.prices, stale: entry.stale };
    },
  };
}

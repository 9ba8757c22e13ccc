import { expiryInstant } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES, FLAG_IV_INTERPOLATED, type ForwardSource } from "#domain/chain/flags.ts";
import type { ExpiryMarket, StrategyMarket } from "#domain/strategy/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { newestRoot, type ReadChain, rowAt } from "./read-chains.ts";
import type { MarketSnapshot } from "./snapshots.ts";

/**
 * Strikes and IVs of a chain, read out of the packet when a strategy is priced with them, which for most
 * expiries never happens.
 */
function lazyExpiry(chain: ReadChain): ExpiryMarket {
  const { root } = chain.view;
  let columns: Pick<ExpiryMarket, "strikes" | "iv" | "solved"> | null = null;
  const read = () => {
    const strikes = new Float64Array(root.rowCount);
    const iv = new Float64Array(root.rowCount);
    const solved = new Uint8Array(root.rowCount);
    for (let row = 0; row < root.rowCount; row++) {
      const { strike, call, put } = rowAt(chain, row);
      strikes[row] = strike / root.priceDivisor;
      const side = call.token !== 0 ? call : put;
      iv[row] = side.iv;
      solved[row] = (side.flags & FLAG_IV_INTERPOLATED) === 0 && side.iv > 0 ? 1 : 0;
    }
    return { strikes, iv, solved };
  };
  return {
    expiry: fromCompactDate(root.expiry),
    expiryInstant: root.expiryInstant,
    forward: root.forward,
    forwardSource: root.forwardSource as ForwardSource,
    synthetic: root.synthetic,
    discount: root.discount,
    discountError: root.discountError,
    atmIv: root.atmIv,
    get strikes() {
      columns ??= read();
      return columns.strikes;
    },
    get iv() {
      columns ??= read();
      return columns.iv;
    },
    get solved() {
      columns ??= read();
      return columns.solved;
    },
  };
}

/** A market without chains still has a spot: that of the quote. */
function spotOf({ listed, chains, quotes }: MarketSnapshot): number {
  const newest = newestRoot(chains);
  if (newest !== null) return newest.spot;
  const price = quotes.get(listed.underlying.token)?.lastPrice ?? 0;
  return price > 0 ? price : Number.NaN;
}

/** Expiry of the nearest future that still trades; null none. */
function nearestFuture({ listed }: MarketSnapshot, now: number): IsoDate | null {
  const { directory, underlying } = listed;
  const expiries = directory.futures(0).map(({ expiry }) => expiry as IsoDate);
  return expiries.find((expiry) => expiryInstant(underlying.derivativeExchange, expiry) > now) ?? null;
}

/**
 * The market as strategies are analysed in it. Forwards, IVs and ATM IVs are the feed's (decision 0017).
 * @param marketTime for an underlying without chains, which carry their own
 */
export function strategyMarket(snapshot: MarketSnapshot, marketTime: number): StrategyMarket {
  const { listed, chains } = snapshot;
  const { underlying } = listed;
  const newest = newestRoot(chains);
  const now = newest?.marketTime ?? marketTime;
  return {
    symbol: underlying.symbol,
    token: underlying.token,
    kind: underlying.kind,
    now,
    spot: spotOf(snapshot),
    isSpotImplied: CHAIN_STATES[newest?.state ?? -1] === "spot_auction",
    strikeStep: newest?.strikeStep ?? underlying.strikeStep,
    spotTickSize: underlying.spotTickSize,
    tickSize: newest?.tickSize ?? underlying.spotTickSize,
    derivativeExchange: underlying.derivativeExchange as StrategyMarket["derivativeExchange"],
    closestFutureExpiry: nearestFuture(snapshot, now),
    expiries: chains.filter(({ view }) => view.root.expiryInstant > now).map(lazyExpiry),
  };
}

import { type ChainColumns, createChainColumns, type SideColumns } from "#domain/chain/chain-columns.ts";
import type { ChainContext } from "#domain/chain/solution.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";

/** Wednesday 19 Aug 2026, 11:30 IST; expiry Tuesday 25 Aug, 15:40. */
export const NOW = Date.UTC(2026, 7, 19, 6);
export const EXPIRY = Date.UTC(2026, 7, 25, 10, 10);
export const CLOSE = Date.UTC(2026, 7, 19, 10, 10);

export const smile = (strike: number, forward: number) => 0.13 + 1.5 * Math.log(strike / forward) ** 2;

export function contextOf(changes: Partial<ChainContext> = {}): ChainContext {
  return {
    now: NOW,
    expiryInstant: EXPIRY,
    sessionClose: CLOSE,
    spot: 24000,
    future: null,
    isCommodity: false,
    previousForward: Number.NaN,
    near: null,
    fallbackAtmIv: Number.NaN,
    rate: 0,
    tickSize: 0.05,
    roundStep: 100,
    strikeStep: 50,
    ...changes,
  };
}

/** One live two-sided book around `price`, traded a second ago. */
export function quote(side: SideColumns, row: number, price: number, now = NOW): void {
  side.bid[row] = price - 0.02;
  side.ask[row] = price + 0.02;
  side.ltp[row] = price;
  side.lastTradeTime[row] = now - 1000;
}

/** A row with no book that never traded. */
export function silence(side: SideColumns, row: number): void {
  side.bid[row] = side.ask[row] = side.ltp[row] = side.lastTradeTime[row] = 0;
}

/** A chain priced off `smile` around a forward, every option live and liquid. */
export function pricedChain(
  options: { forward?: number; first?: number; step?: number; count?: number; context?: ChainContext } = {},
): ChainColumns {
  const { forward = 24060, first = 23000, step = 50, count = 43, context = contextOf() } = options;
  const chain = createChainColumns(count);
  const years = yearsToExpiry(context.now, context.expiryInstant);
  chain.count = count;
  for (let i = 0; i < count; i++) {
    const strike = first + step * i;
    chain.strikes[i] = strike;
    for (const [type, side] of [["CE", chain.call] as const, ["PE", chain.put] as const]) {
      const price = blackPrice(type, forward, strike, years, smile(strike, forward), context.rate);
      quote(side, i, price, context.now);
      side.oi[i] = 65 * (100 + ((i * 37) % 101));
      side.volume[i] = 650;
    }
  }
  return chain;
}

import { EXCHANGES, type Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { nextMarketChange, sessionsOn } from "#domain/calendar/market-sessions.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { type MarketTable, ROW_WORDS } from "../market-table.ts";

/**
 * Minutes before options trade, an opening auction tells what spot and the month's future will open at. Beside options of
 * the day before these make no market: every volatility between them is wrong. Who is late is given one market, so what an
 * auction tells is kept back until the opening is due, and the late market is of the day before until then.
 */
export interface OpeningAuctions {
  /** By exchange that is in its pre-open: since when, epoch ms. Null when none is, which is nearly always. */
  at(marketTime: number): ReadonlyMap<Exchange, number> | null;
}

export function createOpeningAuctions(): OpeningAuctions {
  let until = -Infinity;
  let found: ReadonlyMap<Exchange, number> | null = null;
  return {
    at(marketTime) {
      if (marketTime < until) return found;
      const begun = begunBy(marketTime);
      found = begun.size > 0 ? begun : null;
      until = nextMarketChange(marketTime);
      return found;
    },
  };
}

function begunBy(marketTime: number): Map<Exchange, number> {
  const begun = new Map<Exchange, number>();
  for (const exchange of EXCHANGES) {
    const session = sessionsOn(exchange, istDate(marketTime)).find(
      ({ open, close }) => marketTime >= open && marketTime < close,
    );
    if (session?.phase === "pre_open") begun.set(exchange, session.open);
  }
  return begun;
}

/** Whether a row says what an auction told. What was heard before the auction began is of the day before. */
export function isOfAuction(
  { words, universe }: MarketTable,
  row: number,
  begun: ReadonlyMap<Exchange, number>,
): boolean {
  const since = begun.get(universe.instruments[row]!.exchange);
  if (since === undefined) return false;
  const at = row * ROW_WORDS;
  const stamp = Math.max(words[at + WORD.exchangeTime]! >>> 0, words[at + WORD.lastTradeTime]! >>> 0);
  return stamp * 1000 >= since;
}

/** The instant itself or, in a pre-open, the beginning of it. */
export function beforeAuctions(marketTime: number): number {
  return Math.min(marketTime, ...begunBy(marketTime).values());
}

/**
 * Where a market that can run ahead is opened so that its late side has something to show at once: `lead` before `at`, both
 * in market time, and not after an auction whose figures the late side may not have yet.
 */
export function startWithLead(at: number, lead: number, sessions: boolean): number {
  return lead > 0 && sessions ? beforeAuctions(at - lead) : at - lead;
}

import type { Exchange } from "../calendar/exchange.ts";
import { istDate } from "../calendar/ist.ts";
import {
  isTradingDay,
  type MarketStatus,
  marketStatus,
  previousTradingDay,
  sessionClose,
  sessionOpen,
} from "../calendar/market-sessions.ts";
import type { Underlying } from "../instruments/types.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { CHAIN_STATES, type ChainState } from "./flags.ts";

/** Position of a state in `CHAIN_STATES`: its number on the wire. */
export function stateNumber(state: ChainState): number {
  return CHAIN_STATES.indexOf(state);
}

/** How the market of an underlying stands; spot_closed: its cash market has ended for the day, its derivatives trade on. */
export type UnderlyingState = "live" | "before_open" | "spot_auction" | "spot_closed" | "closed";

/** What the calendar says, remembered until it changes: chains ask many times a second. */
export interface MarketStates {
  /** State of an underlying's market, leaving aside its chain: expiry and missing prices are the chain's own. */
  of(underlying: Pick<Underlying, "kind" | "exchange" | "derivativeExchange">, now: number): UnderlyingState;
  /**
   * End of the session that the exchange's present quotes belong to, epoch ms: today's once it has opened, else the
   * last day's. Infinity when sessions are ignored, so that ages are always measured against now.
   */
  quotesUntil(exchange: Exchange, now: number): number;
  /** Start of continuous trading of that session, epoch ms. -Infinity when sessions are ignored. */
  quotesFrom(exchange: Exchange, now: number): number;
}

interface Remembered {
  until: number;
  status: MarketStatus["status"];
  phase: MarketStatus["phase"];
  open: number;
  close: number;
}

/** The day that the exchange's present quotes are of. */
function dayOfQuotes(exchange: Exchange, now: number): IsoDate {
  const today = istDate(now);
  const isToday = isTradingDay(exchange, today) && now >= sessionOpen(exchange, today);
  return isToday ? today : previousTradingDay(exchange, today);
}

/** @param sessions false when the calendar is ignored: everything is live, always */
export function createMarketStates(sessions: boolean): MarketStates {
  const memory = new Map<Exchange, Remembered>();

  function look(exchange: Exchange, now: number): Remembered {
    const known = memory.get(exchange);
    if (known !== undefined && now < known.until) return known;
    const { status, phase, nextChangeAt } = marketStatus(exchange, now);
    const day = dayOfQuotes(exchange, now);
    const fresh = {
      until: nextChangeAt,
      status,
      phase,
      open: sessionOpen(exchange, day),
      close: sessionClose(exchange, day),
    };
    memory.set(exchange, fresh);
    return fresh;
  }

  return {
    of(underlying, now) {
      if (!sessions) return "live";
      const derivatives = look(underlying.derivativeExchange, now);
      if (derivatives.status === "before_open") return "before_open";
      if (derivatives.status !== "open") return "closed";
      // Index and share prices stand still in the closing auction, and print once at its end.
      if (underlying.kind !== "index" && underlying.kind !== "stock") return "live";
      const cash = look(underlying.exchange, now);
      if (cash.status === "after_close") return "spot_closed";
      return cash.status === "open" && cash.phase === "continuous" ? "live" : "spot_auction";
    },
    quotesUntil: (exchange, now) => (sessions ? look(exchange, now).close : Infinity),
    quotesFrom: (exchange, now) => (sessions ? look(exchange, now).open : -Infinity),
  };
}

/** How the margin changes as the next expiry comes near, with prices and volatilities as they are. */

import { istDate } from "../calendar/ist.ts";
import { nextTradingDay, previousTradingDay, sessionOpen } from "../calendar/market-sessions.ts";
import type { StrategyKernel } from "../pricing/strategy-kernel-port.ts";
import type { StrategyMarket } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { type MarginBook, type MarginInputs, marginBook, marginOf } from "./margin.ts";

interface MarginOnDay {
  readonly date: IsoDate;
  /** Trading days to the expiry, 0 on its day; -1 for the first day after it, when its legs are gone. */
  readonly daysToExpiry: number;
  readonly span: number;
  readonly exposure: number;
  readonly additional: number;
  readonly marginRequired: number;
}

/** The last days on which margins change by rule: delivery margins begin on E-4. */
const DAYS_BEFORE = 4;

/** The market at a later moment: the basis of each expiry decays as in quant.md §9, on MCX it stays. */
function marketAt(market: StrategyMarket, at: number): StrategyMarket {
  const expiries = market.expiries
    .filter(({ expiryInstant }) => expiryInstant > at)
    .map((each) => {
      const left = (each.expiryInstant - at) / (each.expiryInstant - market.now);
      const isDecaying = market.kind !== "commodity" && market.spot > 0 && each.forward > 0;
      return isDecaying ? { ...each, forward: market.spot + (each.forward - market.spot) * left } : each;
    });
  return { ...market, now: at, expiries };
}

/** Of what is open: a contract that is closed has no days to come. */
function nearestExpiry({ positions }: MarginBook): IsoDate | null {
  let nearest: IsoDate | null = null;
  for (const { contract, quantity } of positions) {
    const { expiry } = contract;
    if (quantity !== 0 && expiry !== null && (nearest === null || expiry < nearest)) nearest = expiry;
  }
  return nearest;
}

/** Trading days from E-4 to E that are still to come, today among them, and the first one after E. */
function daysAround(expiry: IsoDate, today: IsoDate, exchange: StrategyMarket["derivativeExchange"]) {
  const days: { date: IsoDate; daysToExpiry: number }[] = [];
  let date = expiry;
  for (let before = 0; before <= DAYS_BEFORE && date >= today; before++) {
    days.unshift({ date, daysToExpiry: before });
    date = previousTradingDay(exchange, date);
  }
  days.push({ date: nextTradingDay(exchange, expiry), daysToExpiry: -1 });
  return days;
}

/** By day around the nearest expiry of what is open, each at its market's opening (today: now); empty where nothing is. */
export function marginTimeline(inputs: MarginInputs, kernel: StrategyKernel): MarginOnDay[] {
  const { market } = inputs;
  const expiry = nearestExpiry(marginBook(inputs, kernel));
  if (expiry === null) return [];
  const today = istDate(market.now);
  return daysAround(expiry, today, market.derivativeExchange).map(({ date, daysToExpiry }) => {
    const at =
      date === today ? market.now : Math.max(market.now, sessionOpen(market.derivativeExchange, date));
    const book = marginBook({ ...inputs, market: marketAt(market, at) }, kernel);
    const { span, exposure, additional, marginRequired } = marginOf(book);
    return { date, daysToExpiry, span, exposure, additional, marginRequired };
  });
}

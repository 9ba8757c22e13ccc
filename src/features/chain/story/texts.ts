import type { LiquidityWarning } from "#domain/chain/flags.ts";
import type { PriceKind } from "#domain/pricing/usable-price.ts";
import type { IvSource } from "#protocol/frames/cell-story.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

const kinds: Readonly<Record<PriceKind, string>> = {
  middle: "middle of bid and ask",
  last: "last trade",
  bid: "bid",
  ask: "ask",
  none: "none: no quote on both sides and no fresh trade",
};

const ivSources: Readonly<Record<IvSource, string>> = {
  own: "of a price of this strike",
  neighbours: "between other strikes' IVs",
  feed: "as the server solved it",
  none: "none",
};

const liquidity: Readonly<Record<LiquidityWarning, string>> = {
  WIDE_SPREAD: "Wide spread: bid and ask are far apart",
  NO_ASK: "Nothing is offered for sale",
  NO_BID: "Nothing is bid",
  NO_QUOTES: "No bid and no ask",
  CROSSED: "Crossed: the bid is above the ask",
  STALE_LTP: "Last trade more than 15 minutes ago",
  NO_VOLUME: "No trade today",
  NO_OI: "No open interest",
  ODD_STRIKE: "A strike between the round ones, traded less",
};

/** How a cell of the chain came to be, beside what its heading tells of every cell under it; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    title: (contract: string, column: string) => `${contract} ${column}`,
    contracts: {
      call: (strike: string) => `${strike} CE`,
      put: (strike: string) => `${strike} PE`,
      centre: (strike: string) => strike,
    },
    /** Leads to what can be done with the row. */
    more: (strike: string) => `More of strike ${strike}`,
    valued: (title: string, value: string) => `${title}: ${value}`,
    labels: {
      price: "Price",
      callPrice: "Call price",
      putPrice: "Put price",
      bid: "Bid",
      ask: "Ask",
      ltp: "Last price",
      previousClose: "Previous close",
      callClose: "Call's previous close",
      putClose: "Put's previous close",
      oi: "OI, units",
      previousOi: "OI at the previous close",
      volume: "Volume, units",
      callOi: "Call OI",
      putOi: "Put OI",
      forward: "Forward",
      spot: "Spot",
      atmStrike: "ATM strike",
      time: "T",
      rate: "Rate",
      iv: "IV",
      previousIv: "IV at the previous close",
      ofLot: "Of a lot: times",
      ages: "Quote, trade",
      callAges: "Call quote, trade",
      putAges: "Put quote, trade",
    },
    priced: (price: string, kind: PriceKind) => (kind === "none" ? kinds.none : `${price}, ${kinds[kind]}`),
    time: (days: string, years: string) => `${days} days (${years} years)`,
    percent: (figure: string) => `${figure} %`,
    iv: (figure: string, source: IvSource) =>
      source === "none" ? ivSources.none : `${figure} %, ${ivSources[source]}`,
    /** How long ago each was. */
    ages: (quote: string, trade: string) => `${quote}, ${trade}`,
    age: {
      seconds: (count: string) => `${count} s ago`,
      minutes: (count: string) => `${count} min ago`,
      hours: (count: string) => `${count} h ago`,
      days: (count: string) => `${count} days ago`,
      never: "never",
      unknown: "not known",
    },
    liquidity,
    of: { call: (warning: string) => `Call: ${warning}`, put: (warning: string) => `Put: ${warning}` },
    /** Why a strike has no IV of its own, by its number; 0 is none. */
    ivReasons: [
      null,
      "No IV of its own: the price is below intrinsic value",
      "No IV of its own: the price is above any that a volatility gives",
      "No IV: the expiry is over",
      "No IV of its own: it has no price to solve",
    ],
    staleTimeValue: "Below intrinsic value: the quote is older than the forward",
    ivSuspect: "IV below 1 % or above 500 %: more likely a stray quote",
    popFromAtm: "By the at-the-money IV alone: the quotes carry no smile",
    noContract: "The strike has no contract on this side",
    settled: "The payoff of this expiry is fixed; its contracts trade until their last minute",
    expired: "This expiry has ended: its figures stay as they were last",
  },
});

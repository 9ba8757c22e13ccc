import type { LiquidityWarning } from "#domain/chain/flags.ts";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import type { PriceKind } from "#domain/pricing/usable-price.ts";
import type { IvSource } from "#protocol/frames/cell-story.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

const formulas: Readonly<Record<ChainColumn["id"], string>> = {
  ltp: "Price of the last trade; beside it the change since the previous close, in percent of that close",
  change: "Last price less the previous close",
  changePct: "Last price less the previous close, in percent of the latter",
  oi: "Contracts open by the newest quote, in units of the underlying",
  oiChange: "Open interest less that at the previous close",
  oiChangePct: "Open interest less that at the previous close, in percent of the latter",
  volume: "Units traded today",
  delta: "Change of the price with the forward: Black-76 on the expiry's own forward",
  theta: "Loss a day at the same spot and IV: Black-76 on the expiry's own forward",
  decay:
    "Loss until tomorrow at this minute, or until expiry where that is earlier, at the same spot and IV; never more than its price has above intrinsic",
  bid: "Highest price that a buyer offers",
  ask: "Lowest price that a seller asks",
  timeValue: "Price less intrinsic value",
  intrinsic: "What exercise would bring at the forward; never below 0",
  intrinsicSpot: "What exercise would bring at spot; never below 0",
  breakevenPct: "Distance of the breakeven from spot, in percent of spot",
  breakeven: "Strike plus the price of a call, or less that of a put",
  pop: "Chance that expiry is beyond the buyer's breakeven: risk-neutral, by the smile of this expiry",
  popSeller: "Chance that expiry is within the seller's breakeven: risk-neutral, by the smile of this expiry",
  strike: "Price at which the contracts of this row are exercised",
  iv: "Volatility at which Black-76 on the expiry's own forward gives the out-of-the-money option its price",
  ivChange: "IV less that at the previous close, in points",
  gamma: "Change of delta with the forward: Black-76 on the expiry's own forward",
  vega: "Change of the price with a point of IV: Black-76 on the expiry's own forward",
  pcr: "Put OI over call OI of this strike",
  straddle: "Price of the call plus price of the put",
  straddleChange: "Price of the call plus price of the put, less both at the previous close",
  straddleChangePct:
    "Price of the call plus price of the put, less both at the previous close, in percent of the latter",
  impliedMove: "Price of the call plus price of the put, in percent of the forward",
  straddleLower: "Strike less the price of the call and that of the put; below it the buyer of both gains",
  straddleUpper: "Strike plus the price of the call and that of the put; above it the buyer of both gains",
  totalOi: "OI of the call plus OI of the put, in units of the underlying",
  netDelta: "Delta of the call plus delta of the put: Black-76 on the expiry's own forward",
  netGamma:
    "Gamma of the call plus gamma of the put, which are the same: Black-76 on the expiry's own forward",
  netTheta: "Loss a day of the call plus that of the put: Black-76 on the expiry's own forward",
  netVega: "Vega of the call plus vega of the put, which are the same: Black-76 on the expiry's own forward",
};

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

/** How a cell of the chain came to be; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    title: (contract: string, column: string) => `${contract} ${column}`,
    contracts: {
      call: (strike: string) => `${strike} CE`,
      put: (strike: string) => `${strike} PE`,
      centre: (strike: string) => strike,
    },
    valued: (title: string, value: string) => `${title}: ${value}`,
    formulas,
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

/** A strategy in the figures that it is adjusted by, of now and of the whole position (rule STRAT-39). */

import { istDate } from "../../calendar/ist.ts";
import { chargesOfLegs } from "../../charges/of-legs.ts";
import { marginBook, marginOf } from "../../margin/margin.ts";
import { legGreeks } from "../leg-value.ts";
import type { Leg, StrategyOptions } from "../model.ts";
import { standingLegs } from "../standing.ts";
import { summarise } from "../summarise.ts";
import type { StrategyGreeks } from "../summary-types.ts";
import { type AdjustWorld, isAlive } from "./world.ts";

/** NaN unknown; `maxProfit` and `maxLoss` are ±Infinity where they have no end. */
export interface AdjustFigures extends StrategyGreeks {
  /** What its options would fetch, rupees; below 0 what it would cost to buy the sold ones back. */
  readonly price: number;
  /** Estimated by the rules of the clearing corporation (quant.md §10), rupees. */
  readonly margin: number;
  /** To enter at its prices and to leave at those of now, rupees. */
  readonly charges: number;
  /** Whether these three are after charges of entering and of holding to expiry, as the strategy is looked at (rule STRAT-32). */
  readonly isNet: boolean;
  readonly maxProfit: number;
  readonly maxLoss: number;
  readonly pop: number;
}

const asOfNow = (options: StrategyOptions): StrategyOptions => ({
  ...options,
  charges: options.charges?.wantsNet === true ? options.charges : null,
  targetPrice: null,
  targetTime: null,
  targetInterval: null,
  wantsPayoffChart: false,
  wantsPayoffTable: false,
  wantsTradeDetails: false,
  multiplyByLotSize: true,
  multiplyByLots: true,
});

/** NaN while a leg cannot be valued: the margin of the others is not the margin of the strategy. */
export function marginNow(legs: readonly Leg[], world: AdjustWorld): number {
  const { market, dailyVolatility, previousClose, kernel } = world;
  const book = marginBook({ legs, market, dailyVolatility, previousClose }, kernel);
  return book.unvalued.length === 0 ? marginOf(book).marginRequired : Number.NaN;
}

/** Units of the underlying, q m Δ; 0 of what does not count. */
export function deltaOf(leg: Leg, { market, options }: Pick<AdjustWorld, "market" | "options">): number {
  if (!isAlive(leg, market.now)) return 0;
  const [standing] = standingLegs([leg], market, options.ivOffset);
  return standing!.units * legGreeks(standing!, market, market.now, market.spot).delta;
}

function chargesNow(legs: readonly Leg[], { market, broker, options }: AdjustWorld): number {
  const trades = legs.filter((leg) => leg.kind === "trade" && isAlive(leg, market.now));
  if (trades.length === 0) return 0;
  const priced = standingLegs(trades, market, options.ivOffset, options.entry);
  return chargesOfLegs(priced, { market, broker, date: istDate(market.now) })?.total.total ?? Number.NaN;
}

export function adjustFigures(legs: readonly Leg[], world: AdjustWorld): AdjustFigures {
  const { market, options, kernel } = world;
  const { greeks, net, ...gross } = summarise(legs, market, asOfNow(options), kernel);
  const { maxProfit, maxLoss, pop } = net ?? gross;
  const worth = standingLegs(legs, market, options.ivOffset)
    .filter((each) => each.counts && each.isOption && !each.isExpired)
    .reduce((sum, { units, price }) => sum + units * price, 0);
  return {
    price: worth,
    ...greeks,
    margin: marginNow(legs, world),
    charges: chargesNow(legs, world),
    isNet: net !== null,
    maxProfit,
    maxLoss,
    pop,
  };
}

/** Why an action comes to nothing, so that a field can say so and keep its last good value (rules ANZ-6 and ANZ-7). */

import { adjusted } from "../adjust/adjustment.ts";
import { isSlippage, MOST_SLIPPAGE_TICKS } from "../entry.ts";
import { changeExpiry, tradeOf } from "../legs/change.ts";
import { stepStrike } from "../legs/change-strike.ts";
import { scaleLots } from "../legs/lots.ts";
import { shiftLegs } from "../legs/shift.ts";
import type { AnalyzerAction, AnalyzerContext } from "./actions.ts";
import { isKnown } from "./analyzer-legs.ts";
import {
  isDistance,
  isInstant,
  isInterval,
  isIv,
  isIvOffset,
  isMultiplier,
  isPnl,
  isPrice,
  isSdDays,
  isUnits,
  MOST_LEGS,
} from "./bounds.ts";
import { isMixAllowed } from "./figures.ts";
import type { AnalyzerInstance } from "./model.ts";
import type { ActionOf } from "./rule.ts";

/** For people. */
export const REFUSALS = {
  PRICE: "A price is a number, 0 or more",
  QUANTITY: "A quantity is a whole number, 1 or more",
  MULTIPLIER: "The multiplier is a whole number, 1 or more",
  TOO_LARGE: "So many units cannot be traded",
  IV: "An IV is a number, 0 or more",
  IV_OFFSET: "The offset is a number of volatility points",
  TARGET_PRICE: "A target price is a number, 0 or more",
  TARGET_TIME: "The target date is not a date",
  INTERVAL: "The interval is above 0 and at most 100 %",
  PNL: "A P&L is an amount in rupees",
  SLIPPAGE: `Slippage is a whole number of ticks, 0 to ${MOST_SLIPPAGE_TICKS}`,
  SD_DAYS: "Days of a standard deviation are a whole number, 1 to 3,650",
  ZOOM: "The lower price is below the upper one",
  DISTANCE: "Strikes are moved by an amount in rupees",
  NO_LEG: "This leg is not there any more",
  POSITION: "A position is changed by trading, not here",
  NO_INSTRUMENTS: "The list of instruments is not here yet",
  NOT_LISTED: "This contract is not listed",
  DUPLICATE: "Another leg holds this contract",
  NO_OTHER_TYPE: "Only calls and puts can be swapped",
  NO_STRIKE: "There is no free strike further on",
  NO_ROOM: "Not every leg can move that way",
  TOO_MANY_LEGS: `A strategy has at most ${MOST_LEGS} trades`,
  PRODUCT_MIX:
    "Positions of these products cannot be analysed together: choose NRML, MIS, CNC, or NRML with CNC",
} as const;
export type Refusal = keyof typeof REFUSALS;

const unless = (isGood: boolean, refusal: Refusal): Refusal | null => (isGood ? null : refusal);

/** A figure that is none, which nothing may be made of whatever the strategy. */
export function figureRefusal(action: AnalyzerAction): Refusal | null {
  switch (action.type) {
    case "add-leg": {
      const { quantity, entryPrice } = action.deal;
      return (
        unless(isUnits(quantity), "QUANTITY") ?? unless(entryPrice === null || isPrice(entryPrice), "PRICE")
      );
    }
    case "set-entry-price":
      return unless(action.price === null || isPrice(action.price), "PRICE");
    case "set-entry-pricing":
      return unless(isSlippage(action.pricing.slippageTicks), "SLIPPAGE");
    case "set-quantity":
      return unless(isUnits(action.units), "QUANTITY");
    case "load-preset":
      return unless(isUnits(action.lots), "QUANTITY");
    case "set-lot-multiplier":
      return unless(isMultiplier(action.multiplier), "MULTIPLIER");
    case "set-strike":
      return unless(isPrice(action.strike), "PRICE");
    case "drag-strikes":
      return unless(isDistance(action.by), "DISTANCE");
    case "set-strike-iv":
      return unless(action.iv === null || isIv(action.iv), "IV") ?? unless(isPrice(action.strike), "PRICE");
    case "set-iv-offset":
      return unless(isIvOffset(action.points), "IV_OFFSET");
    case "set-target-price":
      return unless(action.price === null || isPrice(action.price), "TARGET_PRICE");
    case "set-target-time":
      return unless(action.time === null || isInstant(action.time), "TARGET_TIME");
    case "set-target":
      return (
        unless(action.price === null || isPrice(action.price), "TARGET_PRICE") ??
        unless(action.time === null || isInstant(action.time), "TARGET_TIME")
      );
    case "set-target-interval":
      return unless(action.interval === null || isInterval(action.interval), "INTERVAL");
    case "set-manual-pnl":
      return unless(isPnl(action.pnl), "PNL");
    case "set-zoom": {
      const { zoom } = action;
      const isRange =
        zoom.kind !== "CustomZoomIn" || (isPrice(zoom.min) && isPrice(zoom.max) && zoom.min < zoom.max);
      return unless(isRange, "ZOOM");
    }
    case "set-settings":
      return unless(
        action.settings.sdFixedDays === undefined || isSdDays(action.settings.sdFixedDays),
        "SD_DAYS",
      );
    case "load-positions":
      return unless(isMixAllowed(action.positions), "PRODUCT_MIX");
    default:
      return null;
  }
}

/** An added leg that there is no contract or no room for. */
export function addRefusal(
  { legs }: AnalyzerInstance,
  { contract }: ActionOf<"add-leg">,
  context: AnalyzerContext,
): Refusal | null {
  if (context.contracts !== null && !isKnown(contract, context)) return "NOT_LISTED";
  return unless(legs.length < MOST_LEGS || tradeOf(legs, contract.token) !== undefined, "TOO_MANY_LEGS");
}

/** A change of several trades that cannot be made whole. */
export function adjustRefusal(
  { legs, positions }: AnalyzerInstance,
  { adjustment }: ActionOf<"adjust">,
  context: AnalyzerContext,
): Refusal | null {
  const { moves, quantities, adds } = adjustment;
  const ids = [...moves, ...quantities].map(({ id }) => id);
  if (ids.some((id) => positions.some((each) => each.id === id))) return "POSITION";
  if (ids.some((id) => legs.every((leg) => leg.id !== id))) return "NO_LEG";
  if (context.contracts !== null && ![...moves, ...adds].every(({ contract }) => isKnown(contract, context)))
    return "NOT_LISTED";
  const isTraded = ({ quantity }: { readonly quantity: number }) => isUnits(Math.abs(quantity));
  if (![...adds, ...quantities.filter(({ quantity }) => quantity !== 0)].every(isTraded)) return "QUANTITY";
  const after = adjusted(legs, adjustment, () => "");
  if (!after.every(isTraded)) return "TOO_LARGE";
  if (after.length > MOST_LEGS) return "TOO_MANY_LEGS";
  return unless(after !== legs || ids.length + adds.length === 0, "DUPLICATE");
}

/** Actions that look for another contract: they wait until instruments are known. */
export function needsContracts({ type }: AnalyzerAction): boolean {
  return CONTRACT_ACTIONS.has(type);
}

const CONTRACT_ACTIONS: ReadonlySet<AnalyzerAction["type"]> = new Set([
  "set-expiry",
  "set-strike",
  "step-strike",
  "swap-type",
  "shift-legs",
  "drag-strikes",
  "initialize-legs",
]);

/** Of an action on one leg that is no trade; null for trades and all other actions. */
function legRefusal({ legs, positions }: AnalyzerInstance, action: AnalyzerAction): Refusal | null {
  if (!("id" in action) || legs.some(({ id }) => id === action.id)) return null;
  const isPosition = positions.some(({ id }) => id === action.id);
  return isPosition ? unless(action.type === "toggle-leg", "POSITION") : "NO_LEG";
}

function contractRefusal(
  { legs }: AnalyzerInstance,
  action: AnalyzerAction,
  { contracts }: AnalyzerContext,
): Refusal | null {
  if (contracts === null) return unless(!needsContracts(action), "NO_INSTRUMENTS");
  const leg = "id" in action ? legs.find(({ id }) => id === action.id) : undefined;
  switch (action.type) {
    case "set-expiry": {
      if (leg === undefined || leg.expiry === action.expiry) return null;
      const isListed = [contracts.strikes("CE", action.expiry), contracts.strikes("PE", action.expiry)].some(
        (all) => all.length > 0,
      );
      if (leg.type === "FUT" ? contracts.future(action.expiry) === null : !isListed) return "NOT_LISTED";
      return unless(changeExpiry(legs, action.id, action.expiry, contracts) !== legs, "DUPLICATE");
    }
    case "swap-type": {
      if (leg === undefined || leg.expiry === null || (leg.type !== "CE" && leg.type !== "PE"))
        return "NO_OTHER_TYPE";
      const other = contracts.option(leg.type === "CE" ? "PE" : "CE", leg.expiry, leg.strike);
      return other === null ? "NOT_LISTED" : unless(tradeOf(legs, other.token) === undefined, "DUPLICATE");
    }
    case "step-strike":
      return unless(stepStrike(legs, action.id, action.direction, contracts) !== legs, "NO_STRIKE");
    case "shift-legs":
      return unless(shiftLegs(legs, action.shift, contracts) !== legs, "NO_ROOM");
    default:
      return null;
  }
}

function sizeRefusal({ legs, lotMultiplier }: AnalyzerInstance, action: AnalyzerAction): Refusal | null {
  if (action.type === "load-trades") return unless(action.trades.length <= MOST_LEGS, "TOO_MANY_LEGS");
  if (action.type === "load-preset") {
    const most = Math.max(
      1,
      ...action.placed.map(({ lots, contract }) => lots * action.lots * contract.lotSize),
    );
    return unless(isUnits(most), "TOO_LARGE");
  }
  if (action.type !== "set-lot-multiplier" || legs.length === 0) return null;
  const scaled = scaleLots(legs, action.multiplier, lotMultiplier);
  const isScaled = action.multiplier === lotMultiplier || scaled !== legs;
  return unless(isScaled && scaled.every(({ quantity }) => isUnits(Math.abs(quantity))), "TOO_LARGE");
}

/** Why `reduce` would make nothing of an action; null where it takes it, even when nothing becomes different. */
export function refusalOf(
  instance: AnalyzerInstance,
  action: AnalyzerAction,
  context: AnalyzerContext,
): Refusal | null {
  return (
    figureRefusal(action) ??
    legRefusal(instance, action) ??
    (action.type === "add-leg" ? addRefusal(instance, action, context) : null) ??
    (action.type === "adjust" ? adjustRefusal(instance, action, context) : null) ??
    contractRefusal(instance, action, context) ??
    sizeRefusal(instance, action)
  );
}

import type { LegType, TradeAction } from "../model.ts";
import { type MarketView, PRESETS, type PresetName } from "./names.ts";

/** One leg of a ready-made strategy. */
export interface PresetLeg {
  readonly action: TradeAction;
  readonly type: Exclude<LegType, "EQ">;
  /** Rungs from the middle, above 0 upwards; of a future nothing. */
  readonly rung: number;
  /** Lots for each lot of the strategy. */
  readonly lots: number;
  /** Expiry: the chosen one, or the next after it. */
  readonly term: "near" | "far";
}

interface Preset {
  readonly name: PresetName;
  readonly label: string;
  /** One sentence that helps the trader to choose. */
  readonly description: string;
  /** Never empty; the first is where it belongs most. */
  readonly views: readonly MarketView[];
  /** Distance of one rung in standard deviations of the expiry (see `rungs.ts`). */
  readonly rungSd: number;
  readonly legs: readonly PresetLeg[];
}

function leg(action: TradeAction, type: "CE" | "PE", rung: number, lots = 1): PresetLeg {
  return { action, type, rung, lots, term: "near" };
}

const future = (action: TradeAction): PresetLeg => ({ ...leg(action, "CE", 0), type: "FUT" });
const buyCall = (rung: number, lots = 1): PresetLeg => leg("BUY", "CE", rung, lots);
const sellCall = (rung: number, lots = 1): PresetLeg => leg("SELL", "CE", rung, lots);
const buyPut = (rung: number, lots = 1): PresetLeg => leg("BUY", "PE", rung, lots);
const sellPut = (rung: number, lots = 1): PresetLeg => leg("SELL", "PE", rung, lots);
const far = (near: PresetLeg): PresetLeg => ({ ...near, term: "far" });

type Row = readonly [
  label: string,
  views: readonly MarketView[],
  rungSd: number,
  legs: readonly PresetLeg[],
  description: string,
];

/*
 * Distances. Half a standard deviation keeps the legs of a spread where the volume is and still leaves something between
 * them; a short strangle and the body of an iron condor stand one away, which the expiry stays within two times out of
 * three. A batman sells at three quarters and buys at a half: 2 × 0.131 sd of premium for 0.198, so its middle does not
 * lose (Bachelier's price of an option k sd away is n(k) - k N(-k) sd). A jade lizard takes 0.198 for the put and 0.198 -
 * 0.131 for the spread, more than the quarter sd between its strikes: it cannot lose above.
 */
const ROWS: Readonly<Record<PresetName, Row>> = {
  BUY_CALL: [
    "Buy Call",
    ["ABOVE"],
    0,
    [buyCall(0)],
    "Gains when the price rises well; loses at most the premium.",
  ],
  SELL_PUT: [
    "Sell Put",
    ["NOT_BELOW"],
    0,
    [sellPut(0)],
    "Keeps the premium unless the price falls; a large fall costs much.",
  ],
  BUY_CALL_SPREAD: [
    "Buy Call Spread",
    ["ABOVE"],
    0.5,
    [buyCall(0), sellCall(1)],
    "Gains from a moderate rise, for less than a call costs; both ends are limited.",
  ],
  SELL_PUT_SPREAD: [
    "Sell Put Spread",
    ["NOT_BELOW"],
    0.5,
    [sellPut(0), buyPut(-1)],
    "Keeps the credit unless the price falls; both ends are limited.",
  ],
  CALL_RATIO_BACK_SPREAD: [
    "Call Ratio Back Spread",
    ["ABOVE"],
    0.5,
    [sellCall(0), buyCall(1, 2)],
    "Gains without limit from a large rise; loses most when the rise is small.",
  ],
  LONG_CALENDAR_WITH_CALLS: [
    "Long Calendar with Calls",
    ["AROUND"],
    0,
    [sellCall(0), far(buyCall(0))],
    "Gains when the price stays near the strike while the nearer call decays.",
  ],
  BULL_CONDOR: [
    "Bull Condor",
    ["ABOVE", "BETWEEN"],
    1 / 3,
    [buyCall(0), sellCall(1), sellCall(2), buyCall(3)],
    "Gains when the price ends a little higher, within a range; little at stake.",
  ],
  BULL_BUTTERFLY: [
    "Bull Butterfly",
    ["ABOVE", "AROUND"],
    0.5,
    [buyCall(0), sellCall(1, 2), buyCall(2)],
    "Gains most when the price ends at a level a little higher; little at stake.",
  ],
  RANGE_FORWARD: [
    "Range Forward",
    ["ABOVE"],
    0.5,
    [buyCall(1), sellPut(-1)],
    "Follows a rise like a future, costs next to nothing, and is still in between.",
  ],
  BUY_FUTURE: ["Buy Future", ["ABOVE"], 0, [future("BUY")], "Gains and loses a rupee a unit with the price."],
  LONG_SYNTHETIC_FUTURE: [
    "Long Synthetic Future",
    ["ABOVE"],
    0,
    [buyCall(0), sellPut(0)],
    "A bought future made of a call and a put.",
  ],
  BUY_PUT: [
    "Buy Put",
    ["BELOW"],
    0,
    [buyPut(0)],
    "Gains when the price falls well; loses at most the premium.",
  ],
  SELL_CALL: [
    "Sell Call",
    ["NOT_ABOVE"],
    0,
    [sellCall(0)],
    "Keeps the premium unless the price rises; a large rise costs without limit.",
  ],
  BUY_PUT_SPREAD: [
    "Buy Put Spread",
    ["BELOW"],
    0.5,
    [buyPut(0), sellPut(-1)],
    "Gains from a moderate fall, for less than a put costs; both ends are limited.",
  ],
  SELL_CALL_SPREAD: [
    "Sell Call Spread",
    ["NOT_ABOVE"],
    0.5,
    [sellCall(0), buyCall(1)],
    "Keeps the credit unless the price rises; both ends are limited.",
  ],
  PUT_RATIO_BACK_SPREAD: [
    "Put Ratio Back Spread",
    ["BELOW"],
    0.5,
    [sellPut(0), buyPut(-1, 2)],
    "Gains much from a large fall; loses most when the fall is small.",
  ],
  LONG_CALENDAR_WITH_PUTS: [
    "Long Calendar with Puts",
    ["AROUND"],
    0,
    [sellPut(0), far(buyPut(0))],
    "Gains when the price stays near the strike while the nearer put decays.",
  ],
  BEAR_CONDOR: [
    "Bear Condor",
    ["BELOW", "BETWEEN"],
    1 / 3,
    [buyPut(0), sellPut(-1), sellPut(-2), buyPut(-3)],
    "Gains when the price ends a little lower, within a range; little at stake.",
  ],
  BEAR_BUTTERFLY: [
    "Bear Butterfly",
    ["BELOW", "AROUND"],
    0.5,
    [buyPut(0), sellPut(-1, 2), buyPut(-2)],
    "Gains most when the price ends at a level a little lower; little at stake.",
  ],
  RISK_REVERSAL: [
    "Risk Reversal",
    ["BELOW"],
    0.5,
    [buyPut(-1), sellCall(1)],
    "Follows a fall like a sold future, costs next to nothing, and is still in between.",
  ],
  SELL_FUTURE: [
    "Sell Future",
    ["BELOW"],
    0,
    [future("SELL")],
    "Gains and loses a rupee a unit against the price.",
  ],
  SHORT_SYNTHETIC_FUTURE: [
    "Short Synthetic Future",
    ["BELOW"],
    0,
    [sellCall(0), buyPut(0)],
    "A sold future made of a call and a put.",
  ],
  SHORT_STRADDLE: [
    "Short Straddle",
    ["AROUND"],
    0,
    [sellCall(0), sellPut(0)],
    "Takes the largest premium and gains when the price stays; a large move costs without limit.",
  ],
  SHORT_STRANGLE: [
    "Short Strangle",
    ["BETWEEN"],
    1,
    [sellCall(1), sellPut(-1)],
    "Keeps the premium while the price stays between the strikes; beyond them it costs without limit.",
  ],
  SHORT_IRON_BUTTERFLY: [
    "Short Iron Butterfly",
    ["AROUND"],
    1,
    [sellCall(0), sellPut(0), buyCall(1), buyPut(-1)],
    "A short straddle whose wings limit the loss.",
  ],
  SHORT_IRON_CONDOR: [
    "Short Iron Condor",
    ["BETWEEN"],
    0.5,
    [sellCall(2), sellPut(-2), buyCall(3), buyPut(-3)],
    "A short strangle whose wings limit the loss.",
  ],
  BATMAN: [
    "Batman",
    ["BETWEEN"],
    0.25,
    [buyCall(2), sellCall(3, 2), buyPut(-2), sellPut(-3, 2)],
    "Gains most at either of two levels around the price; beyond them it costs without limit.",
  ],
  DOUBLE_PLATEAU: [
    "Double Plateau",
    ["BETWEEN"],
    1 / 3,
    [buyCall(1), sellCall(2), sellCall(3), buyCall(4), buyPut(-1), sellPut(-2), sellPut(-3), buyPut(-4)],
    "Gains on either of two ranges around the price; the loss is limited everywhere.",
  ],
  JADE_LIZARD: [
    "Jade Lizard",
    ["NOT_BELOW"],
    0.25,
    [sellPut(-2), sellCall(2), buyCall(3)],
    "Keeps the premium unless the price falls; a rise costs little or nothing.",
  ],
  REVERSE_JADE_LIZARD: [
    "Reverse Jade Lizard",
    ["NOT_ABOVE"],
    0.25,
    [sellCall(2), sellPut(-2), buyPut(-3)],
    "Keeps the premium unless the price rises; a fall costs little or nothing.",
  ],
  CALL_RATIO_SPREAD: [
    "Call Ratio Spread",
    ["AROUND"],
    0.5,
    [buyCall(0), sellCall(1, 2)],
    "Gains most a little above the price, for next to nothing; a large rise costs without limit.",
  ],
  PUT_RATIO_SPREAD: [
    "Put Ratio Spread",
    ["AROUND"],
    0.5,
    [buyPut(0), sellPut(-1, 2)],
    "Gains most a little below the price, for next to nothing; a large fall costs much.",
  ],
  LONG_STRADDLE: [
    "Long Straddle",
    ["ABOVE", "BELOW"],
    0,
    [buyCall(0), buyPut(0)],
    "Gains from a large move either way; loses most when the price stays.",
  ],
  LONG_STRANGLE: [
    "Long Strangle",
    ["ABOVE", "BELOW"],
    0.5,
    [buyCall(1), buyPut(-1)],
    "Gains from a larger move either way, for less premium than a straddle.",
  ],
  LONG_IRON_BUTTERFLY: [
    "Long Iron Butterfly",
    ["ABOVE", "BELOW"],
    1,
    [buyCall(0), buyPut(0), sellCall(1), sellPut(-1)],
    "Gains from a move either way; both gain and loss are limited.",
  ],
  LONG_IRON_CONDOR: [
    "Long Iron Condor",
    ["ABOVE", "BELOW"],
    0.5,
    [buyCall(1), buyPut(-1), sellCall(2), sellPut(-2)],
    "Gains from a larger move either way for a small premium; both ends are limited.",
  ],
  STRIP: [
    "Strip",
    ["BELOW", "ABOVE"],
    0,
    [buyCall(0), buyPut(0, 2)],
    "Gains from a large move either way, twice as much from a fall.",
  ],
  STRAP: [
    "Strap",
    ["ABOVE", "BELOW"],
    0,
    [buyCall(0, 2), buyPut(0)],
    "Gains from a large move either way, twice as much from a rise.",
  ],
};

/** What a ready-made strategy is made of. */
export function presetOf(name: PresetName): Preset {
  const [label, views, rungSd, legs, description] = ROWS[name];
  return { name, label, views, rungSd, legs, description };
}

/** The ready-made strategies of a market view, those that belong to it most first. */
export function presetsFor(view: MarketView): Preset[] {
  const all = PRESETS.map(presetOf).filter(({ views }) => views.includes(view));
  return [...all.filter(({ views }) => views[0] === view), ...all.filter(({ views }) => views[0] !== view)];
}

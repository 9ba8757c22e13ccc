/** Strategies as an address or a layout names them, before it is known what is listed. Pure. */

import type { IsoDate } from "#domain/units/iso-date.ts";
import { MOST_PREMIUM_LEGS, MOST_PREMIUM_STEPS, type PremiumReference } from "#protocol/http/chart-limits.ts";
import { BETWEEN, isDate, SYMBOL } from "../../../shared/page/address-parts.ts";

export type TradeAction = "BUY" | "SELL";

export interface WishedLeg {
  readonly action: TradeAction;
  readonly lots: number;
  readonly tradingsymbol: string;
}

/** Its strikes go with the market. */
export interface RollingWish {
  readonly kind: "rolling";
  /** null: the nearest that trades */
  readonly expiry: IsoDate | null;
  /** listed strikes away from the money, 0 a straddle */
  readonly steps: number;
  readonly reference: PremiumReference;
  readonly action: TradeAction;
}

export interface FixedWish {
  readonly kind: "fixed";
  readonly legs: readonly WishedLeg[];
}

export type Wish = RollingWish | FixedWish;

/** What of a strategy cannot be had; the strategy is left out whole, since without a leg it is another one. */
export type Amiss =
  | { readonly is: "unreadable"; readonly what: string }
  | { readonly is: "legs"; readonly count: number }
  | { readonly is: "lots"; readonly what: string; readonly tradingsymbol: string }
  | { readonly is: "twice"; readonly tradingsymbol: string }
  | { readonly is: "index" | "other" | "gone"; readonly tradingsymbol: string }
  | { readonly is: "expiry"; readonly expiry: IsoDate };

/** What was left out, and of which strategy as it was given, counted from 1. */
export interface LeftOut {
  readonly place: number;
  readonly amiss: Amiss | { readonly is: "strategies" };
}

/** More are a slip of the hand; ratios are what counts. */
export const MOST_LOTS = 10_000;

export const ATM_STRADDLE: RollingWish = {
  kind: "rolling",
  expiry: null,
  steps: 0,
  reference: "forward",
  action: "SELL",
};

const ROLLING = "atm";
const LEG = /^([SB])(\d{1,16})_(.+)$/;
/** Longer ones are shown no further. */
const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** "atm.2.2026-11-24.spot.buy", or "S1_NIFTY26NOV24500CE.S1_NIFTY26NOV24500PE". */
export function wishText(wish: Wish): string {
  if (wish.kind === "fixed") {
    return wish.legs
      .map(({ action, lots, tradingsymbol }) => `${action === "SELL" ? "S" : "B"}${lots}_${tradingsymbol}`)
      .join(BETWEEN);
  }
  const { steps, expiry, reference, action } = wish;
  return [
    ROLLING,
    steps > 0 ? String(steps) : "",
    expiry ?? "",
    reference === "spot" ? "spot" : "",
    action === "BUY" ? "buy" : "",
  ]
    .filter((part) => part !== "")
    .join(BETWEEN);
}

function rollingOf(text: string, parts: readonly string[]): Wish | Amiss {
  let wish = ATM_STRADDLE;
  for (const part of parts) {
    if (/^\d{1,2}$/.test(part) && Number(part) <= MOST_PREMIUM_STEPS) wish = { ...wish, steps: Number(part) };
    else if (isDate(part)) wish = { ...wish, expiry: part };
    else if (part === "spot") wish = { ...wish, reference: "spot" };
    else if (part === "buy") wish = { ...wish, action: "BUY" };
    else return { is: "unreadable", what: shown(text) };
  }
  return wish;
}

function legOf(part: string): WishedLeg | Amiss {
  const [, side, count, symbol = ""] = LEG.exec(part) ?? [];
  const tradingsymbol = symbol.toUpperCase();
  if (!SYMBOL.test(tradingsymbol)) return { is: "unreadable", what: shown(part) };
  const lots = Number(count);
  if (lots < 1 || lots > MOST_LOTS) return { is: "lots", what: count!, tradingsymbol };
  return { action: side === "S" ? "SELL" : "BUY", lots, tradingsymbol };
}

/** A strategy, or why it is none. */
export function wishOf(text: string): Wish | Amiss {
  const [first, ...rest] = text.split(BETWEEN);
  if (first === ROLLING) return rollingOf(text, rest);
  const parts = [first!, ...rest];
  if (parts.length > MOST_PREMIUM_LEGS) return { is: "legs", count: parts.length };
  const legs: WishedLeg[] = [];
  for (const part of parts) {
    const leg = legOf(part);
    if ("is" in leg) return leg;
    const { tradingsymbol } = leg;
    if (legs.some((each) => each.tradingsymbol === tradingsymbol)) return { is: "twice", tradingsymbol };
    legs.push(leg);
  }
  return { kind: "fixed", legs };
}

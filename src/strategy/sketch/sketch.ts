/** A small picture of what a ready-made strategy pays at its first expiry, on the strikes that are listed now. */

import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { ExpiryMarket } from "#domain/strategy/model.ts";
import type { PlacedLeg } from "#domain/strategy/presets/build.ts";

/** Outlines in a box of `WIDTH` by `HEIGHT`, y downwards, for the `d` of SVG paths. */
export interface Sketch {
  readonly line: string;
  /** What is won and what is lost: between line and zero. */
  readonly gain: string;
  readonly loss: string;
  /** y of no gain and no loss. */
  readonly zero: number;
  /** x of the forward. */
  readonly forward: number;
}

export const WIDTH = 96;
export const HEIGHT = 40;
const MARGIN = 3;
/** Standard deviations on either side of the forward. */
const REACH = 2.2;
const POINTS = 49;

type Expiry = Pick<ExpiryMarket, "expiry" | "expiryInstant" | "forward" | "atmIv">;

/** What a picture is drawn of. */
export interface SketchMarket {
  readonly now: number;
  readonly expiries: readonly Expiry[];
}

type Point = readonly [price: number, pnl: number];

/** P&L of one leg when the nearest expiry's forward stands at a price; every forward has moved as far. */
function legPnl({ contract, action, lots }: PlacedLeg, near: Expiry, market: SketchMarket) {
  const { type, strike, expiry, lotSize, multiplier } = contract;
  const units = (action === "BUY" ? 1 : -1) * lots * lotSize * multiplier;
  const own = market.expiries.find((each) => each.expiry === expiry) ?? near;
  if (type === "FUT" || type === "EQ") return (price: number) => units * (price - near.forward);
  const value = (at: number, move: number) =>
    blackPrice(type, own.forward + move, strike, yearsToExpiry(at, own.expiryInstant), own.atmIv, 0);
  const entry = value(market.now, 0);
  return (price: number) => units * (value(near.expiryInstant, price - near.forward) - entry);
}

function curve(placed: readonly PlacedLeg[], near: Expiry, market: SketchMarket): Point[] {
  const years = yearsToExpiry(market.now, near.expiryInstant);
  const spread = near.forward * near.atmIv * Math.sqrt(years);
  const strikes = placed.map(({ contract }) => contract.strike).filter((strike) => strike > 0);
  // Every strike is in the picture, with something on either side of it.
  const furthest = Math.max(0, ...strikes.map((strike) => Math.abs(strike - near.forward)));
  const reach = Math.max(REACH * spread, 1.35 * furthest);
  const low = Math.max(0, near.forward - reach);
  const prices = Array.from(
    { length: POINTS },
    (_, i) => low + ((near.forward + reach - low) * i) / (POINTS - 1),
  );
  const pnls = placed.map((leg) => legPnl(leg, near, market));
  return [...prices, ...strikes.filter((strike) => strike > low)]
    .sort((a, b) => a - b)
    .map((price) => [price, pnls.reduce((sum, pnl) => sum + pnl(price), 0)] as const);
}

/** The points with those between them where nothing is won or lost. */
function withCrossings(points: readonly Point[]): Point[] {
  return points.flatMap((point, i) => {
    const next = points[i + 1];
    if (next === undefined || point[1] * next[1] >= 0) return [point];
    const share = point[1] / (point[1] - next[1]);
    return [point, [point[0] + share * (next[0] - point[0]), 0] as const];
  });
}

const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * @param nearExpiry at which it is looked at
 * @returns null where there is no price to draw it of
 */
export function sketchOf(
  placed: readonly PlacedLeg[],
  nearExpiry: string,
  market: SketchMarket,
): Sketch | null {
  const near = market.expiries.find(({ expiry }) => expiry === nearExpiry);
  if (near === undefined || !(near.forward > 0) || !(near.atmIv > 0)) return null;
  return outlineOf(curve(placed, near, market), near.forward);
}

/**
 * The outlines of a curve.
 * @param curvePoints ascending by price
 * @returns null where nothing is won or lost anywhere
 */
export function outlineOf(curvePoints: readonly Point[], forward: number): Sketch | null {
  const points = withCrossings(curvePoints);
  const pnls = points.map(([, pnl]) => pnl);
  if (points.length < 2) return null;
  const [lowest, highest] = [Math.min(0, ...pnls), Math.max(0, ...pnls)];
  if (!(highest > lowest)) return null;
  const [from, to] = [points[0]![0], points.at(-1)![0]];
  const x = (price: number) => ((price - from) / (to - from)) * WIDTH;
  const y = (pnl: number) => MARGIN + ((highest - pnl) / (highest - lowest)) * (HEIGHT - 2 * MARGIN);
  const drawn = points.map(([price, pnl]) => [x(price), y(pnl)] as const);
  const zero = y(0);
  const closed = (bound: (a: number, b: number) => number) =>
    `${path([[0, zero], ...drawn.map(([at, pnl]) => [at, bound(pnl, zero)] as const), [WIDTH, zero]])}Z`;
  return {
    line: path(drawn),
    gain: closed(Math.min),
    loss: closed(Math.max),
    zero,
    forward: x(forward),
  };
}

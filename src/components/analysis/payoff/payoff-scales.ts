/** Which prices and which money the payoff shows. Pure: the plot asks these of every answer and of every zoom. */

import type { Zoom } from "#domain/strategy/analyzer/model.ts";
import type { PayoffFigures } from "../types.ts";

export interface Window {
  readonly min: number;
  readonly max: number;
}

/** What is left beside the two standard deviations and the breakevens, as a share of their span. */
const MARGIN = 0.08;
/** The near view ends on so many parts of a power of ten: a tick does not move the axis. */
const STEPS = 50;
/** No zoom shows less than this share of the whole. */
const LEAST_SHARE = 1 / 200;
const NOTHING: Window = { min: 0, max: 1 };

const isWindow = ({ min, max }: Window): boolean => Number.isFinite(min) && Number.isFinite(max) && max > min;

/** All that is known of the curves. @returns null before there are any */
export function fullWindow(payload: PayoffFigures | null): Window | null {
  const prices = payload?.payoff_prices;
  if (payload === null || prices === null || prices === undefined || prices.length < 2) return null;
  const { x_min, x_max } = payload.payoff_range;
  const range = { min: x_min ?? Number.NaN, max: x_max ?? Number.NaN };
  return isWindow(range) ? range : { min: prices[0]!, max: prices.at(-1)! };
}

/** Inside the whole, no narrower than can be read; its width is kept while it is moved inside. */
function within(full: Window, { min, max }: Window): Window {
  const whole = full.max - full.min;
  const span = Math.min(whole, Math.max(max - min, whole * LEAST_SHARE));
  const middle = (min + max) / 2;
  const from = Math.min(Math.max(middle - span / 2, full.min), full.max - span);
  return { min: from, max: from + span };
}

/** Two standard deviations, every breakeven and every strike: where the curves bend. */
function nearWindow(payload: PayoffFigures, strikes: readonly number[], full: Window): Window {
  const { lower_2, upper_2 } = payload.standard_deviation;
  const held = [lower_2, upper_2, ...payload.breakevens_at_expiry, ...strikes].filter(
    (price): price is number => price !== null && price >= full.min && price <= full.max,
  );
  if (held.length < 2) {
    const quarter = (full.max - full.min) / 4;
    return { min: full.min + quarter, max: full.max - quarter };
  }
  const min = Math.min(...held);
  const max = Math.max(...held);
  const margin = (max - min) * MARGIN;
  const step = 10 ** Math.ceil(Math.log10(max - min)) / STEPS;
  return {
    min: Math.max(full.min, Math.floor((min - margin) / step) * step),
    max: Math.min(full.max, Math.ceil((max + margin) / step) * step),
  };
}

/** @param strikes of the options in the strategy */
export function windowOf(zoom: Zoom, payload: PayoffFigures | null, strikes: readonly number[] = []): Window {
  const full = fullWindow(payload);
  if (full === null || payload === null) return NOTHING;
  if (zoom.kind === "ZoomOut") return full;
  return within(full, zoom.kind === "ZoomIn" ? nearWindow(payload, strikes, full) : zoom);
}

const asZoom = (full: Window, wanted: Window): Zoom =>
  wanted.max - wanted.min >= (full.max - full.min) * (1 - 1e-9)
    ? { kind: "ZoomOut" }
    : { kind: "CustomZoomIn", ...within(full, wanted) };

/** The price under the pointer stays under it. @param factor of the span: below 1 is nearer */
export function zoomAround(shown: Window, full: Window, price: number, factor: number): Zoom {
  return asZoom(full, {
    min: price - (price - shown.min) * factor,
    max: price + (shown.max - price) * factor,
  });
}

/** What lies between two prices, in either order. */
export const zoomTo = (full: Window, a: number, b: number): Zoom =>
  asZoom(full, { min: Math.min(a, b), max: Math.max(a, b) });

/** From the whole the first step in is the near view; else half or twice as much around the middle. */
export function stepZoom(zoom: Zoom, shown: Window, full: Window, direction: "in" | "out"): Zoom {
  if (zoom.kind === "ZoomOut" && direction === "in") return { kind: "ZoomIn" };
  return zoomAround(shown, full, (shown.min + shown.max) / 2, direction === "in" ? 0.5 : 2);
}

/** Room over and under the curves for labels, as a share of what they span. */
const HEADROOM = 0.12;
/** Ends lie on so many parts of a power of ten, so that ticks do not move the axis with every frame. */
const PARTS = 20;

/** Rupees that are none: what rounding leaves of a line at zero. */
const LEAST_SPAN = 1e-6;

/** From below the least to above the most, zero always inside. NaN and a flat line at zero get a rupee either way. */
export function moneyRange(least: number, most: number): readonly [number, number] {
  const low = Math.min(0, Number.isFinite(least) ? least : 0);
  const high = Math.max(0, Number.isFinite(most) ? most : 0);
  const span = high - low;
  if (span < LEAST_SPAN) return [-1, 1];
  const step = 10 ** Math.ceil(Math.log10(span)) / PARTS;
  const room = span * HEADROOM;
  return [Math.floor((low - room) / step) * step, Math.ceil((high + room) / step) * step];
}

/** Share of the plot's height that the bars of open interest may take. */
export const OI_SHARE = 1 / 3;

/**
 * Heights of bars as shares of the plot, from a baseline: the bottom, or the middle of the bars' third where some are below
 * zero, as changes are.
 */
export function oiScale(bars: readonly { readonly call: number; readonly put: number }[]): {
  readonly baseline: number;
  readonly perUnit: number;
} {
  let most = 0;
  let least = 0;
  for (const { call, put } of bars) {
    if (call > most) most = call;
    if (put > most) most = put;
    if (call < least) least = call;
    if (put < least) least = put;
  }
  const span = most - least;
  if (!(span > 0)) return { baseline: 0, perUnit: 0 };
  const perUnit = OI_SHARE / span;
  return { baseline: (0 - least) * perUnit, perUnit };
}

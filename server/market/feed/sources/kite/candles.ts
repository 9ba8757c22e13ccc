import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { IST_OFFSET_MS } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { toWirePrice } from "#domain/units/tick.ts";
import type { Bar } from "../../../bus/market-past.ts";
import type { CandleSeconds } from "../broker/broker-protocol.ts";

const Candle = Type.Array(Type.Union([Type.String(), Type.Number()]), { minItems: 6, maxItems: 7 });
const Answer = Type.Object({ data: Type.Object({ candles: Type.Array(Candle) }) });

const INTERVALS: Readonly<Record<CandleSeconds, string>> = { 60: "minute", 900: "15minute", 86400: "day" };

/** India's wall clock as Kite's addresses have it, "2026-11-20 09:15:00". */
function wallClock(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** @param query bars that begin in [from, to) */
export function candlesAddress(
  apiUrl: string,
  { token, from, to, seconds }: { token: number; from: number; to: number; seconds: CandleSeconds },
): string {
  const query = new URLSearchParams({ from: wallClock(from), to: wallClock(to - 1_000), oi: "1" });
  return `${apiUrl}/instruments/historical/${token}/${INTERVALS[seconds]}?${query}`;
}

/** "2019-12-04T09:15:00+0530", which JavaScript wants with a colon in the offset. */
function instantOf(text: string): number {
  return Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
}

function units(value: unknown): number {
  return typeof value === "number" && value >= 0 && value < 2 ** 32 ? Math.round(value) : 0;
}

/** A candle as a bar, null for one that makes no sense. */
function barOf(candle: Static<typeof Candle>, token: number): Bar | null {
  const [time, ...figures] = candle;
  const [open, high, low, close, volume, oi = 0] = figures;
  const start = typeof time === "string" ? instantOf(time) : Number.NaN;
  const divisor = priceDivisor(token);
  const prices = [open, high, low, close].map((price) =>
    typeof price === "number" ? toWirePrice(price, divisor) : 0,
  );
  const isWhole = prices.every((price) => price > 0 && price < 2 ** 31);
  if (!Number.isFinite(start) || !isWhole) return null;
  const [o, h, l, c] = prices as [number, number, number, number];
  return { start, open: o, high: h, low: l, close: c, volume: units(volume), oi: units(oi) };
}

/**
 * Bars of an answer of Kite's historical candles; those that make no sense are left out.
 * Source: Kite Connect 3, "Historical candle data": [timestamp, open, high, low, close, volume, open interest].
 * @throws AppError feed.garbled for an answer that is none
 */
export function readCandles(text: string, token: number): Bar[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    // Told below.
  }
  if (!Value.Check(Answer, answer)) {
    throw new AppError("feed.garbled", "Kite: the historical candles are not what the documentation says.");
  }
  return answer.data.candles.map((candle) => barOf(candle, token)).filter((bar) => bar !== null);
}

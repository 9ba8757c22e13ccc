import { isKnownSegment } from "#domain/units/segments.ts";
import {
  KITE_INDEX_QUOTE_SIZE,
  KITE_LTP_SIZE,
  KITE_QUOTE_SIZE,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_SIZE,
  QUOTE_LTP_SIZE,
  QUOTE_MINI_SIZE,
} from "../generated/layout.ts";

/** True for every length a quote packet can have: ours (12, 32, 64, 184) and Kite's own (8, 28, 44). */
export function isQuoteSize(size: number): boolean {
  return (
    size === QUOTE_FULL_SIZE ||
    size === QUOTE_LTP_SIZE ||
    size === QUOTE_MINI_SIZE ||
    size === QUOTE_INDEX_SIZE ||
    size === KITE_QUOTE_SIZE ||
    size === KITE_INDEX_QUOTE_SIZE ||
    size === KITE_LTP_SIZE
  );
}

/** A packet of a segment that is not known is no quote either, whatever its size: its prices have no divisor. */
export function isQuoteToken(token: number): boolean {
  return isKnownSegment(token);
}

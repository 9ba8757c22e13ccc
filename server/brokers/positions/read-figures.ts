import { Type } from "typebox";
import { SEGMENT, tokenOf } from "#domain/units/segments.ts";

/** A number that an interface writes as a text. */
export const NumberText = Type.String({ pattern: "^\\s*-?\\s*\\d{1,15}(\\.\\d{1,8})?\\s*$" });

/** "- 2235.80", as Angel One writes some, is below 0 as well. */
export const numberOf = (text: string): number => Number(text.replace(/\s+/g, ""));

/** A price of 0 is none. */
export const priceOrNull = (price: number | null | undefined): number | null =>
  price === null || price === undefined || price <= 0 ? null : price;

const SEGMENTS: Readonly<Record<string, number>> = {
  NSE: SEGMENT.NSE,
  BSE: SEGMENT.BSE,
  NFO: SEGMENT.NFO,
  BFO: SEGMENT.BFO,
  CDS: SEGMENT.CDS,
  BCD: SEGMENT.BCD,
  MCX: SEGMENT.MCX,
};

/** Instrument token of an exchange's own number; null for what is no such number, or an exchange that has none. */
export function tokenOn(exchange: string, number: string): number | null {
  const segment = SEGMENTS[exchange];
  return segment === undefined || !/^\d{1,9}$/.test(number) ? null : tokenOf(Number(number), segment);
}

export const isDerivative = (exchange: string): boolean => exchange !== "NSE" && exchange !== "BSE";

/**
 * Exchange segments as the low byte of an instrument token carries them.
 * Source: Kite Connect, `instrument_token = exchange_token * 256 + segment`.
 */
export const SEGMENT = {
  NSE: 1,
  NFO: 2,
  CDS: 3,
  BSE: 4,
  BFO: 5,
  BCD: 6,
  MCX: 7,
  INDICES: 9,
  /** NSE's commodities. */
  NCO: 12,
} as const;

type SegmentName = keyof typeof SEGMENT;
type CarriedName = Exclude<SegmentName, "NCO">;

/** NCO is none of them: no session, calendar or contract of it is kept here. */
const NAMES: readonly (CarriedName | undefined)[] = [
  undefined,
  "NSE",
  "NFO",
  "CDS",
  "BSE",
  "BFO",
  "BCD",
  "MCX",
  undefined,
  "INDICES",
];

/** Low byte of the token: a value of SEGMENT for every token an exchange issues. */
export function segmentOf(token: number): number {
  return token & 0xff;
}

/** Token of an exchange's own number in a segment. */
export function tokenOf(exchangeToken: number, segment: number): number {
  return exchangeToken * 256 + segment;
}

/** The exchange's own number of an instrument (exact beyond 32 bits). */
export function exchangeTokenOf(token: number): number {
  return Math.floor(token / 256);
}

/**
 * By segment, wire units to the rupee: currency is quoted in 1e-7 on NSE and 1e-4 on BSE, NSE's commodities in 1e-4, all else in paise.
 * Sources: Kite Connect WebSocket documentation, "Quote packet structure"; NCO: Zerodha's own client libraries, Sep 2026.
 */
const DIVISORS: Readonly<Record<number, number>> = {
  [SEGMENT.NSE]: 100,
  [SEGMENT.NFO]: 100,
  [SEGMENT.CDS]: 10_000_000,
  [SEGMENT.BSE]: 100,
  [SEGMENT.BFO]: 100,
  [SEGMENT.BCD]: 10_000,
  [SEGMENT.MCX]: 100,
  [SEGMENT.INDICES]: 100,
  [SEGMENT.NCO]: 10_000,
} satisfies Record<(typeof SEGMENT)[SegmentName], number>;

const BY_SEGMENT = Float64Array.from({ length: 256 }, (_, segment) => DIVISORS[segment] ?? Number.NaN);

/** Wire units to the rupee; NaN for a segment that is not known, whose prices nothing tells. */
export function priceDivisor(token: number): number {
  return BY_SEGMENT[token & 0xff]!;
}

/** False for a token of a segment that is not known: its packets are passed over and counted. */
export function isKnownSegment(token: number): boolean {
  return !Number.isNaN(priceDivisor(token));
}

/** Segment name of the token ("INDICES" for every index, NSE's or BSE's); undefined for a segment that is not known or not carried. */
export function exchangeOf(token: number): CarriedName | undefined {
  return NAMES[token & 0xff];
}

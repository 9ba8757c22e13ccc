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
} as const;

type SegmentName = keyof typeof SEGMENT;

const NAMES: readonly (SegmentName | undefined)[] = [
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
 * Wire units to the rupee: currency is quoted in 1e-7 on NSE and 1e-4 on BSE, all else in paise.
 * Source: Kite Connect WebSocket documentation, "Quote packet structure".
 */
export function priceDivisor(token: number): number {
  const segment = token & 0xff;
  if (segment === SEGMENT.CDS) return 10_000_000;
  if (segment === SEGMENT.BCD) return 10_000;
  return 100;
}

/** Segment name of the token ("INDICES" for every index, NSE's or BSE's); undefined for an unknown segment. */
export function exchangeOf(token: number): SegmentName | undefined {
  return NAMES[token & 0xff];
}

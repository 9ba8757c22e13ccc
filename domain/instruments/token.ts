import { daysBetween } from "../calendar/ist.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { SEGMENT, tokenOf } from "../units/segments.ts";
import { STOCK_ROWS } from "./stock-table.ts";
import type { DerivativeType } from "./types.ts";
import { underlyingBySymbol } from "./underlyings.ts";

/*
 * Tokens of simulated contracts. An exchange token has 24 bits; a contract's is packed from its own terms, so it needs no
 * allocation, is the same after a restart and on any day, and cannot collide with another living contract:
 *
 *   block base + expiry key × 2^(strikeBits + 1) + strike number × 2 + (1 for a put)
 *
 * - Each underlying owns a block of its segment. Bases lie above the numbers the exchanges used in Jul–Aug 2026 (NFO
 *   35196–156855, BFO 823257–1134766, NSE currency 1001–17264, MCX 466583–581554), so a simulated token never looks like
 *   a recorded one.
 * - The expiry key is the day modulo 2,048 where weeklies are listed (NIFTY lists five years, 1,827 days), else the month
 *   modulo 16. A key is used again only after that time, as exchanges do with their own numbers.
 * - The strike number counts strike units from zero; zero itself is the future.
 */
interface Block {
  readonly base: number;
  readonly segment: number;
  readonly keyedBy: "day" | "month";
  readonly strikeBits: number;
  /** Rupees. */
  readonly strikeUnit: number;
}

const DAY_KEYS = 2048;
const MONTH_KEYS = 16;
const KEY_EPOCH: IsoDate = "2024-01-01";

/** A month block of eleven strike bits: 16 × 2,048 × 2. */
const SLOT = 65_536;
/** A month block of thirteen strike bits. */
const WIDE_SLOT = 4 * SLOT;
/** The upper half of a segment: 2,048 days × 2,048 strikes × 2. */
const UPPER_HALF = 128 * SLOT;
const FIRST_STOCK_SLOT = 16;

function weekly(segment: number, strikeUnit: number): Block {
  return { base: UPPER_HALF, segment, keyedBy: "day", strikeBits: 11, strikeUnit };
}

function monthly(segment: number, slot: number, strikeUnit: number): Block {
  return { base: slot * SLOT, segment, keyedBy: "month", strikeBits: 11, strikeUnit };
}

function commodity(slot: number, strikeUnit: number): Block {
  return { base: slot * WIDE_SLOT, segment: SEGMENT.MCX, keyedBy: "month", strikeBits: 13, strikeUnit };
}

const BLOCKS = new Map<string, Block>([
  ["NIFTY", weekly(SEGMENT.NFO, 50)],
  ["BANKNIFTY", monthly(SEGMENT.NFO, 8, 100)],
  ["FINNIFTY", monthly(SEGMENT.NFO, 9, 50)],
  ["MIDCPNIFTY", monthly(SEGMENT.NFO, 10, 25)],
  ["NIFTYNXT50", monthly(SEGMENT.NFO, 11, 100)],
  ["SENSEX", weekly(SEGMENT.BFO, 100)],
  ["BANKEX", monthly(SEGMENT.BFO, 32, 100)],
  ["USDINR", weekly(SEGMENT.CDS, 0.125)],
  ["GOLD", commodity(8, 100)],
  ["SILVER", commodity(9, 250)],
  ["CRUDEOIL", commodity(10, 50)],
  ["NATURALGAS", commodity(11, 5)],
]);
STOCK_ROWS.forEach((row, i) => {
  const slot = FIRST_STOCK_SLOT + i;
  if ((slot + 1) * SLOT > UPPER_HALF) throw new RangeError(`no token block left for ${row.symbol}`);
  // Half steps, for NSE halves the step of a stock that has fallen far.
  BLOCKS.set(row.symbol, monthly(SEGMENT.NFO, slot, row.strikeStep / 2));
});

function expiryKey(block: Block, expiry: IsoDate): number {
  if (block.keyedBy === "day") {
    const days = daysBetween(KEY_EPOCH, expiry);
    return ((days % DAY_KEYS) + DAY_KEYS) % DAY_KEYS;
  }
  return (Number(expiry.slice(0, 4)) * 12 + Number(expiry.slice(5, 7))) % MONTH_KEYS;
}

interface TokenTerms {
  readonly underlying: string;
  readonly type: DerivativeType | "EQ" | "INDEX";
  readonly expiry: IsoDate | null;
  /** Rupees; ignored for a future. */
  readonly strike: number;
}

/**
 * Token of a simulated contract, or the underlying's own for a spot instrument.
 * @throws RangeError for an underlying that is not ours, a contract without an expiry, or a strike off the underlying's
 *   grid or beyond its block
 */
export function defaultTokenFor(contract: TokenTerms): number {
  const { underlying, type, expiry, strike } = contract;
  if (type === "EQ" || type === "INDEX") {
    const spot = underlyingBySymbol(underlying);
    if (spot === undefined) throw new RangeError(`no token for ${underlying}`);
    return spot.token;
  }
  const block = BLOCKS.get(underlying);
  if (block === undefined || expiry === null) throw new RangeError(`no token for ${underlying} ${type}`);
  const number = type === "FUT" ? 0 : strike / block.strikeUnit;
  const isOnGrid = Number.isInteger(number) && number < 2 ** block.strikeBits;
  if (!isOnGrid || (type !== "FUT" && number < 1)) {
    throw new RangeError(
      `no token for strike ${strike} of ${underlying}: not a multiple of ${block.strikeUnit}`,
    );
  }
  const key = expiryKey(block, expiry) * 2 ** block.strikeBits + number;
  return tokenOf(block.base + key * 2 + (type === "PE" ? 1 : 0), block.segment);
}

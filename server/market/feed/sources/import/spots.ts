import type { Exchange } from "#domain/calendar/exchange.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { SEGMENT, tokenOf } from "#domain/units/segments.ts";
import type { Instruments } from "./kite-dump.ts";

/** What an underlying itself is called and how it is quoted. */
interface Spot {
  readonly token: number;
  readonly name: string;
  readonly exchange: Exchange;
  readonly sectors: readonly string[];
  /** Rupees. */
  readonly spotTickSize: number;
}

export type SpotFinder = (derivativeExchange: "NFO" | "BFO", symbol: string, isIndex: boolean) => Spot;

/**
 * Indices whose contracts say another name than Kite's list, beyond those of `domain/instruments/underlyings.ts`.
 * Source: Kite's dumps of 30 Jul (NSE) and 18 Aug 2026 (NFO).
 */
export const INDEX_NAMES: Readonly<Record<string, string>> = { NIFTYFPI: "NIFTY FPI 150" };

const INDEX_TICK = 0.05;
const SHARE_TICK = 0.05;
/**
 * Made-up exchange tokens of spots that no list names. Kite's own stay below 1,200,000 (Jul–Aug 2026), so these meet
 * nothing; they are counted down by the order of asking, which is the order of symbols.
 */
const LAST_MADE_UP = 0xfffffe;

/** Looks underlyings up in the dumps, then in the product's own tables. `unknown` names those found in neither. */
export function createSpotFinder(instruments: Instruments): { find: SpotFinder; readonly unknown: string[] } {
  const unknown: string[] = [];

  function find(derivativeExchange: "NFO" | "BFO", symbol: string, isIndex: boolean): Spot {
    const exchange = derivativeExchange === "NFO" ? "NSE" : "BSE";
    const own = underlyingBySymbol(symbol);
    const known = own?.exchange === exchange && (own.kind === "index") === isIndex ? own : undefined;
    const wanted = isIndex ? (known?.name ?? INDEX_NAMES[symbol] ?? symbol) : symbol;
    const dumped = instruments.spots.get(`${exchange} ${wanted}`);
    const listed = dumped?.isIndex === isIndex ? dumped : undefined;
    const token = listed?.token ?? known?.token;
    if (token === undefined) unknown.push(symbol);
    return {
      token: token ?? tokenOf(LAST_MADE_UP - unknown.length, isIndex ? SEGMENT.INDICES : SEGMENT[exchange]),
      name: known?.name ?? (isIndex ? wanted : listed?.name || symbol),
      exchange,
      sectors: known?.sectors ?? [],
      spotTickSize: listed?.tickSize || known?.spotTickSize || (isIndex ? INDEX_TICK : SHARE_TICK),
    };
  }

  return { find, unknown };
}

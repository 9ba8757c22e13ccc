import { expiryInstant, lastTradeInstant } from "#domain/calendar/expiries.ts";
import { listedContracts, spotInstrument } from "#domain/instruments/contracts.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import type { Instrument, UnderlyingSpec } from "#domain/instruments/types.ts";
import { UNDERLYINGS, underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChainEntry, FutureEntry, UnderlyingEntry, Universe } from "../../market-table.ts";

interface UniverseInput {
  readonly date: IsoDate;
  /** Contracts whose last trade was before are left out: the morning after the expiry, not its evening. */
  readonly at: number;
  readonly specs: readonly UnderlyingSpec[];
  /** Previous close by symbol, rupees: the middle of what is listed. */
  readonly spotOf: (symbol: string) => number;
  /** A real list to use instead of the exchanges' listing rules. */
  readonly listed?: readonly Instrument[] | undefined;
  /** What was listed before: contracts still alive stay, strikes once listed are not withdrawn. */
  readonly previous?: Universe | undefined;
}

/** Underlyings with derivatives, all of them or those named. Unknown names are for the configuration to refuse. */
export function selectUnderlyings(
  symbols: readonly string[] | null,
  from: readonly UnderlyingSpec[] = UNDERLYINGS,
): readonly UnderlyingSpec[] {
  if (symbols === null) return from;
  const wanted = new Set(symbols);
  return from.filter((spec) => wanted.has(spec.symbol));
}

function payoffInstant({ exchange, expiry }: Instrument): number {
  return expiry === null ? Number.POSITIVE_INFINITY : expiryInstant(exchange, expiry);
}

/** Last trade of a contract, epoch ms; Infinity for what does not expire. */
export function lastTradeOf({ exchange, expiry }: Instrument): number {
  return expiry === null ? Number.POSITIVE_INFINITY : lastTradeInstant(exchange, expiry);
}

function aliveContracts(
  input: UniverseInput,
  spec: UnderlyingSpec,
  kept: readonly Instrument[],
): Instrument[] {
  const fresh =
    input.listed === undefined
      ? listedContracts(spec.symbol, input.date, input.spotOf(spec.symbol))
      : input.listed.filter((each) => each.underlying === spec.symbol && each.expiry !== null);
  const byToken = new Map<number, Instrument>();
  for (const each of fresh) byToken.set(each.token, each);
  // The object of a survivor stays the same, its terms being fixed when it was listed.
  for (const each of kept) byToken.set(each.token, each);
  return [...byToken.values()].filter((each) => lastTradeOf(each) > input.at);
}

function byExpiry(a: Instrument, b: Instrument): number {
  return a.expiry! < b.expiry! ? -1 : a.expiry! > b.expiry! ? 1 : a.strike - b.strike;
}

function chainEntry(
  underlyingIndex: number,
  options: readonly Instrument[],
  rowOf: ReadonlyMap<number, number>,
  futures: readonly FutureEntry[],
  spec: UnderlyingSpec,
): ChainEntry {
  const first = options[0]!;
  const strikes = Float64Array.from(new Set(options.map((each) => each.strike))).sort();
  const position = new Map<number, number>();
  for (let i = 0; i < strikes.length; i++) position.set(strikes[i]!, i);
  const callIndex = new Int32Array(strikes.length).fill(-1);
  const putIndex = new Int32Array(strikes.length).fill(-1);
  for (const each of options) {
    (each.type === "CE" ? callIndex : putIndex)[position.get(each.strike)!] = rowOf.get(each.token)!;
  }
  const instant = payoffInstant(first);
  const future =
    spec.kind === "commodity"
      ? futures.find((each) => each.expiryInstant >= instant)
      : futures.find((each) => each.expiry === first.expiry);
  return {
    underlyingIndex,
    expiry: first.expiry!,
    expiryType: first.expiryType!,
    expiryInstant: instant,
    lotSize: first.lotSize,
    tickSize: first.tickSize,
    strikeStep: spec.strikeStep,
    strikes,
    callIndex,
    putIndex,
    futureIndex: future?.index ?? -1,
  };
}

/** Everything alive at an instant: per underlying its spot, futures, then options by expiry and strike. */
export function buildUniverse(input: UniverseInput): Universe {
  const instruments: Instrument[] = [];
  const rowOf = new Map<number, number>();
  const add = (instrument: Instrument): number => {
    const row = instruments.length;
    instruments.push(instrument);
    rowOf.set(instrument.token, row);
    return row;
  };
  const kept = new Map<string, Instrument[]>();
  for (const each of input.previous?.instruments ?? []) {
    if (each.expiry === null) continue;
    const list = kept.get(each.underlying);
    if (list === undefined) kept.set(each.underlying, [each]);
    else list.push(each);
  }

  const underlyings = input.specs.map((spec, underlyingIndex): UnderlyingEntry => {
    const index = add(spotInstrument(spec));
    const contracts = aliveContracts(input, spec, kept.get(spec.symbol) ?? []).sort(byExpiry);
    const futures = contracts
      .filter((each) => each.type === "FUT")
      .map((each) => ({
        underlyingIndex,
        expiry: each.expiry!,
        index: add(each),
        expiryInstant: payoffInstant(each),
      }));
    const options = contracts.filter((each) => each.type !== "FUT");
    for (const each of options) add(each);
    const chains: ChainEntry[] = [];
    for (let from = 0; from < options.length; ) {
      let to = from + 1;
      while (to < options.length && options[to]!.expiry === options[from]!.expiry) to += 1;
      chains.push(chainEntry(underlyingIndex, options.slice(from, to), rowOf, futures, spec));
      from = to;
    }
    const terms = contracts[0] ?? contractSpec(spec.symbol, input.date);
    return {
      underlying: spec,
      index,
      lotSize: terms.lotSize,
      multiplier: terms.multiplier,
      chains,
      futures,
    };
  });

  const vix = underlyingBySymbol("INDIA VIX");
  const hasNifty = input.specs.some((spec) => spec.symbol === "NIFTY");
  const vixIndex = vix !== undefined && hasNifty ? add(spotInstrument(vix)) : -1;
  return { date: input.date, instruments, underlyings, vixIndex };
}

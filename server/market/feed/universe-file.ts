import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { MarketSource, PreviousVolatility } from "./market-source.ts";
import type { MarketTable, Universe } from "./market-table.ts";
import { ROW_WORDS } from "./market-table.ts";

/**
 * A universe with its state as bytes: u32 length of the JSON, the JSON, the table's words, the previous open interest.
 * Numbers outside the JSON are little-endian, as the table holds them on every machine that Node runs on.
 */

const exchange = Type.Enum(["NSE", "BSE", "NFO", "BFO", "CDS", "BCD", "MCX"]);
const expiryType = Type.Union([Type.Literal("weekly"), Type.Literal("monthly"), Type.Literal("quarterly")]);
const date = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const token = Type.Integer({ minimum: 0, maximum: 0xffffffff });
const rowOrNone = Type.Integer({ minimum: -1 });
const ivOrNone = Type.Union([Type.Number(), Type.Null()]);

const instrument = Type.Object({
  token,
  tradingsymbol: Type.String(),
  name: Type.String(),
  exchange,
  segment: Type.String(),
  type: Type.Enum(["CE", "PE", "FUT", "EQ", "INDEX"]),
  underlying: Type.String(),
  strike: Type.Number(),
  expiry: Type.Union([date, Type.Null()]),
  expiryType: Type.Union([expiryType, Type.Null()]),
  lotSize: Type.Number(),
  multiplier: Type.Number(),
  tickSize: Type.Number(),
});

const chain = Type.Object({
  expiry: date,
  expiryType,
  expiryInstant: Type.Number(),
  lotSize: Type.Number(),
  tickSize: Type.Number(),
  strikeStep: Type.Number(),
  strikes: Type.Array(Type.Number()),
  calls: Type.Array(rowOrNone),
  puts: Type.Array(rowOrNone),
  future: rowOrNone,
  previous: Type.Union([Type.Object({ atmIv: ivOrNone, iv: Type.Array(ivOrNone) }), Type.Null()]),
});

const underlying = Type.Object({
  underlying: Type.Object({
    token,
    symbol: Type.String(),
    name: Type.String(),
    kind: Type.Enum(["index", "stock", "currency", "commodity"]),
    exchange,
    derivativeExchange: exchange,
    isNonFno: Type.Boolean(),
    sectors: Type.Array(Type.String()),
    spotTickSize: Type.Number(),
    strikeStep: Type.Number(),
  }),
  index: rowOrNone,
  lotSize: Type.Number(),
  multiplier: Type.Number(),
  chains: Type.Array(chain),
  futures: Type.Array(
    Type.Object({
      expiry: date,
      index: Type.Integer({ minimum: 0 }),
      expiryInstant: Type.Number(),
    }),
  ),
});

const document = Type.Object({
  date,
  simulated: Type.Boolean(),
  sessions: Type.Boolean(),
  vixIndex: rowOrNone,
  instruments: Type.Array(instrument),
  underlyings: Type.Array(underlying),
});
type UniverseDocument = Static<typeof document>;
type ChainDocument = Static<typeof chain>;

const checker = Compile(document);

/** A universe as it was recorded, with the state of the table when it began. */
export interface RecordedUniverse {
  readonly universe: Universe;
  readonly simulated: boolean;
  /** whether the calendar's sessions applied */
  readonly sessions: boolean;
  readonly words: Int32Array;
  readonly previousOi: Float64Array;
  readonly previousVolatility: MarketSource["previousVolatility"];
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
const orNaN = (value: number | null): number => value ?? Number.NaN;

function describe(
  universe: Universe,
  source: Pick<MarketSource, "simulated" | "previousVolatility">,
  sessions: boolean,
): UniverseDocument {
  return {
    date: universe.date,
    simulated: source.simulated,
    sessions,
    vixIndex: universe.vixIndex,
    instruments: [...universe.instruments],
    underlyings: universe.underlyings.map((entry, u) => ({
      underlying: { ...entry.underlying, sectors: [...entry.underlying.sectors] },
      index: entry.index,
      lotSize: entry.lotSize,
      multiplier: entry.multiplier,
      futures: entry.futures.map(({ expiry, index, expiryInstant }) => ({ expiry, index, expiryInstant })),
      chains: entry.chains.map((one, c) => {
        const previous = source.previousVolatility(u, c);
        return {
          expiry: one.expiry,
          expiryType: one.expiryType,
          expiryInstant: one.expiryInstant,
          lotSize: one.lotSize,
          tickSize: one.tickSize,
          strikeStep: one.strikeStep,
          strikes: [...one.strikes],
          calls: [...one.callIndex],
          puts: [...one.putIndex],
          future: one.futureIndex,
          previous:
            previous === null ? null : { atmIv: orNull(previous.atmIv), iv: Array.from(previous.iv, orNull) },
        };
      }),
    })),
  };
}

export function encodeUniverse(
  table: MarketTable,
  source: Pick<MarketSource, "simulated" | "previousVolatility">,
  sessions: boolean,
): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(describe(table.universe, source, sessions)));
  const words = new Uint8Array(table.words.buffer, table.words.byteOffset, table.words.byteLength);
  const oi = new Uint8Array(
    table.previousOi.buffer,
    table.previousOi.byteOffset,
    table.previousOi.byteLength,
  );
  const bytes = new Uint8Array(4 + json.length + words.length + oi.length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  bytes.set(words, 4 + json.length);
  bytes.set(oi, 4 + json.length + words.length);
  return bytes;
}

/** Every row number points into the table and every chain's columns line up. */
function linesUp(universe: UniverseDocument): boolean {
  const rows = universe.instruments.length;
  const within = (row: number): boolean => row < rows;
  return (
    within(universe.vixIndex) &&
    universe.underlyings.every(
      (entry) =>
        within(entry.index) &&
        entry.futures.every((future) => within(future.index)) &&
        entry.chains.every(
          (one) =>
            one.calls.length === one.strikes.length &&
            one.puts.length === one.strikes.length &&
            (one.previous === null || one.previous.iv.length === one.strikes.length) &&
            within(one.future) &&
            one.calls.every(within) &&
            one.puts.every(within),
        ),
    )
  );
}

function volatilityOf(previous: ChainDocument["previous"]): PreviousVolatility | null {
  return previous === null
    ? null
    : { atmIv: orNaN(previous.atmIv), iv: Float64Array.from(previous.iv, orNaN) };
}

/** @returns null when the bytes are not what `encodeUniverse` writes */
export function decodeUniverse(bytes: Uint8Array): RecordedUniverse | null {
  if (bytes.byteLength < 4) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jsonEnd = 4 + view.getUint32(0, true);
  if (jsonEnd > bytes.byteLength) return null;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes.subarray(4, jsonEnd)));
  } catch {
    return null;
  }
  if (!checker.Check(value) || !linesUp(value)) return null;
  const rows = value.instruments.length;
  const wordBytes = rows * ROW_WORDS * 4;
  if (bytes.byteLength !== jsonEnd + wordBytes + rows * 8) return null;
  const words = new Int32Array(bytes.slice(jsonEnd, jsonEnd + wordBytes).buffer);
  const previousOi = new Float64Array(bytes.slice(jsonEnd + wordBytes).buffer);
  const volatilities = value.underlyings.map((entry) =>
    entry.chains.map((one) => volatilityOf(one.previous)),
  );
  return {
    simulated: value.simulated,
    sessions: value.sessions,
    words,
    previousOi,
    previousVolatility: (u, c) => volatilities[u]?.[c] ?? null,
    universe: {
      date: value.date,
      vixIndex: value.vixIndex,
      instruments: value.instruments,
      underlyings: value.underlyings.map((entry, underlyingIndex) => ({
        underlying: entry.underlying,
        index: entry.index,
        lotSize: entry.lotSize,
        multiplier: entry.multiplier,
        futures: entry.futures.map((future) => ({ underlyingIndex, ...future })),
        chains: entry.chains.map((one) => ({
          underlyingIndex,
          expiry: one.expiry,
          expiryType: one.expiryType,
          expiryInstant: one.expiryInstant,
          lotSize: one.lotSize,
          tickSize: one.tickSize,
          strikeStep: one.strikeStep,
          strikes: Float64Array.from(one.strikes),
          callIndex: Int32Array.from(one.calls),
          putIndex: Int32Array.from(one.puts),
          futureIndex: one.future,
        })),
      })),
    },
  };
}

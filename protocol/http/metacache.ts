import { MARKET_KINDS, type MarketKind } from "#domain/chain/origin.ts";

export { decodeTokens, encodeTokens } from "./token-columns.ts";

/** On every answer with the list, an unchanged one too: the caller's market time as it left, epoch ms; absent while it is not known. */
export const MARKET_TIME_HEADER = "x-market-time";

/**
 * The instrument master as columns, about a tenth of the size of one object an instrument. Positions line up: index `i` of
 * every column of a block is the same thing. `chains.underlyer` and `futures.underlyer` are indices into `underlyers`.
 */
export interface MetacacheBody {
  readonly version: 1;
  readonly etag: string;
  /** market date, YYYY-MM-DD (IST) */
  readonly date: string;
  /** market clock when it was built, epoch ms */
  readonly asOf: number;
  readonly simulated: boolean;
  /** where its prices come from; of an older server it is not known */
  readonly marketKind?: MarketKind;
  /** instrument token of India VIX, 0 none */
  readonly vixToken: number;
  readonly underlyers: {
    readonly token: readonly number[];
    readonly symbol: readonly string[];
    readonly name: readonly string[];
    readonly kind: readonly string[];
    readonly exchange: readonly string[];
    readonly derivativeExchange: readonly string[];
    readonly lotSize: readonly number[];
    readonly multiplier: readonly number[];
    readonly spotTickSize: readonly number[];
    readonly strikeStep: readonly number[];
    readonly isNonFno: readonly boolean[];
    readonly sectors: readonly (readonly string[])[];
  };
  readonly chains: {
    readonly underlyer: readonly number[];
    /** YYYYMMDD */
    readonly expiry: readonly number[];
    /** weekly, monthly or quarterly */
    readonly type: readonly string[];
    /** epoch ms */
    readonly expiryInstant: readonly number[];
    /** epoch ms, until when its contracts trade; it may come after the instant that fixes what they pay */
    readonly lastTrade: readonly number[];
    readonly lotSize: readonly number[];
    readonly tickSize: readonly number[];
    /** rupees, ascending */
    readonly strikes: readonly (readonly number[])[];
    /** exchange tokens as `encodeTokens` writes them, one a strike */
    readonly callTokens: readonly (readonly number[])[];
    readonly putTokens: readonly (readonly number[])[];
  };
  readonly futures: {
    readonly underlyer: readonly number[];
    /** YYYYMMDD */
    readonly expiry: readonly number[];
    /** weekly or monthly */
    readonly type: readonly string[];
    /** instrument token */
    readonly token: readonly number[];
    readonly lotSize: readonly number[];
    readonly tickSize: readonly number[];
  };
  /** trading symbols by instrument token, only where `domain/instruments/symbol.ts` does not give them */
  readonly symbols: Readonly<Record<string, string>>;
}

type Check = (value: unknown) => boolean;
type Columns = readonly (readonly [name: string, check: Check])[];

const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isPositive: Check = (value) => isNumber(value) && (value as number) > 0;
const isText: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
const isToken: Check = (value) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32;
const isDelta: Check = Number.isInteger;
const isDate: Check = (value) =>
  Number.isInteger(value) && (value as number) >= 19000101 && (value as number) <= 99991231;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const UNDERLYERS: Columns = [
  ["token", isToken],
  ["symbol", isText],
  ["name", isText],
  ["kind", isText],
  ["exchange", isText],
  ["derivativeExchange", isText],
  ["lotSize", isPositive],
  ["multiplier", isPositive],
  ["spotTickSize", isPositive],
  ["strikeStep", isNumber],
  ["isNonFno", isBoolean],
  ["sectors", listOf(isText)],
];

const CHAINS: Columns = [
  ["underlyer", isToken],
  ["expiry", isDate],
  ["type", isText],
  ["expiryInstant", isPositive],
  ["lotSize", isPositive],
  ["tickSize", isPositive],
  ["strikes", listOf(isNumber)],
  ["callTokens", listOf(isDelta)],
  ["putTokens", listOf(isDelta)],
];

/** Not told by an older program's list. */
const LAST_TRADES: Columns = [
  ["expiryInstant", isPositive],
  ["lastTrade", isPositive],
];

const FUTURES: Columns = [
  ["underlyer", isToken],
  ["expiry", isDate],
  ["type", isText],
  ["token", isToken],
  ["lotSize", isPositive],
  ["tickSize", isPositive],
];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Length that all the columns share, -1 when one is missing, of another length or holds something else. */
function columnLength(block: unknown, columns: Columns): number {
  if (!isRecord(block)) return -1;
  let length = -1;
  for (const [name, check] of columns) {
    const column = block[name];
    if (!Array.isArray(column)) return -1;
    if (length < 0) length = column.length;
    if (column.length !== length || !column.every(check)) return -1;
  }
  return length;
}

/** One token column entry a strike, strikes ascending. */
function chainsLineUp(chains: MetacacheBody["chains"]): boolean {
  return chains.strikes.every(
    (strikes, i) =>
      chains.callTokens[i]?.length === strikes.length &&
      chains.putTokens[i]?.length === strikes.length &&
      strikes.every((strike, k) => k === 0 || strike > (strikes[k - 1] as number)),
  );
}

/**
 * Checks a metacache that came from the network or from storage. Hand-written because the engine worker runs it too, where
 * compiled validators are not allowed (they need `unsafe-eval`); a full market takes a few milliseconds.
 * @param withLastTrades puts in when chains trade last, for who knows the exchanges' hours and may be told by an older program
 * @returns the body, typed, or null when anything is missing, mistyped or does not line up
 */
export function parseMetacache(
  value: unknown,
  withLastTrades?: (body: MetacacheBody) => MetacacheBody,
): MetacacheBody | null {
  if (!isRecord(value)) return null;
  const { version, etag, date, asOf, simulated, marketKind, vixToken, symbols } = value;
  if (version !== 1 || !isText(etag) || etag === "" || !isBoolean(simulated)) return null;
  if (marketKind !== undefined && !MARKET_KINDS.some((kind) => kind === marketKind)) return null;
  if (typeof date !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  if (!isNumber(asOf) || !isToken(vixToken)) return null;
  if (!isRecord(symbols) || !Object.values(symbols).every(isText)) return null;
  const underlyers = columnLength(value.underlyers, UNDERLYERS);
  const told = value.futures as Partial<MetacacheBody["futures"]> | undefined;
  // An older program's list does not say which futures are weekly: it names those in `symbols`, the others by their month.
  const futures = { type: told?.underlyer?.map?.(() => "monthly"), ...told } as MetacacheBody["futures"];
  const sent = { ...value, futures } as unknown as MetacacheBody;
  const { chains } = sent;
  if (underlyers < 0 || columnLength(chains, CHAINS) < 0 || columnLength(futures, FUTURES) < 0) return null;
  if (![chains, futures].every(({ underlyer }) => underlyer.every((u) => u < underlyers))) return null;
  if (!chainsLineUp(chains)) return null;
  const isOlder = (chains as Partial<typeof chains>).lastTrade === undefined;
  const body = isOlder && withLastTrades !== undefined ? withLastTrades(sent) : sent;
  return columnLength(body.chains, LAST_TRADES) < 0 ? null : body;
}

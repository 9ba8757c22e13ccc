import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { addDays } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { listedTypes } from "#domain/instruments/expiry-types.ts";
import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Market, MarketChain, MarketDay, MarketSide, MarketUnderlying } from "./imported-market.ts";
import {
  type ChainDocument,
  checkDocument,
  checkHeader,
  type DayDocument,
  type Document,
  FORMAT,
  type SideDocument,
  type UnderlyingDocument,
} from "./market-schema.ts";

const MARKET_FILE_VERSION = 2;
/** Has no rates: its volatilities are without interest. */
const RATELESS_VERSION = 1;
const MOST_BYTES = 512 * 1024 * 1024;

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function orNaN(value: number | null): number {
  return value ?? Number.NaN;
}

function packed(values: Float64Array): (number | null)[] {
  return Array.from(values, orNull);
}

/** Past a billionth a volatility is noise that only costs bytes. */
function packedIv(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => orNull(Math.round(value * 1e9) / 1e9));
}

function unpacked(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, orNaN);
}

function ruleSymbols(
  underlyingSymbol: string,
  terms: { expiry: string; expiryType: MarketChain["expiryType"]; strikes: ArrayLike<number> },
  tokens: ArrayLike<number>,
  type: "CE" | "PE",
): string[] {
  return Array.from(tokens, (listed, i) =>
    listed === 0
      ? ""
      : optionSymbol(underlyingSymbol, terms.expiry, terms.expiryType, terms.strikes[i]!, type),
  );
}

function encodeSide(symbol: string, terms: MarketChain, from: MarketSide, type: "CE" | "PE"): SideDocument {
  const rule = ruleSymbols(symbol, terms, from.token, type);
  return {
    token: Array.from(from.token),
    tradingsymbol: rule.every((each, i) => each === from.tradingsymbol[i]) ? null : [...from.tradingsymbol],
    close: packed(from.close),
    previousClose: packed(from.previousClose),
    oi: packed(from.oi),
    previousOi: packed(from.previousOi),
    volume: packed(from.volume),
  };
}

function encodeChain(symbol: string, each: MarketChain): ChainDocument {
  return {
    expiry: each.expiry,
    expiryType: each.expiryType,
    lotSize: each.lotSize,
    tickSize: each.tickSize,
    strikes: Array.from(each.strikes),
    call: encodeSide(symbol, each, each.call, "CE"),
    put: encodeSide(symbol, each, each.put, "PE"),
    forward: orNull(each.forward),
    forwardSource: each.forwardSource,
    rate: orNull(each.rate),
    atmIv: orNull(each.atmIv),
    iv: packedIv(each.iv),
    solved: each.solved,
    previousAtmIv: orNull(each.previousAtmIv),
    previousIv: packedIv(each.previousIv),
  };
}

function encodeDay({ date, close, iv30, figures }: MarketDay): DayDocument {
  const day = { date, close: orNull(close), iv30: orNull(iv30) };
  if (figures === undefined) return day;
  const { open, high, low, volume, futuresOi, expiries } = figures;
  const range = { open: orNull(open), high: orNull(high), low: orNull(low) };
  const held = { volume: orNull(volume), futuresOi: orNull(futuresOi) };
  return { ...day, figures: { ...range, ...held, expiries: expiries.map((each) => ({ ...each })) } };
}

function decodeDay({ date, close, iv30, figures }: DayDocument): MarketDay {
  const day = { date, close: orNaN(close), iv30: orNaN(iv30) };
  if (figures === undefined) return day;
  const { open, high, low, volume, futuresOi, expiries } = figures;
  const range = { open: orNaN(open), high: orNaN(high), low: orNaN(low) };
  return { ...day, figures: { ...range, volume: orNaN(volume), futuresOi: orNaN(futuresOi), expiries } };
}

function encodeUnderlying(each: MarketUnderlying): UnderlyingDocument {
  return {
    ...each,
    sectors: [...each.sectors],
    exchange: each.exchange as "NSE",
    derivativeExchange: each.derivativeExchange as "NFO",
    previousClose: orNull(each.previousClose),
    history: each.history.map(encodeDay),
    futures: each.futures.map((one) => ({
      ...one,
      tradingsymbol:
        one.tradingsymbol === futureSymbol(each.symbol, one.expiry, one.expiryType)
          ? null
          : one.tradingsymbol,
      close: orNull(one.close),
      previousClose: orNull(one.previousClose),
      oi: orNull(one.oi),
      previousOi: orNull(one.previousOi),
      volume: orNull(one.volume),
    })),
    chains: each.chains.map((one) => encodeChain(each.symbol, one)),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The bytes of a market file. */
export function encodeMarket(market: Market): Buffer {
  const whole: Document = {
    date: market.date,
    origins: market.origins.map((origin) => ({ ...origin })),
    underlyings: market.underlyings.map(encodeUnderlying),
  };
  const body = JSON.stringify(whole);
  const head = JSON.stringify({ format: FORMAT, version: MARKET_FILE_VERSION, sha256: sha256(body) });
  return gzipSync(`${head}\n${body}\n`, { level: 6 });
}

/**
 * Writes a file whole or not at all: beside its place, forced to disk, then renamed into it.
 * @throws AppError market.file_invalid when the folder or disk refuses
 */
export function writeMarketFile(file: string, bytes: Uint8Array): void {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  let descriptor: number | null = null;
  let isDrafted = false;
  try {
    mkdirSync(folder, { recursive: true });
    descriptor = openSync(draft, "wx");
    isDrafted = true;
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
    closeSync(descriptor);
    descriptor = null;
    renameSync(draft, file);
    syncFolder(folder);
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    if (isDrafted) rmSync(draft, { force: true });
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    const message = `${file}: it cannot be written (${code}); give --out a file in a folder with room that may be written`;
    throw new AppError("market.file_invalid", message, {}, { cause: error });
  }
}

/** The name is only safe once its folder is on disk; some systems do not open folders. */
function syncFolder(folder: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(folder, "r");
  } catch {
    return;
  }
  try {
    fsyncSync(descriptor);
  } catch {
    // Some file systems refuse it; the rename stands.
  } finally {
    closeSync(descriptor);
  }
}

function invalid(file: string, what: string, cause?: unknown): AppError {
  const message = `${file}: ${what}; make it again with npm run market:import`;
  return new AppError("market.file_invalid", message, {}, cause === undefined ? undefined : { cause });
}

function decodeSide(
  symbol: string,
  terms: ChainDocument,
  from: SideDocument,
  type: "CE" | "PE",
): MarketSide | null {
  const { token, close, previousClose, oi, previousOi, volume } = from;
  const all = [token, close, previousClose, oi, previousOi, volume, from.tradingsymbol ?? token];
  if (all.some((column) => column.length !== terms.strikes.length)) return null;
  return {
    token: Float64Array.from(token),
    tradingsymbol: from.tradingsymbol ?? ruleSymbols(symbol, terms, token, type),
    close: unpacked(close),
    previousClose: unpacked(previousClose),
    oi: unpacked(oi),
    previousOi: unpacked(previousOi),
    volume: unpacked(volume),
  };
}

function decodeChain(symbol: string, from: ChainDocument): MarketChain | null {
  const { strikes, iv, previousIv } = from;
  const call = decodeSide(symbol, from, from.call, "CE");
  const put = decodeSide(symbol, from, from.put, "PE");
  const ascends = strikes.every((strike, i) => i === 0 || strike > strikes[i - 1]!);
  if (call === null || put === null || !ascends) return null;
  if (iv.length !== strikes.length || previousIv.length !== strikes.length) return null;
  return {
    ...from,
    strikes: Float64Array.from(strikes),
    call,
    put,
    forward: orNaN(from.forward),
    rate: from.rate === undefined ? 0 : orNaN(from.rate),
    atmIv: orNaN(from.atmIv),
    iv: unpacked(iv),
    previousAtmIv: orNaN(from.previousAtmIv),
    previousIv: unpacked(previousIv),
  };
}

/**
 * The kinds of expiries by the calendar: older programs wrote the last expiry of each month down as its own. Symbols that are left
 * out of a file are by the kinds that stand in it.
 */
function retyped(date: IsoDate): (each: MarketUnderlying) => MarketUnderlying {
  return (each) => {
    const own = { exchange: each.derivativeExchange, underlying: each.symbol };
    const options = each.chains.map(({ expiry }) => ({ ...own, type: "CE" as const, expiry }));
    const futures = each.futures.map(({ expiry }) => ({ ...own, type: "FUT" as const, expiry }));
    const { typeOf } = listedTypes([...options, ...futures], addDays(date, 1));
    return {
      ...each,
      chains: each.chains.map((one, i) => ({ ...one, expiryType: typeOf(options[i]!) })),
      futures: each.futures.map((one, i) => ({ ...one, expiryType: typeOf(futures[i]!) })),
    };
  };
}

function decodeMarket(from: Document): Market | null {
  const underlyings: MarketUnderlying[] = [];
  for (const each of from.underlyings) {
    const chains: MarketChain[] = [];
    for (const one of each.chains) {
      const decoded = decodeChain(each.symbol, one);
      if (decoded === null) return null;
      chains.push(decoded);
    }
    underlyings.push({
      ...each,
      previousClose: orNaN(each.previousClose),
      history: each.history.map(decodeDay),
      futures: each.futures.map((one) => ({
        ...one,
        tradingsymbol: one.tradingsymbol ?? futureSymbol(each.symbol, one.expiry, one.expiryType),
        close: orNaN(one.close),
        previousClose: orNaN(one.previousClose),
        oi: orNaN(one.oi),
        previousOi: orNaN(one.previousOi),
        volume: orNaN(one.volume),
      })),
      chains,
    });
  }
  return { date: from.date, origins: from.origins, underlyings: underlyings.map(retyped(from.date)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws AppError market.file_missing or market.file_invalid, one line that says what to do */
export function readMarketFile(file: string): Market {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const message = `${file}: there is no market file that can be read; make one with npm run market:import and set MARKET_FILE to it`;
    throw new AppError("market.file_missing", message, {}, { cause: error });
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw invalid(file, "this is not a market file");
  let text: string;
  try {
    text = gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString("utf8");
  } catch (error) {
    throw invalid(file, "the market file is cut short or damaged", error);
  }
  const [first = "", body = ""] = text.split("\n", 2);
  const head = parsed(first);
  if (!checkHeader.Check(head)) throw invalid(file, "this is not a market file");
  if (head.version !== MARKET_FILE_VERSION && head.version !== RATELESS_VERSION) {
    throw invalid(
      file,
      `its version is ${head.version} and this program reads ${RATELESS_VERSION} and ${MARKET_FILE_VERSION}`,
    );
  }
  if (head.sha256 !== sha256(body))
    throw invalid(file, "its contents do not have the checksum in its header");
  const whole = parsed(body);
  const market = checkDocument.Check(whole) ? decodeMarket(whole) : null;
  if (market === null) throw invalid(file, "its contents are not those of a market file");
  return market;
}

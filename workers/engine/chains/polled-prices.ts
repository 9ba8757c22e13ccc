import { compactDate } from "#domain/calendar/ist.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { FetchLike } from "../edges.ts";
import type { ChainTable } from "./chain-table.ts";
import type { LiveChain } from "./live-chain.ts";

interface PolledOption {
  readonly token: number;
  /** rupees, NaN unknown */
  readonly ltp: number;
  readonly oi: number;
  readonly volume: number;
  /** epoch ms, NaN unknown */
  readonly lastTradeTime: number;
}

interface PolledExpiry {
  /** YYYYMMDD */
  readonly expiry: number;
  readonly atmIv: number;
  readonly future: number;
  readonly forward: number;
  readonly pcr: number;
  readonly maxPain: number;
  readonly options: readonly PolledOption[];
}

export interface PolledPrices {
  readonly etag: string | null;
  readonly spot: number;
  /** market time, epoch ms */
  readonly updatedAt: number;
  readonly expiries: readonly PolledExpiry[];
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;
const numberOf = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

/** Epoch ms, or the text of an instant; NaN for anything else. */
function instantOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : numberOf(value);
}

function parseOption(value: unknown): PolledOption | null {
  const option = membersOf(value);
  const token = option?.token;
  if (option === null || typeof token !== "number" || !Number.isInteger(token) || token <= 0) return null;
  return {
    token,
    ltp: numberOf(option.last_price),
    oi: numberOf(option.oi),
    volume: numberOf(option.volume),
    lastTradeTime: instantOf(option.last_trade_time),
  };
}

/** Options of a strike: the option itself, or one a side. */
function optionsOf(value: unknown): PolledOption[] {
  const own = parseOption(value);
  if (own !== null) return [own];
  return Object.values(membersOf(value) ?? {})
    .map(parseOption)
    .filter((option) => option !== null);
}

/** Live derivative prices (rule LIVE-24), bare or within `data`; null when they are something else. */
export function parseLivePrices(value: unknown): PolledPrices | null {
  const outer = membersOf(value);
  const body = membersOf(outer?.data) ?? outer;
  const expiries = membersOf(body?.per_expiry_data);
  const updatedAt = instantOf(body?.last_updated_at);
  if (body === null || expiries === null || !Number.isFinite(updatedAt)) return null;
  const etag = typeof body.etag === "string" ? body.etag : null;
  return {
    etag: etag ?? (typeof outer?.etag === "string" ? outer.etag : null),
    spot: numberOf(body.underlying_price),
    updatedAt,
    expiries: Object.entries(expiries).flatMap(([date, data]) => {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return [];
      const expiry = membersOf(data);
      return {
        expiry: compactDate(date),
        atmIv: numberOf(expiry?.atm_iv),
        future: numberOf(expiry?.future_price),
        forward: numberOf(expiry?.forward),
        pcr: numberOf(expiry?.pcr),
        maxPain: numberOf(expiry?.max_pain_strike),
        options: Object.values(membersOf(expiry?.options) ?? {}).flatMap(optionsOf),
      };
    }),
  };
}

const positive = (value: number, otherwise: number): number => (value > 0 ? value : otherwise);

function overlayOption(table: ChainTable, option: PolledOption): void {
  const { columns } = table;
  const isCall = columns.call.token.includes(option.token);
  const side = isCall ? columns.call : columns.put;
  const i = side.token.indexOf(option.token);
  if (i < 0 || i >= columns.count) return;
  if (option.ltp > 0) {
    side.ltp[i] = option.ltp;
    // A book that the last trade lies outside of is older than the trade.
    if (option.ltp < side.bid[i]! || option.ltp > side.ask[i]!) {
      side.bid[i] = 0;
      side.ask[i] = 0;
    }
  }
  if (option.oi >= 0) side.oi[i] = option.oi;
  if (option.volume >= 0) side.volume[i] = option.volume;
  if (option.lastTradeTime > 0) side.lastTradeTime[i] = option.lastTradeTime;
}

/**
 * Lays polled prices over the table of a chain whose figures are older.
 * @param asOf market time of the chain's figures
 * @returns the chain's new root; null when the chain is newer, or holds no rows yet
 */
export function overlayPrices(chain: LiveChain, prices: PolledPrices, asOf: number): ChainRoot | null {
  const { table, root } = chain;
  if (table === null || root === null || !(prices.updatedAt > asOf)) return null;
  const polled = prices.expiries.find((entry) => entry.expiry === root.expiry);
  if (polled === undefined) return null;
  for (const option of polled.options) overlayOption(table, option);
  return {
    ...root,
    marketTime: prices.updatedAt,
    spot: positive(prices.spot, root.spot),
    future: positive(polled.future, root.future),
    atmIv: positive(polled.atmIv, root.atmIv),
    pcr: positive(polled.pcr, root.pcr),
    maxPain: positive(polled.maxPain, root.maxPain),
    forward: polled.forward,
  };
}

/**
 * Asks once.
 * @param etag of the answer that is known
 * @returns null when they are those that are known
 * @throws when there is no answer, or one of another shape
 */
export async function fetchPrices(
  fetch: FetchLike,
  url: string,
  etag: string | null,
  signal: AbortSignal,
): Promise<PolledPrices | null> {
  const headers: Record<string, string> = etag === null ? {} : { "if-none-match": etag };
  const response = await fetch(url, { headers, signal });
  if (response.status === 304) return null;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const prices = parseLivePrices(await response.json());
  if (prices === null) throw new Error("unexpected shape");
  const fresh = response.headers.get("etag") ?? prices.etag;
  return fresh !== null && fresh === etag ? null : { ...prices, etag: fresh };
}

import { compactDate } from "#domain/calendar/ist.ts";
import { FORWARD_NONE } from "#domain/chain/flags.ts";
import { livePrices } from "#protocol/generated/http/prices.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import { isAnswer } from "#protocol/http/call.ts";
import type { LiveOption, LivePrices } from "#protocol/http/live-prices.ts";
import { pathTo } from "#protocol/http/path.ts";
import type { EngineEdges } from "../edges.ts";
import type { ChainTable } from "./chain-table.ts";
import type { LiveChain } from "./live-chain.ts";

const FETCH_TIMEOUT_MS = 15_000;

/**
 * Lays polled prices over the table of a chain whose figures are older.
 * @param asOf market time of the chain's figures
 * @returns the chain's new root; null when the chain is newer, or holds no rows yet
 */
export type Overlay = (chain: LiveChain, asOf: number) => ChainRoot | null;

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

/** Live prices of an underlying as the engine has them: what is not known is NaN. */
export interface PolledPrices {
  readonly etag: string;
  readonly spot: number;
  /** market time, epoch ms */
  readonly updatedAt: number;
  readonly expiries: readonly PolledExpiry[];
}

/** Prices that are others than those of the etag they were asked with. */
export interface FreshPrices {
  readonly prices: PolledPrices;
  readonly overlay: Overlay;
}

const figure = (value: number | null): number => value ?? Number.NaN;

const optionOf = (option: LiveOption): PolledOption => ({
  token: option.token,
  ltp: figure(option.last_price),
  oi: option.oi,
  volume: option.volume,
  lastTradeTime: figure(option.last_trade_time),
});

const pricesOf = (etag: string, body: LivePrices): PolledPrices => ({
  etag,
  spot: figure(body.underlying_price),
  updatedAt: body.last_updated_at,
  expiries: Object.entries(body.per_expiry_data).map(([date, expiry]) => ({
    expiry: compactDate(date),
    atmIv: figure(expiry.atm_iv),
    future: figure(expiry.future_price),
    forward: figure(expiry.forward),
    pcr: figure(expiry.pcr),
    maxPain: figure(expiry.max_pain_strike),
    options: Object.values(expiry.options)
      .flatMap(({ CE, PE }) => [CE, PE])
      .filter((option) => option !== undefined)
      .map(optionOf),
  })),
});

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

function overlayOf(prices: PolledPrices): Overlay {
  return ({ table, root }, asOf) => {
    if (table === null || root === null || !(prices.updatedAt > asOf)) return null;
    const polled = prices.expiries.find(({ expiry }) => expiry === root.expiry);
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
      // The stream's forward belongs to older prices: without a new one, parity of the new prices gives it.
      forwardSource: polled.forward > 0 ? root.forwardSource : FORWARD_NONE,
    };
  };
}

/**
 * Asks for the live prices of an underlying (rules LIVE-22 and LIVE-24).
 * @returns null where they are those of the etag still. @throws Error where there is no answer, or another one
 */
export type PriceCall = (underlying: number, etag: string | null) => Promise<FreshPrices | null>;

export function createPriceCall(edges: Pick<EngineEdges, "clock" | "fetch" | "origin">): PriceCall {
  const { clock, origin } = edges;
  return async (underlying, etag) => {
    const abort = new AbortController();
    const deadline = clock.setTimeout(() => abort.abort(), FETCH_TIMEOUT_MS);
    try {
      const headers: Record<string, string> = etag === null ? {} : { "if-none-match": etag };
      const url = origin + pathTo(livePrices, { underlyingToken: String(underlying) });
      const response = await edges.fetch(url, { headers, signal: abort.signal });
      if (response.status === 304) return null;
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const body = await response.json();
      if (!isAnswer(livePrices, body)) throw new Error(`unexpected shape at "${livePrices.answer(body)}"`);
      const fresh = response.headers.get("etag") ?? body.etag;
      if (fresh === etag) return null;
      const prices = pricesOf(fresh, body.data);
      return { prices, overlay: overlayOf(prices) };
    } finally {
      clock.clearTimeout(deadline);
    }
  };
}

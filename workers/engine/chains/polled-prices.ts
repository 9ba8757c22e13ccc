import { compactDate } from "#domain/calendar/ist.ts";
import { FORWARD_NONE } from "#domain/chain/flags.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { Clock, FetchLike, Timer } from "../edges.ts";
import type { ChainTable } from "./chain-table.ts";
import type { LiveChain } from "./live-chain.ts";

/**
 * The safety net under the relay: every 30 s the live prices of each underlying that a visible tab shows, by
 * HTTP. Of relay and snapshot the newer market time wins, so while the stream flows nothing of it is used.
 */
const LIVE_PRICES_MS = 30_000;
/** Only when the relay has not brought the chain by then. */
const FIRST_MS = 3_000;
const FETCH_TIMEOUT_MS = 15_000;

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
    // The stream's forward belongs to older prices: without a new one, parity of the new prices gives it.
    forwardSource: polled.forward > 0 ? root.forwardSource : FORWARD_NONE,
  };
}

/** Underlyings whose chain a visible tab shows, and those that streams want the answers of. */
type Owner = "views" | "streams";

export interface LivePrices {
  /** Replaces what the owner wants polled: a view at first only what the relay has not brought, a stream at once. */
  watch(owner: Owner, underlyings: ReadonlySet<number>): void;
}

export function createLivePrices(edges: {
  readonly clock: Clock;
  readonly fetch: FetchLike;
  url(underlying: number): string;
  /** The market may not be given to us: asking again changes nothing. */
  isRefused(): boolean;
  /** The relay has not brought any chain of it. */
  isNeeded(underlying: number): boolean;
  /** @param prices null when the newest are those that were told before */
  onPrices(underlying: number, prices: PolledPrices | null): void;
  onFailed(underlying: number): void;
  log(message: string): void;
}): LivePrices {
  const { clock } = edges;
  const timers = new Map<number, Timer>();
  const etags = new Map<number, string>();
  const wanted: Record<Owner, ReadonlySet<number>> = { views: new Set(), streams: new Set() };

  async function poll(underlying: number): Promise<void> {
    const abort = new AbortController();
    const deadline = clock.setTimeout(() => abort.abort(), FETCH_TIMEOUT_MS);
    const tell = (prices: PolledPrices | null): void => {
      if (timers.has(underlying)) edges.onPrices(underlying, prices);
    };
    try {
      const etag = etags.get(underlying);
      const headers: Record<string, string> = etag === undefined ? {} : { "if-none-match": etag };
      const response = await edges.fetch(edges.url(underlying), { headers, signal: abort.signal });
      if (response.status === 304) return tell(null);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const prices = parseLivePrices(await response.json());
      if (prices === null) throw new Error("unexpected shape");
      const fresh = response.headers.get("etag") ?? prices.etag;
      if (fresh !== null && fresh === etag) return tell(null);
      if (fresh !== null) etags.set(underlying, fresh);
      tell(prices);
    } catch (reason) {
      edges.log(`Failed to fetch derivative prices for underlying ${underlying} (${String(reason)})`);
      if (timers.has(underlying)) edges.onFailed(underlying);
    } finally {
      clock.clearTimeout(deadline);
    }
  }

  function stop(underlying: number): void {
    clock.clearTimeout(timers.get(underlying));
    timers.delete(underlying);
    // What was fetched before is not on screen any more: the next first load starts from nothing.
    etags.delete(underlying);
  }

  function plan(underlying: number, ms: number, always: boolean): void {
    timers.set(
      underlying,
      clock.setTimeout(() => {
        plan(underlying, LIVE_PRICES_MS - (always ? 0 : FIRST_MS), true);
        if (!edges.isRefused() && (always || edges.isNeeded(underlying))) void poll(underlying);
      }, ms),
    );
  }

  return {
    watch(owner, underlyings) {
      const before = wanted[owner];
      wanted[owner] = underlyings;
      const { views, streams } = wanted;
      for (const underlying of [...timers.keys()]) {
        const isNew = owner === "streams" && underlyings.has(underlying) && !before.has(underlying);
        if (isNew || !(views.has(underlying) || streams.has(underlying))) stop(underlying);
      }
      for (const underlying of underlyings) {
        if (!timers.has(underlying))
          plan(underlying, owner === "streams" ? 0 : FIRST_MS, owner === "streams");
      }
    },
  };
}

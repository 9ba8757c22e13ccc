/** Instruments and figures of 18 Nov 2026, 10:00 in India. */
import { compactDate, istInstant } from "#domain/calendar/ist.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { ExpiryStats, InfoView } from "#src/features/info/info-view.ts";
import type { ExpirySummary, StatsSnapshot, UnderlyingSummary } from "#workers/engine/api.ts";

export const NOW = istInstant("2026-11-18", "10:00");
const UNKNOWN = Number.NaN;

const expiry = (date: string, type: ExpirySummary["type"]): ExpirySummary => ({
  expiry: date,
  type,
  expiryInstant: istInstant(date, "15:30"),
  lastTrade: istInstant(date, "15:30"),
  lotSize: 65,
  strikes: 80,
});

const underlying = (symbol: string, more: Partial<UnderlyingSummary>): UnderlyingSummary => ({
  token: 1,
  symbol,
  name: symbol,
  kind: "index",
  exchange: "NSE",
  derivativeExchange: "NFO",
  isNonFno: false,
  sectors: [],
  spotTickSize: 0.05,
  strikeStep: 50,
  marketAhead: 0,
  vixToken: 9,
  lotSize: 65,
  expiries: [
    expiry("2026-11-24", "monthly"),
    expiry("2026-12-01", "weekly"),
    expiry("2026-12-29", "monthly"),
  ],
  ...more,
});

export const NIFTY = underlying("NIFTY", { token: 1 });
export const SBIN = underlying("SBIN", {
  token: 2,
  kind: "stock",
  expiries: [expiry("2026-11-24", "monthly"), expiry("2026-12-29", "monthly")],
});
export const CRUDEOIL = underlying("CRUDEOIL", {
  token: 3,
  kind: "commodity",
  exchange: "MCX",
  derivativeExchange: "MCX",
  expiries: [expiry("2026-12-16", "monthly")],
});
export const USDINR = underlying("USDINR", { token: 4, kind: "currency", derivativeExchange: "CDS" });

export const future = (date: string, token: number, multiplier = 1): LegContract => ({
  token,
  tradingsymbol: `FUT${date}`,
  type: "FUT",
  strike: 0,
  expiry: date,
  expiryInstant: istInstant(date, "15:30"),
  lotSize: 65,
  multiplier,
});

export const NIFTY_FUTURES = [future("2026-11-24", 11), future("2026-12-29", 12)];
export const CRUDE_FUTURES = [future("2026-11-19", 31, 100), future("2026-12-18", 32, 100)];

export const expiryStats = (date: string, more: Partial<ExpiryStats> = {}): ExpiryStats => ({
  expiry: compactDate(date),
  lotSize: 65,
  forwardSource: 1,
  reserved: 0,
  futurePrice: 24_268.4,
  forward: 24_268.4,
  strikeStep: 50,
  atmStrike: 24_250,
  atmIv: 0.135,
  atmIvPrevious: 0.131,
  atmIvPercentile: 41,
  pcr: 0.92,
  maxPain: 24_300,
  callOi: 12_000_000,
  putOi: 11_040_000,
  expectedMove: 210,
  straddle: 287,
  callVolume: 1,
  putVolume: 1,
  callOiPrevious: 1,
  putOiPrevious: 1,
  ...more,
});

export const stats = (token: number, more: Partial<StatsSnapshot> = {}): StatsSnapshot => ({
  underlying: token,
  spot: 24_231.85,
  spotPreviousClose: 24_174.65,
  spotOpen: 24_180,
  spotHigh: 24_260,
  spotLow: 24_120,
  volumeSpike: UNKNOWN,
  futureOi: 10_300_000,
  futureOiPrevious: 10_000_000,
  ivCloses: 250,
  ivCloseOrigins: 8,
  volume: 4_560_000,
  averageVolume: UNKNOWN,
  volumeDays: 0,
  stale: false,
  expiries: [
    expiryStats("2026-11-24"),
    expiryStats("2026-12-01", { forwardSource: 2, forward: 24_290.5, futurePrice: 24_400 }),
    expiryStats("2026-12-29", { forward: 24_400, futurePrice: 24_400 }),
  ],
  ...more,
});

export function view(more: Partial<InfoView> = {}): InfoView {
  const told = more.stats === undefined ? stats(1) : more.stats;
  const of = more.underlying ?? NIFTY;
  return {
    underlying: of,
    expiry: of.expiries[0]!,
    stats: told,
    ofExpiry: told?.expiries[0] ?? null,
    futures: NIFTY_FUTURES,
    now: NOW,
    today: "2026-11-18",
    isStale: false,
    decimals: 2,
    ...more,
  };
}

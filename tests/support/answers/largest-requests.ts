/** The longest question that each row of ours lets a caller ask, in the market that a server has. */

import { MOST_TRADES } from "#protocol/http/builder-limits.ts";
import { MOST_CHARGED_TRADES } from "#protocol/http/charges.ts";
import { MOST_CHART_LEGS, MOST_PREMIUM_LEGS, MOST_PREMIUM_STRATEGIES } from "#protocol/http/chart-limits.ts";
import { MOST_MINUTE_SESSIONS, MOST_OI_EXPIRIES } from "#protocol/http/chart-parts.ts";
import { MOST_CHART_SESSIONS } from "#protocol/http/charts.ts";
import type { Endpoint } from "#protocol/http/contract.ts";
import { ENDPOINTS } from "#protocol/http/endpoints.ts";
import { parseMetacache } from "#protocol/http/metacache.ts";
import { MOST_QUOTED, MOST_SYMBOLS } from "#protocol/http/quotes.ts";
import { createInstrumentDirectory, type InstrumentDirectory } from "#server/market/instruments/directory.ts";
import type { GoodRequest } from "./good-requests.ts";
import type { MostKept } from "./most-kept.ts";

const OPTION = {
  exchange: "NFO",
  instrument_type: "CE",
  underlying: "NIFTY",
  trade_action: "SELL",
  quantity: 65,
  price: 100,
  strike: 24_000,
  exit: { kind: "trade", price: 140 },
};

/** A row with the longest question there is for it. */
export interface LargestRequest {
  readonly id: string;
  readonly row: Endpoint;
  /** the n-th of them: what is kept for one question must not answer the next */
  at(n: number): GoodRequest;
}

const repeat = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i));

/** @param master the answer of instrument_metacache */
export function directoryOf(master: unknown): InstrumentDirectory {
  const body = parseMetacache(master);
  if (body === null) throw new Error("that is no metacache");
  return createInstrumentDirectory(body);
}

/**
 * Questions to everything that reads, computes or draws. What writes and what signs in is counted by the call, a few a minute.
 * @param underlyings symbols of all underlyings
 * @param broker the caller's, 0 a visitor's
 * @param kept what the caller's account keeps
 */
export function largestRequests(
  directory: InstrumentDirectory,
  underlyings: readonly string[],
  broker: number,
  kept: MostKept,
): LargestRequest[] {
  const nifty = directory.underlyer("NIFTY");
  const options = directory.options(nifty);
  const symbols = options.map(({ tradingsymbol }) => tradingsymbol);
  const some = (count: number, n: number): string[] =>
    repeat(count, (i) => symbols[(i + 7 * n) % symbols.length]!);
  const legs = options.slice(0, MOST_TRADES);
  const trades = legs.map(({ instrument_token }, i) => ({
    instrument_token,
    trade_action: i % 2 === 0 ? "BUY" : "SELL",
    quantity: 65,
    price: 100,
  }));
  const at = `/v1/compute/${broker}`;
  const get = (path: string): GoodRequest => ({ method: "GET", path });
  const post = (path: string, body: unknown): GoodRequest => ({ method: "POST", path, body });
  const turn = (n: number): string => encodeURIComponent(underlyings[n % underlyings.length]!);
  /** Of commodities there are none. */
  const withCandles = underlyings.filter(
    (symbol) => directory.derivativeExchanges[directory.underlyer(symbol)] !== "MCX",
  );
  /** As many expiries as may be added up, the n-th time others. */
  const mostExpiries = (n: number) => {
    const listed = directory.expiries(nifty);
    const most = Math.min(MOST_OI_EXPIRIES, listed.length);
    return {
      underlying_symbol: "NIFTY",
      expiries: repeat(most, (i) => listed[(i + n) % listed.length]!).sort(),
    };
  };
  const { prices, strategies, charts, candles, events, instruments, positions, account, access } = ENDPOINTS;
  const {
    "kept-strategies": keptStrategies,
    "strategy-links": links,
    "open-interest": openInterest,
    "chart-bars": chartBars,
    "chart-measures": chartMeasures,
    "chart-premium": chartPremium,
    "iv-history": ivRows,
  } = ENDPOINTS;
  const ask = (id: string, row: Endpoint, of: (n: number) => GoodRequest): LargestRequest => ({
    id,
    row,
    at: of,
  });
  return [
    ask("quotes", prices.quotes, (n) =>
      get(
        `/v1/compute/cache/quotes_v2?${some(MOST_QUOTED, n)
          .map((each) => `i=NFO:${each}`)
          .join("&")}`,
      ),
    ),
    ask("instruments", prices.instruments, (n) =>
      post("/v1/compute/cache/quotes_v2", { trading_symbols: some(MOST_SYMBOLS, n) }),
    ),
    ask("livePrices", prices.livePrices, (n) => get(`/v1/compute/cache/live_derivative_prices/${turn(n)}`)),
    ask("marketStatus", prices.marketStatus, () => get("/v1/compute/market_status")),
    ask("marketTimings", prices.marketTimings, () => get("/v1/compute/market_timings")),
    ask("marketAccess", prices.marketAccess, () => get("/v1/market_access")),
    ask("globalEvents", events.marketGlobalEvents, () => post("/v1/compute/market_global_events", undefined)),
    ask("stockEvents", events.marketStockEvents, () => post("/v1/compute/market_stock_events", undefined)),
    ask("holidays", events.holidayCalendar, () => get("/v1/compute/get_holiday_calendar")),
    ask("banList", events.banList, () => get("/v1/compute/fno_ban_list")),
    ask("charges", strategies.charges, () =>
      post("/v1/compute/charges", {
        date: "2026-11-20",
        trades: repeat(MOST_CHARGED_TRADES, (i) => ({ ...OPTION, price: 100 + i })),
      }),
    ),
    ask("expiries", charts.expiries, (n) =>
      get(`${at}/get_expiries?underlying_symbol=${turn(n)}&feature=builder_oi`),
    ),
    ask("metacache", instruments.metacache, () => get("/v1/compute/cache/instrument_metacache/0")),
    ask("insights", instruments.insights, () => get("/v1/compute/cache/insights_instrument_metacache/2")),
    ask("addon", instruments.addon, () =>
      post("/v1/compute/cache/instrument_metacache_addon", { underlyer_list: underlyings.slice(0, 500) }),
    ),
    ask("bySymbol", instruments.bySymbol, (n) =>
      get(`/v1/compute/cache/tradingsymbol_metacache/0?tradingsymbol=${some(1, n)[0]}`),
    ),
    ask("ofUnderlying", instruments.ofUnderlying, (n) => get(`${at}/mini_option_instruments/${turn(n)}`)),
    ask("positions", positions.positions, () => get("/v1/user_positions_v2")),
    ask("positionsOfBroker", positions.positionsOfBroker, () =>
      get(`${at}/broker_data/user_positions_v2?segments=fno&segments=equity`),
    ),
    ask("strategies", keptStrategies.list, () => get("/v1/strategies")),
    ask("strategy", keptStrategies.open, () => get(`/v1/strategies/${kept.strategyId}`)),
    ask("link", links.open, () => get(`/analyze-builder-data/${kept.linkId}`)),
    ask("links", links.shared, () => get("/user/analyze-builder-data")),
    ask("me", account.me, () => get("/v1/users/me")),
    ask("feature", access.feature, () => get("/v1/access/builder")),
    ask("strategyChart", charts.strategyChart, (n) =>
      post("/v1/compute/compute_strategy_chart", {
        underlying: "NIFTY",
        sampling_size: "15M",
        offset: MOST_CHART_SESSIONS,
        trades: some(MOST_CHART_LEGS, n).map((tradingsymbol) => ({
          tradingsymbol,
          trade_action: "SELL",
          quantity: 65,
        })),
      }),
    ),
    ask("multistrikeOi", openInterest.multistrikeOi, (n) =>
      post("/v1/compute/oi_graphs/multistrike_oi", {
        underlying: "NIFTY",
        legs: some(MOST_CHART_LEGS, n),
        // By the minute a market that never sleeps has more than an answer may.
        interval: "5M",
        sessions: MOST_MINUTE_SESSIONS,
      }),
    ),
    ask("oiByStrike", openInterest.oiByStrike, (n) =>
      post("/v1/compute/oi_graphs/oi_by_strike", { ...mostExpiries(n), from: null, to: null }),
    ),
    ask("oiMinutes", openInterest.oiMinutes, (n) =>
      post("/v1/compute/oi_graphs/oi_minutes", mostExpiries(n)),
    ),
    ask("oiVsTime", openInterest.oiVsTime, (n) =>
      post("/v1/compute/oi_graphs/oi_vs_time", {
        ...mostExpiries(n),
        interval: "1M",
        sessions: MOST_MINUTE_SESSIONS,
      }),
    ),
    ask("futOiVsTime", openInterest.futOiVsTime, (n) =>
      post("/v1/compute/oi_graphs/fut_oi_vs_time", {
        underlying_symbol: turn(n),
        interval: "1M",
        sessions: MOST_MINUTE_SESSIONS,
      }),
    ),
    ask("bars", chartBars.bars, (n) => get(`/v1/charts/bars?tradingsymbol=${some(1, n)[0]}&interval=1D`)),
    ask("candles", candles.candles, (n) =>
      get(`/v1/candles_cache/${encodeURIComponent(withCandles[n % withCandles.length]!)}`),
    ),
    ask("measures", chartMeasures.measures, (n) =>
      post("/v1/compute/charts/measures", {
        ...mostExpiries(n),
        measures: ["spot", "atm_iv", "pcr", "straddle", "call_oi"],
        // By the minute so many would be more than an answer has.
        interval: "5M",
        sessions: MOST_MINUTE_SESSIONS,
      }),
    ),
    ask("premium", chartPremium.premium, (n) =>
      post("/v1/compute/charts/premium", {
        underlying_symbol: "NIFTY",
        strategies: repeat(MOST_PREMIUM_STRATEGIES, (i) =>
          i % 2 === 0
            ? { rolling: { steps: i + n } }
            : {
                legs: repeat(MOST_PREMIUM_LEGS, (leg) => ({
                  tradingsymbol: symbols[(MOST_PREMIUM_LEGS * i + leg + 40 * n) % symbols.length]!,
                  trade_action: leg % 2 === 0 ? "SELL" : "BUY",
                  quantity: 65,
                })),
              },
        ),
        sessions: MOST_MINUTE_SESSIONS,
      }),
    ),
    ask("premiumExpiries", chartPremium.premiumExpiries, (n) =>
      post("/v1/compute/charts/premium_expiries", {
        underlying_symbol: "NIFTY",
        expiry: directory.expiries(nifty)[n % 2]!,
        each: true,
      }),
    ),
    ask("ivHistory", ivRows.ivHistory, (n) => get(`/v1/compute/charts/iv_history/${turn(n)}`)),
    ask("ivTerm", ivRows.ivTerm, (n) => get(`/v1/compute/charts/iv_term/${turn(n)}`)),
    ask("builderOi", charts.builderOi, () =>
      post("/v1/compute/oi_graphs/builder_intraday_oi_v2", {
        oi_vs_strike: true,
        oi_change_vs_strike: true,
        underlying_symbol: "NIFTY",
        expiries: directory.expiries(nifty).slice(0, 32),
      }),
    ),
    ask("builder", strategies.builder, () =>
      post(`${at}/builder_v3`, {
        underlying_token: directory.spot(nifty).instrument_token,
        trades,
        flags: { enable_payoff_table: true, enable_trade_details: true, include_market: true },
      }),
    ),
    ask("builderV2", strategies.builderV2, () =>
      post(`${at}/builder_v2`, {
        underlying_token: directory.spot(nifty).instrument_token,
        trades,
        current_underlying_price: 24_600,
        futures_per_expiry: {},
        atm_iv_per_expiry: {},
      }),
    ),
    ask("positionsSummary", strategies.positionsSummary, () =>
      post(`${at}/positions/summary_v2`, {
        data: legs.map(({ tradingsymbol }) => ({
          tradingsymbol,
          trade_action: "SELL",
          quantity: 65,
          average_price: 120,
          booked_profit_loss: 250,
          product: "NRML",
        })),
        hash: "h1",
        request_timestamp: 17,
        user_id: 5,
      }),
    ),
    ask("margin", strategies.margin, (n) =>
      post(`${at}/broker_data/calculate_margin_v5`, {
        trades: legs.map(({ tradingsymbol }, i) => ({
          trade_type: "new_trade",
          tradingsymbol,
          action: i % 2 === 0 ? "BUY" : "SELL",
          quantity: 65,
          price: 100 + n,
        })),
        consider_positions_for_funds: false,
        consider_positions_for_margin: false,
      }),
    ),
  ];
}

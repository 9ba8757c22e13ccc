/** Requests that clients of ours send to the API, in the scripted market. */
import { DEFAULT_CHAIN_SETTINGS } from "#domain/chain/settings.ts";
import { callToken, FUTURE, NIFTY, putToken, RELIANCE } from "../market/scripted-feed.ts";
import { keptStrategy } from "../strategy/kept-strategy.ts";

export interface GoodRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const get = (path: string, headers?: Record<string, string>): GoodRequest => ({
  method: "GET",
  path,
  ...(headers === undefined ? {} : { headers }),
});
const post = (path: string, body: unknown): GoodRequest => ({ method: "POST", path, body });

const CALL = "NIFTY26N2424500CE";
const PUT = "NIFTY26N2424300PE";
const NAVIGATES = { accept: "text/html", "sec-fetch-mode": "navigate" };

const bought = { instrument_token: callToken(0, 10), trade_action: "BUY", quantity: 65, price: 100 };
const BUILDER = {
  underlying_token: NIFTY,
  trades: [
    bought,
    { instrument_token: callToken(0, 12), trade_action: "SELL", quantity: 130 },
    { instrument_token: putToken(1, 8), trade_action: "BUY", quantity: 65, iv: 0.2 },
    { instrument_token: FUTURE, trade_action: "SELL", quantity: 65, price: 24_500 },
  ],
  iv_offset: 1.5,
  flags: { enable_payoff_table: true, enable_trade_details: true, include_market: true },
};
const BUILDER_V2 = {
  underlying_token: NIFTY,
  trades: [bought],
  current_underlying_price: 24_600,
  futures_per_expiry: { "2026-11-24": 24_620 },
  atm_iv_per_expiry: { "2026-11-24": 0.2 },
  fixed_sd_days: 7,
};
const CHAIN_SETTINGS = {
  ...DEFAULT_CHAIN_SETTINGS,
  view: "mine",
  views: [{ id: "mine", name: "Mine", columns: ["oi", "ltp", "strike"] }],
};
const sold = {
  trade_type: "new_trade",
  tradingsymbol: CALL,
  action: "SELL",
  quantity: 65,
  price: 100,
};
const MARGIN = {
  trades: [sold, { ...sold, tradingsymbol: "NIFTY26N2424700CE", action: "BUY", price: 50 }],
  consider_positions_for_funds: false,
  consider_positions_for_margin: false,
  details: { scenarios: true },
};
const POSITIONS = {
  data: [
    {
      tradingsymbol: CALL,
      trade_action: "SELL",
      quantity: 65,
      average_price: 120,
      booked_profit_loss: 250,
      product: "NRML",
    },
    {
      tradingsymbol: "RELIANCE",
      trade_action: "BUY",
      quantity: 10,
      average_price: 1_400,
      product: "CNC",
    },
    { tradingsymbol: "NOPE", trade_action: "BUY", quantity: 1, average_price: 1, product: "CNC" },
  ],
  hash: "h1",
  request_timestamp: 17,
  user_id: 5,
};
const OPTION = {
  exchange: "NFO",
  instrument_type: "CE",
  underlying: "NIFTY",
  trade_action: "SELL",
  quantity: 65,
  price: 100,
};
const CHARGES = {
  date: "2026-11-20",
  trades: [OPTION, { ...OPTION, trade_action: "BUY", exit: { kind: "trade", price: 140 } }],
};
const CHART = {
  underlying: "NIFTY",
  sampling_size: "15M",
  offset: 1,
  trades: [
    { tradingsymbol: CALL, trade_action: "SELL", quantity: 65 },
    { tradingsymbol: PUT, trade_action: "SELL", quantity: 130 },
  ],
};
const STRATEGY = keptStrategy();
const LINK = {
  strategy: STRATEGY,
  is_shared: true,
  sketch: [
    [0, -0.5],
    [1, 1],
  ],
};
const NO_STRATEGY = "/v1/strategies/00000000-0000-4000-8000-000000000000";

const OI = {
  oi_vs_strike: true,
  oi_change_vs_strike: true,
  underlying_symbol: "NIFTY",
  expiries: ["2026-11-24", "2026-12-29"],
};

const OF_EXPIRIES = { underlying_symbol: "NIFTY", expiries: OI.expiries };

/** Of the service itself, the same for everybody. */
export const SERVICE: readonly GoodRequest[] = [
  get("/healthz"),
  get("/readyz"),
  get("/metrics"),
  get("/docs/json"),
  { method: "HEAD", path: "/healthz" },
  post("/healthz", {}),
  { method: "DELETE", path: "/v1/users/me" },
  get("/v1/no-such-call"),
  get("/no-such-page", NAVIGATES),
  get("/icon.svg"),
  get("/assets/app-abc123.js", { "accept-encoding": "br" }),
  get("/assets/app-abc123.js"),
  get("/assets/none.js"),
  get("/kite_login_redirect?request_token=a&state=b", NAVIGATES),
  { method: "POST", path: "/icici_login_redirect?apisession=12345678", body: {} },
  get("/sandbox/google/.well-known/openid-configuration"),
  get("/sandbox/google/oauth2/v3/certs"),
  get("/sandbox/google/gsi/client"),
  get("/sandbox/google/gsi/chooser.js"),
  get("/sandbox/google/gsi/delivery.js"),
];

/** What each visitor asks, whichever they are. @param broker the number in the address of what is computed for them */
export function requestsOf(broker: number): readonly GoodRequest[] {
  const at = `/v1/compute/${broker}`;
  return [
    get("/v1/users/me"),
    get("/v1/users/me?source=widget"),
    get("/v1/login_config"),
    get("/v1/market_access"),
    get("/v1/sessions"),
    get("/v1/user_subscriptions"),
    post("/v1/user/preferences", { theme: "dark" }),
    post("/user/preferences", { "chain.columns": ["oi", "ltp"] }),
    get("/v1/builder_settings"),
    post("/v1/builder_settings", { OIMode: "off", sdFixedDays: 14 }),
    post("/v1/builder_settings", { theme: "dark" }),
    get("/v1/option_chain_settings_v2"),
    post("/v1/option_chain_settings_v2", { revision: 0, settings: CHAIN_SETTINGS }),
    post("/v1/option_chain_settings_v2", { revision: 0, settings: CHAIN_SETTINGS }),
    post("/v1/option_chain_settings_v2", { revision: 1, settings: { theme: "dark" } }),
    { method: "PUT", path: "/v1/option_chain_settings_v2/reset_view/mine" },
    { method: "PUT", path: "/v1/option_chain_settings_v2/reset_view/gone" },
    post("/v1/strategies", { name: "Short call", strategy: STRATEGY }),
    post("/v1/strategies", { name: "SHORT CALL", strategy: STRATEGY }),
    post("/v1/strategies", { name: "No legs", strategy: { ...STRATEGY, legs: [] } }),
    get("/v1/strategies"),
    get(NO_STRATEGY),
    post(NO_STRATEGY, { revision: 1, strategy: STRATEGY }),
    post(`${NO_STRATEGY}/rename`, { name: "Another" }),
    post(`${NO_STRATEGY}/restore`, {}),
    { method: "DELETE", path: NO_STRATEGY },
    post("/user/analyze-builder-data", LINK),
    post("/v1/user/analyze-builder-data", { ...LINK, price: 1 }),
    get("/user/analyze-builder-data"),
    get("/analyze-builder-data/AAAAAAAAAAAAAAAAAAAAAAAA"),
    get("/analyze-builder-data/short"),
    { method: "DELETE", path: "/v1/user/analyze-builder-data/AAAAAAAAAAAAAAAAAAAAAAAA" },
    post("/v1/payment/register_for_trial", {}),
    post("/payment/register_for_trial", {}),
    get("/user_subscriptions"),
    post("/v1/user_subscriptions/update", { reminder_acknowledged: true }),
    post("/user_subscriptions/update", { auto_renew_enabled: true, source: "profile" }),
    post("/v1/user_subscriptions", { selected_plan: "pro_1month" }),
    post("/user_subscriptions", { selected_plan: "pro_1month" }),
    get("/v1/users/me"),
    ...["home", "builder", "positions", "multistrike_oi", "admin", "covered_calls", "nonsense"].map((name) =>
      get(`/v1/access/${name}`),
    ),
    get("/v1/admin/audit"),
    get("/admin/users", NAVIGATES),
    post("/v1/app_session", {}),
    get("/v1/compute/market_timings"),
    get("/v1/compute/market_status"),
    { method: "POST", path: "/v1/compute/market_global_events" },
    { method: "POST", path: "/v1/compute/market_stock_events" },
    get("/v1/compute/get_holiday_calendar"),
    get("/v1/compute/fno_ban_list"),
    get(`/v1/compute/cache/instrument_metacache/${broker}`),
    get(`/v1/compute/cache/instrument_metacache/${broker}?get_nse_feed=true`, { "accept-encoding": "br" }),
    get(`/v1/compute/cache/insights_instrument_metacache/${broker}`),
    post("/v1/compute/cache/instrument_metacache_addon", { underlyer_list: ["reliance"] }),
    post(`/v1/compute/cache/instrument_metacache_addon/${broker}`, { underlyer_list: [NIFTY] }),
    get(`/v1/compute/cache/tradingsymbol_metacache/${broker}?tradingsymbol=${CALL}`),
    get("/v1/compute/cache/live_derivative_prices/NIFTY"),
    get(`/v1/compute/cache/live_derivative_prices/${NIFTY}?get_nse_feed=true`),
    get(`/v1/compute/cache/live_derivative_prices/${RELIANCE}`),
    get(`/v1/compute/cache/quotes_v2?i=NIFTY&i=${CALL}&i=reliance`),
    post("/v1/compute/cache/quotes_v2", { trading_symbols: ["NIFTY", CALL, "NOPE"] }),
    post("/v1/compute/charges", CHARGES),
    get(`${at}/mini_option_instruments/NIFTY`),
    get(`${at}/get_expiries?underlying_symbol=NIFTY&feature=builder_oi`),
    post("/v1/compute/compute_strategy_chart", CHART),
    post("/v1/compute/oi_graphs/multistrike_oi", { underlying: "NIFTY", legs: [CALL, PUT], interval: "30M" }),
    post("/v1/compute/oi_graphs/builder_intraday_oi_v2", OI),
    post("/v1/compute/oi_graphs/oi_by_strike", { ...OF_EXPIRIES, from: null, to: null }),
    post("/v1/compute/oi_graphs/oi_by_strike", {
      ...OF_EXPIRIES,
      from: Date.parse("2026-11-23T09:20:00+05:30"),
      to: Date.parse("2026-11-23T10:00:00+05:30"),
    }),
    post("/v1/compute/oi_graphs/oi_by_strike", { ...OF_EXPIRIES, from: 0, to: null }),
    post("/v1/compute/oi_graphs/oi_minutes", { underlying_symbol: "NIFTY", expiries: ["2026-11-24"] }),
    post("/v1/compute/oi_graphs/oi_vs_time", { ...OF_EXPIRIES, interval: "60M", sessions: 2 }),
    post("/v1/compute/oi_graphs/fut_oi_vs_time", {
      underlying_symbol: "NIFTY",
      interval: "60M",
      sessions: 2,
    }),
    get("/v1/charts/bars?tradingsymbol=NIFTY&interval=60M"),
    get(`/v1/charts/bars?tradingsymbol=${CALL}&interval=30M`),
    get("/v1/charts/bars?tradingsymbol=RELIANCE&interval=1D"),
    get("/v1/charts/bars?tradingsymbol=NIFTY&interval=7M"),
    get("/v1/charts/bars?tradingsymbol=NIFTY&interval=1M&from=0"),
    get("/v1/candles_cache/NIFTY"),
    get("/v1/candles_cache/NOPE"),
    post("/v1/compute/charts/measures", { ...OF_EXPIRIES, interval: "60M", sessions: 2 }),
    post("/v1/compute/charts/measures", {
      underlying_symbol: "NIFTY",
      measures: ["spot", "atm_iv"],
      interval: "1D",
    }),
    post("/v1/compute/charts/measures", { underlying_symbol: "NIFTY", date: "2026-11-22" }),
    post("/v1/compute/charts/measures", {
      underlying_symbol: "NIFTY",
      around: 2,
      measures: ["pcr", "call_oi"],
      interval: "60M",
    }),
    post("/v1/compute/charts/measures", {
      underlying_symbol: "NIFTY",
      strikes: [24_200],
      measures: ["strike_iv"],
      interval: "60M",
      date: "2026-11-20",
    }),
    post("/v1/compute/charts/measures", { underlying_symbol: "NIFTY", strikes: [24_201] }),
    post("/v1/compute/charts/premium", {
      underlying_symbol: "NIFTY",
      strategies: [
        { rolling: { steps: 2 } },
        { legs: [{ tradingsymbol: CALL, trade_action: "SELL", quantity: 65 }] },
      ],
      interval: "15M",
      sessions: 2,
    }),
    post("/v1/compute/charts/premium", { underlying_symbol: "NIFTY", strategies: [{}] }),
    post("/v1/compute/charts/premium_expiries", { underlying_symbol: "NIFTY" }),
    post("/v1/compute/charts/measures", {
      underlying_symbol: "NIFTY",
      measures: ["straddle", "call_oi"],
      nearest: true,
      interval: "60M",
      sessions: 3,
    }),
    get("/v1/compute/charts/iv_history/NIFTY?days=31"),
    get("/v1/compute/charts/iv_history/NIFTY?days=900"),
    get("/v1/compute/charts/iv_history/NIFTY?expiry=2019-01-31"),
    get("/v1/compute/charts/iv_term/NIFTY"),
    get("/v1/compute/charts/iv_term/NIFTY?date=2019-01-31"),
    post(`${at}/builder_v3`, BUILDER),
    post(`${at}/builder_v2`, BUILDER_V2),
    post(`${at}/broker_data/calculate_margin_v5`, MARGIN),
    post(`${at}/positions/summary_v2`, POSITIONS),
    post("/v1/calculate_margin_v3", { ...MARGIN, details: undefined }),
    get("/v1/user_positions_v2"),
    get(`${at}/broker_data/user_positions_v2?segments=fno&segments=equity`),
    get("/option-chain?tradingsymbol=NIFTY", NAVIGATES),
    get("/account-details", NAVIGATES),
    get("/widget/option-chain", NAVIGATES),
  ];
}

const KITE_ORDER = {
  exchange: "NFO",
  tradingsymbol: CALL,
  transaction_type: "SELL",
  variety: "regular",
  product: "NRML",
  order_type: "LIMIT",
  quantity: 65,
  price: 100,
  trigger_price: 0,
};
const token = callToken(0, 10);

/** What the stand-in of a broker is asked with the token that it gave. */
export const AT_STAND_IN: Readonly<Record<"kite" | "upstox" | "angel_broking", readonly GoodRequest[]>> = {
  kite: [
    get("/sandbox/kite/user/profile"),
    get("/sandbox/kite/user/margins"),
    get("/sandbox/kite/portfolio/positions"),
    get("/sandbox/kite/portfolio/holdings"),
    get("/sandbox/kite/orders"),
    post("/sandbox/kite/margins/orders", [KITE_ORDER]),
    post("/sandbox/kite/margins/basket?consider_positions=false", [KITE_ORDER]),
  ],
  upstox: [
    get("/sandbox/upstox/v2/user/profile"),
    get("/sandbox/upstox/v2/user/get-funds-and-margin"),
    get("/sandbox/upstox/v2/portfolio/short-term-positions"),
    get("/sandbox/upstox/v2/portfolio/long-term-holdings"),
    get("/sandbox/upstox/v2/order/retrieve-all"),
    post("/sandbox/upstox/v2/charges/margin", {
      instruments: [
        {
          instrument_key: `NSE_FO|${Math.floor(token / 256)}`,
          quantity: 65,
          transaction_type: "SELL",
          product: "D",
          price: 100,
        },
      ],
    }),
  ],
  angel_broking: [
    get("/sandbox/angel/rest/secure/angelbroking/user/v1/getProfile"),
    get("/sandbox/angel/rest/secure/angelbroking/user/v1/getRMS"),
    get("/sandbox/angel/rest/secure/angelbroking/order/v1/getPosition"),
    get("/sandbox/angel/rest/secure/angelbroking/order/v1/getOrderBook"),
    post("/sandbox/angel/rest/secure/angelbroking/margin/v1/batch", {
      positions: [
        {
          exchange: "NFO",
          qty: 65,
          price: 100,
          productType: "CARRYFORWARD",
          token: String(Math.floor(token / 256)),
          tradeType: "SELL",
          orderType: "LIMIT",
        },
      ],
    }),
  ],
};

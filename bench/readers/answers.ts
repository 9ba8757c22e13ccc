/** Answers as the server gives them: what a sign-in, a page of plans and a chain have to read. */
import type { LiveExpiry, LiveOption, LivePricesResponse } from "#protocol/http/live-prices.ts";
import type { LoginResult } from "#protocol/http/sign-in.ts";
import type { SubscriptionDetails, SubscriptionsResponse } from "#protocol/http/subscriptions.ts";

const profile: LoginResult["data"] = {
  user_id: 7,
  id: "0b0f8f0e-6a57-4a52-9d70-0d2b9a3c2f10",
  name: "Asha Rao",
  email: "asha@example.com",
  external_user_id: "ZX0007",
  is_anon_user: false,
  is_admin: false,
  is_mobile_app: false,
  created_at: "2026-11-01T04:00:00.000Z",
  a_b_c_group: "A",
  cohort_user_tag: null,
  has_taken_trial: false,
  has_upcoming_subscription: false,
  is_first_time_login: false,
  whatsapp_number: null,
  broker_details: {
    broker_name: "zerodha",
    broker_id: 1,
    positions_supported: true,
    orders_supported: true,
    trade_supported: true,
    portfolio_supported: true,
  },
  subscription_plan: {
    billing_plan_id: "free",
    billing_plan_type: "free",
    days_left: null,
    reminder_acknowledged: false,
  },
  external_graph_service: null,
  delay_ms: 0,
  preferences: { theme: "dark", columns: ["ltp", "oi", "iv"] },
};

export const loginResult: LoginResult = {
  data: profile,
  access_token: "a.b.c",
  is_first_time_login: false,
  redirect_path: "/home",
};

const subscription = (month: number): SubscriptionDetails => ({
  id: `s${month}`,
  billing_plan_id: "pro_1month",
  billing_plan_name: "Pro",
  billing_plan_type: "pro",
  activation_date: `2025-${String((month % 12) + 1).padStart(2, "0")}-01T00:00:00.000Z`,
  valid_till: null,
  auto_renew: true,
  payment_source: "upi",
  amount: 800,
  days_left: month,
  meta_data: { reminder_acknowledged: false },
});

export const subscriptions: SubscriptionsResponse = {
  data: {
    current_subscription: subscription(0),
    upcoming_subscription: null,
    subscription_history: Array.from({ length: 24 }, (_, month) => subscription(month)),
  },
};

const option = (token: number): LiveOption => ({
  token,
  last_price: 101.35,
  ltp_change: -0.034,
  last_trade_time: 1_795_488_000_000,
  oi: 1_250_000,
  oi_change: 0.12,
  volume: 9_875_000,
  is_liquid: true,
  greeks_with_iv: { iv: 0.1325, delta: 0.52, gamma: 0.0009, vega: 12.4, theta: -9.8 },
  liquidity_warnings: [],
});

const STRIKES = Array.from({ length: 120 }, (_, k) => 18_000 + 50 * k);

const expiry = (at: number): LiveExpiry => ({
  atm_strike: 21_000,
  atm_iv: 0.13,
  atm_iv_change: null,
  atm_iv_percentile: 44,
  atm_iv_closes: 250,
  atm_iv_rank: 31,
  atm_ivp_type: "normal",
  max_oi: 4_500_000,
  pcr: 0.93,
  pcr_type: "bullish",
  max_pain_strike: 21_000,
  max_pain_type: "neutral",
  forward: 21_034.5,
  forward_source: "SYNTHETIC",
  synthetic_future: 21_034.5,
  discount: 0.9945,
  discount_error: 0.0002,
  discount_source: "OWN_PAIRS",
  discount_lender: null,
  future_price: 21_040,
  future_data: null,
  options: Object.fromEntries(
    STRIKES.map((strike, k) => [strike, { CE: option(at * 1_000 + k), PE: option(at * 1_000 + 500 + k) }]),
  ),
});

/** Twelve expiries of 120 strikes: the size of NIFTY. */
export const livePrices: LivePricesResponse = {
  data: {
    underlying_token: 256_265,
    underlying_price: 21_012.4,
    state: null,
    future_oi: 12_000_000,
    last_updated_at: 1_795_488_000_000,
    etag: "e",
    per_expiry_data: Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`2026-12-${String(at + 10)}`, expiry(at)]),
    ),
  },
  etag: "e",
};

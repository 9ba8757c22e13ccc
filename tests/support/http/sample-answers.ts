/** Whole answers of the API, changed as a test needs them: what a page reads is checked against the row's schema. */
import type { Profile, SessionDetails } from "#protocol/http/account.ts";
import type { LiveExpiry, LiveOption, LivePricesResponse } from "#protocol/http/live-prices.ts";
import type { MarketAccess } from "#protocol/http/prices.ts";
import type { LoginConfig, LoginResult } from "#protocol/http/sign-in.ts";
import type { SubscriptionDetails, SubscriptionsResponse } from "#protocol/http/subscriptions.ts";

/** A Zerodha account on the free plan, changed as a test needs it. */
export function profile(change: Partial<Profile> = {}): Profile {
  return {
    user_id: 7,
    id: "acc-7",
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
    preferences: {},
    ...change,
  };
}

export function visitor(): Profile {
  const broker = { broker_name: "anonymous", broker_id: 0 };
  const none = { positions_supported: false, orders_supported: false, trade_supported: false };
  return profile({
    user_id: 0,
    id: "",
    name: "",
    email: null,
    external_user_id: "",
    is_anon_user: true,
    created_at: null,
    broker_details: { ...broker, ...none, portfolio_supported: false },
    delay_ms: 60_000,
  });
}

export function loginResult(change: Partial<LoginResult> = {}): LoginResult {
  return {
    data: profile(),
    access_token: "scoped",
    is_first_time_login: false,
    redirect_path: "/home",
    ...change,
  };
}

export function loginConfig(change: Partial<LoginConfig> = {}): LoginConfig {
  return {
    available: { kite: true, upstox: true, angel_broking: true, icici: true, google: true },
    sandbox: { kite: true, upstox: true, angel_broking: true, icici: true, google: true },
    can_try_sandbox: true,
    google: { client_id: "client", nonce: "nonce", script_url: "/google.js" },
    research_analyst_number: null,
    terms_url: null,
    ...change,
  };
}

export function device(change: Partial<SessionDetails> = {}): SessionDetails {
  return {
    id: "device-1",
    is_current: true,
    user_agent: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36",
    created_at: "2026-11-20T04:00:00.000Z",
    last_seen_at: "2026-11-21T08:00:00.000Z",
    ...change,
  };
}

export function subscription(change: Partial<SubscriptionDetails> = {}): SubscriptionDetails {
  return {
    id: "s1",
    billing_plan_id: "pro_1month",
    billing_plan_name: "Pro",
    billing_plan_type: "pro",
    activation_date: "2026-11-01T00:00:00.000Z",
    valid_till: null,
    auto_renew: true,
    payment_source: null,
    amount: 800,
    days_left: 10,
    meta_data: { reminder_acknowledged: false },
    ...change,
  };
}

export function subscriptions(change: Partial<SubscriptionsResponse["data"]> = {}): SubscriptionsResponse {
  const none = { current_subscription: null, upcoming_subscription: null, subscription_history: [] };
  return { data: { ...none, ...change } };
}

export function marketAccess(change: Partial<MarketAccess> = {}): { readonly data: MarketAccess } {
  return { data: { allowed: true, message: null, login: null, ...change } };
}

export function liveOption(change: Partial<LiveOption> = {}): LiveOption {
  return {
    token: 1,
    last_price: 100,
    ltp_change: null,
    last_trade_time: null,
    oi: 0,
    oi_change: null,
    volume: 0,
    is_liquid: true,
    greeks_with_iv: { iv: null, delta: null, gamma: null, vega: null, theta: null },
    liquidity_warnings: [],
    ...change,
  };
}

export function liveExpiry(change: Partial<LiveExpiry> = {}): LiveExpiry {
  return {
    atm_strike: null,
    atm_iv: null,
    atm_iv_change: null,
    atm_iv_percentile: null,
    atm_iv_closes: 2,
    atm_iv_rank: null,
    atm_ivp_type: null,
    max_oi: 0,
    pcr: null,
    pcr_type: null,
    max_pain_strike: null,
    max_pain_type: null,
    forward: null,
    forward_source: null,
    synthetic_future: null,
    discount: 1,
    discount_error: null,
    discount_source: null,
    discount_lender: null,
    future_price: null,
    future_data: null,
    options: {},
    ...change,
  };
}

/** @param updatedAt market time of the figures, epoch ms */
export function livePrices(
  underlying: number,
  updatedAt: number,
  expiries: Readonly<Record<string, LiveExpiry>>,
): LivePricesResponse {
  const etag = `p${updatedAt}`;
  return {
    data: {
      underlying_token: underlying,
      underlying_price: 24_040,
      state: "live",
      future_oi: null,
      last_updated_at: updatedAt,
      etag,
      per_expiry_data: expiries,
    },
    etag,
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

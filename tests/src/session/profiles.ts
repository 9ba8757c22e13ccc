import type { Profile } from "#protocol/http/account.ts";
import type { LoginResult } from "#protocol/http/sign-in.ts";

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

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

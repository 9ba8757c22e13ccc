import { type Static, Type } from "typebox";

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/**
 * Who is signed in (rules SES-1 and SES-2); of an anonymous visitor everything but `is_anon_user` is empty.
 */
export const Profile = Type.Object({
  user_id: Type.Integer({ description: "small number of the account, 0 for anonymous" }),
  id: Type.String({ description: "opaque id of the account, empty for anonymous" }),
  name: Type.String(),
  email: Nullable(Type.String()),
  external_user_id: Type.String({ description: "client id at the broker" }),
  is_anon_user: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_mobile_app: Type.Boolean({
    description: "this request came out of our mobile app, which has proved it",
  }),
  created_at: Nullable(Type.String({ description: "ISO 8601, UTC" })),
  a_b_c_group: Type.Union([Type.Literal("A"), Type.Literal("B"), Type.Literal("C")]),
  cohort_user_tag: Nullable(Type.String()),
  has_taken_trial: Type.Boolean(),
  has_upcoming_subscription: Type.Boolean(),
  is_first_time_login: Type.Boolean({ description: "true until the first session has been told so once" }),
  whatsapp_number: Nullable(Type.String()),
  broker_details: Type.Object({
    broker_name: Type.String(),
    broker_id: Type.Integer({ minimum: 0, maximum: 5 }),
    positions_supported: Type.Boolean(),
    orders_supported: Type.Boolean(),
    trade_supported: Type.Boolean(),
    portfolio_supported: Type.Boolean(),
  }),
  subscription_plan: Type.Object({
    billing_plan_id: Type.String(),
    billing_plan_type: Type.String(),
    days_left: Nullable(Type.Number()),
    reminder_acknowledged: Type.Boolean(),
  }),
  external_graph_service: Nullable(Type.String()),
  /** how late the market reaches this visitor, ms */
  delay_ms: Type.Integer({ minimum: 0 }),
  preferences: Type.Record(Type.String(), Type.Unknown()),
});
export type Profile = Static<typeof Profile>;

/** `POST /v1/app_session`: the mobile app has proved itself; until when is epoch ms. */
export const AppSessionResponse = Type.Object({
  data: Type.Object({ is_mobile_app: Type.Literal(true), valid_for_ms: Type.Integer() }),
});

export const MeQuery = Type.Object({ source: Type.Optional(Type.String({ maxLength: 64 })) });
export const MeResponse = Type.Object({ data: Profile });

/**
 * How a login ended. `access_token` is a scoped token for embedded widgets (15 minutes, read-only), never
 * the session (rule SES-3): that lives in the cookie `__Host-sid`, which no script can read.
 */
export const LoginResult = Type.Object({
  data: Profile,
  access_token: Type.String(),
  is_first_time_login: Type.Boolean(),
  redirect_path: Type.String({ description: "path on this site" }),
});
export type LoginResult = Static<typeof LoginResult>;

/** Query of `GET /v1/{slug}_login`, which sends the browser to the broker. */
export const LoginStartQuery = Type.Object({
  redirect_params: Type.Optional(Type.String({ maxLength: 512 })),
  redirect_target: Type.Optional(
    Type.String({ maxLength: 2_048, description: "path on this site to end at" }),
  ),
  app_id: Type.Optional(Type.String({ maxLength: 64, description: "Angel One" })),
  os: Type.Optional(Type.String({ maxLength: 32, description: "Angel One" })),
  sandbox_account: Type.Optional(
    Type.Literal("new", { description: "sandbox only: a fresh account, without its pages" }),
  ),
});

/** Query of the calls that end a sign-in: what the broker gave the browser, and the state that came back with it. */
export const LoginFinishQuery = Type.Object({
  request_token: Type.String({ minLength: 1, maxLength: 4_096 }),
  state: Type.Optional(Type.String({ maxLength: 128 })),
  source: Type.Optional(Type.String({ maxLength: 64 })),
});

export const RequestTokenBody = Type.Object(
  {
    request_token: Type.String({ minLength: 1, maxLength: 4_096 }),
    state: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { additionalProperties: false },
);

export const GoogleLoginBody = Type.Object(
  { id_token: Type.String({ minLength: 1, maxLength: 8_192 }) },
  { additionalProperties: false },
);

export const IciciPayload = Type.Object({
  login_url: Type.String(),
  AppKey: Type.String(),
  time_stamp: Type.String(),
  checksum: Type.String(),
});
export type IciciPayload = Static<typeof IciciPayload>;

/** `begin=false`: only what is offered; no attempt with Google is begun, and nothing of Google's is answered. */
export const LoginConfigQuery = Type.Object({ begin: Type.Optional(Type.Literal("false")) });

/** What a login panel must know before a login: `GET /v1/login_config`. */
export const LoginConfig = Type.Object({
  /** by slug: whether this way to sign in is set up here at all */
  available: Type.Record(Type.String(), Type.Boolean()),
  /** by slug: whether the sandbox stands in for the provider */
  sandbox: Type.Record(Type.String(), Type.Boolean()),
  /** one click into a fresh sandbox Zerodha account is offered */
  can_try_sandbox: Type.Boolean(),
  google: Type.Object({
    client_id: Type.String(),
    /** goes into the id_token; bound to this browser by a cookie */
    nonce: Type.String(),
    script_url: Type.String(),
  }),
  research_analyst_number: Nullable(Type.String()),
  terms_url: Nullable(Type.String()),
});
export type LoginConfig = Static<typeof LoginConfig>;

export const PreferenceBody = Type.Record(
  Type.String({ pattern: "^[A-Za-z0-9_.-]{1,64}$" }),
  Type.Unknown(),
  {
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    description: "one key and its value, at most 16 KiB of JSON",
  },
);
export const SuccessResponse = Type.Object({ success: Type.Boolean() });
export const LogoutResponse = Type.Object({ data: Type.Object({ success: Type.Boolean() }) });

/** A plan that an account holds or held (rule PLAN-11); amounts in rupees, times ISO 8601. */
export const SubscriptionDetails = Type.Object({
  id: Type.String(),
  billing_plan_id: Type.String(),
  billing_plan_name: Type.String(),
  billing_plan_type: Type.String(),
  activation_date: Type.String(),
  valid_till: Nullable(Type.String()),
  auto_renew: Type.Boolean(),
  payment_source: Nullable(Type.String()),
  amount: Type.Number(),
  days_left: Nullable(Type.Number()),
  meta_data: Type.Object({ reminder_acknowledged: Type.Boolean() }),
});
export type SubscriptionDetails = Static<typeof SubscriptionDetails>;

export const SubscriptionsResponse = Type.Object({
  data: Type.Object({
    current_subscription: Nullable(SubscriptionDetails),
    upcoming_subscription: Nullable(SubscriptionDetails),
    subscription_history: Type.Array(SubscriptionDetails),
  }),
});
export type SubscriptionsResponse = Static<typeof SubscriptionsResponse>;

/** A plan chosen (rule PLAN-12). Only FREE needs no payment. */
export const SubscriptionAddBody = Type.Object(
  {
    selected_plan: Type.String({ minLength: 1, maxLength: 64, description: "FREE, or the id of a plan" }),
    auto_renew_enabled: Type.Optional(Type.Boolean()),
    payment_method: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
    device: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
    payment_info: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  },
  { additionalProperties: false },
);

export const SubscriptionAddResponse = Type.Object({
  data: Type.Object({
    subscription: SubscriptionDetails,
    message: Type.String(),
    redirect_path: Type.String(),
  }),
});

/** Auto-renew on or off with its source, or the renewal reminder put away. */
export const SubscriptionUpdateBody = Type.Union([
  Type.Object(
    { auto_renew_enabled: Type.Boolean(), source: Type.String({ maxLength: 64 }) },
    { additionalProperties: false },
  ),
  Type.Object({ reminder_acknowledged: Type.Literal(true) }, { additionalProperties: false }),
]);

export const TrialResponse = Type.Object({
  data: Type.Object({
    subscription: SubscriptionDetails,
    trial_days: Type.Integer(),
    message: Type.String(),
  }),
});

/** A device that is signed in: `GET /v1/sessions`. */
export const SessionDetails = Type.Object({
  id: Type.String(),
  is_current: Type.Boolean(),
  user_agent: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
});
export const SessionsResponse = Type.Object({ data: Type.Array(SessionDetails) });

/**
 * `GET /v1/access/{feature}`: what the matrix says of the caller; 401 and 403 where the feature is closed.
 */
export const AccessResponse = Type.Object({
  data: Type.Object({
    feature: Type.String(),
    required: Type.String(),
    plan: Type.String(),
    allowed: Type.Boolean(),
  }),
});

/**
 * `GET /v1/market_access`: whether the caller is served this server's market at all. The page asks where a
 * handshake with the relay fails: a browser is not told the status of a refused one.
 */
export const MarketAccessResponse = Type.Object({
  data: Type.Object({
    allowed: Type.Boolean(),
    /** why not, in words for people; null where it is allowed */
    message: Nullable(Type.String()),
    /** slug of the broker whose account opens it, where one can log in with that here; null where none does */
    login: Nullable(Type.String()),
  }),
});
export type MarketAccess = Static<typeof MarketAccessResponse>["data"];

/** State of an exchange now (rule CALL-6): `GET /v1/compute/market_status`. */
export const MarketStatusResponse = Type.Record(
  Type.String(),
  Type.Union([
    Type.Literal("open"),
    Type.Literal("closed"),
    Type.Literal("before_open"),
    Type.Literal("after_close"),
  ]),
);

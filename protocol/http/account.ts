import { type Static, Type } from "typebox";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";
import { Nullable } from "./nullable.ts";

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

export const MeQuery = Type.Object({ source: Type.Optional(Type.String({ maxLength: 64 })) });

export const MeResponse = Type.Object({ data: Profile });

export const SuccessResponse = Type.Object({ success: Type.Boolean() });

export const LogoutResponse = Type.Object({ data: Type.Object({ success: Type.Boolean() }) });

/** A device that is signed in: `GET /v1/sessions`. */
export const SessionDetails = Type.Object({
  id: Type.String(),
  is_current: Type.Boolean(),
  user_agent: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
});
export type SessionDetails = Static<typeof SessionDetails>;

export const SessionsResponse = Type.Object({ data: Type.Array(SessionDetails) });
export type SessionsResponse = Static<typeof SessionsResponse>;

const WidgetHeaders = Type.Object({
  "x-auth-token": Type.Optional(
    Type.String({ maxLength: 1_024, description: "access token of an embedded widget" }),
  ),
});

export const WidgetTokenResponse = Type.Object({
  data: Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Integer({ minimum: 0, description: "milliseconds" }),
  }),
});

const personal = {
  tags: ["account"],
  access: "app_initialized",
  ms: 1,
  cache: "no-store",
  vary: "cookie",
} as const;

/** Who is signed in, where, and leaving. */
export const ACCOUNT_ROWS = {
  me: endpoint({
    ...personal,
    method: "GET",
    paths: ["/v1/users/me"],
    class: "read",
    cost: 0,
    summary: "Profile of the signed-in account; of an anonymous visitor an empty one",
    query: MeQuery,
    headers: WidgetHeaders,
    answers: { 200: MeResponse },
    errors: {
      400: ["request.invalid"],
      401: ["auth.expired"],
      503: ["storage.unavailable", "storage.full"],
    },
  }),
  widgetToken: endpoint({
    ...personal,
    method: "GET",
    paths: ["/v1/widget_token"],
    class: "read",
    cost: 1,
    // Whether it may be had is asked of the session behind it, by a token that ends as by a cookie.
    isAboutSignIn: true,
    vary: "cookie, x-auth-token",
    summary: "A fresh access token for an embedded widget, by the one it has or by the session's cookie",
    headers: WidgetHeaders,
    answers: { 200: WidgetTokenResponse },
    errors: {
      400: ["request.invalid"],
      401: ["auth.required", "auth.expired"],
      503: ["storage.unavailable", "storage.full"],
    },
  }),
  logOut: endpoint({
    ...personal,
    method: "DELETE",
    paths: ["/v1/logout"],
    class: "write",
    cost: 1,
    isAboutSignIn: true,
    summary: "Ends the session of this device; one that is over already is no failure",
    answers: { 200: LogoutResponse },
    errors: { 503: ["storage.unavailable", "storage.full"] },
  }),
  devices: endpoint({
    ...personal,
    access: "authenticated",
    method: "GET",
    paths: ["/v1/sessions"],
    class: "read",
    cost: 0,
    summary: "Devices on which this account is signed in",
    answers: { 200: SessionsResponse },
    errors: NEEDS_ACCOUNT,
  }),
  revokeOtherDevices: endpoint({
    ...personal,
    access: "authenticated",
    method: "DELETE",
    paths: ["/v1/sessions"],
    class: "write",
    cost: 1,
    summary: "Logs all other devices out",
    answers: { 200: SuccessResponse },
    errors: NEEDS_ACCOUNT,
  }),
  revokeDevice: endpoint({
    ...personal,
    access: "authenticated",
    method: "DELETE",
    paths: ["/v1/sessions/:id"],
    class: "write",
    cost: 1,
    summary: "Logs one device out",
    params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    answers: { 200: SuccessResponse },
    errors: { ...NEEDS_ACCOUNT, 400: ["request.invalid"], 404: ["request.not_found"] },
  }),
};

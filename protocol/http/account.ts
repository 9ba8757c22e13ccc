import { type Static, Type } from "typebox";
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

export const SessionsResponse = Type.Object({ data: Type.Array(SessionDetails) });

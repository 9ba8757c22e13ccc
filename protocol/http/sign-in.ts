import { type Static, Type } from "typebox";
import { Profile } from "./account.ts";
import { Nullable } from "./nullable.ts";

/** `POST /v1/app_session`: the mobile app has proved itself; until when is epoch ms. */
export const AppSessionResponse = Type.Object({
  data: Type.Object({ is_mobile_app: Type.Literal(true), valid_for_ms: Type.Integer() }),
});

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

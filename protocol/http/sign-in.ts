import { type Static, Type } from "typebox";
import { Profile } from "./account.ts";
import { endpoint } from "./contract.ts";
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

/** Angel One's three tokens, one after the other with commas between: they open the account themselves, and stand in no address. */
export const AngelTokensBody = Type.Object(
  {
    request_token: Type.String({ minLength: 1, maxLength: 12_290 }),
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

const signIn = {
  access: "app_initialized",
  class: "login",
  cost: 1,
  ms: 3,
  cache: "no-store",
  vary: "cookie",
  isAboutSignIn: true,
  tags: ["login"],
} as const;

const ERRORS = {
  400: ["request.invalid"],
  401: ["auth.bad_login", "broker.rejected"],
  403: ["auth.too_many_devices", "request.forbidden"],
  404: ["request.not_found"],
  429: ["request.rate_limited"],
} as const;

/** Sends the browser to a broker. */
const begins = (path: string, broker: string) =>
  endpoint({
    ...signIn,
    method: "GET",
    paths: [path],
    step: "begin",
    summary: `Sends the browser to ${broker} to sign in`,
    query: LoginStartQuery,
    answers: { 302: Type.Null({ description: "to the broker" }) },
    errors: ERRORS,
  });

/** Signs in with what the broker put into the address of its way back. */
const ends = (path: string, broker: string) =>
  endpoint({
    ...signIn,
    method: "GET",
    paths: [path],
    step: "end",
    summary: `Signs in with what ${broker} gave the browser`,
    query: LoginFinishQuery,
    answers: { 200: LoginResult },
    errors: ERRORS,
  });

/** The calls that sign somebody in (decision 0009). */
export const SIGN_IN_ROWS = {
  config: endpoint({
    ...signIn,
    method: "GET",
    paths: ["/v1/login_config"],
    step: "panel",
    summary: "What a login panel must know before anybody signs in",
    query: LoginConfigQuery,
    answers: { 200: LoginConfig },
    errors: {
      400: ["request.invalid"],
      429: ["request.rate_limited"],
      503: ["storage.unavailable", "storage.full", "broker.unavailable"],
    },
  }),
  beginKite: begins("/v1/kite_login", "Zerodha"),
  beginUpstox: begins("/v1/upstox_login", "Upstox"),
  beginAngel: begins("/v1/angel_broking_login", "Angel One"),
  endKite: ends("/v1/redirect_token", "Zerodha"),
  endUpstox: ends("/v1/upstox_login_redirect", "Upstox"),
  endAngel: endpoint({
    ...signIn,
    method: "POST",
    paths: ["/v1/angel_broking_login_redirect"],
    step: "end",
    summary: "Signs in with the tokens that Angel One gave the browser",
    body: AngelTokensBody,
    answers: { 200: LoginResult },
    errors: ERRORS,
  }),
  beginIcici: endpoint({
    ...signIn,
    method: "GET",
    paths: ["/v1/icici_login_payload"],
    step: "begin",
    summary: "The form that the page posts to ICICI Direct",
    query: LoginStartQuery,
    answers: { 200: IciciPayload },
    errors: ERRORS,
  }),
  iciciForm: endpoint({
    method: "POST",
    paths: ["/icici_login_redirect"],
    access: "public",
    class: "webhook",
    cost: 1,
    ms: 1,
    cache: "no-store",
    takesForeignForms: true,
    isHidden: true,
    tags: ["login"],
    summary: "Sends the browser that ICICI Direct posted back on to the page of that address",
    answers: { 303: Type.Null({ description: "to the page" }) },
    errors: {},
  }),
  endIcici: endpoint({
    ...signIn,
    method: "POST",
    paths: ["/v1/icici_validate_login"],
    step: "end",
    summary: "Signs in with the API session that ICICI Direct gave the browser",
    body: RequestTokenBody,
    answers: { 200: LoginResult },
    errors: ERRORS,
  }),
  endGoogle: endpoint({
    ...signIn,
    method: "POST",
    paths: ["/v1/login_with_fedcm_google"],
    step: "end",
    summary: "Signs in with Google's id_token",
    body: GoogleLoginBody,
    answers: { 200: LoginResult },
    errors: ERRORS,
  }),
  endOthersAndLogIn: endpoint({
    ...signIn,
    method: "POST",
    paths: ["/v1/invalidate_old_sessions_and_login"],
    step: "end",
    summary: "Logs all other devices out and signs in here",
    body: RequestTokenBody,
    answers: { 200: LoginResult },
    errors: ERRORS,
  }),
  proveApp: endpoint({
    method: "POST",
    paths: ["/v1/app_session"],
    access: "app_initialized",
    class: "write",
    cost: 1,
    ms: 2,
    cache: "no-store",
    vary: "cookie",
    tags: ["account"],
    summary: "Exchanges a token that the mobile app signed for a cookie that says so",
    headers: Type.Object({
      "x-app-token": Type.String({ minLength: 1, description: "signed by the app; taken once" }),
    }),
    answers: { 200: AppSessionResponse },
    errors: {
      400: ["request.invalid"],
      403: ["access.denied"],
      429: ["request.rate_limited"],
      503: ["storage.unavailable", "storage.full"],
    },
  }),
};

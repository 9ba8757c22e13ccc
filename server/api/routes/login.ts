import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { decodeJwt } from "jose";
import { type Static, Type } from "typebox";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import {
  GoogleLoginBody,
  IciciPayload,
  LoginConfig,
  LoginConfigQuery,
  LoginFinishQuery,
  LoginResult,
  LoginStartQuery,
  RequestTokenBody,
} from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import { formatLogin, loginCookie, noLoginCookie, readLogin, sessionCookie } from "../../auth/cookies.ts";
import { ATTEMPT_MS, type BegunLogin } from "../../auth/login-attempts.ts";
import { ICICI_PAYLOAD_FAILED, NO_CODE } from "../../auth/login-texts.ts";
import type { SignedIn } from "../../auth/logins.ts";
import type { Origin } from "../../auth/sessions.ts";
import type { App, AuthContext } from "../context.ts";
import { describeInvalid, handleError } from "../errors.ts";
import { mustBeOwnPage } from "../own-page.ts";
import { profileOf } from "../profile.ts";

const tags = ["login"];
const failures = {
  400: ErrorResponse,
  401: ErrorResponse,
  403: ErrorResponse,
  404: ErrorResponse,
  429: ErrorResponse,
};

/** Pages of ours that providers send the browser back to; what an operator registers with them (docs/sign-in.md). */
const RETURN_PAGES: Readonly<Record<BrokerSlug, string>> = {
  kite: "/kite_login_redirect",
  upstox: "/upstox_login_redirect",
  angel_broking: "/validate_angel_broking_login",
  icici: "/icici_login_redirect",
  google: "/",
};

type Names = "kite" | "upstox" | "angel_broking";
const REDIRECTS: readonly (readonly [slug: Names, broker: string])[] = [
  ["kite", "Zerodha"],
  ["upstox", "Upstox"],
  ["angel_broking", "Angel One"],
];
const RETURNS: readonly (readonly [path: string, slug: Names, broker: string])[] = [
  ["/v1/redirect_token", "kite", "Zerodha"],
  ["/v1/upstox_login_redirect", "upstox", "Upstox"],
  ["/v1/angel_broking_login_redirect", "angel_broking", "Angel One"],
];

/** What a page forgot to bring, in the words of the error catalogue. */
function noCode(errors: Parameters<typeof describeInvalid>[0], where: string): Error {
  const isMissing = errors.some(
    ({ keyword, params, instancePath }) =>
      (keyword === "required" && ["request_token", "id_token"].includes(String(params.missingProperty))) ||
      (keyword === "minLength" && /(?:request|id)_token$/.test(instancePath)),
  );
  return isMissing ? new Error(NO_CODE) : describeInvalid(errors, where);
}

function fromOf(request: FastifyRequest): Origin {
  const { deviceId } = request.caller;
  return { deviceId, userAgent: request.headers["user-agent"] ?? "", address: request.ip };
}

/** The nonce inside an id_token, to find the attempt by; nothing of the token is believed yet. */
function nonceOf(token: string): string | null {
  try {
    const { nonce } = decodeJwt(token);
    return typeof nonce === "string" ? nonce : null;
  } catch {
    return null;
  }
}

/**
 * The browser came here as to a page: it is sent on to one that says what happened, in words and with a way out (spec 1 §4:
 * on failure to the login redirect page). Whoever called it otherwise gets the error itself.
 */
function toFailurePage(
  slug: BrokerSlug,
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isPage = request.headers["sec-fetch-mode"] === "navigate" || wantsPage(request.headers.accept);
  if (!isPage) return handleError(error, request, reply);
  const code = error instanceof AppError ? error.code : "request.invalid";
  request.log.info({ code, provider: slug }, "a login did not begin");
  return reply.redirect(
    `${RETURN_PAGES[slug]}?${new URLSearchParams({ status: "error", error: code })}`,
    302,
  );
}

const wantsPage = (accept: string | undefined): boolean => (accept ?? "").includes("text/html");

/** The calls that sign somebody in (spec 1 §4, §7; decision 0009). */
export function addLoginRoutes(app: App, { auth, origins, panel }: AuthContext): void {
  const { logins, store, widgetTokens, clock } = auth;

  /** The origin by which the browser reached us, where that is one of ours: the provider must send it back there. */
  function redirectUri(request: FastifyRequest, slug: BrokerSlug): string {
    const all = origins().origins;
    const own = all.find((origin) => new URL(origin).host === request.headers.host) ?? all[0];
    return `${own}${RETURN_PAGES[slug]}`;
  }

  function keepAttempt(reply: FastifyReply, { cookie }: BegunLogin): void {
    reply.header("set-cookie", loginCookie(formatLogin(cookie), ATTEMPT_MS / 1_000));
  }

  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    slug: BrokerSlug,
    query: Static<typeof LoginStartQuery>,
  ) {
    const { redirect_target: redirectPath, app_id: appId, os, sandbox_account: account } = query;
    // A link on another site could otherwise put a visitor into an account that is not theirs.
    if (account !== undefined) mustBeOwnPage(request, "start");
    const hint = {
      ...(appId === undefined ? {} : { appId }),
      ...(os === undefined ? {} : { os }),
      freshAccount: account === "new",
    };
    const target = { redirectUri: redirectUri(request, slug), redirectPath, hint };
    const begun = await logins.begin(slug, target, readLogin(request.headers.cookie));
    keepAttempt(reply, begun);
    return begun;
  }

  /** The cookie of before the login is worth nothing after it, whoever's it was. */
  async function endFormer({ caller, log }: FastifyRequest, { account, session }: SignedIn): Promise<void> {
    const { live, via } = caller;
    if (live === null || via !== "cookie" || live.session.id === session.sessionId) return;
    try {
      // The account's own broker session is the one that was just begun.
      if (live.account.id === account.id) await auth.sessions.end(live.session.id, null, true);
      else await auth.logOut(live.account, live.session.id, true);
    } catch (error) {
      log.warn({ err: error }, "the session of before a login was not ended");
    }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
  ): Promise<LoginResult> {
    const { account, session, isFirst, redirectPath } = signedIn;
    await endFormer(request, signedIn);
    const { isMobileApp } = request.identity;
    const data = await profileOf(store, account, { at: clock(), isMobileApp, isFirst });
    reply.header("set-cookie", [sessionCookie(session.cookie), noLoginCookie()]);
    return {
      data,
      access_token: widgetTokens.issue(account.id, session.sessionId),
      is_first_time_login: isFirst,
      redirect_path: redirectPath,
    };
  }

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    slug: BrokerSlug,
    token: string,
    handle: string | null,
  ): Promise<LoginResult> {
    mustBeOwnPage(request, "finish");
    const cookie = readLogin(request.headers.cookie);
    return answer(request, reply, await logins.finish(slug, { token, handle }, cookie, fromOf(request)));
  }

  for (const [slug, broker] of REDIRECTS) {
    app.get(
      `/v1/${slug}_login`,
      {
        errorHandler: (error, request, reply) => toFailurePage(slug, error, request, reply),
        schema: {
          tags,
          summary: `Sends the browser to ${broker} to sign in`,
          querystring: LoginStartQuery,
          response: { 302: Type.Null({ description: "to the broker" }), ...failures },
        },
      },
      async (request, reply) => {
        const { start } = await begin(request, reply, slug, request.query);
        if (start.kind !== "redirect")
          throw new AppError("server.internal", "This provider has no such page");
        return reply.redirect(start.url, 302);
      },
    );
  }

  for (const [path, slug, broker] of RETURNS) {
    app.get(
      path,
      {
        schemaErrorFormatter: noCode,
        schema: {
          tags,
          summary: `Signs in with what ${broker} gave the browser`,
          querystring: LoginFinishQuery,
          response: { 200: LoginResult, ...failures },
        },
      },
      async (request, reply) => {
        const { request_token: token, state } = request.query;
        return finish(request, reply, slug, token, state ?? null);
      },
    );
  }

  app.get(
    "/v1/icici_login_payload",
    {
      schema: {
        tags,
        summary: "The form that the page posts to ICICI Direct",
        querystring: LoginStartQuery,
        response: { 200: IciciPayload, ...failures },
      },
    },
    async (request, reply) => {
      mustBeOwnPage(request, "finish");
      const { start } = await begin(request, reply, "icici", request.query);
      if (start.kind !== "form") throw new AppError("server.internal", ICICI_PAYLOAD_FAILED);
      const { AppKey = "", time_stamp = "", checksum = "" } = start.fields;
      return { login_url: start.url, AppKey, time_stamp, checksum };
    },
  );

  app.post(
    "/v1/icici_validate_login",
    {
      schemaErrorFormatter: noCode,
      schema: {
        tags,
        summary: "Signs in with the API session that ICICI Direct gave the browser",
        body: RequestTokenBody,
        response: { 200: LoginResult, ...failures },
      },
    },
    async (request, reply) => finish(request, reply, "icici", request.body.request_token, null),
  );

  app.post(
    "/v1/login_with_fedcm_google",
    {
      schemaErrorFormatter: noCode,
      schema: {
        tags,
        summary: "Signs in with Google's id_token",
        body: GoogleLoginBody,
        response: { 200: LoginResult, ...failures },
      },
    },
    async (request, reply) => {
      const { id_token: token } = request.body;
      return finish(request, reply, "google", token, nonceOf(token));
    },
  );

  app.post(
    "/v1/invalidate_old_sessions_and_login",
    {
      schemaErrorFormatter: noCode,
      schema: {
        tags,
        summary: "Logs all other devices out and signs in here",
        body: RequestTokenBody,
        response: { 200: LoginResult, ...failures },
      },
    },
    async (request, reply) => {
      mustBeOwnPage(request, "finish");
      const cookie = readLogin(request.headers.cookie);
      const { request_token: token } = request.body;
      return answer(request, reply, await logins.invalidateAndLogin(token, cookie, fromOf(request)));
    },
  );

  app.get(
    "/v1/login_config",
    {
      schema: {
        tags,
        summary: "What a login panel must know before anybody signs in",
        querystring: LoginConfigQuery,
        response: { 200: LoginConfig, ...failures },
      },
    },
    async (request, reply) => {
      const slugs = Object.keys(RETURN_PAGES) as BrokerSlug[];
      const available = Object.fromEntries(slugs.map((slug) => [slug, logins.isAvailable(slug)]));
      const sandbox = Object.fromEntries(
        slugs.map((slug) => [slug, logins.isAvailable(slug) && auth.brokers[slug].isSandbox]),
      );
      const google = { client_id: "", nonce: "", script_url: "" };
      if (request.query.begin !== "false" && logins.isAvailable("google")) {
        const { start } = await begin(request, reply, "google", {});
        if (start.kind === "script") {
          google.client_id = start.clientId;
          google.nonce = start.nonce;
          google.script_url = start.scriptUrl;
        }
      }
      return {
        available,
        sandbox,
        can_try_sandbox: sandbox.kite === true,
        google,
        research_analyst_number: panel.researchAnalystNumber,
        terms_url: panel.termsUrl,
      };
    },
  );
}

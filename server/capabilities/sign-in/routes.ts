import { decodeJwt } from "jose";
import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import {
  GoogleLoginBody,
  IciciPayload,
  LoginFinishQuery,
  LoginResult,
  LoginStartQuery,
  RequestTokenBody,
} from "#protocol/http/sign-in.ts";
import { ICICI_PAYLOAD_FAILED } from "../../identity/login-texts.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { addLoginConfigRoute, type LoginConfigNeeds } from "./login-config.ts";
import { noCode, toFailurePage } from "./login-failures.ts";
import { createLoginFlow, type LoginFlow } from "./login-flow.ts";
import { mustBeOwnPage } from "./own-page.ts";
import type { SignInService } from "./service.ts";

const tags = ["login"];
const failures = {
  400: ErrorResponse,
  401: ErrorResponse,
  403: ErrorResponse,
  404: ErrorResponse,
  429: ErrorResponse,
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

/** The nonce inside an id_token, to find the attempt by; nothing of the token is believed yet. */
function nonceOf(token: string): string | null {
  try {
    const { nonce } = decodeJwt(token);
    return typeof nonce === "string" ? nonce : null;
  } catch {
    return null;
  }
}

interface LoginNeeds extends LoginConfigNeeds {
  readonly service: SignInService;
}

/** Brokers that have a page of their own to sign in on. */
function addRedirects(app: App, { begin, finish }: LoginFlow): void {
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
}

/** ICICI Direct, which takes a form and gives an API session back. */
function addIcici(app: App, { begin, finish }: LoginFlow): void {
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
}

function addGoogle(app: App, { finish }: LoginFlow): void {
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
}

function addTicket(app: App, flow: LoginFlow): void {
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
    async (request, reply) => flow.invalidateAndFinish(request, reply, request.body.request_token),
  );
}

/** The calls that sign an account in (rules LOGIN-10 to LOGIN-16; decision 0009). */
export function addLoginRoutes(app: App, needs: LoginNeeds): void {
  const flow = createLoginFlow(needs.service);
  for (const add of [addRedirects, addIcici, addGoogle, addTicket]) add(app, flow);
  addLoginConfigRoute(app, needs, flow);
}

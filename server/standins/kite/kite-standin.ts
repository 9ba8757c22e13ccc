import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sandboxTokenEnd } from "../../brokers/token-end.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { FORGOTTEN, HIDDEN, isSame, sendMaintenance, textsOf } from "../answers.ts";
import { SANDBOX_KEYS, SANDBOX_PATHS } from "../apps.ts";
import type { Grant, ProviderSession } from "../grants.ts";
import type { Listed } from "../listed.ts";
import { addLoginFlow } from "../provider-login.ts";
import { createWorld, type ProviderWorld, type SandboxOptions } from "../provider-world.ts";
import { kiteMargins, kiteOrders, kitePositions } from "./kite-book.ts";
import { kiteBasketMargins, kiteOrderMargins } from "./kite-margins.ts";

const BASE = SANDBOX_PATHS.kite;
const { key: API_KEY, secret: API_SECRET } = SANDBOX_KEYS.kite;
/** "valid for a couple of minutes" (Kite Connect forum); one use. */
const REQUEST_TOKEN_MS = 2 * 60_000;
const WORDS = { name: "Zerodha", password: "Password", pin: "6-digit app code" };

function fail(reply: FastifyReply, status: number, type: string, message: string): FastifyReply {
  return reply.code(status).send({ status: "error", message, data: null, error_type: type });
}

function back(params: Record<string, string>, redirectParams: string): string {
  const query = new URLSearchParams({ action: "login", type: "login", ...params });
  for (const [name, value] of new URLSearchParams(redirectParams)) query.append(name, value);
  return `/kite_login_redirect?${query}`;
}

/** The login page, which ends with a request token. */
function addLogin(app: App, world: ProviderWorld): void {
  const flow = addLoginFlow(app, BASE, WORDS, world);

  function issue(grant: Grant): string {
    const token = world.secret(32);
    world.issue(grant, token, REQUEST_TOKEN_MS);
    return token;
  }

  app.get(`${BASE}/connect/login`, HIDDEN, async (request, reply) => {
    const { v, api_key: key, redirect_params: params = "", sandbox_account: who } = textsOf(request.query);
    if (v !== "3") return flow.refuse(reply, "The version of the login page must be v=3.");
    if (key !== API_KEY) return flow.refuse(reply, "Invalid `api_key`.");
    if (typeof params !== "string" || params.length > 512) {
      return flow.refuse(reply, "Invalid `redirect_params`.");
    }
    const granted = (grant: Grant) => back({ status: "success", request_token: issue(grant) }, params);
    if (who === "new") {
      return reply.redirect(granted({ account: world.fresh(), outcome: "ok", redirectUri: null }), 303);
    }
    return flow.begin(reply, {
      granted,
      denied: () => back({ status: "cancelled" }, params),
      redirectUri: null,
    });
  });
}

/** The request token becomes a session, which ends when it is deleted. */
function addSession(app: App, world: ProviderWorld): void {
  app.post(`${BASE}/session/token`, HIDDEN, async (request, reply) => {
    const body = textsOf(request.body);
    const { api_key: key = "", request_token: token = "", checksum = "" } = body;
    if (request.headers["x-kite-version"] !== "3") {
      return fail(reply, 400, "InputException", "Missing or unknown `X-Kite-Version`.");
    }
    if (key === "" || token === "" || checksum === "") {
      return fail(reply, 400, "InputException", "Missing `api_key`, `request_token` or `checksum`.");
    }
    if (key !== API_KEY) return fail(reply, 403, "TokenException", "Invalid `api_key`.");
    const expected = createHash("sha256").update(`${API_KEY}${token}${API_SECRET}`).digest("hex");
    if (!isSame(checksum, expected)) return fail(reply, 403, "TokenException", "Invalid `checksum`.");
    const grant = world.redeem(token);
    if (grant === null) return fail(reply, 403, "TokenException", "Token is invalid or has expired.");
    if (grant.outcome === "down") return fail(reply, 503, "NetworkException", "Gateway timed out.");
    if (grant.outcome === "nonsense") return sendMaintenance(reply);
    const access = world.sessions.secret(32);
    const now = world.clock();
    world.sessions.put(access, grant, sandboxTokenEnd(now, "06:00") - now);
    return {
      status: "success",
      data: {
        ...profileOf(grant),
        api_key: API_KEY,
        access_token: access,
        public_token: world.secret(32),
        refresh_token: "",
        enctoken: "",
        login_time: new Date(now + 19_800_000).toISOString().slice(0, 19).replace("T", " "),
        meta: { demat_consent: "consent" },
      },
    };
  });

  app.delete(`${BASE}/session/token`, HIDDEN, async (request, reply) => {
    const { api_key: key, access_token: token = "" } = textsOf(request.query);
    if (key !== API_KEY || world.sessions.take(token) === null) {
      return fail(reply, 403, "TokenException", "Invalid `api_key` or `access_token`.");
    }
    return { status: "success", data: true };
  });
}

/** The session of `Authorization: token api_key:access_token`; answers the refusal itself. */
function sessionOf(
  world: ProviderWorld,
  request: FastifyRequest,
  reply: FastifyReply,
): ProviderSession | null {
  const [, key, token = ""] = /^token ([^:\s]+):(\S+)$/.exec(request.headers.authorization ?? "") ?? [];
  const session = key === API_KEY ? world.sessions.get(token) : null;
  if (key === API_KEY && world.sessions.isForgotten(token, token)) {
    fail(reply, 403, "PermissionException", FORGOTTEN);
  } else if (session === null) {
    fail(reply, 403, "TokenException", "Incorrect `api_key` or `access_token`.");
  }
  return session;
}

/** Profile, funds, portfolio and orders. */
function addAccount(app: App, world: ProviderWorld): void {
  function serve(path: string, answer: (session: ProviderSession) => unknown): void {
    app.get(`${BASE}${path}`, HIDDEN, async (request, reply) => {
      const session = sessionOf(world, request, reply);
      return session === null ? reply : { status: "success", data: await answer(session) };
    });
  }
  serve("/user/profile", profileOf);
  serve("/user/margins", async ({ account }) => kiteMargins(await world.book(account)));
  serve("/portfolio/positions", async ({ account }) => kitePositions(await world.book(account)));
  serve("/portfolio/holdings", () => []);
  serve("/orders", async ({ account }) => kiteOrders(await world.book(account), account.id));
}

/** A text is what is wrong with the request. */
type MarginAnswer = Record<string, unknown> | Record<string, unknown>[] | string;

function addMargins(app: App, world: ProviderWorld): void {
  /** Nothing of a margin call is kept: it is asked, and forgotten. */
  function calculate(
    path: string,
    answer: (
      request: FastifyRequest,
      session: ProviderSession,
      listed: Listed,
    ) => MarginAnswer | Promise<MarginAnswer>,
  ): void {
    app.post(`${BASE}${path}`, HIDDEN, async (request, reply) => {
      const session = sessionOf(world, request, reply);
      if (session === null) return reply;
      const data = await answer(request, session, await world.listed());
      if (typeof data === "string") return fail(reply, 400, "InputException", data);
      return { status: "success", data };
    });
  }
  const isCompact = (request: FastifyRequest) => textsOf(request.query).mode === "compact";
  calculate("/margins/orders", (request, _session, listed) =>
    kiteOrderMargins(request.body, isCompact(request), listed, world.market()),
  );
  calculate("/margins/basket", async (request, { account }, listed) => {
    const considersPositions = textsOf(request.query).consider_positions !== "false";
    const options = { considersPositions, isCompact: isCompact(request) };
    return kiteBasketMargins(request.body, options, await world.book(account), listed, world.market());
  });
}

/** Kite Connect 3 as its documentation has it: login page, session, profile, portfolio, orders and margins. */
export function addKite(app: App, options: SandboxOptions): void {
  const world = createWorld("kite", options);
  addLogin(app, world);
  addSession(app, world);
  addAccount(app, world);
  addMargins(app, world);
}

function profileOf({ account }: ProviderSession): Record<string, unknown> {
  return {
    user_type: "individual",
    email: account.email,
    user_name: account.name,
    user_shortname: account.name.split(" ")[0],
    broker: "ZERODHA",
    exchanges: ["NSE", "NFO", "BSE", "BFO", "MCX", "CDS"],
    products: ["CNC", "NRML", "MIS"],
    order_types: ["MARKET", "LIMIT", "SL", "SL-M"],
    avatar_url: null,
    user_id: account.id,
  };
}

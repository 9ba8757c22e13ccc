import type { FastifyReply, FastifyRequest } from "fastify";
import { sandboxTokenEnd } from "../../brokers/token-end.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { bearerOf, FORGOTTEN, HIDDEN, isSame, sendMaintenance, textsOf } from "../answers.ts";
import { SANDBOX_KEYS, SANDBOX_PATHS } from "../apps.ts";
import type { ProviderSession } from "../grants.ts";
import { addLoginFlow } from "../provider-login.ts";
import { createWorld, type SandboxOptions } from "../provider-world.ts";
import { upstoxFunds, upstoxOrders, upstoxPositions } from "./upstox-book.ts";
import { upstoxMargins } from "./upstox-margins.ts";

const BASE = SANDBOX_PATHS.upstox;
const { key: CLIENT_ID, secret: CLIENT_SECRET } = SANDBOX_KEYS.upstox;
const REDIRECT_PATH = "/upstox_login_redirect";
/** OAuth asks for ten minutes at most (RFC 6749 §4.1.2). */
const CODE_MS = 5 * 60_000;
const WORDS = { name: "Upstox", password: "One-time password", pin: "6-digit PIN" };

/** The error shape of every Upstox call, both spellings of its fields included. */
function fail(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  const error = {
    errorCode: code,
    message,
    propertyPath: null,
    invalidValue: null,
    error_code: code,
    property_path: null,
    invalid_value: null,
  };
  return reply.code(status).send({ status: "error", errors: [error] });
}

function profileOf({ account }: ProviderSession): Record<string, unknown> {
  return {
    email: account.email,
    exchanges: ["NSE", "NFO", "BSE", "BFO", "CDS", "MCX"],
    products: ["D", "I", "CO"],
    broker: "UPSTOX",
    user_id: account.id,
    user_name: account.name,
    order_types: ["MARKET", "LIMIT", "SL", "SL-M"],
    user_type: "individual",
    poa: false,
    is_active: true,
  };
}

/** Upstox API v2: authorisation dialog, token, logout, profile, positions, orders and funds. */
export function addUpstox(app: App, options: SandboxOptions): void {
  const world = createWorld("upstox", options);
  const flow = addLoginFlow(app, BASE, WORDS, world);

  /** Registered are this site's own origins with the one path, and nothing that merely looks like it. */
  function isRegistered(uri: unknown): uri is string {
    if (typeof uri !== "string" || !URL.canParse(uri)) return false;
    const { origin } = new URL(uri);
    // Compared as it is written: what merely means the same address is not the registered one.
    return options.allowsOrigin(origin) && uri === `${origin}${REDIRECT_PATH}`;
  }

  app.get(`${BASE}/v2/login/authorization/dialog`, HIDDEN, async (request, reply) => {
    const { client_id: client, redirect_uri: uri, response_type: type, state = "" } = textsOf(request.query);
    if (client !== CLIENT_ID || !isRegistered(uri)) {
      return flow.refuse(
        reply,
        "Check your 'client_id' and 'redirect_uri'; one or both are incorrect. (UDAPI100068)",
      );
    }
    if (type !== "code") return flow.refuse(reply, "The 'response_type' is invalid. (UDAPI100069)");
    if (typeof state !== "string" || state.length > 512)
      return flow.refuse(reply, "The 'state' is too long.");
    const back = (params: Record<string, string>) =>
      `${uri}?${new URLSearchParams(state === "" ? params : { ...params, state })}`;
    return flow.begin(reply, {
      redirectUri: uri,
      granted(grant) {
        const code = world.secret(22);
        world.issue(grant, code, CODE_MS);
        return back({ code });
      },
      denied: () => back({ error: "access_denied", error_description: "The user denied the request" }),
    });
  });

  app.post(`${BASE}/v2/login/authorization/token`, HIDDEN, async (request, reply) => {
    const body = textsOf(request.body);
    const { code = "", client_id: client = "", client_secret: secret = "", redirect_uri: uri } = body;
    if (body.grant_type !== "authorization_code") {
      return fail(reply, 400, "UDAPI100058", "The 'grant_type' is invalid.");
    }
    if (client !== CLIENT_ID || !isSame(secret, CLIENT_SECRET)) {
      return fail(reply, 401, "UDAPI100016", "Invalid Credentials");
    }
    const grant = world.redeem(code);
    // A code that was asked for under another address is gone as well.
    if (grant === null || grant.redirectUri !== uri) {
      return fail(reply, 401, "UDAPI100057", "Invalid Auth code");
    }
    if (grant.outcome === "down") return fail(reply, 503, "UDAPI100500", "Service unavailable");
    if (grant.outcome === "nonsense") return sendMaintenance(reply);
    const access = world.sessions.secret(64);
    const now = world.clock();
    world.sessions.put(access, grant, sandboxTokenEnd(now, "03:30") - now);
    return { ...profileOf(grant), access_token: access, extended_token: null };
  });

  app.delete(`${BASE}/v2/logout`, HIDDEN, async (request, reply) => {
    if (world.sessions.take(bearerOf(request)) === null) {
      return fail(reply, 401, "UDAPI100050", "Invalid token used to access API");
    }
    return { status: "success", data: true };
  });

  function serve(path: string, answer: (session: ProviderSession) => unknown): void {
    app.get(`${BASE}${path}`, HIDDEN, async (request, reply) => {
      const session = sessionOf(request, reply);
      return session === null ? reply : { status: "success", data: await answer(session) };
    });
  }
  /** The session of a bearer token; answers the refusal itself. */
  function sessionOf(request: FastifyRequest, reply: FastifyReply): ProviderSession | null {
    const token = bearerOf(request);
    const session = world.sessions.get(token);
    if (world.sessions.isForgotten(token, token)) fail(reply, 403, "UDAPI100067", FORGOTTEN);
    else if (session === null) fail(reply, 401, "UDAPI100050", "Invalid token used to access API");
    return session;
  }

  app.post(`${BASE}/v2/charges/margin`, HIDDEN, async (request, reply) => {
    if (sessionOf(request, reply) === null) return reply;
    const data = upstoxMargins(request.body, await world.listed(), world.market());
    if ("code" in data) return fail(reply, 400, String(data.code), String(data.message));
    return { status: "success", data };
  });
  serve("/v2/user/profile", profileOf);
  serve("/v2/user/get-funds-and-margin", async ({ account }) => upstoxFunds(await world.book(account)));
  serve("/v2/portfolio/short-term-positions", async ({ account }) =>
    upstoxPositions(await world.book(account)),
  );
  serve("/v2/portfolio/long-term-holdings", () => []);
  serve("/v2/order/retrieve-all", async ({ account }) => upstoxOrders(await world.book(account), account.id));
}

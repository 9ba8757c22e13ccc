import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { decodeJwt, SignJWT } from "jose";
import { sandboxTokenEnd } from "../../brokers/token-end.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { bearerOf, FORGOTTEN, HIDDEN, sendMaintenance, textsOf } from "../answers.ts";
import { SANDBOX_KEYS, SANDBOX_PATHS } from "../apps.ts";
import type { Grant, ProviderSession } from "../grants.ts";
import { addLoginFlow } from "../provider-login.ts";
import { createWorld, type ProviderWorld, type SandboxOptions } from "../provider-world.ts";
import { angelFunds, angelOrders, angelPositions } from "./angel-book.ts";
import { angelMargins } from "./angel-margins.ts";

const BASE = SANDBOX_PATHS.angel_broking;
const API_KEY = SANDBOX_KEYS.angel_broking.key;
const SECURE = `${BASE}/rest/secure/angelbroking`;
const WORDS = { name: "Angel One", password: "MPIN", pin: "TOTP" };
/** The headers that SmartAPI asks of every call beside the token. */
const NEEDED = ["x-usertype", "x-sourceid", "x-clientlocalip", "x-clientpublicip", "x-macaddress"] as const;

/** The gateway's refusal; SmartAPI sends it with status 200 for some tokens and 401 or 403 for others. */
function fail(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ success: false, message, errorCode: code, data: "" });
}

function success(data: unknown): Record<string, unknown> {
  return { status: true, message: "SUCCESS", errorcode: "", data };
}

/** The id inside a JWT of any process; empty for what is none. */
function idOf(token: string): string {
  try {
    return decodeJwt(token).jti ?? "";
  } catch {
    return "";
  }
}

/** The publisher login, which ends with finished tokens. */
function addLogin(app: App, world: ProviderWorld): void {
  const flow = addLoginFlow(app, BASE, WORDS, world);
  const signingKey = randomBytes(64);

  async function token(grant: Grant, kind: string): Promise<string> {
    const now = Math.floor(world.clock() / 1_000);
    return new SignJWT({
      username: grant.account.id,
      roles: 0,
      usertype: "USER",
      "API-KEY": API_KEY,
      kind,
      jti: world.sessions.secret(22),
    })
      .setProtectedHeader({ alg: "HS512" })
      .setIssuedAt(now)
      .setExpirationTime(grant.outcome === "expired" ? now - 60 : now + 24 * 3_600)
      .sign(signingKey);
  }

  app.get(`${BASE}/publisher-login`, HIDDEN, async (request, reply) => {
    const { api_key: key, state = "" } = textsOf(request.query);
    if (key !== API_KEY) return flow.refuse(reply, "Invalid API Key or App not found.");
    if (typeof state !== "string" || state.length > 512) return flow.refuse(reply, "The state is too long.");
    const back = (params: Record<string, string>) =>
      `/validate_angel_broking_login?${new URLSearchParams(state === "" ? params : { ...params, state })}`;
    return flow.begin(reply, {
      redirectUri: null,
      denied: () => back({ error: "access_denied" }),
      async granted(grant) {
        const auth = await token(grant, "auth");
        const now = world.clock();
        if (grant.outcome === "expired") world.sessions.remove(auth);
        else world.sessions.put(auth, grant, sandboxTokenEnd(now, "24:00") - now);
        return back({
          auth_token: auth,
          feed_token: await token(grant, "feed"),
          refresh_token: await token(grant, "refresh"),
        });
      },
    });
  });
}

/** The session of a call that has every header; answers the refusal itself. */
function sessionOf(
  world: ProviderWorld,
  request: FastifyRequest,
  reply: FastifyReply,
): ProviderSession | null {
  const { headers } = request;
  const missing = NEEDED.find((name) => headers[name] === undefined);
  if (missing !== undefined) {
    fail(reply, 400, "AG8004", `Invalid header: ${missing}`);
    return null;
  }
  const bearer = bearerOf(request);
  const session = world.sessions.get(bearer);
  if (headers["x-privatekey"] !== API_KEY) {
    fail(reply, 200, "AG8004", "Invalid API Key");
    return null;
  }
  if (world.sessions.isForgotten(bearer, idOf(bearer))) {
    fail(reply, 200, "AB1004", FORGOTTEN);
    return null;
  }
  if (session === null) {
    fail(reply, 401, "AG8001", "Invalid Token");
    return null;
  }
  if (session.outcome === "down") {
    fail(reply, 503, "AB1004", "Something Went Wrong, Please Try After Sometime");
    return null;
  }
  if (session.outcome === "nonsense") {
    sendMaintenance(reply);
    return null;
  }
  return session;
}

/** SmartAPI: publisher login, profile, logout, positions, orders and funds. */
export function addAngel(app: App, options: SandboxOptions): void {
  const world = createWorld("angel", options);
  addLogin(app, world);

  function serve(path: string, answer: (session: ProviderSession) => unknown): void {
    app.get(`${SECURE}${path}`, HIDDEN, async (request, reply) => {
      const session = sessionOf(world, request, reply);
      return session === null ? reply : success(await answer(session));
    });
  }

  serve("/user/v1/getProfile", ({ account }) => ({
    clientcode: account.id,
    name: account.name,
    email: account.email,
    mobileno: "",
    exchanges: ["nse_cm", "nse_fo", "bse_cm", "bse_fo", "mcx_fo", "cde_fo"],
    products: ["DELIVERY", "INTRADAY", "CARRYFORWARD"],
    lastlogintime: "",
    brokerid: "B2C",
  }));
  serve("/user/v1/getRMS", async ({ account }) => angelFunds(await world.book(account)));
  serve("/order/v1/getPosition", async ({ account }) => angelPositions(await world.book(account)));
  serve("/order/v1/getOrderBook", async ({ account }) => angelOrders(await world.book(account)));

  app.post(`${SECURE}/margin/v1/batch`, HIDDEN, async (request, reply) => {
    if (sessionOf(world, request, reply) === null) return reply;
    const data = angelMargins(request.body, await world.listed(), world.market());
    return data === null ? fail(reply, 400, "AB4008", "Invalid positions") : success(data);
  });

  app.post(`${SECURE}/user/v1/logout`, HIDDEN, async (request, reply) => {
    const session = sessionOf(world, request, reply);
    if (session === null) return reply;
    const body = textsOf(request.body);
    if (body.clientcode !== session.account.id) return fail(reply, 400, "AB1000", "Invalid clientcode");
    world.sessions.remove(bearerOf(request));
    return success("");
  });
}

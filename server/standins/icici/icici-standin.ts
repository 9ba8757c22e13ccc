import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import { breezeChecksum } from "../../brokers/icici/breeze-signing.ts";
import { sandboxTokenEnd } from "../../brokers/token-end.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { FORGOTTEN, HIDDEN, isSame, sendMaintenance, type Texts, textsOf } from "../answers.ts";
import { SANDBOX_KEYS, SANDBOX_PATHS } from "../apps.ts";
import type { ProviderSession } from "../grants.ts";
import { addLoginFlow } from "../provider-login.ts";
import { createWorld, type ProviderWorld, type SandboxOptions } from "../provider-world.ts";
import { iciciFunds, iciciOrders, iciciPositions } from "./icici-book.ts";
import { iciciMargins } from "./icici-margins.ts";

const BASE = SANDBOX_PATHS.icici;
const { key: APP_KEY, secret: SECRET } = SANDBOX_KEYS.icici;
const API = `${BASE}/breezeapi/api/v1`;
const API_SESSION_MS = 5 * 60_000;
/** How far a caller's clock may be off. */
const CLOCK_SLACK_MS = 5 * 60_000;
const BODY_LIMIT = 16 * 1024;
const WORDS = { name: "ICICI Direct", password: "Password", pin: "One-time password" };

/** Breeze's refusal: the status is said twice, and the one in the body counts. */
function fail(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ Success: null, Status: status, Error: message });
}

function success(data: unknown): Record<string, unknown> {
  return { Success: data, Status: 200, Error: null };
}

/** The body of a GET, which Breeze reads and Fastify does not. */
async function rawBody(request: FastifyRequest): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) throw new AppError("request.too_large", "The body is larger than 16 KiB");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** null for what is no JSON. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const parse = (body: string): Texts => textsOf(parseJson(body));

function isTimely(stamp: string, { clock }: ProviderWorld): boolean {
  return Math.abs(Date.parse(stamp) - clock()) <= CLOCK_SLACK_MS;
}

/** The login form, which ends with an API session. */
function addLogin(app: App, world: ProviderWorld): void {
  const flow = addLoginFlow(app, BASE, WORDS, world);

  app.post(`${BASE}/apiuser/login`, HIDDEN, async (request, reply) => {
    const body = textsOf(request.body);
    const { AppKey: key = "", time_stamp: stamp = "", checksum = "" } = body;
    if (key !== APP_KEY) return flow.refuse(reply, "Public Key does not exist.");
    if (!isTimely(stamp, world)) return flow.refuse(reply, "The time stamp is not of now.");
    if (!isSame(checksum, breezeChecksum(stamp, JSON.stringify({ AppKey: key }), SECRET))) {
      return flow.refuse(reply, "The checksum does not match.");
    }
    const back = (params: Record<string, string>) => `/icici_login_redirect?${new URLSearchParams(params)}`;
    return flow.begin(reply, {
      redirectUri: null,
      denied: () => back({ error: "access_denied" }),
      granted(grant) {
        const session = world.secret(16);
        world.issue(grant, session, API_SESSION_MS);
        return back({ apisession: session });
      },
    });
  });
}

/** The API session becomes a session with the customer's details. */
function addCustomer(app: App, world: ProviderWorld): void {
  app.get(`${API}/customerdetails`, HIDDEN, async (request, reply) => {
    const { SessionToken: session, AppKey: key } = parse(await rawBody(request));
    if (session === undefined || key === undefined) {
      return fail(reply, 400, "SessionToken and AppKey are needed");
    }
    if (key !== APP_KEY) return fail(reply, 401, "Public Key does not exist.");
    const grant = world.redeem(session);
    if (grant === null) return fail(reply, 401, "Session key is expired or invalid.");
    if (grant.outcome === "down") {
      return fail(reply, 500, "Unable to retrieve customer details at the moment. Please try again later.");
    }
    if (grant.outcome === "nonsense") return sendMaintenance(reply);
    const { account } = grant;
    const token = Buffer.from(`${account.id}:${world.sessions.secret(22)}`).toString("base64");
    const now = world.clock();
    world.sessions.put(token, grant, sandboxTokenEnd(now, "24:00") - now);
    return success({
      exg_trade_date: {},
      exg_status: { NSE: "O", BSE: "O", FNO: "O", NDX: "O" },
      segments_allowed: { Trading: "Y", Equity: "Y", Derivatives: "Y", Currency: "Y" },
      idirect_userid: account.id,
      session_token: token,
      idirect_user_name: account.name.toUpperCase(),
      idirect_ORD_TYP: "",
      idirect_lastlogin_time: "",
      mf_holding_mode_popup_flg: "N",
      commodity_exchange_status: "O",
      commodity_trade_date: "",
      commodity_allowed: "O",
    });
  });
}

/** The session of a signed call: app key, session, a time stamp of now, and the checksum over stamp, body and secret. */
function sessionOf(
  world: ProviderWorld,
  request: FastifyRequest,
  body: string,
  reply: FastifyReply,
): ProviderSession | null {
  const { headers } = request;
  const text = (name: string) => (typeof headers[name] === "string" ? headers[name] : "");
  const stamp = text("x-timestamp");
  const token = text("x-sessiontoken");
  const session = world.sessions.get(token);
  const [, secret = ""] = Buffer.from(token, "base64").toString("utf8").split(":");
  if (world.sessions.isForgotten(token, secret)) {
    fail(reply, 403, FORGOTTEN);
    return null;
  }
  const isSigned = isSame(text("x-checksum"), `token ${breezeChecksum(stamp, body, SECRET)}`);
  const problem =
    text("x-appkey") !== APP_KEY || session === null
      ? "Unauthorized"
      : !isTimely(stamp, world)
        ? "The time stamp is not of now"
        : isSigned
          ? null
          : "Checksum mismatch";
  if (problem === null) return session;
  fail(reply, 401, problem);
  return null;
}

function addMargins(app: App, world: ProviderWorld): void {
  void app.register(async (scope) => {
    // The checksum is over the body as it was written.
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.post(`${API}/margincalculator`, HIDDEN, async (request, reply) => {
      const body = typeof request.body === "string" ? request.body : "";
      if (sessionOf(world, request, body, reply) === null) return reply;
      const data = iciciMargins(parseJson(body), await world.listed(), world.market());
      return typeof data === "string" ? fail(reply, 400, data) : success(data);
    });
  });
}

/** Breeze: login form, customerdetails, positions, orders and funds. */
export function addIcici(app: App, options: SandboxOptions): void {
  const world = createWorld("icici", options);
  addLogin(app, world);
  addCustomer(app, world);

  function serve(path: string, answer: (session: ProviderSession) => unknown): void {
    app.get(`${API}${path}`, HIDDEN, async (request, reply) => {
      const session = sessionOf(world, request, await rawBody(request), reply);
      return session === null ? reply : success(await answer(session));
    });
  }
  serve("/funds", async ({ account }) => iciciFunds(await world.book(account)));
  serve("/portfoliopositions", async ({ account }) => iciciPositions(await world.book(account)));
  serve("/order", async ({ account }) => iciciOrders(await world.book(account)));

  addMargins(app, world);
}

import type { FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { Auth } from "../auth.ts";
import type { LiveSession } from "../identities.ts";
import { ANONYMOUS_IDENTITY, type EndReason, type Identity } from "../identity.ts";
import { sha256 } from "../secret-texts.ts";
import { readSession } from "./cookies.ts";
import "./register-row.ts";

/** What tells who sent a request. */
type Identification = Pick<Auth, "identities" | "widgetTokens" | "appProofs">;

/** What is known of the sender of a request. */
export interface Caller {
  readonly live: LiveSession | null;
  /** how they proved it; a widget's token reads what the market shows, nothing of the account, and changes what rows open to it */
  readonly via: "cookie" | "widget" | null;
  /** storage could not say: they are anonymous to what all may see, and refused where an account is needed */
  readonly failure: AppError | null;
  /** the cookie named a session that lives no more, and why it would have ended by itself */
  readonly dead: { readonly sessionId: string; readonly fallback: EndReason } | null;
  /** the browser's own id, null when it sends none */
  readonly deviceId: string | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** who asks: anonymous unless a live session proves otherwise */
    identity: Identity;
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** a page that depends on who asks for it; rows say so by their access */
    asksWho?: true;
  }
}

/** Classes of rows that compute or draw, and change nothing, though what is asked may be posted. */
const ASKING: ReadonlySet<string> = new Set(["compute", "chart"]);

const NOBODY: Caller = { live: null, via: null, failure: null, dead: null, deviceId: null };

/** Whether it matters who asks. Files of the web app are for all visitors, and cost no look into storage. */
function isPersonal({ routeOptions }: FastifyRequest): boolean {
  const { endpoint, asksWho } = routeOptions.config;
  return asksWho === true || (endpoint !== undefined && endpoint.access !== "public");
}

const DEVICE = /^[\w-]{8,64}$/;
const REFERENCE = /^[\w-]{1,64}$/;

function header(request: FastifyRequest, name: string, shape: RegExp): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  if (typeof value === "string" && shape.test(value)) return value;
  throw new AppError(
    "request.invalid",
    `The header ${name} is not an id: letters, digits, - and _, up to 64`,
  );
}

async function byCookie(auth: Identification, request: FastifyRequest): Promise<Omit<Caller, "deviceId">> {
  const cookie = readSession(request.headers.cookie);
  if (cookie === null) return NOBODY;
  const hash = Buffer.from(sha256(cookie.token)).toString("base64url");
  const live = await auth.identities.byToken(hash, true);
  if (live === null) {
    const { sessionId, endsWithBroker } = cookie;
    return { ...NOBODY, dead: { sessionId, fallback: endsWithBroker ? "broker" : "expired" } };
  }
  return { ...NOBODY, live, via: "cookie" };
}

async function byWidgetToken(auth: Identification, token: string): Promise<Omit<Caller, "deviceId">> {
  const named = auth.widgetTokens.read(token);
  const live = named === null ? null : await auth.identities.bySession(named.accountId, named.sessionId);
  if (live === null) return { ...NOBODY, dead: { sessionId: named?.sessionId ?? "", fallback: "expired" } };
  return { ...NOBODY, live, via: "widget" };
}

/** A role of the account must not travel in a token that an embedded page can read; nor is such a page the app. */
function identityOf(
  auth: Identification,
  { live, via, deviceId }: Caller,
  cookies: string | undefined,
): Identity {
  if (live !== null && via === "widget") return { ...live.identity, isAdmin: false };
  const identity = live?.identity ?? ANONYMOUS_IDENTITY;
  return auth.appProofs.isProved(cookies, deviceId) ? { ...identity, isMobileApp: true } : identity;
}

/** Gives every request its identity, and its log lines the two ids that the app sends (rule SES-11). */
export function addCaller(app: App, auth: Identification): void {
  app.decorateRequest("identity");
  app.decorateRequest("caller");
  app.addHook("onRequest", async (request) => {
    request.identity = ANONYMOUS_IDENTITY;
    request.caller = NOBODY;
    if (!isPersonal(request)) return;
    const deviceId = header(request, "x-device-id", DEVICE);
    const reference = header(request, "x-session-reference", REFERENCE);
    if (deviceId !== null || reference !== null) {
      request.log = request.log.child({ session_reference: reference, device_id: deviceId });
    }
    const token = request.headers["x-auth-token"];
    const { endpoint } = request.routeOptions.config;
    // What is computed is read too, though its question is posted.
    const opensToWidgets =
      request.method === "GET" ||
      request.method === "HEAD" ||
      ASKING.has(endpoint?.class ?? "") ||
      endpoint?.opensToWidgets === true;
    try {
      const found =
        typeof token === "string" && token !== "" && opensToWidgets
          ? await byWidgetToken(auth, token)
          : await byCookie(auth, request);
      request.caller = { ...found, deviceId };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      request.caller = { ...NOBODY, failure: error, deviceId };
    }
    request.identity = identityOf(auth, request.caller, request.headers.cookie);
  });
}

/** Whose computing is counted together: an account, or the address of a mobile app without a login. */
export const whoAsks = ({ identity, ip }: FastifyRequest): string => identity.accountId ?? addressKey(ip);

/**
 * The account and session of a request that the guard of its row has let in as an account's.
 * @throws AppError auth.required where the row asked for none
 */
export function signedIn({ caller }: Pick<FastifyRequest, "caller">): LiveSession {
  if (caller.live === null) throw new AppError("auth.required", "Log in to do this", { reason: "anonymous" });
  return caller.live;
}

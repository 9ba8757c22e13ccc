import { decodeJwt } from "jose";
import { AppError } from "#domain/errors.ts";
import { SIGN_IN_ROWS } from "#protocol/http/sign-in.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { ICICI_PAYLOAD_FAILED } from "../../identity/login-texts.ts";
import { addLoginConfigRoute, type LoginConfigNeeds } from "./login-config.ts";
import { noCode, toFailurePage } from "./login-failures.ts";
import { createLoginFlow, type LoginFlow } from "./login-flow.ts";
import { mustBeOwnPage } from "./own-page.ts";
import type { SignInService } from "./service.ts";

/** Brokers that have a page of their own to sign in on. */
const REDIRECTS = [
  { slug: "kite", begins: SIGN_IN_ROWS.beginKite, ends: SIGN_IN_ROWS.endKite },
  { slug: "upstox", begins: SIGN_IN_ROWS.beginUpstox, ends: SIGN_IN_ROWS.endUpstox },
  // What Angel One gives the browser is no code that is worth nothing without us, but the tokens themselves: they are posted.
  { slug: "angel_broking", begins: SIGN_IN_ROWS.beginAngel, ends: null },
] as const;

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

function addRedirects(rows: RowRegistrar, { begin, finish }: LoginFlow): void {
  for (const { slug, begins, ends } of REDIRECTS) {
    rows.row(
      begins,
      async (request, reply) => {
        const { start } = await begin(request, reply, slug, request.query);
        if (start.kind !== "redirect")
          throw new AppError("server.internal", "This provider has no such page");
        return reply.redirect(start.url, 302);
      },
      { errorHandler: (error, request, reply) => toFailurePage(slug, error, request, reply) },
    );
    if (ends === null) continue;
    rows.row(
      ends,
      async (request, reply) => {
        const { request_token: token, state } = request.query;
        return finish(request, reply, slug, token, state ?? null);
      },
      { schemaErrorFormatter: noCode },
    );
  }
}

/** ICICI Direct, which takes a form and gives an API session back. */
function addIcici(rows: RowRegistrar, { begin, finish }: LoginFlow): void {
  rows.row(SIGN_IN_ROWS.beginIcici, async (request, reply) => {
    mustBeOwnPage(request, "finish");
    const { start } = await begin(request, reply, "icici", request.query);
    if (start.kind !== "form") throw new AppError("server.internal", ICICI_PAYLOAD_FAILED);
    const { AppKey = "", time_stamp = "", checksum = "" } = start.fields;
    return { login_url: start.url, AppKey, time_stamp, checksum };
  });

  rows.row(
    SIGN_IN_ROWS.endIcici,
    async (request, reply) => finish(request, reply, "icici", request.body.request_token, null),
    { schemaErrorFormatter: noCode },
  );
}

function addAngel(rows: RowRegistrar, { finish }: LoginFlow): void {
  rows.row(
    SIGN_IN_ROWS.endAngel,
    async (request, reply) => {
      const { request_token: token, state } = request.body;
      return finish(request, reply, "angel_broking", token, state ?? null);
    },
    { schemaErrorFormatter: noCode },
  );
}

function addGoogle(rows: RowRegistrar, { finish }: LoginFlow): void {
  rows.row(
    SIGN_IN_ROWS.endGoogle,
    async (request, reply) => {
      const { id_token: token } = request.body;
      return finish(request, reply, "google", token, nonceOf(token));
    },
    { schemaErrorFormatter: noCode },
  );
}

function addTicket(rows: RowRegistrar, flow: LoginFlow): void {
  rows.row(
    SIGN_IN_ROWS.endOthersAndLogIn,
    async (request, reply) => flow.invalidateAndFinish(request, reply, request.body.request_token),
    { schemaErrorFormatter: noCode },
  );
}

/** The calls that sign an account in (rules LOGIN-10 to LOGIN-16; decision 0009). */
export function addLoginRoutes(rows: RowRegistrar, needs: LoginNeeds): void {
  const flow = createLoginFlow(needs.service);
  for (const add of [addRedirects, addAngel, addIcici, addGoogle, addTicket]) add(rows, flow);
  addLoginConfigRoute(rows, needs, flow);
}

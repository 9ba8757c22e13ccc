import type { AddressInfo } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { LoginAttempt } from "#server/brokers/adapter.ts";
import { type Brokers, createBrokers } from "#server/brokers/registry.ts";
import { handleError } from "#server/platform/http/error-answers.ts";
import { standInsAt } from "#server/standins/apps.ts";
import { addSandbox, type Sandbox, type SandboxOptions } from "#server/standins/sandbox.ts";

export interface SandboxServer {
  readonly origin: string;
  readonly brokers: Brokers;
  readonly sandbox: Sandbox;
  /** moves the one clock that sandbox and adapters share */
  readonly clock: { now: number };
  attempt(changes?: Partial<LoginAttempt>): LoginAttempt;
  stop(): Promise<void>;
}

/** 21 Nov 2026, 10:00 in India. */
export const MORNING = Date.parse("2026-11-21T04:30:00Z");

/** The sandbox on a port of its own, and adapters that talk to it over HTTP. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<SandboxServer> {
  const clock = { now: MORNING };
  const app: FastifyInstance = fastify();
  app.setErrorHandler(handleError);
  let origin = "";
  const sandbox = await addSandbox(app, {
    isActive: () => true,
    allowsOrigin: (given) => given === origin,
    clock: () => clock.now,
    ...options,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const brokers = createBrokers({
    keys: { kite: null, upstox: null, angel_broking: null, icici: null, google: null },
    standIns: standInsAt(() => origin),
    clock: () => clock.now,
    deadlineMs: 5_000,
  });
  return {
    origin,
    brokers,
    sandbox,
    clock,
    attempt: (changes = {}) => ({
      state: "state-0123456789abcdef",
      verifier: "verifier-0123456789",
      nonce: "nonce-0123456789",
      redirectUri: `${origin}/upstox_login_redirect`,
      ...changes,
    }),
    stop: () => app.close(),
  };
}

export interface Visit {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

/** A browser that follows nothing by itself. */
export async function visit(url: string, form?: Readonly<Record<string, string>>): Promise<Visit> {
  const answer = await fetch(url, {
    redirect: "manual",
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
  });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
}

export interface Choices {
  readonly account?: string;
  readonly outcome?: string;
  readonly decision?: string;
}

function flowOf({ text }: Visit): string {
  const [, flow] = /name="flow" value="([^"]+)"/.exec(text) ?? [];
  if (flow === undefined) throw new Error(`no flow in the page: ${text.slice(0, 300)}`);
  return flow;
}

/** Opens the way out of an adapter and goes through the broker's pages, as a visitor does; the address they end at. */
export async function signInAt(
  server: SandboxServer,
  slug: BrokerSlug,
  { account, outcome = "ok", decision = "allow" }: Choices = {},
  attempt: LoginAttempt = server.attempt(),
): Promise<URL> {
  const start = server.brokers[slug].start(attempt);
  if (start.kind === "script") throw new Error("Google has no pages of a broker");
  const first = await visit(`${server.origin}${start.url}`, start.kind === "form" ? start.fields : undefined);
  const flow = flowOf(first);
  const path = /action="([^"]+)\/login\/account"/.exec(first.text)?.[1];
  const who = account ?? /name="account" value="([^"]+)"/.exec(first.text)?.[1] ?? "";
  await visit(`${server.origin}${path}/login/account`, { flow, account: who, outcome });
  const last = await visit(`${server.origin}${path}/login/consent`, { flow, decision });
  if (last.location === null) throw new Error(`no way back: ${last.status} ${last.text.slice(0, 300)}`);
  return new URL(last.location, server.origin);
}

/** An id_token as the button's window yields it. */
export async function googleToken(
  server: SandboxServer,
  { account = "100000000000000000001", fault = "none", nonce = server.attempt().nonce } = {},
): Promise<string> {
  const start = server.brokers.google.start(server.attempt());
  if (start.kind !== "script") throw new Error("Google signs in by its script");
  const { text } = await visit(`${server.origin}/sandbox/google/gsi/select`, {
    client_id: start.clientId,
    nonce,
    account,
    fault,
  });
  const token = /data-credential="([^"]+)"/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no token: ${text.slice(0, 300)}`);
  return token;
}

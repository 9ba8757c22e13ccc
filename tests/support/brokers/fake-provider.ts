import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { type Brokers, createBrokers } from "#server/brokers/registry.ts";
import { standInsAt } from "#server/standins/apps.ts";
import { MORNING } from "./sandbox-server.ts";

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface FakeProvider {
  readonly origin: string;
  /** what was asked since the start of the answer in force, newest last */
  readonly asked: Asked[];
  answer(handler: (request: Asked, response: ServerResponse) => void): void;
  json(status: number, body: unknown): void;
  /** adapters with an operator's keys, whose every provider is this server; no state of an earlier breaker */
  brokers(options?: { deadlineMs?: number; clock?: () => number; slug?: BrokerSlug }): Brokers;
  stop(): Promise<void>;
}

/** For an answer that never comes: it may be given up soon, while one that comes has its time on a busy machine. */
export const IMPATIENT = { deadlineMs: 300 };

export const KEYS = {
  kite: { key: "kitekey", secret: "kitesecret" },
  upstox: { key: "upstoxkey", secret: "upstoxsecret" },
  angel_broking: { key: "angelkey", secret: "" },
  icici: { key: "icicikey", secret: "icicisecret" },
  google: { key: "1234.apps.googleusercontent.com", secret: "" },
} as const;

/** A provider that answers what a test tells it to. */
export async function startFakeProvider(): Promise<FakeProvider> {
  let handler: (request: Asked, response: ServerResponse) => void = (_request, response) => response.end();
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(parts).toString("utf8") };
      asked.push(one);
      handler(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { pages: origin, api: origin };
  function answer(next: typeof handler): void {
    asked.length = 0;
    handler = next;
  }
  return {
    origin,
    asked,
    answer,
    json: (status, body) =>
      answer((_request, response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      }),
    brokers: ({ deadlineMs = 5_000, clock = () => MORNING } = {}) =>
      createBrokers({
        keys: KEYS,
        standIns: standInsAt(() => "http://127.0.0.1:1"),
        clock,
        deadlineMs,
        places: { kite: place, upstox: place, angel_broking: place, icici: place, google: place },
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A token that looks like one of the broker's own, and a redirect address to go with it. */
export const PLAUSIBLE: Readonly<Record<Exclude<BrokerSlug, "google">, string>> = {
  kite: "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6",
  upstox: "mk404x",
  angel_broking: `${Buffer.from('{"alg":"HS512"}').toString("base64url")}.${Buffer.from(
    '{"username":"R123456","API-KEY":"angelkey"}',
  ).toString("base64url")}.c2lnbmF0dXJl`,
  icici: "51606286",
};

export const ATTEMPT = {
  state: "state-0123456789abcdef",
  verifier: "verifier-0123456789",
  nonce: "nonce-0123456789",
  redirectUri: "https://strikewise.example/upstox_login_redirect",
};

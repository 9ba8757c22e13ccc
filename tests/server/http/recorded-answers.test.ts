/**
 * Answers are what they were: those that tests/fixtures/answers/ keeps, in the same market, at the same time, after the same
 * requests. `RECORD_ANSWERS=1 npx vitest run tests/server/http/recorded-answers.test.ts` keeps those of now.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import { sessionTimes } from "#server/market/history/session-times.ts";
import { createAnswerRecord, differences } from "../../support/answers/answer-record.ts";
import {
  answerTo,
  asSent,
  type FuzzedRequest,
  fuzzedRequest,
  routesOf,
} from "../../support/answers/fuzzed-requests.ts";
import { AT_STAND_IN, type GoodRequest, requestsOf, SERVICE } from "../../support/answers/good-requests.ts";
import { minutePast, type ScriptedPast } from "../../support/charts/minute-past.ts";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";
import { newVisitor, type Slug, signIn, type Visitor } from "../../support/http/visitor.ts";
import { NO_MINUTES } from "../../support/market/no-minutes.ts";
import { MARKET_TIME, type ScriptedFeed, startScriptedFeed } from "../../support/market/scripted-feed.ts";
import { freshStore } from "../../support/store/store.ts";

// A minute and a half for all of them, on a machine that others keep busy too.
vi.setConfig({ testTimeout: 240_000 });

const FUZZED = 1_200;
const RENEW_EVERY = 200;
const QUARTER_MS = 900_000;

/** One account of each broker, whose sign-ins go wrong. */
const ACCOUNTS = { kite: "SBX001", upstox: "SB1001", angel_broking: "S1000001", icici: "SANDBOX1" } as const;

let api: ApiHarness;
let lateFeed: ScriptedFeed;

/** A second passes before each request: what is ordered by time has one order. Timers run as they do. */
function passSecond(): void {
  vi.setSystemTime(Date.now() + 1_000);
}

/** Each instrument has traded in four quarters of the day before and of today; its token says for how much. */
const pastOf = (token: number, date: string) => ({
  date: date as never,
  points: [0, 1, 2, 3].map((n) => ({
    start: Date.parse(`${date}T03:45:00Z`) + n * QUARTER_MS,
    close: 10_000 + (token % 1_000) + n * 25,
    oi: 6_500 + n * 65,
    origin: "simulated" as const,
  })),
});

/** Two sessions, in which open interest grows by a lot an hour. */
const PAST: ScriptedPast = {
  sessions: ["2026-11-20", "2026-11-23"].map((date) => sessionTimes("NFO", date as IsoDate, true)),
  oi: (_, at) => 6_500 + 65 * (Math.floor(at / 3_600_000) % 24),
  close: () => 10_000,
  volume: () => 65,
};

async function start(): Promise<void> {
  const store = await freshStore();
  api = await startApi({
    store,
    clock: Date.now,
    history: {
      ...NO_MINUTES,
      ...minutePast(PAST),
      heardAs: () => "simulated",
      quarters: async (wanted, sessionsBefore) =>
        new Map(
          wanted.map(({ token }) => [
            token,
            [...(sessionsBefore > 0 ? ["2026-11-20"] : []), "2026-11-23"].map((date) => pastOf(token, date)),
          ]),
        ),
    },
  });
  lateFeed = startScriptedFeed(createLateBus(api.bus));
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: MARKET_TIME });
});
afterAll(() => {
  vi.useRealTimers();
});

async function withApi(work: () => Promise<void>): Promise<void> {
  vi.setSystemTime(MARKET_TIME);
  await start();
  try {
    await work();
  } finally {
    lateFeed.stop();
    await api.stop();
  }
}

test("the routes are those that were recorded", async () => {
  await withApi(async () => {
    const lines = routesOf(api.app).map(({ method, path }) => `${path} ${method}`);
    expect(differences("routes", `${lines.sort().join("\n")}\n`)).toEqual([]);
  });
});

async function ask(visitor: Visitor, { method, path, body, headers }: GoodRequest): Promise<void> {
  await visitor.fetch(path, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  });
}

/** The number of a provider in the addresses of what is computed for its accounts. */
const BROKERS: Readonly<Record<Slug, number>> = { kite: 1, angel_broking: 2, upstox: 3, icici: 4, google: 5 };

const ANGEL_HEADERS = {
  "x-privatekey": "sandboxangel",
  "x-usertype": "USER",
  "x-sourceid": "WEB",
  "x-clientlocalip": "127.0.0.1",
  "x-clientpublicip": "127.0.0.1",
  "x-macaddress": "00:00:00:00:00:00",
};

/** The token that the product holds for an account, as the stand-in of its broker wants it in a header. */
async function credentials(
  slug: keyof typeof AT_STAND_IN,
  visitor: Visitor,
): Promise<Record<string, string>> {
  const { id } = (await visitor.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
  const access = (await api.auth.vault.tokens(id))!.access!;
  if (slug === "kite") return { authorization: `token sandboxkite:${access}`, "x-kite-version": "3" };
  return {
    authorization: `Bearer ${access}`,
    ...(slug === "angel_broking" ? ANGEL_HEADERS : {}),
  };
}

test("what clients ask is answered as recorded: by visitors, by accounts of each provider, at the stand-ins of brokers", async () => {
  await withApi(async () => {
    const record = createAnswerRecord(api, 4_000, passSecond);
    const unknown = newVisitor(record.as("visitor"));
    for (const request of [...SERVICE, ...requestsOf(0)]) await ask(unknown, request);
    for (const slug of Object.keys(BROKERS) as Slug[]) {
      const visitor = newVisitor(record.as(slug));
      await signIn(visitor, slug);
      for (const request of requestsOf(BROKERS[slug])) await ask(visitor, request);
      if (slug in AT_STAND_IN) {
        const broker = slug as keyof typeof AT_STAND_IN;
        const headers = await credentials(broker, visitor);
        const bare = newVisitor(record.as("without a token"));
        const holder = newVisitor(record.as("with a token"));
        for (const request of AT_STAND_IN[broker]) {
          await ask(bare, request);
          await ask(holder, { ...request, headers });
        }
      }
    }
    expect(differences("good", record.text())).toEqual([]);
  });
});

test("sign-ins that go wrong, sessions that end and an admin's look are answered as recorded", async () => {
  await withApi(async () => {
    const record = createAnswerRecord(api, 1_500, passSecond);
    for (const slug of ["kite", "upstox", "angel_broking", "icici"] as const) {
      for (const outcome of ["wrong_password", "wrong_pin", "too_many", "expired", "down", "nonsense"]) {
        const visitor = newVisitor(record.as(`${slug}, ${outcome}`));
        // A page that refuses leads nowhere: then there is nothing to hand over.
        await signIn(visitor, slug, { account: ACCOUNTS[slug], outcome }).catch(() => null);
      }
      await signIn(newVisitor(record.as(`${slug}, denied`)), slug, { decision: "deny" }).catch(() => null);
    }
    const devices = ["first", "second", "third", "fourth"].map((name) =>
      newVisitor(record.as(`${name} device`)),
    );
    for (const device of devices) await signIn(device, "kite", { account: "SBX002" });
    const [first, second] = devices as [Visitor, Visitor];
    for (const device of devices) {
      await device.fetch("/v1/sessions");
      await device.fetch("/v1/users/me");
    }
    const late = newVisitor(record.as("late device"));
    const refused = await signIn(late, "kite", { account: "SBX002" });
    const { details } = refused.json<{ error: { details: { request_token: string } } }>().error;
    const enter = { method: "POST", body: { request_token: details.request_token } };
    for (const device of [second, late]) await device.fetch("/v1/invalidate_old_sessions_and_login", enter);
    await late.fetch("/v1/sessions");
    for (const device of devices) await device.fetch("/v1/users/me");
    await signIn(first, "kite", { account: "SBX002" });
    const entered = await signIn(second, "kite", { account: "SBX002" });
    const frame = newVisitor(record.as("widget"));
    const headers = { "x-auth-token": entered.json<{ access_token: string }>().access_token };
    for (const path of ["/v1/users/me?source=widget", "/v1/sessions"]) await frame.fetch(path, { headers });
    const { id } = (await second.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
    await api.auth.store.accounts.setAdmin(id, true);
    await second.fetch("/v1/admin/audit");
    await second.fetch("/v1/admin/audit?action=sign_in");
    await second.fetch("/v1/admin/audit?before=x");
    await first.fetch("/v1/sessions/00000000-0000-4000-8000-000000000000", { method: "DELETE" });
    await second.fetch("/v1/logout", { method: "DELETE" });
    await second.fetch("/v1/users/me");
    await first.fetch("/v1/sessions", { method: "DELETE" });
    for (const device of devices) await device.fetch("/v1/users/me");
    expect(differences("sign-ins", record.text())).toEqual([]);
  });
});

const IDS_IN_HEADERS = new Set(["x-device-id", "x-session-reference", "x-auth-token", "authorization"]);
const without = (headers: FuzzedRequest["headers"], names: ReadonlySet<string>): FuzzedRequest["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));

test("what no client of ours asks is answered as recorded, on every route", async () => {
  await withApi(async () => {
    const record = createAnswerRecord(api, 400);
    const routes = routesOf(api.app).sort((a, b) =>
      `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1,
    );
    // Pages are many and much the same.
    const calls = routes.filter(({ path }) => /^\/(v1|user|payment|sandbox)\b/.test(path));
    const names = ["kite", "google", "visitor"] as const;
    const visitors = names.map(() => newVisitor(api));
    let asked = 0;
    for (const one of fc.sample(fuzzedRequest([...routes, ...calls, ...calls, ...calls]), {
      numRuns: FUZZED,
      seed: 20261121,
    })) {
      if (asked++ % RENEW_EVERY === 0) {
        for (const visitor of visitors) visitor.cookies.clear();
        for (const n of [0, 1]) await signIn(visitors[n]!, names[n] as Slug);
      }
      passSecond();
      // Wrong ids in headers are refused before anything else is looked at; most requests get further.
      const headers = asked % 4 === 0 ? one.headers : without(one.headers, IDS_IN_HEADERS);
      const sent = asSent({ ...one, headers }, visitors[one.who]!.cookies);
      record.note(`${asked} ${names[one.who]}`, sent, await answerTo(api, sent));
    }
    expect(differences("fuzzed", record.text())).toEqual([]);
  });
});

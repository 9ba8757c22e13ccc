import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { breezeChecksum } from "#server/brokers/icici/breeze-signing.ts";
import { isTokenRefusal } from "#server/brokers/refusals.ts";
import type { Brokers } from "#server/brokers/registry.ts";
import { KITE_SESSION } from "#tests/fixtures/brokers/documented.ts";
import {
  ANGEL_EXPIRED,
  ICICI_EXPIRED,
  KITE_EXPIRED,
  KITE_NOT_ALLOWED,
  UPSTOX_EXPIRED,
} from "#tests/fixtures/brokers/documented-margins.ts";
import {
  ANGEL_NO_POSITIONS,
  ANGEL_POSITIONS,
  ICICI_NO_POSITIONS,
  ICICI_POSITIONS,
  KITE_POSITIONS,
  UPSTOX_POSITIONS,
} from "#tests/fixtures/brokers/documented-positions.ts";
import { ATTEMPT, IMPATIENT, PLAUSIBLE } from "#tests/support/brokers/fake-provider.ts";
import { sharedProvider } from "#tests/support/brokers/shared-provider.ts";

const fake = sharedProvider();

type Slug = Exclude<BrokerSlug, "google">;
const SLUGS: readonly Slug[] = ["kite", "upstox", "angel_broking", "icici"];

const ask = (brokers: Brokers, slug: Slug) => brokers[slug].positions!({ access: "theaccesstoken" });

async function failure(slug: Slug, brokers = fake.provider.brokers()): Promise<AppError> {
  const error = await ask(brokers, slug).then(
    (held) => new Error(`answered ${JSON.stringify(held)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw error;
}

describe("[POS-2] each broker is asked as documented, and its documented answer is understood", () => {
  it("Kite: what is held, not today's dealing; closed positions with what they made", async () => {
    fake.provider.json(200, KITE_POSITIONS);
    expect(await ask(fake.provider.brokers(), "kite")).toEqual([
      {
        contract: { exchange: "MCX", symbol: "LEADMINI17DECFUT", token: 53_496_327, terms: null },
        product: "NRML",
        quantity: 1,
        averagePrice: 161.05,
        lastPrice: 161.05,
        pnl: 0,
      },
      {
        contract: { exchange: "MCX", symbol: "GOLDGUINEA17DECFUT", token: 53_505_799, terms: null },
        product: "NRML",
        quantity: 0,
        averagePrice: null,
        lastPrice: 23_355,
        pnl: 801,
      },
      {
        contract: { exchange: "NSE", symbol: "SBIN", token: 779_521, terms: null },
        product: "MIS",
        quantity: 0,
        averagePrice: null,
        lastPrice: 308.4,
        pnl: -2,
      },
    ]);
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "GET", url: "/portfolio/positions", body: "" });
    expect(asked?.headers).toMatchObject({
      authorization: "token kitekey:theaccesstoken",
      "x-kite-version": "3",
    });
  });

  it("Upstox: by segment and exchange token; P&L of the sums of money", async () => {
    fake.provider.json(200, UPSTOX_POSITIONS);
    const [carried, bought, closed] = await ask(fake.provider.brokers(), "upstox");
    expect(carried).toEqual({
      contract: { exchange: "NFO", symbol: "BANKNIFTY23APR38000PE", token: 52_618 * 256 + 2, terms: null },
      product: "NRML",
      quantity: 15,
      averagePrice: 2.65,
      lastPrice: 1.75,
      pnl: -13.5,
    });
    expect(bought).toMatchObject({ product: "MIS", quantity: 1, averagePrice: 24.11 });
    expect(bought?.contract).toMatchObject({ exchange: "NSE", symbol: "YESBANK", token: null });
    expect(bought?.pnl).toBeCloseTo(0.02, 9);
    expect(closed).toMatchObject({ product: "CNC", quantity: 0, averagePrice: null });
    expect(closed?.pnl).toBeCloseTo(0.45, 9);
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "GET", url: "/v2/portfolio/short-term-positions" });
    expect(asked?.headers.authorization).toBe("Bearer theaccesstoken");
  });

  it("Angel One: numbers that are texts, P&L where it is there; none is an empty list", async () => {
    fake.provider.json(200, ANGEL_POSITIONS);
    const [closed, share, sold] = await ask(fake.provider.brokers(), "angel_broking");
    expect(closed).toMatchObject({
      product: "MIS",
      quantity: 0,
      averagePrice: null,
      lastPrice: 6.9,
      pnl: -13.75,
    });
    expect(share).toEqual({
      contract: { exchange: "NSE", symbol: "RELIANCE-EQ", token: 2_885 * 256 + 1, terms: null },
      product: "CNC",
      quantity: 1,
      averagePrice: 2_235.8,
      lastPrice: null,
      pnl: null,
    });
    expect(sold).toMatchObject({ product: "NRML", quantity: -50, averagePrice: 110, pnl: -250.5 });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "GET", url: "/rest/secure/angelbroking/order/v1/getPosition" });
    expect(asked?.headers).toMatchObject({
      authorization: "Bearer theaccesstoken",
      "x-privatekey": "angelkey",
      "x-usertype": "USER",
    });
    fake.provider.json(200, ANGEL_NO_POSITIONS);
    expect(await ask(fake.provider.brokers(), "angel_broking")).toEqual([]);
  });

  it("Breeze: by terms, ICICI's own codes read, `action` for the sign; signed over an empty object", async () => {
    fake.provider.json(200, ICICI_POSITIONS);
    const [call, future, closed] = await ask(fake.provider.brokers(), "icici");
    expect(call).toMatchObject({
      contract: {
        exchange: "BFO",
        symbol: "BSESEN 16-Aug-2024 80500 Call",
        token: null,
        terms: { underlying: "SENSEX", type: "CE", expiry: "2024-08-16", strike: 80_500 },
      },
      product: "NRML",
      quantity: -40,
      averagePrice: 31.85,
      lastPrice: 27.8,
    });
    expect(call?.pnl).toBeCloseTo(162, 9);
    expect(future).toMatchObject({
      contract: { terms: { underlying: "BANKNIFTY", type: "FUT", expiry: "2024-08-28", strike: 0 } },
      product: "MIS",
      quantity: 15,
      pnl: -1_507.5,
    });
    expect(closed).toMatchObject({
      contract: { symbol: "ITC", terms: { underlying: null, type: "EQ" } },
      product: "CNC",
      quantity: 0,
      averagePrice: null,
      pnl: null,
    });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "GET", url: "/breezeapi/api/v1/portfoliopositions", body: "{}" });
    const stamp = String(asked?.headers["x-timestamp"]);
    expect(asked?.headers).toMatchObject({
      "x-appkey": "icicikey",
      "x-sessiontoken": "theaccesstoken",
      "x-checksum": `token ${breezeChecksum(stamp, "{}", "icicisecret")}`,
    });
  });

  it.each([
    [404, ICICI_NO_POSITIONS],
    [200, ICICI_NO_POSITIONS],
    [200, { Success: null, Status: 200, Error: null }],
  ])("Breeze: an account without positions, said by status %d", async (status, body) => {
    fake.provider.json(status, body);
    expect(await ask(fake.provider.brokers(), "icici")).toEqual([]);
  });

  it("a thousand positions fit", async () => {
    const [row] = KITE_POSITIONS.data.net;
    const net = Array.from({ length: 1_000 }, () => ({ ...row, note: "x".repeat(700) }));
    fake.provider.json(200, { ...KITE_POSITIONS, data: { net, day: net } });
    expect(await ask(fake.provider.brokers(), "kite")).toHaveLength(1_000);
  });

  it("Google has none to tell", () => {
    expect(fake.provider.brokers().google.positions).toBeNull();
  });
});

describe("[POS-3] a refusal is about the session, or about the call", () => {
  it.each<[Slug, number, object, boolean]>([
    ["kite", 403, KITE_EXPIRED, true],
    ["kite", 403, KITE_NOT_ALLOWED, false],
    ["upstox", 401, UPSTOX_EXPIRED, true],
    ["upstox", 403, UPSTOX_EXPIRED, false],
    ["angel_broking", 401, ANGEL_EXPIRED, true],
    ["angel_broking", 200, ANGEL_EXPIRED, true],
    ["angel_broking", 200, { status: false, errorcode: "AB1004", message: "Try later", data: null }, false],
    ["icici", 401, ICICI_EXPIRED, true],
    ["icici", 200, ICICI_EXPIRED, true],
    ["icici", 401, { Success: null, Status: 401, Error: "Checksum mismatch" }, false],
  ])("%s, status %d", async (slug, status, body, isSession) => {
    fake.provider.json(status, body);
    const error = await failure(slug);
    expect([error.code, isTokenRefusal(error)]).toEqual(["broker.rejected", isSession]);
  });
});

describe("[POS-3] a broker that is down, slow or talks nonsense", () => {
  const json =
    (status: number, body: unknown) =>
    (response: ServerResponse): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
  const CASES: readonly (readonly [string, string, (response: ServerResponse) => void])[] = [
    ["a status of 503", "broker.unavailable", json(503, {})],
    ["too many requests", "broker.unavailable", json(429, {})],
    ["no answer in time", "broker.unavailable", () => undefined],
    ["a cut connection", "broker.unavailable", (response) => void response.destroy()],
    ["a page of maintenance", "broker.nonsense", json(200, "<!doctype html>")],
    ["an empty object", "broker.nonsense", json(200, {})],
    [
      "rows that are no positions",
      "broker.nonsense",
      json(200, { status: "success", data: [{}], Success: [{}], Status: 200 }),
    ],
    ["an answer without end", "broker.nonsense", json(200, `"${"x".repeat(2_200_000)}"`)],
  ];
  for (const slug of SLUGS) {
    it.each(CASES)(`${slug}: %s is %s`, async (what, code, answer) => {
      fake.provider.answer((_request, response) => answer(response));
      const brokers = fake.provider.brokers(what === "no answer in time" ? IMPATIENT : {});
      expect((await failure(slug, brokers)).code).toBe(code);
    });
  }

  it("a quantity that is no number is no position", async () => {
    const [row] = ANGEL_POSITIONS.data;
    fake.provider.json(200, { ...ANGEL_POSITIONS, data: [{ ...row, netqty: "1e3" }] });
    expect((await failure("angel_broking")).code).toBe("broker.nonsense");
  });

  it("is left alone after five failures, and signing in goes on", async () => {
    const brokers = fake.provider.brokers();
    fake.provider.json(503, {});
    for (let n = 0; n < 5; n++) await failure("kite", brokers);
    fake.provider.json(200, KITE_POSITIONS);
    expect((await failure("kite", brokers)).code).toBe("broker.unavailable");
    expect(fake.provider.asked).toHaveLength(0);
    fake.provider.json(200, KITE_SESSION);
    expect((await brokers.kite.finish(PLAUSIBLE.kite, ATTEMPT)).externalId).toBe("XX0000");
  });
});

import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { BrokerTokens } from "#server/brokers/account-tokens.ts";
import { breezeChecksum } from "#server/brokers/icici/breeze-signing.ts";
import type { MarginOrder } from "#server/brokers/margins/margin-orders.ts";
import { isTokenRefusal } from "#server/brokers/refusals.ts";
import type { Brokers } from "#server/brokers/registry.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { KITE_SESSION } from "#tests/fixtures/brokers/documented.ts";
import {
  ANGEL_BAD_ORDER,
  ANGEL_EXPIRED,
  ANGEL_MARGINS,
  ICICI_BAD_ORDER,
  ICICI_EXPIRED,
  ICICI_MARGINS,
  KITE_BAD_ORDER,
  KITE_BASKET,
  KITE_EXPIRED,
  KITE_NOT_ALLOWED,
  UPSTOX_BAD_ORDER,
  UPSTOX_EXPIRED,
  UPSTOX_MARGINS,
} from "#tests/fixtures/brokers/documented-margins.ts";
import { ATTEMPT, IMPATIENT, PLAUSIBLE } from "#tests/support/brokers/fake-provider.ts";
import { sharedProvider } from "#tests/support/brokers/shared-provider.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";

const fake = sharedProvider();

type Slug = Exclude<BrokerSlug, "google">;
const SLUGS: readonly Slug[] = ["kite", "upstox", "angel_broking", "icici"];
const TOKENS: BrokerTokens = { access: "theaccesstoken" };

const directory = createInstrumentDirectory(metacacheBody());
const [option, other] = directory.options(0) as [MarginOrder["instrument"], MarginOrder["instrument"]];
const future = directory.futures(0)[0]!;
const share = directory.bySymbol("RELIANCE")!;
const order = (changes: Partial<MarginOrder> = {}): MarginOrder => ({
  instrument: option,
  quantity: -65,
  price: 35.65,
  product: "NRML",
  ...changes,
});
const PAIR = [order(), order({ instrument: future, quantity: 65, price: null })];

const ask = (brokers: Brokers, slug: Slug, orders: readonly MarginOrder[] = PAIR, considers = false) =>
  brokers[slug].margins!(TOKENS, orders, considers);

async function failure(slug: Slug, brokers = fake.provider.brokers()): Promise<AppError> {
  const error = await ask(brokers, slug).then(
    (margins) => new Error(`answered ${JSON.stringify(margins)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw error;
}

describe("each broker is asked as documented, and its documented answer is understood", () => {
  it("Kite: a basket of orders, premiums received counted", async () => {
    fake.provider.json(200, KITE_BASKET);
    const margins = await ask(fake.provider.brokers(), "kite");
    expect(margins).toEqual({
      total: 34_786.725000000006,
      premium: -2_152.5,
      span: 7_788.000000000007,
      exposure: 29_151.225,
      additional: 0,
    });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "POST", url: "/margins/basket?consider_positions=false" });
    expect(asked?.headers).toMatchObject({
      authorization: "token kitekey:theaccesstoken",
      "x-kite-version": "3",
      "content-type": "application/json",
    });
    expect(JSON.parse(asked?.body ?? "")).toEqual([
      {
        exchange: "NFO",
        tradingsymbol: option.tradingsymbol,
        transaction_type: "SELL",
        variety: "regular",
        product: "NRML",
        order_type: "LIMIT",
        quantity: 65,
        price: 35.65,
        trigger_price: 0,
      },
      expect.objectContaining({ transaction_type: "BUY", order_type: "MARKET", price: 0 }),
    ]);
    await ask(fake.provider.brokers(), "kite", PAIR, true);
    expect(fake.provider.asked.at(-1)?.url).toBe("/margins/basket?consider_positions=true");
  });

  it("Upstox: instruments by segment and exchange token", async () => {
    fake.provider.json(200, UPSTOX_MARGINS);
    const margins = await ask(fake.provider.brokers(), "upstox", [order({ product: "MIS" })]);
    expect(margins).toEqual({
      total: 69_822.05,
      premium: 0,
      span: 57_501.5,
      exposure: 12_320.55,
      additional: 0,
    });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "POST", url: "/v2/charges/margin" });
    expect(asked?.headers.authorization).toBe("Bearer theaccesstoken");
    expect(JSON.parse(asked?.body ?? "")).toEqual({
      instruments: [
        {
          instrument_key: `NSE_FO|${Math.floor(option.instrument_token / 256)}`,
          quantity: 65,
          transaction_type: "SELL",
          product: "I",
          price: 35.65,
        },
      ],
    });
  });

  it("Angel One: positions by exchange token, with every header it wants", async () => {
    fake.provider.json(200, ANGEL_MARGINS);
    const margins = await ask(fake.provider.brokers(), "angel_broking");
    expect(margins).toMatchObject({ total: 29_612.35, premium: null, span: null });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "POST", url: "/rest/secure/angelbroking/margin/v1/batch" });
    expect(asked?.headers).toMatchObject({
      authorization: "Bearer theaccesstoken",
      "x-privatekey": "angelkey",
      "x-usertype": "USER",
      "x-sourceid": "WEB",
    });
    expect(JSON.parse(asked?.body ?? "").positions).toEqual([
      {
        exchange: "NFO",
        qty: 65,
        price: 35.65,
        productType: "CARRYFORWARD",
        token: String(Math.floor(option.instrument_token / 256)),
        tradeType: "SELL",
        orderType: "LIMIT",
      },
      expect.objectContaining({ tradeType: "BUY", orderType: "MARKET", price: 0 }),
    ]);
  });

  it("Breeze: positions by ICICI's own codes, signed over the body as it is sent", async () => {
    fake.provider.json(200, ICICI_MARGINS);
    const margins = await ask(fake.provider.brokers(), "icici");
    expect(margins).toEqual({
      total: 177_500.75,
      premium: null,
      span: 116_500.25,
      exposure: 61_000.5,
      additional: 0,
    });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "POST", url: "/breezeapi/api/v1/margincalculator" });
    const stamp = String(asked?.headers["x-timestamp"]);
    expect(asked?.headers).toMatchObject({
      "x-appkey": "icicikey",
      "x-sessiontoken": "theaccesstoken",
      "x-checksum": `token ${breezeChecksum(stamp, asked?.body ?? "", "icicisecret")}`,
    });
    const body = JSON.parse(asked?.body ?? "");
    expect(body.exchange_code).toBe("NFO");
    expect(body.list_of_positions[0]).toMatchObject({
      stock_code: "NIFTY",
      right: "call",
      product: "options",
      action: "sell",
      expiry_date: "24-Nov-2026",
      strike_price: String(option.strike),
      quantity: "65",
      price: "35.65",
    });
    expect(body.list_of_positions[1]).toMatchObject({ right: "others", product: "futures", action: "buy" });
  });
});

describe("what an interface has no place for is not asked", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      order({ instrument: { ...option, instrument_token: (70_000 + i) * 256 + 2 } }),
    );

  it.each<[Slug, string, () => readonly MarginOrder[]]>([
    ["upstox", "more than 20 instruments", () => many(21)],
    ["angel_broking", "more than 50 positions", () => many(51)],
    ["upstox", "shares, which it names by ISIN", () => [order({ instrument: share })]],
    [
      "icici",
      "an underlying without a code",
      () => [order({ instrument: { ...option, underlying_instrument: "TCS" } })],
    ],
    ["icici", "two exchanges at once", () => [order(), order({ instrument: { ...other, exchange: "BFO" } })]],
    ["kite", "orders that cancel each other", () => [order(), order({ quantity: 65 })]],
  ])("%s: %s", async (slug, _what, orders) => {
    fake.provider.json(200, {});
    expect(await ask(fake.provider.brokers(), slug, orders())).toBeNull();
    expect(fake.provider.asked).toHaveLength(0);
  });

  it("a contract that is bought and sold is one order of the difference", async () => {
    fake.provider.json(200, UPSTOX_MARGINS);
    await ask(fake.provider.brokers(), "upstox", [order({ quantity: -195 }), order({ quantity: 65 })]);
    const { instruments } = JSON.parse(fake.provider.asked[0]?.body ?? "");
    expect(instruments).toHaveLength(1);
    expect(instruments[0]).toMatchObject({ quantity: 130, transaction_type: "SELL" });
  });

  it("Google has no orders at all", () => {
    expect(fake.provider.brokers().google.margins).toBeNull();
  });
});

describe("a refusal is about the session, or about the orders", () => {
  it.each<[Slug, number, object]>([
    ["kite", 403, KITE_EXPIRED],
    ["upstox", 401, UPSTOX_EXPIRED],
    ["angel_broking", 401, ANGEL_EXPIRED],
    ["angel_broking", 200, ANGEL_EXPIRED],
    ["icici", 401, ICICI_EXPIRED],
    ["icici", 200, ICICI_EXPIRED],
  ])("%s, status %d: the token is no longer taken", async (slug, status, body) => {
    fake.provider.json(status, body);
    const error = await failure(slug);
    expect([error.code, isTokenRefusal(error)]).toEqual(["broker.rejected", true]);
  });

  it.each<[Slug, number, object]>([
    ["kite", 400, KITE_BAD_ORDER],
    ["kite", 403, KITE_NOT_ALLOWED],
    ["upstox", 400, UPSTOX_BAD_ORDER],
    ["angel_broking", 200, ANGEL_BAD_ORDER],
    ["icici", 400, ICICI_BAD_ORDER],
    ["icici", 401, { Success: null, Status: 401, Error: "Checksum mismatch" }],
  ])("%s, status %d: the session lives on", async (slug, status, body) => {
    fake.provider.json(status, body);
    const error = await failure(slug);
    expect([error.code, isTokenRefusal(error)]).toEqual(["broker.rejected", false]);
  });
});

describe("a broker that is down, slow or talks nonsense", () => {
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
    ["a list", "broker.nonsense", json(200, [])],
    ["null", "broker.nonsense", json(200, "null")],
    ["an error in no known shape", "broker.nonsense", json(400, { oops: true })],
    [
      "texts for numbers it should know",
      "broker.nonsense",
      json(200, { status: "success", data: { final: { total: "many" }, final_margin: "many" } }),
    ],
  ];
  for (const slug of SLUGS) {
    it.each(CASES)(`${slug}: %s is %s`, async (what, code, answer) => {
      fake.provider.answer((_request, response) => answer(response));
      const brokers = fake.provider.brokers(what === "no answer in time" ? IMPATIENT : {});
      expect((await failure(slug, brokers)).code).toBe(code);
    });
  }

  it.each<[Slug, object]>([
    ["upstox", { ...UPSTOX_MARGINS, data: { ...UPSTOX_MARGINS.data, required_margin: 0, final_margin: 0 } }],
    [
      "icici",
      {
        ...ICICI_MARGINS,
        Success: { ...ICICI_MARGINS.Success, span_margin_required: "0", non_span_margin_required: "0" },
      },
    ],
  ])("%s: zeros, which it answers when it has computed nothing, are no margin", async (slug, body) => {
    fake.provider.json(200, body);
    expect((await failure(slug)).code).toBe("broker.nonsense");
  });

  it("is left alone after five failures, and signing in goes on: the two have breakers of their own", async () => {
    const brokers = fake.provider.brokers();
    fake.provider.json(503, {});
    for (let n = 0; n < 5; n++) await failure("kite", brokers);
    fake.provider.json(200, KITE_BASKET);
    expect((await failure("kite", brokers)).code).toBe("broker.unavailable");
    expect(fake.provider.asked).toHaveLength(0);
    fake.provider.json(200, KITE_SESSION);
    expect((await brokers.kite.finish(PLAUSIBLE.kite, ATTEMPT)).externalId).toBe("XX0000");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { BrokerTokens } from "#server/brokers/account-tokens.ts";
import type { BrokerMargins, MarginOrder } from "#server/brokers/margins/margin-orders.ts";
import { isTokenRefusal } from "#server/brokers/refusals.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { type SandboxServer, signInAt, startSandbox } from "#tests/support/brokers/sandbox-server.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";

type Slug = Exclude<BrokerSlug, "google">;
const RETURNS: Readonly<Record<Slug, string>> = {
  kite: "request_token",
  upstox: "code",
  angel_broking: "auth_token",
  icici: "apisession",
};
const SLUGS = Object.keys(RETURNS) as Slug[];

const directory = createInstrumentDirectory(metacacheBody());
const near = directory.options(0).filter(({ expiry }) => expiry === "2026-11-24");
const strike = (type: "CE" | "PE", at: number): InstrumentDetails =>
  near.find((each) => each.instrument_type === type && each.strike === at)!;
const strikes = [...new Set(near.map((each) => each.strike))].sort((a, b) => a - b);
const middle = strikes[Math.floor(strikes.length / 2)]!;
const highest = strikes.at(-1)!;

let server: SandboxServer;
beforeAll(async () => {
  server = await startSandbox({ spotOf: () => middle, listed: () => Promise.resolve(directory) });
});
afterAll(() => server.stop());

async function tokensOf(slug: Slug): Promise<BrokerTokens> {
  const back = await signInAt(server, slug);
  const who = await server.brokers[slug].finish(back.searchParams.get(RETURNS[slug])!, server.attempt());
  return who.tokens!;
}

const order = (
  instrument: InstrumentDetails,
  quantity: number,
  price: number | null = null,
): MarginOrder => ({
  instrument,
  quantity,
  price,
  product: "NRML",
});
const sold = (): MarginOrder => order(strike("CE", middle), -65, 120);
const hedge = (): MarginOrder => order(strike("CE", highest), 65, 20);

async function ask(slug: Slug, tokens: BrokerTokens, orders: readonly MarginOrder[]): Promise<BrokerMargins> {
  const margins = await server.brokers[slug].margins!(tokens, orders, false);
  if (margins === null) throw new Error("not asked");
  return margins;
}

describe.each(SLUGS)("%s's stand-in", (slug) => {
  it("asks more for a sold option than for a bought one, and less for both", async () => {
    const tokens = await tokensOf(slug);
    const naked = await ask(slug, tokens, [sold()]);
    const bought = await ask(slug, tokens, [hedge()]);
    const both = await ask(slug, tokens, [sold(), hedge()]);
    expect(naked.total).toBeGreaterThan(0.08 * middle * 65);
    expect(bought.total).toBeCloseTo(20 * 65, 1);
    expect(both.total).toBeLessThan(naked.total);
  });

  it("takes its own token only, and none that has ended", async () => {
    const foreign = await ask(slug, { access: "x.y.z" }, [sold()]).catch((error: unknown) => error);
    expect(isTokenRefusal(foreign)).toBe(true);
    if (slug === "icici") return;
    const tokens = await tokensOf(slug);
    await server.brokers[slug].endSession(tokens);
    const ended = await ask(slug, tokens, [sold()]).catch((error: unknown) => error);
    expect(isTokenRefusal(ended)).toBe(true);
  });

  it("ends no session for a token it handed out before it was started again", async () => {
    const tokens = await tokensOf(slug);
    const restarted = await startSandbox({ listed: () => Promise.resolve(directory) });
    try {
      const refused = await restarted.brokers[slug].margins!(tokens, [sold()], false).catch(
        (error: unknown) => error,
      );
      expect(refused).toMatchObject({ code: "broker.rejected" });
      expect(isTokenRefusal(refused)).toBe(false);
    } finally {
      await restarted.stop();
    }
  });

  it("refuses a contract that is not listed, and the session lives on", async () => {
    const tokens = await tokensOf(slug);
    const unknown = {
      ...strike("CE", middle),
      tradingsymbol: "NIFTY",
      strike: 1,
      instrument_token: 99 * 256 + 2,
    };
    const refused = await ask(slug, tokens, [order(unknown, 65)]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "broker.rejected" });
    expect(isTokenRefusal(refused)).toBe(false);
    expect((await ask(slug, tokens, [sold()])).total).toBeGreaterThan(0);
  });
});

describe("Kite's shapes", () => {
  async function post(path: string, body: unknown) {
    const { access } = await tokensOf("kite");
    const answer = await fetch(`${server.origin}/sandbox/kite${path}`, {
      method: "POST",
      headers: { authorization: `token sandboxkite:${access}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the shapes are what is being looked at
    return { status: answer.status, body: (await answer.json()) as any };
  }
  const kiteOrder = ({ instrument, quantity, price }: MarginOrder) => ({
    exchange: "NFO",
    tradingsymbol: instrument.tradingsymbol,
    transaction_type: quantity > 0 ? "BUY" : "SELL",
    variety: "regular",
    product: "NRML",
    order_type: "LIMIT",
    quantity: Math.abs(quantity),
    price,
    trigger_price: 0,
  });

  it("a basket: initial is the sum of its orders, final knows the hedge and counts the premium received", async () => {
    const { body } = await post("/margins/basket?consider_positions=false", [sold(), hedge()].map(kiteOrder));
    const { initial, final, orders, charges } = body.data;
    expect(orders).toHaveLength(2);
    expect(initial.total).toBeCloseTo(orders[0].total + orders[1].total, 6);
    expect(orders[0].option_premium).toBe(0);
    expect(final.option_premium).toBeCloseTo(-100 * 65, 6);
    expect(final.total).toBeCloseTo(final.span + final.exposure + final.option_premium + final.additional, 6);
    expect(final.total).toBeLessThan(initial.total);
    expect(charges.total).toBeCloseTo(orders[0].charges.total + orders[1].charges.total, 6);
    expect(orders[0].charges.brokerage).toBe(20);
  });

  it("orders alone, in full and compact", async () => {
    const full = await post("/margins/orders", [kiteOrder(sold())]);
    expect(full.body.data[0]).toMatchObject({ type: "equity", exchange: "NFO", leverage: 1 });
    const compact = await post("/margins/orders?mode=compact", [kiteOrder(sold())]);
    expect(compact.body.data[0]).toEqual({
      type: "equity",
      tradingsymbol: sold().instrument.tradingsymbol,
      exchange: "NFO",
      total: full.body.data[0].total,
    });
  });

  it("positions of the account count when they are asked to", async () => {
    // Its first account holds an iron condor: a bought straddle takes the loss off both its sides, and costs its premium elsewhere.
    const straddle = [
      kiteOrder(order(strike("CE", middle), 650, 20)),
      kiteOrder(order(strike("PE", middle), 650, 20)),
    ];
    const apart = await post("/margins/basket?consider_positions=false", straddle);
    const beside = await post("/margins/basket?consider_positions=true", straddle);
    expect(apart.body.data.final.span).toBe(0);
    expect(beside.body.data.final.span).toBeLessThan(-10_000);
  });

  it.each([
    ["no list", {}],
    ["an empty one", []],
    ["a quantity of zero", [{ ...kiteOrder(sold()), quantity: 0 }]],
    ["a quantity beyond all markets", [{ ...kiteOrder(sold()), quantity: 1e300 }]],
    ["an unknown symbol", [{ ...kiteOrder(sold()), tradingsymbol: "NOSUCH" }]],
  ])("%s is refused as input", async (_what, body) => {
    const refused = await post("/margins/basket", body);
    expect(refused).toMatchObject({ status: 400, body: { error_type: "InputException" } });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listedContracts } from "#domain/instruments/contracts.ts";
import { parseSymbol } from "#domain/instruments/symbol.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { breezeChecksum } from "#server/brokers/icici/breeze-signing.ts";
import { bookOf } from "#server/standins/book.ts";
import type { BookKind } from "#server/standins/book-table.ts";
import { namedAccounts } from "#server/standins/sandbox-accounts.ts";
import {
  MORNING,
  type SandboxServer,
  signInAt,
  startSandbox,
} from "#tests/support/brokers/sandbox-server.ts";

const KINDS: readonly BookKind[] = ["condor", "directional", "busy", "empty"];
const market = (now = MORNING, spot: number | null = null) => ({ now, spotOf: () => spot });

describe("a book", () => {
  it.each(KINDS)("is the same whenever it is asked for: %s", (kind) => {
    expect(bookOf(kind, market())).toEqual(bookOf(kind, market()));
  });

  // The morning and the last minutes of expiry days, month ends, and years far on.
  it.each([
    "2026-11-24T09:59:00Z",
    "2026-11-24T10:11:00Z",
    "2026-12-31T10:30:00Z",
    "2027-01-01T00:00:00Z",
    "2028-06-15T06:00:00Z",
  ])("holds living contracts in whole lots at finite prices: %s", (at) => {
    const now = Date.parse(at);
    for (const kind of KINDS) {
      const { positions, orders, funds } = bookOf(kind, market(now));
      for (const { instrument, quantity, averagePrice, lastPrice, pnl } of positions) {
        expect(parseSymbol(instrument.tradingsymbol)?.underlying).toBe(instrument.underlying);
        expect(instrument.expiry! >= at.slice(0, 10)).toBe(true);
        expect(Math.abs(quantity % instrument.lotSize)).toBe(0);
        expect(Math.min(averagePrice, lastPrice)).toBeGreaterThan(0);
        expect(Number.isFinite(pnl)).toBe(true);
      }
      for (const order of orders) expect(order.filled <= order.quantity && order.quantity > 0).toBe(true);
      expect(new Set(orders.map((order) => order.id)).size).toBe(orders.length);
      expect(Object.values(funds).every(Number.isFinite)).toBe(true);
      expect(funds.available).toBeGreaterThan(0);
    }
  });

  it("holds nothing that is not listed", () => {
    for (const kind of KINDS) {
      for (const { instrument } of bookOf(kind, market()).positions) {
        const spot = underlyingBySymbol(instrument.underlying)!.basePrice;
        expect(listedContracts(instrument.underlying, "2026-11-21", spot)).toContainEqual(instrument);
      }
    }
  });

  it("follows the market it is given", () => {
    const strikes = (spot: number) =>
      bookOf("condor", market(MORNING, spot)).positions.map(({ instrument }) => instrument.strike);
    expect(strikes(25_000)).toEqual([24_600, 24_800, 25_200, 25_400]);
    expect(strikes(20_000)[1]).toBe(19_800);
  });

  it("of the condor gains, of the directional one loses", () => {
    const sum = (kind: BookKind) => bookOf(kind, market()).funds.unrealised;
    expect(sum("condor")).toBeGreaterThan(0);
    expect(sum("directional")).toBeLessThan(0);
    expect(sum("empty")).toBe(0);
  });
});

describe("accounts", () => {
  it("have ids that no other provider's accounts have", () => {
    const ids = (["kite", "upstox", "angel", "icici", "google"] as const).flatMap((each) =>
      namedAccounts(each).map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(19);
  });
});

describe("the providers' own endpoints", () => {
  let server: SandboxServer;
  beforeAll(async () => {
    server = await startSandbox();
  });
  afterAll(() => server.stop());

  async function tokensOf(
    slug: "kite" | "upstox" | "angel_broking" | "icici",
    account: string,
    name: string,
  ) {
    const back = await signInAt(server, slug, { account });
    const who = await server.brokers[slug].finish(back.searchParams.get(name)!, server.attempt());
    return who.tokens!;
  }
  const get = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${server.origin}/sandbox${path}`, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: the shapes are what is being looked at
    return { status: answer.status, body: (await answer.json()) as any };
  };

  it("serve Kite's portfolio, orders, margins and profile to its token only", async () => {
    const { access } = await tokensOf("kite", "SBX003", "request_token");
    const headers = { authorization: `token sandboxkite:${access}`, "x-kite-version": "3" };
    const positions = await get("/kite/portfolio/positions", headers);
    expect(positions.body.data.net.length).toBe(6);
    expect(positions.body.data.day.length).toBe(2);
    const [row] = positions.body.data.net;
    expect(row).toMatchObject({ exchange: "NFO", product: "NRML", multiplier: 1 });
    expect(row.pnl).toBeCloseTo((row.last_price - row.average_price) * row.quantity, 2);
    const orders = await get("/kite/orders", headers);
    expect(orders.body.data.map((order: { status: string }) => order.status)).toEqual([
      "COMPLETE",
      "COMPLETE",
      "COMPLETE",
      "COMPLETE",
      "CANCELLED",
      "OPEN",
      "REJECTED",
    ]);
    const margins = await get("/kite/user/margins", headers);
    const { equity } = margins.body.data;
    expect(equity.net).toBeCloseTo(
      equity.available.cash + equity.available.collateral - equity.utilised.debits,
      2,
    );
    expect((await get("/kite/user/profile", headers)).body.data).toMatchObject({ user_id: "SBX003" });
    for (const authorization of [
      "",
      `token sandboxkite:${access}x`,
      `token other:${access}`,
      `Bearer ${access}`,
    ]) {
      const refused = await get("/kite/portfolio/positions", { authorization });
      expect(refused).toMatchObject({ status: 403, body: { error_type: "TokenException" } });
    }
    await server.brokers.kite.endSession({ access });
    expect((await get("/kite/orders", headers)).status).toBe(403);
  });

  it("serve Upstox's positions, orders and funds", async () => {
    const { access } = await tokensOf("upstox", "SB1001", "code");
    const headers = { authorization: `Bearer ${access}` };
    const { body } = await get("/upstox/v2/portfolio/short-term-positions", headers);
    expect(body.data.length).toBe(4);
    expect(body.data[0].instrument_token).toMatch(/^NSE_FO\|\d+$/);
    expect(body.data[0].overnight_buy_quantity - body.data[0].overnight_sell_quantity).toBe(
      body.data[0].quantity,
    );
    expect((await get("/upstox/v2/order/retrieve-all", headers)).body.data.at(-1).status).toBe(
      "trigger pending",
    );
    expect(
      (await get("/upstox/v2/user/get-funds-and-margin", headers)).body.data.equity.used_margin,
    ).toBeGreaterThan(0);
    await server.brokers.upstox.endSession({ access });
    const refused = await get("/upstox/v2/user/profile", headers);
    expect(refused).toMatchObject({ status: 401, body: { errors: [{ errorCode: "UDAPI100050" }] } });
  });

  it("serve Angel One's positions, orders and funds, every number as text", async () => {
    const { access } = await tokensOf("angel_broking", "S1000001", "auth_token");
    const headers = {
      authorization: `Bearer ${access}`,
      "x-privatekey": "sandboxangel",
      "x-usertype": "USER",
      "x-sourceid": "WEB",
      "x-clientlocalip": "10.0.0.1",
      "x-clientpublicip": "10.0.0.1",
      "x-macaddress": "00:00:00:00:00:00",
    };
    const path = "/angel/rest/secure/angelbroking";
    const { body } = await get(`${path}/order/v1/getPosition`, headers);
    expect(body.data.length).toBe(4);
    expect(Object.values(body.data[0]).every((value) => typeof value === "string")).toBe(true);
    expect(body.data[0].tradingsymbol).toMatch(/^NIFTY\d\d[A-Z]{3}26\d+PE$/);
    expect((await get(`${path}/order/v1/getOrderBook`, headers)).body.data.length).toBe(5);
    expect(Number((await get(`${path}/user/v1/getRMS`, headers)).body.data.net)).toBeGreaterThan(0);
    const { "x-macaddress": _, ...incomplete } = headers;
    expect((await get(`${path}/user/v1/getRMS`, incomplete)).status).toBe(400);
    expect(
      (await get(`${path}/user/v1/getRMS`, { ...headers, authorization: "Bearer x" })).body,
    ).toMatchObject({
      success: false,
      errorCode: "AG8001",
    });
  });

  it("serve ICICI Direct's positions, orders and funds to signed calls", async () => {
    const { access } = await tokensOf("icici", "SANDBOX3", "apisession");
    const stamp = "2026-11-21T04:30:00.000Z";
    const signed = (body = "", secret = "sandboxicicisecret") => ({
      "x-appkey": "sandboxicici",
      "x-sessiontoken": access,
      "x-timestamp": stamp,
      "x-checksum": `token ${breezeChecksum(stamp, body, secret)}`,
    });
    const path = "/icici/breezeapi/api/v1";
    const { body } = await get(`${path}/portfoliopositions`, signed());
    expect(body.Success.length).toBe(6);
    expect(body.Success[0]).toMatchObject({
      stock_code: "NIFTY",
      action: "Sell",
      right: "Call",
      product_type: "Options",
    });
    expect((await get(`${path}/order`, signed())).body.Success.at(-1).status).toBe("Rejected");
    expect((await get(`${path}/funds`, signed())).body.Success.block_by_trade_fno).toBeGreaterThan(0);
    for (const headers of [signed("", "guess"), signed("{}"), { ...signed(), "x-sessiontoken": "x" }]) {
      expect((await get(`${path}/funds`, headers)).body).toMatchObject({ Success: null, Status: 401 });
    }
  });

  it("give a fresh account nothing but funds", async () => {
    const { access } = await tokensOf("kite", "new", "request_token");
    const headers = { authorization: `token sandboxkite:${access}` };
    expect((await get("/kite/portfolio/positions", headers)).body.data).toEqual({ net: [], day: [] });
    expect((await get("/kite/user/margins", headers)).body.data.equity.net).toBe(500_000);
  });
});

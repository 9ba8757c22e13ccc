import { beforeEach, describe, expect, it } from "vitest";
import type { Position, PositionsResponse } from "#protocol/http/positions.ts";
import { nonsense, unavailable } from "#server/brokers/broker-http.ts";
import type { AskPositions, BrokerPosition } from "#server/brokers/positions/broker-position.ts";
import { positionsRefused } from "#server/brokers/refusals.ts";
import { sharedApi } from "#tests/support/http/shared-api.ts";
import { newVisitor, signIn, type Visitor } from "#tests/support/http/visitor.ts";

const world = sharedApi();
let asked = 0;
beforeEach(() => {
  // Breakers and what is kept are of another time in each test.
  asked += 60_000;
  world.now += asked;
});

const PATH = "/v1/user_positions_v2";
type Slug = "kite" | "upstox" | "angel_broking" | "icici" | "google";

async function signedIn(slug: Slug, account?: string): Promise<Visitor> {
  const visitor = newVisitor(world.api);
  expect((await signIn(visitor, slug, account === undefined ? {} : { account })).status).toBe(200);
  return visitor;
}

async function held(visitor: Visitor, path = PATH): Promise<PositionsResponse["data"]> {
  const answer = await visitor.fetch(path);
  expect(answer.status).toBe(200);
  return answer.json<PositionsResponse>().data;
}

/** The adapter's call replaced for one test: what a broker does that the sandbox does not. */
async function withAnswer(ask: AskPositions, work: () => Promise<void>): Promise<void> {
  const adapter = world.api.auth.brokers.kite as { positions: AskPositions | null };
  const real = adapter.positions;
  adapter.positions = ask;
  try {
    await work();
  } finally {
    adapter.positions = real;
  }
}

const told = (
  contract: Partial<BrokerPosition["contract"]>,
  changes: Partial<BrokerPosition> = {},
): BrokerPosition => ({
  contract: { exchange: "NFO", symbol: "NIFTY26N2424500CE", token: null, terms: null, ...contract },
  product: "NRML",
  quantity: -65,
  averagePrice: 100,
  lastPrice: 90,
  pnl: 900,
  ...changes,
});

async function one(position: BrokerPosition): Promise<Position> {
  let found: Position | undefined;
  await withAnswer(
    async () => [position],
    async () => {
      world.now += 10_000;
      found = (await held(await signedIn("kite"))).positions[0];
    },
  );
  return found!;
}

describe("[POS-1] what an account holds at its own broker", () => {
  it.each(["kite", "upstox", "angel_broking", "icici"] as const)(
    "%s: the sandbox's iron condor",
    async (slug) => {
      const { positions, is_sandbox, as_of } = await held(await signedIn(slug));
      expect(is_sandbox).toBe(true);
      expect(as_of).toBe(world.now);
      expect(positions.map(({ quantity, product }) => [quantity, product])).toEqual([
        [260, "NRML"],
        [-260, "NRML"],
        [-260, "NRML"],
        [260, "NRML"],
      ]);
      for (const { quantity, average_price, last_price, unbooked_pnl, total_pnl, is_holding } of positions) {
        expect(unbooked_pnl).toBeCloseTo((last_price! - average_price!) * quantity, 1);
        expect(total_pnl).toBeCloseTo(unbooked_pnl!, 1);
        expect(is_holding).toBe(false);
      }
    },
  );

  it("is the same under the address that names the broker, and nothing under another's", async () => {
    const visitor = await signedIn("kite");
    const own = await held(visitor);
    expect(await held(visitor, "/v1/compute/1/broker_data/user_positions_v2")).toEqual(own);
    expect(await held(visitor, "/v1/compute/0/broker_data/user_positions_v2")).toEqual(own);
    const foreign = await visitor.fetch("/v1/compute/3/broker_data/user_positions_v2");
    expect([foreign.status, foreign.json<{ error: { code: string } }>().error.code]).toEqual([
      403,
      "access.denied",
    ]);
  });

  it("segments choose among them", async () => {
    const visitor = await signedIn("kite", "SBX003");
    const exchanges = async (query: string) =>
      [
        ...new Set((await held(visitor, `${PATH}?${query}`)).positions.map(({ exchange }) => exchange)),
      ].sort();
    expect(await exchanges("")).toEqual(["BFO", "MCX", "NFO"]);
    expect(await exchanges("segments=fno")).toEqual(["BFO", "NFO"]);
    expect(await exchanges("segments=commodity&segments=currency")).toEqual(["MCX"]);
    expect(await exchanges("segments=equity")).toEqual([]);
    expect((await visitor.fetch(`${PATH}?segments=all`)).status).toBe(400);
  });

  it("of a visitor there is none to ask for; of an account whose provider trades nothing an empty list", async () => {
    const visitor = newVisitor(world.api);
    const refused = await visitor.fetch(PATH);
    expect([refused.status, refused.json<{ error: { code: string } }>().error.code]).toEqual([
      401,
      "auth.required",
    ]);
    expect((await held(await signedIn("google"))).positions).toEqual([]);
  });

  it("several tabs at once are one question to the broker; a moment later it is asked again", async () => {
    let times = 0;
    await withAnswer(
      async () => {
        times++;
        return [];
      },
      async () => {
        const visitor = await signedIn("kite");
        await Promise.all([held(visitor), held(visitor), held(visitor)]);
        expect(times).toBe(1);
        world.now += 4_000;
        await held(visitor);
        expect(times).toBe(2);
      },
    );
  });
});

describe("[POS-4] which contract is meant", () => {
  const listedToken = async (symbol: string) => {
    const { directory } = await world.api.doors.metacache.get();
    return directory.bySymbol(symbol)!.instrument_token;
  };

  it("says the token", async () => {
    const token = await listedToken("NIFTY26N2424500CE");
    const position = await one(told({ token, symbol: "NIFTY24NOV2624500CE" }));
    expect(position).toMatchObject({
      instrument_token: token,
      tradingsymbol: "NIFTY26N2424500CE",
      is_listed: true,
    });
  });

  it("a token that another contract has here marks nothing at that one's strike", async () => {
    const token = await listedToken("NIFTY26N2424600CE");
    const position = await one(told({ token }));
    expect(position.tradingsymbol).toBe("NIFTY26N2424500CE");
    const gone = await one(told({ token, symbol: "NIFTY26N2419000CE" }));
    expect(gone).toMatchObject({
      is_listed: false,
      instrument_token: null,
      tradingsymbol: "NIFTY26N2419000CE",
    });
  });

  it("one that is not listed is kept, marked, and its P&L with it", async () => {
    const position = await one(
      told(
        { exchange: "NCO", symbol: "ELECTRICITY26NOVFUT", token: 12_345 },
        { quantity: 0, averagePrice: null, pnl: -12.5 },
      ),
    );
    expect(position).toEqual({
      leg_identifier: "NCO:ELECTRICITY26NOVFUT:NRML",
      instrument_token: null,
      tradingsymbol: "ELECTRICITY26NOVFUT",
      exchange: "NCO",
      underlying_instrument: null,
      is_listed: false,
      is_expired: false,
      is_holding: false,
      product: "NRML",
      quantity: 0,
      multiplier: null,
      average_price: null,
      last_price: 90,
      booked_profit_loss: -12.5,
      unbooked_pnl: 0,
      total_pnl: -12.5,
      instrument_info: null,
    });
  });

  it("of one that is known by its terms alone, what it is stays known though it is not listed", async () => {
    const terms = { underlying: "NIFTY", type: "PE", expiry: "2026-11-17", strike: 24_000 } as const;
    const position = await one(told({ symbol: "NIFTY 17-Nov-2026 24000 Put", terms }));
    expect(position).toMatchObject({
      is_listed: false,
      is_expired: true,
      underlying_instrument: "NIFTY",
      instrument_info: { instrument_type: "PE", expiry: "2026-11-17", strike: 24_000, lot_size: 65 },
    });
  });

  it("of one that counts in lots and is not listed, what is open is not guessed", async () => {
    const crude = { exchange: "MCX", symbol: "CRUDEOIL26NOVFUT", token: 12_345 };
    const position = await one(
      told(crude, { quantity: 1, averagePrice: 6_000, lastPrice: 5_990, pnl: -1_000 }),
    );
    expect(position).toMatchObject({
      is_listed: false,
      unbooked_pnl: null,
      booked_profit_loss: null,
      total_pnl: -1_000,
    });
  });

  it("P&L that was booked is told apart from what is open", async () => {
    const position = await one(told({}, { pnl: 900 }));
    expect(position).toMatchObject({ unbooked_pnl: 650, booked_profit_loss: 250, total_pnl: 900 });
  });
});

describe("[POS-3] a broker that does not tell", () => {
  const fault = async (visitor: Visitor) => {
    const answer = await visitor.fetch(PATH);
    const { code, message } = answer.json<{ error: { code: string; message: string } }>().error;
    return { status: answer.status, code, message, retry: answer.headers["retry-after"] };
  };

  it("has ended the session: so has ours, and it says why", async () => {
    const visitor = await signedIn("kite");
    const { id } = (await visitor.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
    const tokens = await world.api.auth.vault.tokens(id);
    await world.api.auth.brokers.kite.endSession(tokens!);
    expect(await fault(visitor)).toMatchObject({ status: 401, code: "auth.expired" });
    const after = await visitor.fetch("/v1/users/me");
    expect(after.json()).toMatchObject({ error: { code: "auth.expired", details: { reason: "broker" } } });
  });

  it.each([
    ["is down", unavailable("Zerodha"), 503, "broker.unavailable", /Zerodha cannot be reached/],
    ["talks nonsense", nonsense("Zerodha", "the positions"), 503, "broker.unavailable", /could not be read/],
    ["refuses", positionsRefused("Zerodha", "PermissionException"), 403, "access.denied", /Log in again/],
  ] as const)(
    "%s: said with a way out, and the session lives on",
    async (_what, error, status, code, words) => {
      const visitor = await signedIn("kite");
      await withAnswer(
        () => Promise.reject(error),
        async () => {
          const told = await fault(visitor);
          expect(told).toMatchObject({ status, code, message: expect.stringMatching(words) });
          if (status === 503) expect(Number(told.retry)).toBeGreaterThan(0);
        },
      );
      // What failed is not kept: who asks again is answered anew.
      expect((await held(visitor)).positions).toHaveLength(4);
    },
  );

  it("whose tokens this server no longer has: the way is a new login", async () => {
    const visitor = await signedIn("upstox");
    const { id } = (await visitor.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
    await world.api.auth.vault.drop(world.store, id);
    expect(await fault(visitor)).toMatchObject({
      status: 403,
      code: "access.denied",
      message: expect.stringMatching(/^Log in with Upstox again/),
    });
  });
});

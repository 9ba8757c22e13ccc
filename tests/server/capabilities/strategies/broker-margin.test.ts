import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MarginRequest, MarginTrade } from "#protocol/http/margin.ts";
import type { AskMargins } from "#server/brokers/margins/margin-orders.ts";
import { type BrokerMargin, createBrokerMargin } from "#server/capabilities/strategies/broker-margin.ts";
import { createBrokerAccounts } from "#server/identity/broker-accounts.ts";
import { ANONYMOUS_IDENTITY, type Identity } from "#server/identity/identity.ts";
import { sharedApi } from "#tests/support/http/shared-api.ts";
import { newVisitor, signIn, type Visitor } from "#tests/support/http/visitor.ts";

const world = sharedApi();
let asked = 0;
beforeEach(() => {
  // Breakers and what is kept are of another time in each test.
  asked += 60_000;
  world.now += asked;
});

const instruments = async () => (await world.api.doors.metacache.get()).directory;
const ofAccounts = () => {
  const { auth } = world.api;
  return { brokerAccounts: createBrokerAccounts(auth), clock: auth.clock, instruments };
};
const brokerMargin = (): BrokerMargin =>
  createBrokerMargin({ ...ofAccounts(), log: pino({ level: "silent" }) });

/** NIFTY's options of the scripted market: strikes 24,000 to 25,000. */
const trade = (tradingsymbol: string, changes: Partial<MarginTrade> = {}): MarginTrade => ({
  trade_type: "new_trade",
  tradingsymbol,
  action: "SELL",
  quantity: 65,
  price: 100,
  product: "NRML",
  ...changes,
});
let sold: MarginTrade;
let hedge: MarginTrade;
beforeAll(async () => {
  const directory = await instruments();
  const [call] = directory
    .options(0)
    .filter((each) => each.instrument_type === "CE" && each.strike === 24_500);
  const [wing] = directory
    .options(0)
    .filter((each) => each.instrument_type === "CE" && each.strike === 25_000);
  sold = trade(call!.tradingsymbol, { price: 120 });
  hedge = trade(wing!.tradingsymbol, { price: 20, action: "BUY" });
});
const request = (trades: readonly MarginTrade[]): MarginRequest => ({
  trades: [...trades],
  consider_positions_for_funds: false,
  consider_positions_for_margin: false,
});

async function identityOf(visitor: Visitor): Promise<Identity> {
  const answer = await visitor.fetch("/v1/users/me");
  const { id } = answer.json<{ data: { id: string } }>().data;
  const [session] = await world.store.sessions.list(id, world.now);
  const live = await world.api.auth.identities.bySession(id, session!.id);
  return live!.identity;
}

async function signedIn(slug: "kite" | "upstox" | "angel_broking" | "icici" | "google"): Promise<{
  visitor: Visitor;
  identity: Identity;
}> {
  const visitor = newVisitor(world.api);
  expect((await signIn(visitor, slug)).status).toBe(200);
  return { visitor, identity: await identityOf(visitor) };
}

/** The adapter's call replaced for one test: what a broker does that the sandbox does not. */
async function withAnswer(ask: AskMargins, work: () => Promise<void>): Promise<void> {
  const adapter = world.api.auth.brokers.kite as { margins: AskMargins | null };
  const real = adapter.margins;
  adapter.margins = ask;
  try {
    await work();
  } finally {
    adapter.margins = real;
  }
}

describe("the figure of the caller's own broker", () => {
  it.each(["kite", "upstox", "angel_broking", "icici"] as const)(
    "%s: is had with the account's token, and knows the hedge",
    async (slug) => {
      const { identity } = await signedIn(slug);
      const ask = brokerMargin();
      const naked = await ask(identity, request([sold]));
      const hedged = await ask(identity, request([sold, hedge]));
      expect(naked!.marginRequired).toBeGreaterThan(100_000);
      expect(hedged!.marginRequired).toBeLessThan(naked!.marginRequired);
    },
  );

  it("Zerodha's tells the premium apart: margin without it, capital with it", async () => {
    const { identity } = await signedIn("kite");
    const figure = await brokerMargin()(identity, request([sold]));
    expect(figure!.capitalRequired).toBeCloseTo(figure!.marginRequired - 120 * 65, 6);
    expect(figure!.span! + figure!.exposure! + figure!.additional!).toBeCloseTo(figure!.marginRequired, 6);
  });

  it("the premium of a loaded position is not counted again", async () => {
    const { identity } = await signedIn("kite");
    const position = { ...sold, trade_type: "loaded_position" as const };
    const figure = await brokerMargin()(identity, request([position, hedge]));
    expect(figure!.capitalRequired).toBeCloseTo(figure!.marginRequired + 20 * 65, 6);
  });

  it("of a contract that is traded twice the net is asked for, and each trade has its own premium", async () => {
    const { identity } = await signedIn("kite");
    const back = { ...sold, action: "BUY" as const, price: 100 };
    const figure = await brokerMargin()(identity, request([{ ...sold, quantity: 130 }, back]));
    expect(figure!.capitalRequired).toBeCloseTo(figure!.marginRequired - 120 * 130 + 100 * 65, 6);
  });

  it("a total with an old premium in it, which a broker does not tell apart, is no figure", async () => {
    const { identity } = await signedIn("angel_broking");
    const position = { ...sold, trade_type: "loaded_position" as const };
    expect(await brokerMargin()(identity, request([position, hedge]))).toBeNull();
  });
});

describe("there is none", () => {
  it("for visitors and for Google accounts", async () => {
    expect(await brokerMargin()(ANONYMOUS_IDENTITY, request([sold]))).toBeNull();
    const { identity } = await signedIn("google");
    expect(await brokerMargin()(identity, request([sold]))).toBeNull();
  });

  it("for no trades, and for symbols that are not listed", async () => {
    const { identity } = await signedIn("kite");
    expect(await brokerMargin()(identity, request([]))).toBeNull();
    expect(await brokerMargin()(identity, request([trade("NOSUCHSYMBOL")]))).toBeNull();
  });

  it("while the broker is down, and it is not asked again at once", async () => {
    const { identity, visitor } = await signedIn("kite");
    const { unavailable } = await import("#server/brokers/broker-http.ts");
    let asked = 0;
    await withAnswer(
      async () => {
        asked++;
        throw unavailable("Zerodha");
      },
      async () => {
        const ask = brokerMargin();
        expect(await ask(identity, request([sold]))).toBeNull();
        expect(await ask(identity, request([sold]))).toBeNull();
        expect(asked).toBe(1);
        world.now += 3_001;
        await ask(identity, request([sold]));
        expect(asked).toBe(2);
      },
    );
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({ data: { is_anon_user: false } });
  });
});

describe("a fault of our own", () => {
  it("is written to the log, and the estimate stands", async () => {
    const { identity } = await signedIn("kite");
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    await withAnswer(
      () => Promise.reject(new TypeError("a bug")),
      async () => {
        const ask = createBrokerMargin({ ...ofAccounts(), log });
        expect(await ask(identity, request([sold]))).toBeNull();
      },
    );
    expect(lines.join()).toContain("a bug");
  });
});

describe("a token that the broker no longer takes", () => {
  it("ends the session, and says why", async () => {
    const { identity, visitor } = await signedIn("kite");
    const held = await world.api.auth.vault.tokens(identity.accountId!);
    await world.api.auth.brokers.kite.endSession(held!);
    expect(await brokerMargin()(identity, request([sold]))).toBeNull();
    const after = await visitor.fetch("/v1/users/me");
    expect(after.status).toBe(401);
    expect(after.json()).toMatchObject({ error: { code: "auth.expired", details: { reason: "broker" } } });
    expect(await world.api.auth.vault.tokens(identity.accountId!)).toBeNull();
  });

  it("refused orders end nothing", async () => {
    const { identity, visitor } = await signedIn("kite");
    const { ordersRefused } = await import("#server/brokers/refusals.ts");
    await withAnswer(
      () => Promise.reject(ordersRefused("Zerodha", "InputException: no")),
      async () => {
        expect(await brokerMargin()(identity, request([sold]))).toBeNull();
      },
    );
    expect((await visitor.fetch("/v1/users/me")).status).toBe(200);
  });

  it("an old token refused while a login put a new one in its place ends nothing", async () => {
    const { identity, visitor } = await signedIn("kite");
    const { tokenRefused } = await import("#server/brokers/refusals.ts");
    await withAnswer(
      async () => {
        await world.api.auth.vault.keep(world.store, identity.accountId!, {
          externalId: "",
          name: "",
          email: null,
          tokens: { access: "anewone" },
          expiresAt: world.now + 3_600_000,
        });
        throw tokenRefused("Zerodha", "TokenException: old");
      },
      async () => {
        expect(await brokerMargin()(identity, request([sold]))).toBeNull();
      },
    );
    expect((await visitor.fetch("/v1/users/me")).status).toBe(200);
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { createMarketAccess } from "#server/market/access/market-access.ts";
import { createMarketGate, serveMarketAccess } from "#server/market/access/market-gate.ts";
import { createMarketTerms } from "#server/market/access/market-terms.ts";
import type { MarketLicence, MarketRule } from "#server/market/bus/market-rule.ts";
import { clockSubject } from "#server/market/bus/market-subjects.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { type ApiHarness, startApi } from "#tests/support/http/api-server.ts";

const OWNER = { broker: ZERODHA, externalId: "AB1234" } as const;
const RULE: MarketRule = { kind: "owner", account: OWNER };
const OPEN: MarketLicence = { source: "sim", rule: { kind: "everybody" } };

describe("the relay's door to a broker's market", () => {
  async function codeOf(of: Promise<void>): Promise<string | null> {
    return of.then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  }

  /** A process in which the feed runs, or another one, told what its variables say. */
  function createProcess(told: MarketLicence = OPEN, isFeedHere = false) {
    const bus = createLocalBus();
    const terms = createMarketTerms(bus, { told, isFeedHere });
    const access = createMarketAccess(terms.rule);
    serveMarketAccess(bus, access);
    const gate = createMarketGate(bus, terms);
    const say = async (clock: object) => {
      bus.publish(clockSubject(), Buffer.from(JSON.stringify(clock)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const ask = (accountId: string | null, isSandbox?: boolean) =>
      codeOf(gate({ accountId, ...(isSandbox === undefined ? {} : { isSandbox }) }));
    return { bus, terms, access, gate, say, ask };
  }

  it("lets its owner in and no other account, in whichever process the accounts are", async () => {
    const { bus, access, say, ask } = createProcess();
    await say({ source: "kite", rule: RULE });
    expect(await ask(null)).toBe("access.denied");
    expect(await ask("mine", false)).toBe("access.denied");
    access.learn({ id: "mine", ...OWNER });
    expect(await ask("mine", false)).toBeNull();
    expect(await ask("other", false)).toBe("access.denied");
    expect(await ask(null)).toBe("access.denied");
    await bus.close();
  });

  it("is shut until the feed is heard, unless the feed is in this process", async () => {
    const apart = createProcess();
    expect(await apart.ask(null)).toBe("server.unavailable");
    expect(apart.access.refusalOf({ accountId: null })?.code).toBe("server.unavailable");
    expect(apart.terms.isReal()).toBe(true);
    await apart.say(OPEN);
    expect(await apart.ask(null)).toBeNull();
    expect(apart.terms.isReal()).toBe(false);
    const together = createProcess(OPEN, true);
    expect(await together.ask(null)).toBeNull();
    for (const { bus } of [apart, together]) await bus.close();
  });

  it("follows what the feed says, whatever this process was told, and is never looser than that", async () => {
    const { bus, say, ask, access } = createProcess();
    const owned = createProcess({ source: "kite", rule: RULE });
    for (const each of [{ say, ask }, owned]) await each.say(OPEN);
    expect([await ask("any", false), await owned.ask("any", false)]).toEqual([null, "access.denied"]);
    await say({ epoch: 2, source: "upstox", rule: RULE });
    expect([await ask("any", false), await ask(null)]).toEqual(["access.denied", "access.denied"]);
    expect(access.refusalOf({ accountId: "any" })?.code).toBe("access.denied");
    // A feed of an earlier version, which does not say whose its market is.
    await say({ epoch: 2, isRestricted: false });
    expect(await ask("any", false)).toBe("server.unavailable");
    for (const each of [{ bus }, owned]) await each.bus.close();
  });

  it("gives a broker's market to no account of the sandbox, nor to one of which that is not known", async () => {
    const { bus, say, ask } = createProcess();
    await say(OPEN);
    expect([await ask("sandboxed", true), await ask("unknown")]).toEqual([null, null]);
    await say({ ...OPEN, source: "kite" });
    const answers = [await ask("sandboxed", true), await ask("unknown"), await ask("customer", false)];
    expect(answers).toEqual(["access.denied", "access.denied", null]);
    // A visitor is given the market of a minute ago, as everywhere.
    expect(await ask(null)).toBeNull();
    await bus.close();
  });

  it("asks again when the market changes while the answer is under way", async () => {
    const { bus, say, gate } = createProcess();
    await say({ source: "kite", rule: { kind: "everybody" } });
    const admitted = codeOf(gate({ accountId: "any", isSandbox: false }));
    const refused = say({ source: "kite", rule: RULE });
    await refused;
    expect([await admitted, await codeOf(gate({ accountId: "any", isSandbox: false }))]).toContain(
      "access.denied",
    );
    await bus.close();
  });
});

describe("the API's doors to a broker's market", () => {
  let api: ApiHarness | null = null;
  afterEach(() => api?.stop());

  it.each(["/v1/compute/cache/live_derivative_prices/NIFTY", "/v1/compute/cache/quotes_v2?i=NSE:NIFTY%2050"])(
    "refuse prices to a caller to whom they may not be passed on (%s)",
    async (path) => {
      api = await startApi({ access: createMarketAccess(() => RULE) });
      const answer = await api.call(path);
      expect(answer.status).toBe(403);
      expect(answer.json()).toMatchObject({
        error: { code: "access.denied", details: { reason: "market_not_redistributable" } },
      });
      // What is listed is no secret.
      expect((await api.call("/v1/compute/cache/instrument_metacache/1")).status).toBe(200);
    },
  );

  it("give them to every caller where they may be passed on", async () => {
    api = await startApi();
    expect((await api.call("/v1/compute/cache/live_derivative_prices/NIFTY")).status).toBe(200);
  });

  it("say beforehand who is served, and to others why not and which login opens it", async () => {
    const said = async (of: ApiHarness) => {
      const answer = await of.call("/v1/market_access");
      expect(answer.headers["cache-control"]).toBe("no-store");
      return { status: answer.status, data: answer.json().data };
    };
    api = await startApi();
    expect(await said(api)).toEqual({ status: 200, data: { allowed: true, message: null, login: null } });
    await api.stop();
    api = await startApi({ access: createMarketAccess(() => RULE) });
    const message = expect.stringContaining("may not be passed on");
    expect(await said(api)).toEqual({ status: 200, data: { allowed: false, message, login: "kite" } });
    await api.stop();
    // No login is possible with a broker that has no keys and no sandbox.
    api = await startApi({ access: createMarketAccess(() => RULE), isSandboxActive: () => false });
    expect(await said(api)).toEqual({ status: 200, data: { allowed: false, message, login: null } });
    await api.stop();
    api = await startApi({ access: createMarketAccess(() => null) });
    const later = expect.stringContaining("try again shortly");
    expect(await said(api)).toEqual({ status: 200, data: { allowed: false, message: later, login: null } });
    expect((await api.call("/v1/compute/cache/live_derivative_prices/NIFTY")).status).toBe(503);
  });
});

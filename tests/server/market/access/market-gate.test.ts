import { afterEach, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { createMarketAccess, type MarketRule } from "#server/market/access/market-access.ts";
import { createMarketGate, serveMarketAccess } from "#server/market/access/market-gate.ts";
import { clockSubject } from "#server/market/bus/market-subjects.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { type ApiHarness, startApi } from "#tests/support/http/api-server.ts";

const OWNER = { broker: ZERODHA, externalId: "AB1234" } as const;
const RULE: MarketRule = { kind: "owner", account: OWNER };

describe("the relay's door to a broker's market", () => {
  async function codeOf(of: Promise<void>): Promise<string | null> {
    return of.then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  }

  it("lets its owner in and no other account, in whichever process the accounts are", async () => {
    const bus = createLocalBus();
    const access = createMarketAccess(RULE);
    const stop = serveMarketAccess(bus, access);
    const gate = createMarketGate(bus, RULE);
    expect(await codeOf(gate({ accountId: null }))).toBe("access.denied");
    expect(await codeOf(gate({ accountId: "mine" }))).toBe("access.denied");
    access.learn({ id: "mine", ...OWNER });
    expect(await codeOf(gate({ accountId: "mine" }))).toBeNull();
    expect(await codeOf(gate({ accountId: "other" }))).toBe("access.denied");
    expect(await codeOf(gate({ accountId: null }))).toBe("access.denied");
    stop();
    expect(await codeOf(gate({ accountId: "mine" }))).toBe("server.unavailable");
    await bus.close();
  });

  it("shuts when the feed says that its market is an account's, and this process was not told", async () => {
    const bus = createLocalBus();
    const access = createMarketAccess({ kind: "everybody" });
    const stop = serveMarketAccess(bus, access);
    const gate = createMarketGate(bus, { kind: "everybody" });
    const say = (message: object) => bus.publish(clockSubject(), Buffer.from(JSON.stringify(message)));
    say({ epoch: 1 });
    expect(await codeOf(gate({ accountId: "any" }))).toBeNull();
    expect(access.mayServe({ accountId: "any" })).toBe(true);
    say({ epoch: 1, isRestricted: true });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await codeOf(gate({ accountId: "any" }))).toBe("access.denied");
    expect(await codeOf(gate({ accountId: null }))).toBe("access.denied");
    expect(access.mayServe({ accountId: "any" })).toBe(false);
    stop();
    await bus.close();
  });

  it("asks for no identity where the market is open to all", async () => {
    const bus = createLocalBus();
    expect(await codeOf(createMarketGate(bus, { kind: "everybody" })({ accountId: null }))).toBeNull();
    await bus.close();
  });
});

describe("the API's doors to a broker's market", () => {
  let api: ApiHarness | null = null;
  afterEach(() => api?.stop());

  it.each(["/v1/compute/cache/live_derivative_prices/NIFTY", "/v1/compute/cache/quotes_v2?i=NSE:NIFTY%2050"])(
    "refuse prices to a caller to whom they may not be passed on (%s)",
    async (path) => {
      api = await startApi({ access: createMarketAccess(RULE) });
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
    api = await startApi({ access: createMarketAccess(RULE) });
    const message = expect.stringContaining("may not be passed on");
    expect(await said(api)).toEqual({ status: 200, data: { allowed: false, message, login: "kite" } });
    await api.stop();
    // No login is possible with a broker that has no keys and no sandbox.
    api = await startApi({ access: createMarketAccess(RULE), isSandboxActive: () => false });
    expect(await said(api)).toEqual({ status: 200, data: { allowed: false, message, login: null } });
    await api.stop();
    const slip = createMarketAccess({ kind: "everybody" });
    slip.restrict();
    api = await startApi({ access: slip });
    expect(await said(api)).toEqual({ status: 200, data: { allowed: false, message, login: null } });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { listedContracts } from "#domain/instruments/contracts.ts";
import type { BrokerTokens } from "#server/brokers/account-tokens.ts";
import type { BrokerPosition } from "#server/brokers/positions/broker-position.ts";
import { isTokenRefusal } from "#server/brokers/refusals.ts";
import { type SandboxServer, signInAt, startSandbox } from "#tests/support/brokers/sandbox-server.ts";

type Slug = Exclude<BrokerSlug, "google">;
const RETURNS: Readonly<Record<Slug, string>> = {
  kite: "request_token",
  upstox: "code",
  angel_broking: "auth_token",
  icici: "apisession",
};
/** Who holds an iron condor, legs of every kind, nothing: by broker. */
const ACCOUNTS: Readonly<Record<Slug, readonly [string, string, string]>> = {
  kite: ["SBX001", "SBX003", "SBX004"],
  upstox: ["SB1001", "SB1003", "SB1004"],
  angel_broking: ["S1000001", "S1000003", "S1000004"],
  icici: ["SANDBOX1", "SANDBOX3", "SANDBOX4"],
};
const SLUGS = Object.keys(RETURNS) as Slug[];

/** Of the contracts that the stand-ins hold of NIFTY, by what the market says they stand at. */
let last: Map<string, number>;
let server: SandboxServer;
beforeAll(async () => {
  last = new Map();
  server = await startSandbox({
    prices: {
      closesOf: async () => new Map([["NIFTY", 24_500]]),
      lastPricesOf: async (symbols) => {
        last = new Map(symbols.map((symbol, i) => [symbol, 50 + i]));
        return last;
      },
    },
  });
});
afterAll(() => server.stop());

async function tokensOf(slug: Slug, account: string): Promise<BrokerTokens> {
  const back = await signInAt(server, slug, { account });
  const who = await server.brokers[slug].finish(back.searchParams.get(RETURNS[slug])!, server.attempt());
  return who.tokens!;
}

const held = async (slug: Slug, account: string): Promise<readonly BrokerPosition[]> =>
  server.brokers[slug].positions!(await tokensOf(slug, account));

describe.each(SLUGS)("[POS-2] %s's stand-in", (slug) => {
  it("tells what the adapter reads: listed contracts at the market's prices, around yesterday's close", async () => {
    const [condor] = ACCOUNTS[slug];
    const positions = await held(slug, condor);
    expect(positions.map(({ quantity, lastPrice }) => [quantity, lastPrice])).toEqual([
      [260, 50],
      [-260, 51],
      [-260, 52],
      [260, 53],
    ]);
    for (const { averagePrice, lastPrice, quantity, pnl } of positions)
      expect(pnl).toBeCloseTo((lastPrice! - averagePrice!) * quantity, 1);
    const listed = new Map(listedContracts("NIFTY", "2026-11-21", 24_500).map((each) => [each.token, each]));
    const strikes = positions.map(({ contract: { token, terms } }) =>
      terms === null ? listed.get(token!)?.strike : terms.strike,
    );
    expect(strikes).toEqual([24_100, 24_300, 24_700, 24_900]);
  });

  it("tells of legs of every kind: futures, calendars, what ends with the day", async () => {
    const [, busy] = ACCOUNTS[slug];
    const positions = await held(slug, busy);
    expect(positions.map(({ quantity }) => Math.sign(quantity))).toEqual([-1, 1, -1, 1, -1, 1]);
    expect(positions.map(({ product }) => product)).toEqual(["NRML", "NRML", "MIS", "MIS", "NRML", "NRML"]);
    expect(positions.map(({ contract }) => contract.exchange)).toEqual([
      "NFO",
      "NFO",
      "BFO",
      "BFO",
      "NFO",
      "MCX",
    ]);
  });

  it("tells of an account without positions that it has none, and of a foreign token that it is none", async () => {
    const [, , empty] = ACCOUNTS[slug];
    expect(await held(slug, empty)).toEqual([]);
    const foreign = await server.brokers[slug].positions!({ access: "x.y.z" }).catch(
      (error: unknown) => error,
    );
    expect(isTokenRefusal(foreign)).toBe(true);
  });

  it("ends no session for a token it handed out before it was started again", async () => {
    const [condor] = ACCOUNTS[slug];
    const tokens = await tokensOf(slug, condor);
    const restarted = await startSandbox();
    try {
      const refused = await restarted.brokers[slug].positions!(tokens).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "broker.rejected" });
      expect(isTokenRefusal(refused)).toBe(false);
    } finally {
      await restarted.stop();
    }
  });
});

it("what was paid stays what it was, all day long, while the market moves", async () => {
  const before = await held("kite", "SBX001");
  server.clock.now += 3 * 3_600_000;
  const after = await held("kite", "SBX001");
  expect(after.map(({ averagePrice }) => averagePrice)).toEqual(
    before.map(({ averagePrice }) => averagePrice),
  );
});

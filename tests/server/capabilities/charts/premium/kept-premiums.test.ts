import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PREMIUM_INTERVALS } from "#protocol/http/chart-limits.ts";
import type { ChartPremiumRequest, PremiumStrategy } from "#protocol/http/chart-premium.ts";
import type { ChartPast } from "#server/capabilities/charts/chart-past.ts";
import { chartPremium } from "#server/capabilities/charts/premium/chart-premium.ts";
import { minutePast, type ScriptedPast } from "#tests/support/charts/minute-past.ts";
import {
  EXPIRIES,
  marketAt,
  NOW,
  options,
  SESSIONS,
  script,
  TODAY,
} from "#tests/support/charts/open-interest-market.ts";

const MINUTE = 60_000;
const NIFTY = 256265;
const [NEAR, FAR] = EXPIRIES;
const strikesOf = (expiry: string) =>
  [...new Set(options.filter((each) => each.expiry === expiry).map(({ strike }) => strike))].sort(
    (a, b) => a - b,
  );
const strikes = strikesOf(NEAR);
const step = strikes[1]! - strikes[0]!;
const MIDDLE = strikes[Math.floor(strikes.length / 2)]!;
const symbolOf = (expiry: string, place: number, type: "CE" | "PE") => {
  const own = strikesOf(expiry);
  const strike = own[Math.floor(own.length / 2) + place]!;
  return options.find(
    (each) => each.expiry === expiry && each.strike === strike && each.instrument_type === type,
  )!.tradingsymbol;
};

/** Another price for each contract and minute, a contract that begins late, and a forward that crosses strikes. */
const past: ScriptedPast = {
  ...script,
  close(token, at) {
    const minute = Math.floor(at / MINUTE) % 60;
    if (token === NIFTY) return script.close(token, at);
    return token % 5 === 0 && minute % 60 < 8
      ? 0
      : 5_000 + (token % 89) * 100 + minute * (1 + (token % 3)) * 5;
  },
  volume: (token, at) => 65 * (Math.floor(at / MINUTE) % 4 === 3 ? 0 : 1 + (token % 7)),
  forward: (_, at) => {
    const minute = Math.floor(at / MINUTE) % 30;
    return minute === 4 ? Number.NaN : MIDDLE + (Math.floor(minute / 3) - 4) * step;
  },
  gaps: [{ from: SESSIONS[1]!.open + 5 * MINUTE, to: SESSIONS[1]!.open + 9 * MINUTE }],
};

const told = async (of: ChartPast, request: Omit<ChartPremiumRequest, "underlying_symbol">, now = NOW) =>
  Buffer.concat(
    (await chartPremium(marketAt(now), of, { underlying_symbol: "NIFTY", ...request })).pieces,
  ).toString();

const leg = fc.record({
  tradingsymbol: fc.oneof(
    fc
      .tuple(fc.constantFrom(NEAR, FAR), fc.integer({ min: -1, max: 1 }), fc.constantFrom("CE", "PE"))
      .map(([expiry, place, type]) => symbolOf(expiry, place, type as "CE" | "PE")),
    fc.constant("NIFTY26NOVFUT"),
  ),
  trade_action: fc.constantFrom("BUY" as const, "SELL" as const),
  quantity: fc.constantFrom(65, 130),
});
const strategy: fc.Arbitrary<PremiumStrategy> = fc.oneof(
  fc
    .uniqueArray(leg, { minLength: 1, maxLength: 3, selector: ({ tradingsymbol }) => tradingsymbol })
    .map((legs) => ({ legs })),
  fc
    .record({
      expiry: fc.constantFrom<string>(NEAR, FAR),
      steps: fc.integer({ min: 0, max: 2 }),
      reference: fc.constantFrom("forward" as const, "spot" as const),
      trade_action: fc.constantFrom("BUY" as const, "SELL" as const),
    })
    .map((rolling) => ({ rolling })),
);
const question = fc.record({
  strategies: fc.array(strategy, { minLength: 1, maxLength: 4 }),
  interval: fc.constantFrom(...PREMIUM_INTERVALS),
  sessions: fc.integer({ min: 1, max: 4 }),
});
const instant = fc.constantFrom(
  SESSIONS[2]!.close - 3 * MINUTE,
  TODAY.open - MINUTE,
  NOW - 3 * MINUTE,
  NOW,
  TODAY.close + MINUTE,
);

/** How often minutes of sessions before today's were read. */
const readBefore = (asked: ReturnType<typeof minutePast>["asked"]): number =>
  asked.filter(({ of, until }) => of === "minutes" && until !== null && until < TODAY.open).length;

describe("premiums of sessions that are over", () => {
  it("are, byte for byte, what they are when nothing is kept, whatever was asked before", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(question, instant), { minLength: 2, maxLength: 4 }),
        async (asked) => {
          const keeping = minutePast(past);
          for (const [request, now] of asked) {
            expect(await told(keeping, request, now)).toBe(await told(minutePast(past), request, now));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  const legs = (place: number): PremiumStrategy => ({
    legs: (["CE", "PE"] as const).map((type) => ({
      tradingsymbol: symbolOf(NEAR, place, type),
      trade_action: "SELL" as const,
      quantity: 65,
    })),
  });

  it("are read once, line by line: one more line reads its own alone, and fewer nothing", async () => {
    const keeping = minutePast(past);
    await told(keeping, { strategies: [legs(0), { rolling: { expiry: NEAR } }], sessions: 4 });
    const first = readBefore(keeping.asked);
    expect(first).toBeGreaterThanOrEqual(3);
    await told(keeping, { strategies: [{ rolling: { expiry: NEAR } }, legs(0)], sessions: 4 });
    await told(keeping, { strategies: [legs(0)], sessions: 4 });
    expect(readBefore(keeping.asked)).toBe(first);
    // The line that is new is read in each of the three sessions that are over, and alone.
    await told(keeping, { strategies: [legs(0), { rolling: { expiry: NEAR } }, legs(1)], sessions: 4 });
    expect(readBefore(keeping.asked)).toBe(first + 3);
  });

  function changing() {
    const state = { more: 0, revision: "a" };
    const of = minutePast({
      ...past,
      close: (token, at) => past.close(token, at) + (token === NIFTY ? 0 : state.more),
      revision: () => state.revision,
    });
    return { state, of };
  }
  const asked = { strategies: [legs(0)], sessions: 4 };
  const firstOf = (json: string): number => JSON.parse(json).strategies[0].premium.find(Number);

  it("are told anew as soon as the past says that it is another", async () => {
    const { state, of } = changing();
    const before = firstOf(await told(of, asked));
    [state.more, state.revision] = [1_000, "b"];
    expect(firstOf(await told(of, asked))).toBeCloseTo(before + 20, 6);
  });

  it("are not kept when something came, or could not be had, while they were read", async () => {
    const { state, of } = changing();
    const { minutes } = of;
    const interrupted = {
      ...of,
      minutes: async (...all: Parameters<typeof minutes>) => {
        state.revision += "b";
        return minutes(...all);
      },
    };
    const before = firstOf(await told(interrupted, asked));
    state.more = 1_000;
    expect(firstOf(await told(interrupted, asked))).toBeCloseTo(before + 20, 6);
  });

  it("are read again after ten minutes, in which another process may have written", async () => {
    const { state, of } = changing();
    const before = firstOf(await told(of, asked, NOW));
    state.more = 1_000;
    expect(firstOf(await told(of, asked, NOW + 9 * MINUTE))).toBe(before);
    expect(firstOf(await told(of, asked, NOW + 10 * MINUTE))).toBeCloseTo(before + 20, 6);
  });

  it("are those of the present market day as it is told now, though it be over", async () => {
    const { state, of } = changing();
    const today = { strategies: [legs(0)], sessions: 1 };
    const before = firstOf(await told(of, today, TODAY.close + MINUTE));
    state.more = 1_000;
    expect(firstOf(await told(of, today, TODAY.close + MINUTE))).toBeCloseTo(before + 20, 6);
  });
});

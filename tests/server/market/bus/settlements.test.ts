import { describe, expect, it } from "vitest";
import { settlementsRequest } from "#server/market/bus/market-subjects.ts";
import { createSettlements, settlementKey } from "#server/market/bus/settlements.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

const NIFTY = 256_265;
const AT = Date.parse("2026-08-19T10:00:00+05:30");

function world(answer: () => unknown) {
  const bus = createLocalBus();
  let asked = 0;
  let now = 0;
  bus.respond(settlementsRequest(), async () => {
    asked++;
    return Buffer.from(JSON.stringify(await answer()));
  });
  return {
    settlements: createSettlements(bus, () => now),
    asked: () => asked,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe("what past expiries settled at", () => {
  it("is asked each day and every ten minutes, by questions at one moment together", async () => {
    const { settlements, asked, wait } = world(() => ({
      settlements: [[20260818, 24_154.9, "closing_value"]],
      isWhole: true,
    }));
    const [first] = await Promise.all([1, 2, 3].map(() => settlements.of(NIFTY, AT)));
    expect(first!.get(settlementKey("2026-08-18"))).toEqual({ price: 24_154.9, origin: "closing_value" });
    expect(first!.get(settlementKey("2026-08-11"))).toBeUndefined();
    await settlements.of(NIFTY, AT + 3_600_000);
    expect(asked()).toBe(1);
    await settlements.of(NIFTY, AT + 86_400_000);
    expect(asked()).toBe(2);
    wait(600_000);
    await settlements.of(NIFTY, AT + 86_400_000);
    expect(asked()).toBe(3);
    wait(599_000);
    await settlements.of(NIFTY, AT + 86_400_000);
    expect(asked()).toBe(3);
  });

  it("is asked again and again while some of it is still to be heard, however long that takes", async () => {
    let answer: unknown = { settlements: [[20260818, 24_140.2, "evening_spot"]], isWhole: false };
    const { settlements, asked, wait } = world(() => answer);
    const originOf = async () => (await settlements.of(NIFTY, AT)).get(20260818)?.origin;
    for (let minutes = 0; minutes < 5; minutes++) {
      expect(await originOf()).toBe("evening_spot");
      wait(60_000);
    }
    answer = { settlements: [[20260818, 24_154.9, "closing_value"]], isWhole: true };
    expect(await originOf()).toBe("closing_value");
    const before = asked();
    wait(2_000);
    await originOf();
    expect(asked()).toBe(before);
  });

  it("is kept for two seconds while it is not whole", async () => {
    const { settlements, asked, wait } = world(() => ({ settlements: [], isWhole: false }));
    await settlements.of(NIFTY, AT);
    wait(1_999);
    await settlements.of(NIFTY, AT);
    expect(asked()).toBe(1);
    wait(1);
    await settlements.of(NIFTY, AT);
    expect(asked()).toBe(2);
  });

  it.each([
    ["an unknown origin", () => ({ settlements: [[20260818, 24_154.9, "rumour"]], isWhole: true })],
    ["nonsense", () => ({})],
    ["nothing known yet", () => ({ settlements: [], isWhole: true })],
    ["no answer", () => Promise.reject(new Error("away"))],
  ])("is nothing with %s, and is asked again a minute later", async (_, answer) => {
    const { settlements, asked, wait } = world(answer);
    expect((await settlements.of(NIFTY, AT)).size).toBe(0);
    await settlements.of(NIFTY, AT);
    expect(asked()).toBe(1);
    wait(60_000);
    await settlements.of(NIFTY, AT);
    expect(asked()).toBe(2);
  });

  it("does not keep a request waiting", async () => {
    const { settlements } = world(() => new Promise<never>(() => {}));
    expect((await settlements.of(NIFTY, AT)).size).toBe(0);
  });
});

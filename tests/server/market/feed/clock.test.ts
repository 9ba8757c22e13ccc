import { describe, expect, it } from "vitest";
import { createMarketClock, startOfNextSession } from "#server/market/feed/clock.ts";
import { nextEpoch } from "#server/market/feed/epoch.ts";

const at = (text: string): number => Date.parse(`${text}+05:30`);

describe("market clock", () => {
  it("follows the wall clock with always and exchange, and only exchange keeps sessions", () => {
    let wall = 5_000;
    const always = createMarketClock({ kind: "always" }, () => wall);
    const exchange = createMarketClock({ kind: "exchange" }, () => wall);
    wall = 6_000;
    expect([always.now(), always.sessions, always.speed]).toEqual([6_000, false, 1]);
    expect([exchange.now(), exchange.sessions, exchange.speed]).toEqual([6_000, true, 1]);
  });

  it("is as far ahead of the wall clock as it is told, without sessions, and opened again it goes on", () => {
    let wall = at("2026-11-26T20:40:00");
    const config = { kind: "always", aheadMs: at("2026-11-18T10:00:00") - wall } as const;
    const clock = createMarketClock(config, () => wall);
    expect([clock.now(), clock.sessions, clock.speed]).toEqual([at("2026-11-18T10:00:00"), false, 1]);
    wall += 90_000;
    expect(createMarketClock(config, () => wall).now()).toBe(at("2026-11-18T10:01:30"));
    expect(clock.now()).toBe(at("2026-11-18T10:01:30"));
  });

  it("starts where it is told and runs at its speed", () => {
    let wall = 1_000_000;
    const clock = createMarketClock({ kind: "start", at: at("2026-08-19T09:15:00"), speed: 60 }, () => wall);
    expect(clock.now()).toBe(at("2026-08-19T09:15:00"));
    wall += 10_000;
    expect(clock.now()).toBe(at("2026-08-19T09:25:00"));
    expect(clock.sessions).toBe(true);
  });

  it("stands still while the wall clock is set back, and never goes back itself", () => {
    let wall = 10_000;
    const clock = createMarketClock({ kind: "always" }, () => wall);
    const seen = [10_000, 4_000, 9_999, 10_001].map((time) => {
      wall = time;
      return clock.now();
    });
    expect(seen).toEqual([10_000, 10_000, 10_000, 10_001]);
  });

  it("refuses a speed that does not go forward", () => {
    for (const speed of [0, -1, Number.NaN, Infinity]) {
      expect(() => createMarketClock({ kind: "start", at: 0, speed }, () => 0)).toThrow(RangeError);
    }
  });

  it("starts a market file at 09:15 of the trading day after it", () => {
    expect(startOfNextSession("2026-08-19")).toBe(at("2026-08-20T09:15:00"));
    expect(startOfNextSession("2026-08-21")).toBe(at("2026-08-24T09:15:00"));
  });
});

describe("epoch numbers", () => {
  it("rise with the seconds since 2020 and never repeat within one", () => {
    const first = nextEpoch(Date.parse("2026-11-21T00:00:00Z"), 0);
    expect(first).toBe((Date.parse("2026-11-21T00:00:00Z") - Date.parse("2020-01-01T00:00:00Z")) / 1000);
    expect(nextEpoch(Date.parse("2026-11-21T00:00:00Z"), first)).toBe(first + 1);
    expect(nextEpoch(Date.parse("2026-11-20T00:00:00Z"), first)).toBe(first + 1);
  });

  it("stay above 0 on a machine whose clock was never set", () => {
    expect(nextEpoch(0, 0)).toBe(1);
  });
});

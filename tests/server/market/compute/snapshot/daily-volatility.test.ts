import { describe, expect, test } from "vitest";
import { addDays, compactDate, istInstant } from "#domain/calendar/ist.ts";
import { ewmaVolatility, referenceDailyVolatility } from "#domain/margin/volatility.ts";
import type { DailyClosesMessage } from "#server/market/bus/bus-messages.ts";
import { dailyClosesRequest } from "#server/market/bus/market-subjects.ts";
import { createDailyVolatilities } from "#server/market/compute/snapshot/daily-volatility.ts";
import type { ListedUnderlying } from "#server/market/compute/snapshot/instrument-lists.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

const NIFTY = 256_265;
const listed = (symbol = "NIFTY", token = NIFTY) =>
  ({ underlying: { token, symbol, kind: "index" } }) as unknown as ListedUnderlying;
const TODAY = "2026-11-20";
const AT = istInstant(TODAY, "11:00");

/** 200 days up to today, itself included: a close of the present day is no past. */
const CLOSES = Array.from({ length: 200 }, (_, i): [number, number] => [
  compactDate(addDays(TODAY, i - 199)),
  24_000 * (1 + 0.01 * Math.sin(i * 1.7)),
]);
const SPOTS = CLOSES.slice(0, -1).map(([, spot]) => spot);

function world(answer: () => DailyClosesMessage["closes"] | Promise<never>) {
  const bus = createLocalBus();
  let asked = 0;
  let now = 0;
  bus.respond(dailyClosesRequest(), async () => {
    asked++;
    return Buffer.from(JSON.stringify({ closes: await answer() }));
  });
  return {
    volatilities: createDailyVolatilities(bus, () => now),
    asked: () => asked,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe("the daily volatility of an underlying", () => {
  test("is the EWMA of its closes before today, asked once a day", async () => {
    const { volatilities, asked } = world(() => CLOSES);
    const first = await volatilities.of([listed()], AT);
    expect(first(NIFTY)).toBeCloseTo(ewmaVolatility(SPOTS, 0.995, Number.NaN), 15);
    expect(first(NIFTY)).toBeGreaterThan(0.005);
    await volatilities.of([listed()], AT + 3_600_000);
    expect(asked()).toBe(1);
    await volatilities.of([listed()], istInstant("2026-11-23", "09:20"));
    expect(asked()).toBe(2);
  });

  test("questions at one moment are one question", async () => {
    const { volatilities, asked } = world(() => CLOSES);
    await Promise.all([1, 2, 3].map(() => volatilities.of([listed()], AT)));
    expect(asked()).toBe(1);
  });

  test.each([
    ["no past", () => []],
    ["too short a one", () => CLOSES.slice(-30)],
    ["closes that are not known", () => CLOSES.map(([day]): [number, null] => [day, null])],
    ["an answer that fails", () => Promise.reject(new Error("away"))],
    ["an answer that makes no sense", () => ({ "20261119": "24000" })],
  ])("with %s it is the reference table's, and asked again a minute later", async (_what, answer) => {
    const { volatilities, asked, wait } = world(answer as () => DailyClosesMessage["closes"]);
    expect((await volatilities.of([listed()], AT))(NIFTY)).toBe(referenceDailyVolatility("NIFTY"));
    await volatilities.of([listed()], AT);
    expect(asked()).toBe(1);
    wait(60_001);
    await volatilities.of([listed()], AT);
    expect(asked()).toBe(2);
  });

  test("no request waits for a market that does not answer", async () => {
    const { volatilities } = world(() => new Promise<never>(() => {}));
    const begun = performance.now();
    const of = await volatilities.of([listed()], AT);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(of(NIFTY)).toBe(referenceDailyVolatility("NIFTY"));
  });

  test("an unknown underlying has none", async () => {
    const { volatilities } = world(() => []);
    expect((await volatilities.of([listed("NOSUCH", 77)], AT))(77)).toBeNaN();
  });
});

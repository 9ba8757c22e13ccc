import { describe, expect, test } from "vitest";
import { addDays, istInstant } from "#domain/calendar/ist.ts";
import { UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import {
  activityAt,
  type ClockKind,
  createDayPlan,
  elapsedVariance,
  laterVariance,
  marketDate,
  rhythm,
} from "#server/market/feed/sources/sim/day-plan.ts";
import { REALISED_SHARE } from "#server/market/feed/sources/sim/factors.ts";
import { createLatent } from "#server/market/feed/sources/sim/latent.ts";

const SYMBOLS = ["NIFTY", "BANKNIFTY", "SENSEX", "GOLD", "SILVER", "RELIANCE", "USDINR"];
const SPECS = UNDERLYINGS.filter((spec) => SYMBOLS.includes(spec.symbol));
const indexOf = (symbol: string): number => SPECS.findIndex((spec) => spec.symbol === symbol);

function deviation(x: readonly number[]): number {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  return Math.sqrt(x.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (x.length - 1));
}

function correlation(x: readonly number[], y: readonly number[]): number {
  let xy = 0;
  let xx = 0;
  let yy = 0;
  x.forEach((each, i) => {
    xy += each * y[i]!;
    xx += each ** 2;
    yy += y[i]! ** 2;
  });
  return xy / Math.sqrt(xx * yy);
}

describe.each([
  ["always", 365],
  ["exchange", 248],
] as const)("over two years of %s", (clock: ClockKind, daysAYear: number) => {
  const latent = createLatent({ seed: 3, clock, specs: SPECS });
  const returns: number[][] = SPECS.map(() => []);
  const fiveMinutes: number[] = [];
  const gaps: number[] = [];
  const volatility: number[] = [];
  let before: number[] | null = null;
  for (let date = "2025-01-01"; date < "2026-12-31"; date = addDays(date, 1)) {
    if (marketDate(clock, istInstant(date, "12:00")) !== date) continue;
    const plan = createDayPlan(clock, date);
    if (!plan.trades.equity) continue;
    latent.startDay(plan);
    const opening = SPECS.map((_, u) => latent.previousSpot(u));
    if (before !== null) gaps.push(Math.abs(Math.log(opening[0]! / before[0]!)));
    latent.lookBack(plan.end - 1);
    const closing = [...latent.spot];
    SPECS.forEach((_, u) => {
      const from = before?.[u] ?? opening[u]!;
      returns[u]!.push(Math.log(closing[u]! / from));
    });
    before = closing;
    volatility.push(latent.volatility[0]!);
    const { start, minutes } = plan.groups.equity;
    for (let m = 5; m <= minutes; m += 5) {
      fiveMinutes.push(
        Math.log(latent.spotAt(0, start + m * 60_000) / latent.spotAt(0, start + (m - 5) * 60_000)),
      );
    }
  }

  test("daily returns have the volatility of the table", () => {
    SPECS.forEach((spec, u) => {
      const annual = deviation(returns[u]!) * Math.sqrt(daysAYear);
      expect(annual / (REALISED_SHARE * spec.annualVolatility), spec.symbol).toBeGreaterThan(0.85);
      expect(annual / (REALISED_SHARE * spec.annualVolatility), spec.symbol).toBeLessThan(1.15);
    });
  });

  test("indices and metals move together, the dollar by itself", () => {
    const between = (a: string, b: string): number => correlation(returns[indexOf(a)]!, returns[indexOf(b)]!);
    expect(between("NIFTY", "SENSEX")).toBeGreaterThan(0.97);
    expect(between("NIFTY", "BANKNIFTY")).toBeGreaterThan(0.82);
    expect(between("NIFTY", "BANKNIFTY")).toBeLessThan(0.96);
    expect(between("NIFTY", "RELIANCE")).toBeGreaterThan(0.4);
    expect(between("NIFTY", "RELIANCE")).toBeLessThan(0.8);
    expect(between("GOLD", "SILVER")).toBeGreaterThan(0.55);
    expect(Math.abs(between("NIFTY", "USDINR"))).toBeLessThan(0.2);
  });

  test("intraday moves have fat tails: jumps", () => {
    const mean = fiveMinutes.reduce((a, b) => a + b ** 2, 0) / fiveMinutes.length;
    const fourth = fiveMinutes.reduce((a, b) => a + b ** 4, 0) / fiveMinutes.length;
    expect(fourth / mean ** 2).toBeGreaterThan(4);
  });

  test("each day begins where the last one ended", () => {
    expect(Math.max(...gaps)).toBeLessThan(1e-6);
  });

  test("volatility rises when the market falls, and returns", () => {
    const changes = volatility.slice(1).map((v, i) => Math.log(v / volatility[i]!));
    expect(correlation(changes, returns[0]!.slice(1))).toBeLessThan(-0.3);
    expect(Math.min(...volatility)).toBeGreaterThan(0.045);
    expect(Math.max(...volatility)).toBeLessThan(0.25);
  });
});

test("activity has an opening burst, a lunch lull and a busy close, and none outside sessions", () => {
  const at = (hhmm: string): number => istInstant("2026-11-20", hhmm);
  const plan = createDayPlan("exchange", "2026-11-20");
  const busy = (hhmm: string): number => activityAt(plan, "derivatives", at(hhmm));
  expect(busy("09:16")).toBeGreaterThan(2 * busy("13:00"));
  expect(busy("15:25")).toBeGreaterThan(1.5 * busy("13:00"));
  expect(busy("11:00")).toBeGreaterThan(busy("13:00"));
  expect(busy("09:14")).toBe(0);
  expect(busy("15:41")).toBe(0);
  expect(activityAt(plan, "cash", at("15:20"))).toBe(0);
  expect(activityAt(plan, "commodity", at("20:30"))).toBeGreaterThan(
    activityAt(plan, "commodity", at("15:00")),
  );
  expect(activityAt(createDayPlan("always", "2026-11-21"), "derivatives", at("23:30") + 86_400_000)).toBe(
    rhythm("equity", 1410),
  );
});

test("with real sessions a weekend holds no variance and the expiry day what is left of it", () => {
  const plan = createDayPlan("exchange", "2026-11-20");
  const later = laterVariance("exchange", "equity", plan, istInstant("2026-11-23", "15:40"));
  expect(later).toBeCloseTo(1 / 248, 6);
  const own = plan.groups.equity;
  expect(elapsedVariance(own, istInstant("2026-11-20", "09:00"))).toBe(0);
  expect(elapsedVariance(own, istInstant("2026-11-20", "15:40"))).toBeCloseTo(1 / 248, 9);
});

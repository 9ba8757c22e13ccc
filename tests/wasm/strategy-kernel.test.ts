import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { blackPrice } from "#domain/pricing/black76.ts";
import { LEG_CALL, LEG_LINEAR, LEG_PUT } from "#domain/pricing/leg-kinds.ts";
import {
  type PayoffLegs,
  referenceStrategyKernel,
  type ScanLegs,
  type StrategyKernel,
} from "#domain/pricing/strategy-kernel-port.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import { HAUG, QUANT_REFERENCE } from "../domain/pricing/black76.reference.ts";
import { loadWasm } from "../support/wasm.ts";

let kernel: StrategyKernel;
beforeAll(async () => {
  kernel = createWasmStrategyKernel(await loadWasm());
});

const ULP = 2 ** -52;
/**
 * Values agree to this many ulps times 1 + h², h = ln(F/K)/(σ√T): an ulp of h is h² ulps of a price in the wings. Of 600,000 drawn
 * as below 141 were off by 4 to 5, 17 by 5 to 6, 3 by more, at most 7.2.
 */
const VALUE_ULPS = 10;
const MINUTE = 1 / (365 * 24 * 60);

interface LegCase {
  kind: number;
  strike: number;
  quantity: number;
  years: number;
  sigma: number;
  basis: number;
}

function legsOf(rows: readonly LegCase[]): PayoffLegs & ScanLegs {
  const column = (name: keyof LegCase): Float64Array => Float64Array.from(rows, (row) => row[name]);
  return {
    count: rows.length,
    kind: Uint8Array.from(rows, ({ kind }) => kind),
    strike: column("strike"),
    quantity: column("quantity"),
    years: column("years"),
    sigma: column("sigma"),
    basis: column("basis"),
    forward: column("basis"),
    rate: new Float64Array(rows.length),
  };
}

function grid(
  by: StrategyKernel,
  legs: PayoffLegs,
  spot: Float64Array,
  dates = 1,
  rate = 0,
  least = 0.05,
): Float64Array {
  const out = new Float64Array(spot.length * dates).fill(-7);
  by.payoffGrid({ ...legs, rate: legs.rate.map(() => rate) }, spot.length, spot, dates, least, out);
  return out;
}

function scan(
  by: StrategyKernel,
  legs: ScanLegs,
  move: Float64Array,
  shift: Float64Array,
  rate = 0,
): Float64Array {
  const out = new Float64Array(move.length).fill(-7);
  by.scenarioScan({ ...legs, rate: legs.rate.map(() => rate) }, move.length, move, shift, 0.05, 1e-4, out);
  return out;
}

/** Both NaN, or within `tolerance`; below 1e-296 prices lose their digits, and below 1e-308 the module's are 0. */
function near(got: number, wanted: number, tolerance: number, what: string): void {
  if (Object.is(got, wanted) || (Number.isNaN(got) && Number.isNaN(wanted))) return;
  expect(Math.abs(got - wanted), `${what}: ${got} for ${wanted}`).toBeLessThanOrEqual(tolerance + 1e-300);
}

function expectSame(got: Float64Array, wanted: Float64Array, tolerance: (index: number) => number): void {
  expect(got.length).toBe(wanted.length);
  for (let i = 0; i < got.length; i++) near(got[i]!, wanted[i]!, tolerance(i), `value ${i}`);
}

/** Evenly spread, where `fc.double` likes numbers near 0. */
const uniform = (least: number, most: number) =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((n) => least + ((most - least) * n) / 2 ** 30);
/** Evenly spread in the logarithm: as many minutes as years. */
const between = (least: number, most: number) => uniform(Math.log(least), Math.log(most)).map(Math.exp);
const KIND = fc.constantFrom(LEG_CALL, LEG_PUT, LEG_LINEAR);
const QUANTITY = fc.constantFrom(-1e7, -130, -65, 1, 65, 650, 0.5);
const ODDITY = fc.constantFrom(0, -1, Number.NaN);

describe("a single option", () => {
  test.each(QUANT_REFERENCE)("%s F %d K %d, %d days, σ %d, r %d: the reference price to 1e-9", (...row) => {
    const [type, forward, strike, days, sigma, rate, price] = row;
    const kind = type === "C" ? LEG_CALL : LEG_PUT;
    const legs = legsOf([{ kind, strike, quantity: 1, years: days / 365, sigma, basis: 0 }]);
    expect(grid(kernel, legs, Float64Array.of(forward), 1, rate)[0]! / price! - 1).toBeCloseTo(0, 9);
  });

  test.each(HAUG)("Haug's prices, T %d σ %d F %d K %d, within their rounding", (years, sigma, f, k, c, p) => {
    for (const [kind, price] of [[LEG_CALL, c] as const, [LEG_PUT, p] as const]) {
      const legs = legsOf([{ kind, strike: k, quantity: 1, years, sigma, basis: 0 }]);
      expect(Math.abs(grid(kernel, legs, Float64Array.of(f), 1, 0.1)[0]! - price)).toBeLessThan(1e-4);
    }
  });

  test("is the reference's to 10 ulps times 1 + h², from a minute to five years, σ 1e-4 to 5, down to 1e-300", () => {
    let wings = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(0.85, 24060, 54000.35, 3e6),
        fc.constantFrom(LEG_CALL, LEG_PUT),
        between(MINUTE, 5),
        between(1e-4, 5),
        fc.constantFrom(0, 0.065),
        uniform(-5, 5),
        uniform(-38, 38),
        fc.boolean(),
        (forward, kind, years, sigma, rate, moneyness, deviations, byDeviations) => {
          const v = sigma * Math.sqrt(years);
          const x = byDeviations ? Math.max(-5, Math.min(5, deviations * v)) : moneyness;
          const legs = legsOf([
            { kind, strike: forward * Math.exp(-x), quantity: 1, years, sigma, basis: 0 },
          ]);
          const spot = Float64Array.of(forward);
          const wanted = grid(referenceStrategyKernel, legs, spot, 1, rate)[0]!;
          const h = x / v;
          if (wanted > 0 && wanted < 1e-100) wings++;
          const lost = wanted < 1e-296 * forward ? 1 : VALUE_ULPS * ULP * (1 + h * h);
          near(grid(kernel, legs, spot, 1, rate)[0]!, wanted, lost * wanted, `h ${h}, v ${v}, x ${x}`);
        },
      ),
      { numRuns: 20_000 },
    );
    expect(wings).toBeGreaterThan(100);
  });
});

/** What a sum's rounding is measured by: Σ |q| (F + K). A leg worth the forward may have no strike. */
function scaleOf(legs: PayoffLegs & ScanLegs, spot: number): number {
  let sum = 0;
  for (let i = 0; i < legs.count; i++) {
    const strike = legs.kind[i] === LEG_LINEAR ? 0 : Math.abs(legs.strike[i]!);
    sum += Math.abs(legs.quantity[i]!) * (Math.abs(spot) + Math.abs(legs.basis[i]!) + strike);
  }
  return sum;
}

const LEG = fc.record({
  kind: KIND,
  strike: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 400, max: 600 }).map((n) => n * 50) }, ODDITY),
  quantity: QUANTITY,
  years: fc.oneof({ weight: 8, arbitrary: between(MINUTE, 5) }, ODDITY),
  sigma: fc.oneof({ weight: 8, arbitrary: between(0.01, 3) }, ODDITY),
  basis: fc.oneof({ weight: 8, arbitrary: uniform(-500, 500) }, fc.constantFrom(-1e6, 0, Number.NaN)),
});

describe("strategies", () => {
  test("at many prices and dates are worth what the reference says, expired, certain and unknown legs included", () => {
    let numbers = 0;
    let unknown = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(LEG, { minLength: 48, maxLength: 48 }),
        fc.array(uniform(0, 50000), { minLength: 1, maxLength: 41 }),
        fc.constantFrom(0, 0.065),
        (dates, count, rows, prices, rate) => {
          const legs = { ...legsOf(rows.slice(0, dates * count)), count };
          const spot = Float64Array.from(prices);
          const wanted = grid(referenceStrategyKernel, legs, spot, dates, rate);
          for (const value of wanted) Number.isNaN(value) ? unknown++ : numbers++;
          expectSame(grid(kernel, legs, spot, dates, rate), wanted, (i) => {
            const at = spot[i % spot.length]!;
            const date = Math.floor(i / spot.length) * count;
            const byDate = { ...legs, basis: legs.basis.subarray(date, date + count) };
            return 8 * ULP * scaleOf(byDate, at);
          });
        },
      ),
      { numRuns: 2000 },
    );
    expect(numbers).toBeGreaterThan(1000);
    expect(unknown).toBeGreaterThan(1000);
  });

  /** Calls, puts and futures of all expiries, some of them over. */
  function longBook(count: number, dates: number): PayoffLegs & ScanLegs {
    const rows = Array.from({ length: count * dates }, (_, i) => ({
      kind: i % 3,
      strike: 20000 + 5 * (i % 1700),
      quantity: i % 2 === 0 ? 65 : -65,
      years: ((i % 7) - 1) / 52,
      sigma: 0.1 + 0.0001 * (i % 100),
      basis: (i % 11) - 5,
    }));
    return { ...legsOf(rows), count };
  }

  test.each([
    ["legs", 1500, 3, 5],
    ["prices", 4, 2, 8195],
    ["dates", 500, 7, 5],
    ["values", 4, 6, 4097],
  ])("of more %s than a call takes are summed over calls", (_, count, dates, points) => {
    const legs = longBook(count, dates);
    const spot = Float64Array.from({ length: points }, (_, i) => 18000 + (16000 * i) / points);
    const wanted = grid(referenceStrategyKernel, legs, spot, dates);
    expectSame(grid(kernel, legs, spot, dates), wanted, () => 1e-7);
  });

  test.each([
    ["legs", 1100, 16],
    ["scenarios", 5, 8193],
  ])("under more %s than a call takes are summed over calls", (_, count, scenarios) => {
    const legs = longBook(count, 1);
    legs.forward = Float64Array.from({ length: count }, (_, i) => 24000 + (i % 90));
    const move = Float64Array.from({ length: scenarios }, (_, i) => 200 * (i % 16) - 1500);
    const shift = Float64Array.from(move, (_, i) => 0.01 * ((i % 5) - 2));
    expectSame(scan(kernel, legs, move, shift), scan(referenceStrategyKernel, legs, move, shift), () => 1e-6);
  });

  test("are discounted each until its own expiry", () => {
    const legs = legsOf([
      { kind: LEG_CALL, strike: 24_000, quantity: 65, years: 0.1, sigma: 0.12, basis: 60 },
      { kind: LEG_PUT, strike: 24_000, quantity: -65, years: 1.4, sigma: 0.14, basis: 900 },
      { kind: LEG_LINEAR, strike: 0, quantity: 65, years: 0.1, sigma: 0, basis: 60 },
    ]);
    legs.rate.set([0, 0.05, 0.3]);
    const spot = Float64Array.of(23_000, 24_000, 25_500);
    const out = new Float64Array(3);
    kernel.payoffGrid(legs, 3, spot, 1, 0.05, out);
    spot.forEach((s, i) => {
      const call = blackPrice("CE", s + 60, 24_000, 0.1, 0.12, 0);
      const put = blackPrice("PE", s + 900, 24_000, 1.4, 0.14, 0.05);
      expect(out[i]).toBeCloseTo(65 * (call - put + s + 60), 6);
    });
    const shifts = Float64Array.of(0, 0.02);
    const gains = new Float64Array(2);
    kernel.scenarioScan(
      { ...legs, forward: Float64Array.of(24_060, 24_900, 24_060) },
      2,
      Float64Array.of(300, -500),
      shifts,
      0.05,
      1e-4,
      gains,
    );
    [300, -500].forEach((move, i) => {
      const change = (type: "CE" | "PE", f: number, t: number, v: number, r: number) =>
        blackPrice(type, f + move, 24_000, t, v + shifts[i]!, r) - blackPrice(type, f, 24_000, t, v, r);
      const wanted = change("CE", 24_060, 0.1, 0.12, 0) - change("PE", 24_900, 1.4, 0.14, 0.05) + move;
      expect(gains[i]).toBeCloseTo(65 * wanted, 6);
    });
  });

  test("of no legs are worth nothing, and what lies past the counted stays as it was", () => {
    const legs = legsOf([{ kind: LEG_CALL, strike: 100, quantity: 1, years: 0, sigma: 0.2, basis: 0 }]);
    expect([...grid(kernel, { ...legs, count: 0 }, Float64Array.of(90, 110))]).toEqual([0, 0]);
    const out = Float64Array.of(-7, -7, -7);
    kernel.payoffGrid(legs, 1, Float64Array.of(130, 140), 1, 0.05, out);
    expect([...out]).toEqual([30, -7, -7]);
    kernel.scenarioScan(legs, 1, Float64Array.of(5, 5), Float64Array.of(0, 0), 0.05, 1e-4, out);
    expect(out[1]).toBe(-7);
    kernel.payoffGrid(legs, 0, Float64Array.of(), 1, 0.05, out);
    expect([...out.subarray(1)]).toEqual([-7, -7]);
  });

  test("a leg that is worth the forward follows it down to the least there may be", () => {
    const legs = legsOf([
      { kind: LEG_LINEAR, strike: 0, quantity: -2, years: 0.1, sigma: Number.NaN, basis: -10 },
    ]);
    expect([...grid(kernel, legs, Float64Array.of(100, 10.01, 3), 1, 0.065)]).toEqual([-180, -0.1, -0.1]);
  });
});

describe("scenarios", () => {
  test("change a strategy's value as the reference says, expired, certain and unknown legs included", () => {
    let numbers = 0;
    fc.assert(
      fc.property(
        fc.array(LEG, { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(uniform(-5000, 5000), uniform(-1, 1)), {
          minLength: 1,
          maxLength: 17,
        }),
        fc.constantFrom(0, 0.065),
        (rows, scenarios, rate) => {
          const legs = legsOf(rows.map((row) => ({ ...row, basis: 24000 + row.basis })));
          const move = Float64Array.from(scenarios, ([rupees]) => rupees);
          const shift = Float64Array.from(scenarios, ([, points]) => points);
          const wanted = scan(referenceStrategyKernel, legs, move, shift, rate);
          for (const value of wanted) if (!Number.isNaN(value)) numbers++;
          expectSame(scan(kernel, legs, move, shift, rate), wanted, (i) => 8 * ULP * scaleOf(legs, move[i]!));
        },
      ),
      { numRuns: 2000 },
    );
    expect(numbers).toBeGreaterThan(1000);
  });

  test("nothing changes a strategy's value by nothing, to the last bit", () => {
    const legs = legsOf([
      { kind: LEG_CALL, strike: 24500, quantity: 65, years: 7 / 365, sigma: 0.135, basis: 24060 },
      { kind: LEG_PUT, strike: 23500, quantity: -65, years: 7 / 365, sigma: 0.145, basis: 24060 },
      { kind: LEG_LINEAR, strike: 0, quantity: 65, years: 7 / 365, sigma: 0, basis: 24060 },
    ]);
    expect([...scan(kernel, legs, Float64Array.of(0, 0, 0), Float64Array.of(0, 0, 0))]).toEqual([0, 0, 0]);
  });

  test("give the naked call's scan of the case reference-short-call in tests/vectors/margin.json", () => {
    const legs = legsOf([
      { kind: LEG_CALL, strike: 24500, quantity: -65, years: 7 / 365, sigma: 0.135, basis: 24060 },
    ]);
    const [change] = scan(kernel, legs, Float64Array.of(0.093 * 24000), Float64Array.of(0.04));
    expect(-change!).toBeCloseTo(113_895.7815, 4);
  });
});

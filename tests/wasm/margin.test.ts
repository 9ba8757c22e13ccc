import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { marginBook, marginOf } from "#domain/margin/margin.ts";
import { referenceStrategyKernel, type StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { LegType } from "#domain/strategy/model.ts";
import { EXPIRY_AT, leg, market } from "#tests/domain/margin/margin-fixture.ts";
import { loadWasm } from "#tests/support/wasm.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";

let wasm: StrategyKernel;
beforeAll(async () => {
  wasm = createWasmStrategyKernel(await loadWasm());
}, 120_000);

const rows = fc.array(
  fc.record({
    type: fc.constantFrom<LegType>("CE", "PE", "FUT"),
    strike: fc.integer({ min: 300, max: 700 }).map((n) => n * 50),
    lots: fc.integer({ min: -50, max: 50 }).filter((n) => n !== 0),
    sigma: fc.double({ min: 0.03, max: 1.5, noNaN: true }),
  }),
  { minLength: 1, maxLength: 12 },
);

test("margins by the WASM kernel are those by the reference, to 1e-12 of the contracts' value, from the last minute to a year", () => {
  fc.assert(
    fc.property(rows, fc.double({ min: 1 / 1_440, max: 400, noNaN: true }), (all, days) => {
      const legs = all.map(({ type, strike, lots, sigma }, i) =>
        leg(type, strike, lots, sigma, { id: `${i}` }),
      );
      const at = market({ now: EXPIRY_AT - days * 86_400_000 });
      const inputs = { legs, market: at, dailyVolatility: 0.01, previousClose: 23_900 };
      const [ours, theirs] = [wasm, referenceStrategyKernel].map((kernel) =>
        marginOf(marginBook(inputs, kernel)),
      );
      const size = legs.reduce((sum, { quantity }) => sum + Math.abs(quantity) * 24_000, 0);
      for (const part of ["span", "scanRisk", "marginRequired", "capitalRequired"] as const) {
        expect(Math.abs(ours![part] - theirs![part])).toBeLessThanOrEqual(1e-12 * size);
      }
    }),
    { numRuns: 300 },
  );
});

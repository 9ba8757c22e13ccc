/** Whatever a valid request asks of whatever market: an answer of finite figures and nulls, or a refusal; never a throw. */

import fc from "fast-check";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import { expiryMarket, FAR, NEAR, NOW } from "#tests/domain/strategy/strategy-fixture.ts";
import { loadWasm } from "#tests/support/wasm.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import { builderMarket, CONTRACTS, REQUEST } from "./builder-fixture.ts";

const isRequest = Compile(BuilderRequest);
const isPayload = Compile(BuilderPayload);
const wasm = createWasmStrategyKernel(await loadWasm());

const extreme = (min: number, max: number) =>
  fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max, 0, 1e-300, 1));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const trade = fc.record(
  {
    instrument_token: fc.constantFrom(...CONTRACTS.map(({ token }) => token)),
    trade_action: fc.constantFrom("BUY" as const, "SELL" as const),
    quantity: extreme(0, 1e12),
    price: maybe(extreme(0, 1e12)),
    iv: maybe(extreme(0, 1e6)),
    is_selected: fc.boolean(),
  },
  { requiredKeys: ["instrument_token", "trade_action", "quantity"] },
);

const request = fc.record(
  {
    underlying_token: fc.constant(256_265),
    trades: fc.array(trade, { maxLength: 8 }),
    manual_pnl: fc.record({ is_checked: fc.boolean(), pnl: extreme(-1e15, 1e15) }),
    target_underlying_price: maybe(extreme(0, 1e12)),
    target_datetime: maybe(extreme(0, 4.2e12)),
    target_interval: extreme(1e-300, 1).map((value) => Math.min(1, Math.max(value, 1e-300))),
    fixed_sd_days: extreme(1e-9, 36_500).map((value) => Math.max(value, 1e-9)),
    sd_mode: fc.constantFrom("expiry" as const, "fixed" as const, "target" as const),
    iv_offset: extreme(-1e6, 1e6),
    flags: fc.record({
      enable_payoff_table: fc.boolean(),
      enable_trade_details: fc.boolean(),
      multiply_by_lot_size: fc.boolean(),
      multiply_by_number_of_lots: fc.boolean(),
    }),
  },
  { requiredKeys: ["underlying_token", "trades"] },
);

const unknownOr = (value: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 4, arbitrary: value }, fc.constant(Number.NaN));
const market = fc.record({
  spot: unknownOr(extreme(0, 1e7)),
  now: fc.integer({ min: NOW - 86_400_000, max: NOW + 60 * 86_400_000 }),
  forward: unknownOr(extreme(0, 1e7)),
  atmIv: unknownOr(extreme(0, 20)),
  kind: fc.constantFrom("index" as const, "stock" as const, "commodity" as const),
});

test("any request in any market has an answer of finite figures", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(request, market, (asked, { forward, atmIv, now, ...rest }) => {
      expect(isRequest.Check(asked)).toBe(true);
      const expiries = [NEAR, FAR]
        .map((expiry) => expiryMarket({ expiry, forward, atmIv }))
        .filter(({ expiryInstant }) => expiryInstant > now);
      const outcome = builderAnswer(
        asked,
        builderMarket({ ...rest, now, expiries }),
        referenceStrategyKernel,
      );
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      // Null is what unknown figures are; JSON would make nulls of the others in silence, so they are looked for here.
      const bad: string[] = [];
      JSON.stringify(outcome.payload, (key, value: unknown) => {
        if (typeof value === "number" && !Number.isFinite(value)) bad.push(`${key}: ${value}`);
        return value;
      });
      expect(bad).toEqual([]);
      expect(isPayload.Check(outcome.payload)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

/** Every number of one answer beside that of the other. @param scale rupees in play: sums of them that cancel keep their roundings */
function expectNear(a: unknown, b: unknown, scale: number, path = ""): void {
  if (typeof a === "number" && typeof b === "number") {
    const off = Math.abs(a - b);
    if (!(off <= 1e-9 * Math.abs(a) + 1e-14 * scale)) expect.fail(`${path}: ${a} beside ${b}`);
  } else if (typeof a === "object" && a !== null && typeof b === "object" && b !== null) {
    expect(Object.keys(b)).toEqual(Object.keys(a));
    for (const key of Object.keys(a)) {
      expectNear(a[key as never], b[key as never], scale, `${path}.${key}`);
    }
  } else if (a !== b) expect.fail(`${path}: ${String(a)} beside ${String(b)}`);
}

test("the kernel in WebAssembly gives the reference's answer to 1e-9", () => {
  for (const trades of [REQUEST.trades, REQUEST.trades.map((each) => ({ ...each, is_selected: true }))]) {
    for (const target_datetime of [null, NOW + 86_400_000, NOW + 8 * 86_400_000]) {
      const asked = { ...REQUEST, trades, target_datetime };
      const [ours, reference] = [wasm, referenceStrategyKernel].map((kernel) =>
        builderAnswer(asked, builderMarket(), kernel),
      );
      if (!ours!.ok || !reference!.ok) throw new Error("refused");
      expectNear(reference!.payload, ours!.payload, 24_000 * 65);
    }
  }
});

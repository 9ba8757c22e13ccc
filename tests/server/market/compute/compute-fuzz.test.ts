import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { encodeComputeQuestion } from "#server/market/bus/compute-questions.ts";
import { computeRequest } from "#server/market/bus/market-subjects.ts";
import { type RunningCompute, startComputeInProcess } from "#server/market/compute/start-compute.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { expectSchema, type JsonCall } from "../../../support/http/compute-answers.ts";
import { figure, sized } from "../../../support/http/form.ts";
import {
  callToken,
  FUTURE,
  NIFTY,
  putToken,
  RELIANCE,
  startScriptedFeed,
} from "../../../support/market/scripted-feed.ts";

const REQUESTS = sized(600, 50_000);

let bus: Bus;
let compute: RunningCompute;
const ownFaults: string[] = [];
beforeAll(async () => {
  bus = createLocalBus();
  const feed = startScriptedFeed(bus);
  compute = await startComputeInProcess(bus, (call, message) => void ownFaults.push(`${call}: ${message}`));
  feed.sayClock();
});
afterAll(() => compute.stop());

/** Figures that break arithmetic, as JSON can and cannot write them. */
const absurd = fc.constantFrom<unknown>(
  0,
  -0,
  1,
  -1,
  0.05,
  5e-324,
  1e-300,
  1e15,
  1e12,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  4.2e12,
  1e6,
  null,
  true,
  "65",
  "",
  [],
  {},
  [[]],
  { valueOf: 1 },
);
const sane = <T>(...values: T[]) => fc.constantFrom<unknown>(...values);
const mostly = (good: fc.Arbitrary<unknown>, weight = 12) =>
  fc.oneof({ arbitrary: good, weight: 8 * weight }, { arbitrary: absurd, weight: 1 });
const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(
  required: T,
  more: Record<string, fc.Arbitrary<unknown>>,
) => fc.record({ ...required, ...more }, { requiredKeys: Object.keys(required) });

const token = mostly(sane(callToken(0, 10), callToken(1, 3), putToken(0, 0), putToken(1, 20), FUTURE), 40);
const action = mostly(sane("BUY", "SELL"), 40);
const quantity = mostly(sane(0, 1, 65, 6_500, 1e7, 1e12), 40);
const price = mostly(sane(0, 0.05, 100, 24_500, 1e12, null));
const symbol = mostly(
  sane("NIFTY26N2424500CE", "NIFTY26NOVFUT", "NIFTY26DEC24000PE", "NIFTY26N1024500PE"),
  40,
);
const info = optional(
  { instrument_type: mostly(sane("CE", "PE", "FUT", "EQ")) },
  {
    strike: mostly(sane(24_500, 0, null)),
    expiry: mostly(sane("2026-11-17", "2026-02-30", "2026-12-29", null)),
    lot_size: mostly(sane(65, 1)),
    multiplier: mostly(sane(1, 1000)),
  },
);
const leg = {
  instrument_token: token,
  tradingsymbol: symbol,
  instrument_info: info,
  leg_id: mostly(fc.string({ minLength: 1, maxLength: 12 })),
  iv: mostly(sane(0, 0.13, 5, 1e6, null)),
  is_selected: mostly(fc.boolean(), 40),
};
const trade = optional({ trade_action: action, quantity }, { ...leg, price });
const past = optional(
  { trade_action: action, quantity },
  { ...leg, price, settlement_price: price, underlying_close: price },
);
const position = optional(
  { trade_action: action, quantity },
  {
    ...leg,
    average_price: price,
    booked_profit_loss: mostly(sane(0, -1e15, 500)),
    product: mostly(sane("NRML", "MIS")),
    is_expired: mostly(fc.boolean()),
  },
);
const flags = fc.dictionary(
  fc.constantFrom(
    "enable_payoff_chart",
    "enable_payoff_table",
    "enable_trade_details",
    "factor_in_booked_pnl",
    "multiply_by_lot_size",
    "multiply_by_number_of_lots",
    "include_market",
  ),
  mostly(fc.boolean(), 60),
);
const list = (of: fc.Arbitrary<unknown>) => mostly(fc.array(of, { maxLength: 6 }), 40);
const common = {
  expired_trades: list(past),
  manual_pnl: mostly(optional({ is_checked: fc.boolean(), pnl: mostly(sane(0, 1e15, -5)) }, {})),
  target_underlying_price: mostly(sane(0, 1, 24_500, 1e12, null)),
  target_datetime: mostly(
    sane(0, Date.parse("2026-11-24T10:10:00Z"), Date.parse("2026-12-29T10:10:00Z"), 4.2e12, null),
  ),
  target_interval: mostly(sane(1e-300, 0.01, 1, null)),
  fixed_sd_days: mostly(sane(1e-300, 7, 36_500)),
  sd_mode: mostly(sane("expiry", "fixed", "target"), 40),
  iv_offset: mostly(sane(-1e6, 0, 5, 1e6)),
  flags,
};
const underlying = mostly(sane(NIFTY, NIFTY, NIFTY, RELIANCE), 40);
const v3 = optional(
  { underlying_token: underlying, trades: list(trade) },
  { ...common, positions: list(position) },
);
const perExpiry = (good: fc.Arbitrary<unknown>) =>
  fc.dictionary(
    fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom("2026-11-24", "2026-12-29", "2027-01-26", "2026-11-10") },
      { weight: 1, arbitrary: fc.constantFrom("2026-13-01", "x", "__proto__") },
    ),
    mostly(good),
  );
const v2 = optional(
  {
    underlying_token: underlying,
    trades: list(trade),
    current_underlying_price: mostly(sane(0, 0.05, 24_600, 1e12)),
    futures_per_expiry: perExpiry(sane(0, 24_500, 1e12)),
    atm_iv_per_expiry: perExpiry(sane(0, 0.13, 1e6, null)),
  },
  common,
);
const details = fc.dictionary(fc.constantFrom("scenarios", "exits", "timeline"), mostly(fc.boolean(), 60));
const marginTrades = optional(
  {
    trades: list(
      optional(
        {
          trade_type: mostly(sane("new_trade", "loaded_position"), 40),
          tradingsymbol: symbol,
          action,
          quantity,
        },
        { price, product: mostly(sane("NRML", "CNC")) },
      ),
    ),
    consider_positions_for_funds: mostly(fc.boolean(), 60),
    consider_positions_for_margin: mostly(fc.boolean(), 60),
  },
  { details },
);
const marginInputs = optional(
  {
    brokerCache: mostly(sane(null, "x")),
    trade_inputs: list(
      optional(
        { tradingsymbol: symbol, action, quantity },
        { price, multiplier: mostly(sane(1)), strike_price: price },
      ),
    ),
  },
  { details },
);
const positions = optional(
  { data: list(position) },
  {
    position_filters: mostly(
      optional(
        {},
        {
          underlyings: mostly(sane(["NIFTY"])),
          expiries: mostly(sane(["2026-11-24"])),
          products: mostly(sane(["NRML"])),
        },
      ),
    ),
    manual_pnl_per_underlying: fc.dictionary(
      fc.constantFrom("NIFTY", "__proto__"),
      mostly(fc.record({ is_checked: fc.boolean(), pnl: sane(1e15) })),
    ),
    hash: fc.constant("h"),
    request_timestamp: mostly(sane(1)),
  },
);
const question = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constant<JsonCall>("positions_summary"), positions) },
  { weight: 6, arbitrary: fc.tuple(fc.constant<JsonCall>("builder_v3"), v3) },
  { weight: 3, arbitrary: fc.tuple(fc.constant<JsonCall>("builder_v2"), v2) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constant<JsonCall>("margin"), fc.oneof(marginTrades, marginInputs)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom<JsonCall>("builder_v3", "builder_v2", "margin"), fc.json()),
  },
);

/** Bodies that no generator of values makes. */
const RAW = [
  "",
  "{",
  "null",
  "[]",
  '"x"',
  "1e999",
  "\u0000",
  `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  `${'{"trades":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  `{"underlying_token":${NIFTY},"trades":[{"instrument_token":${FUTURE},"trade_action":"BUY","quantity":1e999}]}`,
  `{"underlying_token":${NIFTY},"trades":[${"1,".repeat(100_000)}1]}`,
  `{"__proto__":{"underlying_token":${NIFTY}},"trades":[]}`,
];

async function ask(call: JsonCall, body: Buffer): Promise<string> {
  try {
    const question = encodeComputeQuestion({ who: "somebody", body });
    const answer = Buffer.from(await bus.request(computeRequest(call), question, 20_000)).toString();
    expectSchema(call, answer);
    return "answered";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

const EXPECTED = new Set([
  "answered",
  "request.invalid",
  "request.too_large",
  "derivative.not_found",
  "derivative.no_terms",
  "underlying.not_found",
]);

it(
  "whatever is asked of it, the role answers finite figures or says what is wrong, and never by its own fault",
  async () => {
    const outcomes = new Map<string, number>();
    const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    for (const [call, value] of fc.sample(question, { numRuns: REQUESTS, seed: 20261121 })) {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const outcome = await ask(call, Buffer.from(text));
      note(outcome);
      if (!EXPECTED.has(outcome)) expect.fail(`${call} ${text}\n${outcome} ${ownFaults.at(-1)}`);
    }
    for (const call of ["builder_v3", "builder_v2", "margin", "positions_summary"] as const) {
      for (const text of RAW)
        expect([text.slice(0, 60), EXPECTED.has(await ask(call, Buffer.from(text)))]).toEqual([
          text.slice(0, 60),
          true,
        ]);
      expect(await ask(call, Buffer.from([0xff, 0xfe, 0x7b]))).toBe("request.invalid");
    }
    expect(ownFaults).toEqual([]);
    const figures = [...outcomes]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `${name} × ${count}`);
    figure(`${REQUESTS} requests to the compute role: ${figures.join(", ")}`);
    expect(outcomes.get("answered") ?? 0).toBeGreaterThan(REQUESTS / 10);
  },
  sized(60_000, 3_600_000),
);

import { describe, expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { FEED_STATES, HEAD_INDEX, HEAD_LENGTH, type HeadField } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import { NOTHING } from "#src/features/calculator/inputs.ts";
import { type AskEngine, findContract } from "#src/features/calculator/market/contract.ts";
import {
  filled,
  inputsOf,
  livePrice,
  type OptionQuote,
  quoteOf,
} from "#src/features/calculator/market/quote.ts";

const NEAR = "2026-12-01";
const FAR = "2026-12-29";
const instant = (day: string): number => Date.parse(`${day}T15:35:00+05:30`);

const contract = (type: "CE" | "PE" | "FUT", expiry: string, strike: number): LegContract => ({
  token: strike,
  tradingsymbol: `NIFTY-${expiry}-${strike}${type}`,
  type,
  strike,
  expiry,
  expiryInstant: instant(expiry),
  lotSize: 65,
  multiplier: 1,
});
const CONTRACTS = [
  ...[NEAR, FAR].flatMap((expiry) =>
    [24_400, 24_450, 24_500].flatMap((strike) => [
      contract("CE", expiry, strike),
      contract("PE", expiry, strike),
    ]),
  ),
  contract("FUT", "2026-12-29", 0),
];
const NIFTY = {
  symbol: "NIFTY",
  token: 256_265,
  expiries: [NEAR, FAR].map((expiry) => ({ expiry, lastTrade: instant(expiry) })),
};

const api = {
  underlying: async (symbol: string) =>
    symbol === "NIFTY"
      ? { ok: true, value: NIFTY }
      : { ok: false, code: "underlying.not_found", message: "no" },
  contracts: async () => ({ ok: true, value: CONTRACTS }),
  findContracts: async (text: string) => ({
    ok: true,
    value: text.startsWith("NIFTY-")
      ? { found: [{ underlying: "NIFTY" }], total: 1 }
      : { found: [], total: 0 },
  }),
};
const ask: AskEngine = (call) => call(api as never);

describe("[CALC-3] the contract that an address names", () => {
  test.each([
    ["NIFTY-2026-12-29-24450PE", NEAR, FAR, "NIFTY-2026-12-29-24450PE"],
    ["NIFTY", "2026-11-30", NEAR, undefined],
    ["NIFTY", "2026-12-02", FAR, undefined],
    ["NIFTY-2026-12-29-0FUT", NEAR, FAR, undefined],
  ])("%s on %s is of %s", async (symbol, today, expiry, option) => {
    const found = await findContract(ask, symbol, () => Date.parse(`${today}T10:00:00+05:30`));
    expect(found).toMatchObject({ ok: true, value: { expiry } });
    expect(found.ok ? found.value.option?.tradingsymbol : null).toBe(option);
    expect(found.ok ? found.value.options.every((each) => each.expiry === expiry) : false).toBe(true);
  });

  test.each(["NIFTY-2026-12-29-1CE", "ACME"])("%s is not listed", async (symbol) => {
    expect(await findContract(ask, symbol, () => 0)).toEqual({ ok: false, message: null });
  });
});

function gridOf(head: Partial<Record<HeadField, number>>, iv: number): GridState {
  const strikes = Float64Array.of(24_400, 24_450, 24_500);
  const grid: GridState = {
    head: new Float64Array(HEAD_LENGTH).fill(Number.NaN),
    strikes,
    values: new Float64Array(strikes.length * CHAIN_FIELDS.length).fill(Number.NaN),
    rows: strikes.length,
    changed: new Uint32Array(0),
  };
  for (const [name, value] of Object.entries(head)) grid.head[HEAD_INDEX[name as HeadField]] = value;
  const row = CHAIN_FIELDS.length;
  grid.values[row + CHAIN_FIELDS.indexOf("iv")] = iv;
  grid.values[row + CHAIN_FIELDS.indexOf("call.ltp")] = 113.9;
  return grid;
}

const AT = Date.parse("2026-11-30T10:00:30+05:30");
const HEAD = {
  atmStrike: 24_450,
  forward: 24_428.384,
  spot: 24_399.95,
  discount: 1,
  atmIv: 0.0873,
  asOf: AT,
  state: FEED_STATES.indexOf("delayed"),
};
const named = {
  underlying: NIFTY as never,
  expiry: NEAR,
  options: CONTRACTS.filter(({ expiry, type }) => expiry === NEAR && type !== "FUT"),
  option: null,
};

describe("[CALC-3] the fields are filled", () => {
  const quote = quoteOf(named, gridOf(HEAD, 8.716)) as OptionQuote;
  test("of the call at the money, as the market prices it", () => {
    expect(quote.option.tradingsymbol).toBe("NIFTY-2026-12-01-24450CE");
    expect(quote.state).toBe("delayed");
    expect(inputsOf(quote)).toEqual({
      basis: "future",
      price: 24_428.38,
      strike: 24_450,
      expiry: instant(NEAR),
      at: AT - 30_000,
      iv: 8.72,
      rate: 0,
      side: "CE",
      premium: 113.9,
    });
    expect(livePrice(quote, "spot")).toBe(24_399.95);
  });

  test("with the volatility at the money where the strike has none, and with none where there is none", () => {
    expect(inputsOf(quoteOf(named, gridOf(HEAD, Number.NaN))!)?.iv).toBe(8.73);
    const unknown = { ...HEAD, atmIv: Number.NaN };
    expect(inputsOf(quoteOf(named, gridOf(unknown, Number.NaN))!)?.iv).toBeNull();
  });

  test("with the interest behind the discount", () => {
    const discount = Math.exp((-0.07 * (instant(NEAR) - AT)) / (365 * 86_400_000));
    expect(inputsOf(quoteOf(named, gridOf({ ...HEAD, discount }, 9))!)?.rate).toBe(7);
  });

  test("not before there is a forward and a time", () => {
    expect(quoteOf(named, gridOf({ ...HEAD, atmStrike: Number.NaN }, 9))).toBeNull();
    expect(inputsOf({ ...quote, forward: Number.NaN })).toBeNull();
    expect(inputsOf({ ...quote, asOf: Number.NaN })).toBeNull();
    expect(livePrice({ ...quote, spot: Number.NaN }, "spot")).toBeNull();
  });

  test("and what the address says stays", () => {
    const market = inputsOf(quote)!;
    expect(filled(NOTHING, false, market)).toEqual(market);
    const given = { ...NOTHING, basis: "spot", price: 24_000, iv: 12, side: "PE" } as const;
    expect(filled(given, true, market)).toEqual({
      ...market,
      basis: "spot",
      price: 24_000,
      iv: 12,
      side: "PE",
      premium: null,
    });
  });
});

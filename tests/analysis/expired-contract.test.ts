import { describe, expect, test } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import type { BuilderMarket } from "#analysis/builder-market.ts";
import { positionsAnswer } from "#analysis/positions-answer.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { sizeOn } from "#domain/instruments/specs.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { StrategyMarket } from "#domain/strategy/model.ts";
import type { BuilderPosition, BuilderRequest } from "#protocol/http/builder.ts";
import { market } from "#tests/domain/margin/margin-fixture.ts";

const MCX = { kind: "commodity", derivativeExchange: "MCX" } as const;
const MARKETS: Readonly<Record<string, Partial<StrategyMarket>>> = {
  CRUDEOIL: { ...MCX, spot: 9_000 },
  NATURALGAS: { ...MCX, spot: 270 },
  GOLD: { ...MCX, spot: 143_000 },
  SILVER: { ...MCX, spot: 216_000 },
  COPPER: { ...MCX, spot: 900 },
  USDINR: { kind: "currency", derivativeExchange: "CDS", spot: 95.5 },
  NIFTY: { kind: "index", derivativeExchange: "NFO", spot: 24_000 },
  RELIANCE: { kind: "stock", derivativeExchange: "NFO", spot: 1_400 },
};

/** The morning after the last of these expiries: nothing of them is listed any more. */
function marketOf(symbol: string): BuilderMarket {
  const now = istInstant("2026-11-18", "10:00");
  return {
    strategy: market({ symbol, token: 7, now, expiries: [], closestFutureExpiry: null, ...MARKETS[symbol] }),
    byToken: () => undefined,
    bySymbol: () => undefined,
  };
}

const CALL = { instrument_type: "CE" } as const;
/** The calendar knows no rule of its expiries. */
const OCTOBER = { instrument_info: { ...CALL, expiry: "2026-10-22" } } as const;

type Expired = NonNullable<BuilderRequest["expired_trades"]>[number];
const trade = (tradingsymbol: string, price: number, settlement_price: number, more: Partial<Expired> = {}) =>
  ({ tradingsymbol, trade_action: "SELL", quantity: 1, price, settlement_price, ...more }) as const;

function answered(symbol: string, trades: readonly Expired[]) {
  const request = { underlying_token: 7, trades: [], expired_trades: [...trades] };
  return builderAnswer(request, marketOf(symbol), kernel);
}
const pnlOf = (symbol: string, trades: readonly Expired[]): number | null => {
  const outcome = answered(symbol, trades);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.payload.target_pnl;
};

describe("an expired leg keeps its contract's terms", () => {
  test("the strangle that a trader was shown at a hundredth: -1,540 and +3,100", () => {
    const call = trade("CRUDEOIL26AUG8800CE", 529.5, 544.9);
    const put = trade("CRUDEOIL26AUG8800PE", 766, 735);
    expect(pnlOf("CRUDEOIL", [call])).toBeCloseTo(-1_540, 6);
    expect(pnlOf("CRUDEOIL", [put])).toBeCloseTo(3_100, 6);
    expect(pnlOf("CRUDEOIL", [call, put])).toBeCloseTo(1_560, 6);
  });

  test.each([
    ["NATURALGAS", "NATURALGAS26OCT270CE", 1_250],
    ["GOLD", "GOLD26OCT143000CE", 100],
    ["SILVER", "SILVER26OCT216000CE", 30],
    ["USDINR", "USDINR26OCT95.5CE", 1_000],
    ["NIFTY", "NIFTY26OCT24000CE", 1],
    ["RELIANCE", "RELIANCE26OCT1400CE", 1],
  ])("%s: %s counts %i times", (symbol, name, multiplier) => {
    expect(pnlOf(symbol, [trade(name, 10, 4)])).toBeCloseTo(6 * multiplier, 6);
  });

  test("its lot is the one of its expiry", () => {
    expect(sizeOn("NIFTY", "2025-12-30")).toEqual({ lotSize: 75, multiplier: 1 });
    expect(sizeOn("NIFTY", "2026-01-27")).toEqual({ lotSize: 65, multiplier: 1 });
    const outcome = answered("NIFTY", [trade("NIFTY25DEC24000CE", 10, 4, { quantity: 150 })]);
    expect(outcome.ok).toBe(true);
  });
});

describe("what is not known of it is refused by name", () => {
  test.each([
    ["a share's lot of the past", "RELIANCE", "RELIANCE26JUN1400CE", {}, "NO_LOT"],
    ["an index's lot of long ago", "NIFTY", "NIFTY24JUN24000CE", {}, "NO_LOT"],
    ["what a lot of an unknown metal holds", "COPPER", "COPPER26OCT900CE", OCTOBER, "NO_MULTIPLIER"],
    [
      "a multiplier that is another's",
      "CRUDEOIL",
      "CRUDEOIL26AUG8800CE",
      { instrument_info: { ...CALL, multiplier: 10 } },
      "OTHER_MULTIPLIER",
    ],
  ] as const)("%s", (_what, symbol, name, more, reason) => {
    const outcome = answered(symbol, [trade(name, 10, 4, more)]);
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: "derivative.no_terms", details: { tradingsymbol: name, reason } },
    });
    expect(!outcome.ok && outcome.refusal.message).toContain(name);
  });

  test("what the request has kept of it counts", () => {
    const kept = { instrument_info: { ...CALL, lot_size: 250 } };
    expect(pnlOf("RELIANCE", [trade("RELIANCE26JUN1400CE", 10, 4, { ...kept, quantity: 250 })])).toBe(1_500);
    const copper = { instrument_info: { ...OCTOBER.instrument_info, lot_size: 1, multiplier: 2_500 } };
    expect(pnlOf("COPPER", [trade("COPPER26OCT900CE", 10, 4, copper)])).toBe(15_000);
  });

  test("a summary of positions names it with the reason, and does not add up without it", () => {
    const held = (tradingsymbol: string): BuilderPosition => ({
      tradingsymbol,
      trade_action: "SELL",
      quantity: 500,
      average_price: 10,
      settlement_price: 4,
      booked_profit_loss: 250,
    });
    const data = [held("RELIANCE26OCT1400CE"), held("RELIANCE26JUN1400CE"), held("RELIANCE99")];
    const own = marketOf("RELIANCE");
    const outcome = positionsAnswer({ data }, () => own, kernel);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    const { not_found, not_valued, total_pnl, underlyings } = outcome.payload;
    expect(not_found).toEqual(["RELIANCE99"]);
    expect(not_valued).toMatchObject([{ tradingsymbol: "RELIANCE26JUN1400CE", code: "derivative.no_terms" }]);
    expect(total_pnl).toBeNull();
    // What was booked is known, whatever the position is worth.
    const sums = { booked_pnl: 500, unbooked_pnl: null, total_pnl: null };
    expect(underlyings).toMatchObject([sums]);
    expect(outcome.payload).toMatchObject(sums);
    const alone = positionsAnswer({ data: [held("RELIANCE26JUN1400CE")] }, () => own, kernel);
    expect(alone).toMatchObject({ payload: { ...sums, booked_pnl: 250, underlyings: [] } });
    const whole = positionsAnswer({ data: [held("RELIANCE26OCT1400CE")] }, () => own, kernel);
    expect(whole.ok && whole.payload.total_pnl).toBe(3_250);
  });
});

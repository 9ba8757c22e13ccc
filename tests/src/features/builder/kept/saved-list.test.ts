import { describe, expect, test } from "vitest";
import { createContractList } from "#domain/strategy/contract-list.ts";
import type { KeptSummary } from "#protocol/http/kept-strategies.ts";
import { shownStrategies } from "#src/features/builder/loader/saved/list-order.ts";
import { openLegs, pnlNow as pnlOf, tokensOf } from "#src/features/builder/loader/saved/pnl-now.ts";

const TODAY = "2026-11-25";

const LEG = {
  tradingsymbol: "NIFTY26D0124000CE",
  token: 101,
  type: "CE",
  strike: 24_000,
  expiry: "2026-12-01",
  lotSize: 65,
  multiplier: 1,
  quantity: -65,
  entryPrice: 120,
  isSelected: true,
} as const;

const OVER = { ...LEG, tradingsymbol: "NIFTY26N2424000CE", token: 102, expiry: "2026-11-24" };

function summary(given: Partial<KeptSummary> = {}): KeptSummary {
  const legs = given.legs ?? [LEG];
  return {
    id: "1",
    name: "Straddle",
    revision: 1,
    created_at: 1,
    updated_at: 1,
    underlying: "NIFTY",
    kept_on: "2026-11-23",
    first_expiry: "2026-12-01",
    last_expiry: "2026-12-01",
    leg_count: legs.length,
    legs,
    manual_pnl: { isChecked: false, pnl: 0 },
    settlements: [],
    ...given,
  };
}

const names = (all: readonly KeptSummary[]) => all.map(({ name }) => name);

describe("[ANZ-61] the list of saved strategies", () => {
  const all = [
    summary({ name: "b10", updated_at: 3, first_expiry: "2026-12-08", last_expiry: "2026-12-08" }),
    summary({ name: "b9", updated_at: 5, first_expiry: "2026-11-24", last_expiry: "2026-11-24" }),
    summary({ name: "A", updated_at: 4, first_expiry: "2026-11-24", last_expiry: "2026-12-01" }),
    summary({ name: "shares", updated_at: 1, first_expiry: null, last_expiry: null }),
  ];
  const shown = (order: "updated" | "expiry" | "name", search = "") =>
    names(shownStrategies(all, { order, search, today: TODAY }));

  test("the newest first, by name as people count, or by what expires next; what is over stands last", () => {
    expect(shown("updated")).toEqual(["b9", "A", "b10", "shares"]);
    expect(shown("name")).toEqual(["A", "b9", "b10", "shares"]);
    expect(shown("expiry")).toEqual(["A", "b10", "shares", "b9"]);
  });

  test("every word that is typed is in name, underlying or legs", () => {
    expect(shown("name", " nifty B ")).toEqual(["b9", "b10"]);
    expect(shown("name", "24000ce shares")).toEqual(["shares"]);
    expect(shown("name", "banknifty")).toEqual([]);
  });

  test("200 of them are found and sorted within a frame", () => {
    const many = Array.from({ length: 200 }, (_, i) => summary({ id: String(i), name: `Strategy ${i}` }));
    const begun = performance.now();
    for (let i = 0; i < 10; i++) shownStrategies(many, { order: "name", search: "strategy 1", today: TODAY });
    expect((performance.now() - begun) / 10).toBeLessThan(16);
  });
});

describe("[ANZ-61] P&L now", () => {
  const at = (price: number) => () => price;
  const LISTED = createContractList([{ ...LEG, expiryInstant: 0 }]);
  const pnlNow = (strategy: KeptSummary, day: string, priceOf: (token: number) => number, listed = LISTED) =>
    pnlOf(strategy, day, openLegs(strategy, day, listed), priceOf);

  test("is of last prices and settlements, to the rupee by hand", () => {
    const strategy = summary({
      legs: [LEG, OVER],
      settlements: [{ expiry: "2026-11-24", price: 24_055.5, origin: "simulated" }],
      manual_pnl: { isChecked: true, pnl: 250 },
    });
    // Sold at 120: 32.50 up on 65 units; the other fetched 55.50, so 64.50 up on 65; and 250 booked.
    expect(pnlNow(strategy, TODAY, at(87.5))).toBe(65 * 32.5 + 65 * 64.5 + 250);
    expect(tokensOf(openLegs(strategy, TODAY, LISTED))).toEqual([101]);
  });

  test("is unknown while an entry, a price or a settlement is, and where legs are not told", () => {
    expect(pnlNow(summary(), TODAY, at(Number.NaN))).toBeNaN();
    expect(pnlNow(summary({ legs: [{ ...LEG, entryPrice: null }] }), TODAY, at(90))).toBeNaN();
    expect(pnlNow(summary({ legs: [OVER] }), TODAY, at(90))).toBeNaN();
    expect(pnlNow(summary({ legs: [], leg_count: 40 }), TODAY, at(90))).toBeNaN();
  });

  test("[KEEP-4] is of the contract that has the terms, and unknown where none has, whatever has its token", () => {
    const prices = (token: number) => (token === 555 ? 100 : 60);
    const moved = createContractList([{ ...LEG, expiryInstant: 0, token: 555 }]);
    expect(pnlNow(summary(), TODAY, prices, moved)).toBe(65 * 20);
    const adjusted = createContractList([{ ...LEG, expiryInstant: 0, strike: 12_000, lotSize: 130 }]);
    expect(pnlNow(summary(), TODAY, prices, adjusted)).toBeNaN();
    const unknown = openLegs(summary(), TODAY, null);
    expect(pnlOf(summary(), TODAY, unknown, prices)).toBeNaN();
    expect(tokensOf(unknown)).toEqual([]);
  });

  test("leaves out what does not count", () => {
    const strategy = summary({ legs: [LEG, { ...LEG, token: 103, isSelected: false, entryPrice: null }] });
    expect(pnlNow(strategy, TODAY, at(100))).toBe(65 * 20);
  });
});

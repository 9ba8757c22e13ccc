import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { Press } from "#src/features/analyze/analyze-state.ts";
import {
  legsText,
  legsWithPresses,
  MOST_ADDRESSED,
  readLegs,
} from "#src/features/analyze/legs/legs-address.ts";
import { parseChainSearch } from "#src/features/chain/search-params.ts";

const leg = (over: Partial<AnalyzerLeg>): AnalyzerLeg => ({
  id: "leg-1",
  token: 1,
  tradingsymbol: "NIFTY26NOV25000CE",
  type: "CE",
  strike: 25_000,
  expiry: "2026-11-24",
  expiryInstant: Date.parse("2026-11-24T10:00:00Z"),
  lotSize: 65,
  multiplier: 1,
  quantity: 130,
  entryPrice: 102.5,
  customIv: null,
  isSelected: true,
  kind: "trade",
  bookedPnl: 0,
  quote: {
    lastPrice: 1,
    usablePrice: 1,
    bid: Number.NaN,
    ask: Number.NaN,
    isLiquid: true,
    warnings: [],
  },
  settlement: null,
  marketIv: 0.1,
  quotedAt: 0,
  isInitialized: true,
  isExpired: false,
  product: null,
  tag: null,
  ...over,
});

test("[CHAIN-22] trades are written with their lots, strike, expiry and price, and read as they were written", () => {
  const text = legsText([
    leg({}),
    leg({ type: "PE", strike: 24_800, quantity: -65, entryPrice: null }),
    leg({ strike: 83.2575, quantity: -65, entryPrice: 0.0025 }),
  ]);
  expect(text).toBe("2C25000-261124*102.5_-1P24800-261124_-1C83.2575-261124*0.0025");
  expect(readLegs(text)).toEqual({
    legs: [
      { lots: 2, option: "CE", strike: 25_000, expiry: "2026-11-24", price: 102.5 },
      { lots: -1, option: "PE", strike: 24_800, expiry: "2026-11-24", price: null },
      { lots: -1, option: "CE", strike: 83.2575, expiry: "2026-11-24", price: 0.0025 },
    ],
    unread: 0,
  });
});

test("[CHAIN-22] what an address cannot name is left out: futures, odd lots", () => {
  expect(legsText([leg({ type: "FUT" }), leg({ quantity: 70 })])).toBe("");
});

test("[CHAIN-22] what cannot be read is counted, and the rest is read", () => {
  expect(readLegs("2C25000-261124_soon_0P1-261124_1X5-261124_1C5")).toEqual({
    legs: [{ lots: 2, option: "CE", strike: 25_000, expiry: "2026-11-24", price: null }],
    unread: 4,
  });
  const many = Array.from({ length: MOST_ADDRESSED + 5 }, () => "1C5-261124").join("_");
  expect(readLegs(many)).toMatchObject({ unread: 5, legs: { length: MOST_ADDRESSED } });
});

test("[CHAIN-22] whatever stands in an address, nothing is read of it that is no trade", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { lots, strike, price } of readLegs(text).legs) {
        expect(Number.isInteger(lots) && lots !== 0).toBe(true);
        expect(strike >= 0 && (price === null || price >= 0)).toBe(true);
      }
    }),
  );
});

test("[CHAIN-22] every trade comes back, and its text passes the chain's address", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          lots: fc.integer({ min: -999, max: 999 }).filter((lots) => lots !== 0),
          type: fc.constantFrom("CE" as const, "PE" as const),
          strike: fc.integer({ min: 1, max: 4e8 }).map((ticks) => ticks / 400),
          entryPrice: fc.option(fc.integer({ min: 0, max: 4e6 }).map((ticks) => ticks / 400)),
        }),
        { minLength: 1, maxLength: MOST_ADDRESSED },
      ),
      (trades) => {
        const legs = trades.map(({ lots, ...rest }) => leg({ ...rest, quantity: lots * 65 }));
        const text = legsText(legs);
        expect(parseChainSearch({ legs: text }).legs).toBe(text);
        expect(readLegs(text).legs).toEqual(
          trades.map(({ lots, type, strike, entryPrice }) => ({
            lots,
            option: type,
            strike,
            expiry: "2026-11-24",
            price: entryPrice,
          })),
        );
      },
    ),
  );
});

test("[CHAIN-16][CHAIN-35] what was pressed and never dealt is written on top of what the address says", () => {
  const press = (over: Partial<Press>): Press => ({
    underlying: 7,
    expiry: "2026-11-24",
    strike: 25_000,
    option: "CE",
    price: 100,
    row: 3,
    action: "BUY",
    ...over,
  });
  const put = { option: "PE", strike: 24_800 } as const;
  expect(legsWithPresses(undefined, [press({}), press({ price: 105 })])).toBe("2C25000-261124*102.5");
  expect(legsWithPresses("2C25000-261124*100", [press({ price: 130 })])).toBe("3C25000-261124*110");
  // The other way round it is a lot of that; without a price the market's.
  expect(legsWithPresses("2C25000-261124*100", [press({ action: "SELL", price: 90 })])).toBe(
    "-1C25000-261124*90",
  );
  expect(legsWithPresses("1C25000-261124", [press({ ...put, action: "SELL", price: Number.NaN })])).toBe(
    "1C25000-261124_-1P24800-261124",
  );
  const many = Array.from({ length: MOST_ADDRESSED + 5 }, (_, i) => press({ strike: 20_000 + i * 50 }));
  expect(readLegs(legsWithPresses(undefined, many)).legs).toHaveLength(MOST_ADDRESSED);
});

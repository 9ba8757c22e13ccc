import { expect, test } from "vitest";
import { createContractList, type LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Wish } from "#src/features/straddles/address/wishes.ts";
import { wishOf } from "#src/features/straddles/address/wishes.ts";
import { linesOf, pairAt } from "#src/features/straddles/strategies/lines.ts";
import { LOOKS, lineName } from "#src/features/straddles/strategies/names.ts";

const NEAR = "2026-11-24" as IsoDate;
const FAR = "2026-12-29" as IsoDate;
let token = 0;
const contract = (tradingsymbol: string, over: Partial<LegContract>): LegContract => ({
  token: ++token,
  tradingsymbol,
  type: "CE",
  strike: 0,
  expiry: NEAR,
  expiryInstant: 0,
  lotSize: 75,
  multiplier: 1,
  ...over,
});
const options = [24_300, 24_350, 24_400].flatMap((strike) =>
  (["CE", "PE"] as const).map((type) => contract(`NIFTY26N24${strike}${type}`, { type, strike })),
);
const listed = createContractList([
  ...options,
  contract("NIFTY26DEC24350CE", { strike: 24_350, expiry: FAR, lotSize: 150 }),
  contract("NIFTY26NOVFUT", { type: "FUT" }),
]);
const listing = { symbol: "NIFTY", listed, nearest: NEAR, underlyings: new Set(["NIFTY", "BANKNIFTY"]) };
const read = (text: string): Wish => wishOf(text) as Wish;
const drawn = (...texts: string[]) => linesOf(texts.map(read), listing);

test("a fixed strategy is asked for in units of its contracts and streams by ratios, sold legs positive", () => {
  const [line] = drawn("S2_NIFTY26N2424350CE.B1_NIFTY26DEC24350CE").lines;
  expect(line!.asked.legs).toEqual([
    { tradingsymbol: "NIFTY26N2424350CE", trade_action: "SELL", quantity: 150 },
    { tradingsymbol: "NIFTY26DEC24350CE", trade_action: "BUY", quantity: 150 },
  ]);
  expect(line!.live).toMatchObject({
    kind: "fixed",
    legs: [
      { sign: 1, ratio: 1 },
      { sign: -1, ratio: 1 },
    ],
  });
});

test("a rolling strategy has the strikes of its expiry, the nearest unless it names one", () => {
  const [line] = drawn("atm.1").lines;
  expect(line!.asked).toEqual({ rolling: { steps: 1, reference: "forward", trade_action: "SELL" } });
  expect(line!.live).toMatchObject({ kind: "rolling", expiry: 20_261_124, steps: 1 });
  expect(drawn("atm.2026-12-01").left).toEqual([{ place: 1, amiss: { is: "expiry", expiry: "2026-12-01" } }]);
});

test.each([
  ["NIFTY", "index"],
  ["BANKNIFTY", "index"],
  ["BANKNIFTY26NOV52000CE", "other"],
  ["NIFTY26N1024350CE", "gone"],
])("a leg that is %s leaves its strategy out, and it is said that it is %s", (tradingsymbol, is) => {
  const { lines, places, left } = drawn(`S1_NIFTY26N2424350CE.S1_${tradingsymbol}`, "atm");
  expect(left).toEqual([{ place: 1, amiss: { is, tradingsymbol } }]);
  expect(lines.map(({ wish }) => wish.kind)).toEqual(["rolling"]);
  expect(places).toEqual([1]);
});

test.each([
  ["S1_NIFTY26N2424350CE.S1_NIFTY26N2424350PE", "24,350 Straddle 24 Nov"],
  ["B1_NIFTY26N2424350CE.B1_NIFTY26N2424350PE", "24,350 Straddle 24 Nov, bought"],
  ["S1_NIFTY26N2424400CE.S1_NIFTY26N2424300PE", "24,300/24,400 Strangle 24 Nov"],
  ["S1_NIFTY26N2424400CE.B2_NIFTY26N2424300PE", "S 24,400 CE B2 24,300 PE 24 Nov"],
  ["B1_NIFTY26NOVFUT", "B FUT 24 Nov"],
  ["S1_NIFTY26N2424350CE.S1_NIFTY26DEC24350CE.B1_NIFTY26NOVFUT", "3 legs 24 Nov/29 Dec"],
  ["atm", "ATM straddle, rolling"],
  ["atm.2", "ATM ± 2 strangle, rolling"],
  ["atm.2026-11-24.spot.buy", "ATM straddle 24 Nov, rolling by spot, bought"],
])("%s is called %j", (text, name) => {
  expect(lineName(drawn(text).lines[0]!, 50)).toBe(name);
});

test("a pair is offered where both are listed, and six lines differ in colour and in dash", () => {
  expect(pairAt(listed, NEAR, 24_350, 24_350)).toEqual(read("S1_NIFTY26N2424350CE.S1_NIFTY26N2424350PE"));
  expect(pairAt(listed, FAR, 24_350, 24_350)).toBeNull();
  expect(new Set(LOOKS.map(({ colour }) => colour)).size).toBe(6);
  expect(new Set(LOOKS.map(({ dash }) => dash.join())).size).toBe(6);
});

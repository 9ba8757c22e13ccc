/** What the strip says of an index, a share, a currency and a commodity: lots, units and prices as each is traded. */
import { expect, test } from "vitest";
import type { UnderlyingKind } from "#domain/instruments/types.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { legsText, readLegs } from "#src/features/analyze/legs/legs-address.ts";
import { tagOf } from "#src/features/analyze/legs/use-tags.ts";
import { TEXTS } from "#src/features/analyze/texts.ts";
import { addLot } from "#src/strategy/add-lot.ts";
import { priceDecimals } from "#src/strategy/price-decimals.ts";

interface Traded {
  readonly symbol: string;
  readonly kind: UnderlyingKind;
  readonly strike: number;
  readonly lotSize: number;
  readonly multiplier: number;
  readonly prices: readonly [number, number];
}

const TRADED: readonly (Traded & {
  readonly held: string;
  readonly spoken: string;
  readonly address: string;
})[] = [
  {
    ...{ symbol: "NIFTY", kind: "index", strike: 25_000, lotSize: 65, multiplier: 1, prices: [100, 105] },
    held: "2 lots (130)",
    spoken: "buy 2 lots at 102.50",
    address: "2C25000-261124*102.5",
  },
  {
    ...{
      symbol: "RELIANCE",
      kind: "stock",
      strike: 1_320,
      lotSize: 500,
      multiplier: 1,
      prices: [42.75, 42.8],
    },
    held: "2 lots (1,000)",
    spoken: "buy 2 lots at 42.78",
    address: "2C1320-261124*42.775",
  },
  {
    // A lot is one contract of 1,000 dollars, and a tick a quarter of a paisa.
    ...{
      symbol: "USDINR",
      kind: "currency",
      strike: 95.75,
      lotSize: 1,
      multiplier: 1_000,
      prices: [0.05, 0.0525],
    },
    held: "2 lots (2,000)",
    spoken: "buy 2 lots at 0.0513",
    address: "2C95.75-261124*0.0513",
  },
  {
    ...{
      symbol: "CRUDEOIL",
      kind: "commodity",
      strike: 8_450,
      lotSize: 1,
      multiplier: 100,
      prices: [416.5, 417],
    },
    held: "2 lots (200)",
    spoken: "buy 2 lots at 416.75",
    address: "2C8450-261124*416.75",
  },
];

const contractOf = ({ symbol, strike, lotSize, multiplier }: Traded): LegContract =>
  ({
    token: 1,
    tradingsymbol: `${symbol}26NOV${strike}CE`,
    type: "CE",
    strike,
    expiry: "2026-11-24",
    lotSize,
    multiplier,
  }) as LegContract;

/** The trade that an added lot leaves. */
const legOf = (contract: LegContract, { deal }: ReturnType<typeof addLot>): AnalyzerLeg =>
  ({ ...contract, kind: "trade", quantity: deal.quantity, entryPrice: deal.entryPrice }) as AnalyzerLeg;

test.each(TRADED)("[CHAIN-16][CHAIN-19][CHAIN-22] two lots of $symbol", (traded) => {
  const contract = contractOf(traded);
  const [first, second] = traded.prices;
  const one = legOf(contract, addLot(contract, "BUY", [], first));
  const two = legOf(contract, addLot(contract, "BUY", [one], second));
  const lots = two.quantity / contract.lotSize;
  expect(TEXTS.feedback.held(lots, two.quantity * contract.multiplier)).toBe(traded.held);
  expect(tagOf(two, priceDecimals(traded.kind))).toMatchObject({ spoken: traded.spoken, count: 2 });
  expect(tagOf(two, priceDecimals(traded.kind), true)?.count).toBe(two.quantity * contract.multiplier);
  expect(legsText([two])).toBe(traded.address);
  expect(readLegs(traded.address).legs[0]).toMatchObject({ lots: 2, strike: traded.strike });
});

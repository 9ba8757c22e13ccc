import { describe, expect, it } from "vitest";
import type { Instrument } from "#domain/instruments/types.ts";
import { createListing } from "#server/market/feed/sources/broker/listing.ts";
import { readKiteDump } from "#server/market/feed/sources/kite/kite-instruments.ts";
import { readUpstoxInstruments } from "#server/market/feed/sources/upstox/upstox-instruments.ts";
import { HEADER, SPOT_ROWS } from "#tests/support/brokers/kite-rows.ts";
import {
  CURRENCY_20260804,
  KITE_202607,
  KITE_20260818,
  type RealContract,
} from "#tests/support/market/real-contracts.ts";
import {
  currencyContracts,
  isRecorded,
  UPSTOX_CURRENCY,
} from "#tests/support/market/recorded-instruments.ts";

const UPSTOX_SEGMENT = { NFO: "NSE_FO", BFO: "BSE_FO", CDS: "NCD_FO", MCX: "MCX_FO" };
const KITE_SEGMENT = { NFO: 2, BFO: 5, CDS: 3, MCX: 7 };
type Carried = keyof typeof KITE_SEGMENT;

/** As Upstox's file has it: no name that is the exchange's. */
function upstoxRow(each: RealContract, exchangeToken: string): object {
  const segment = UPSTOX_SEGMENT[each.exchange as Carried];
  return {
    segment,
    instrument_type: each.type,
    instrument_key: `${segment}|${exchangeToken}`,
    exchange_token: exchangeToken,
    underlying_symbol: each.underlying,
    expiry: Date.parse(`${each.expiry}T23:59:59+05:30`),
    strike_price: each.strike,
    lot_size: 1,
    tick_size: 0.25,
    trading_symbol: `${each.underlying} ${each.strike} ${each.type}`,
  };
}

function kiteRow(each: RealContract, exchangeToken: number): string {
  const { exchange, type, tradingsymbol, underlying, expiry, strike } = each;
  const token = exchangeToken * 256 + KITE_SEGMENT[exchange as Carried];
  const segment = `${exchange}-${type === "FUT" ? "FUT" : "OPT"}`;
  return `${token},${exchangeToken},${tradingsymbol},"${underlying}",0,${expiry},${strike},0.05,1,${type},${segment},${exchange}`;
}

const kiteRows = (contracts: readonly RealContract[]) =>
  readKiteDump(
    `${[HEADER, ...SPOT_ROWS, ...contracts.map((each, n) => kiteRow(each, 40_000 + n))].join("\n")}\n`,
  );

const kindsOf = (contracts: readonly Instrument[]): Record<string, string | null> =>
  Object.fromEntries(contracts.map(({ tradingsymbol, expiryType }) => [tradingsymbol, expiryType]));

describe("[INST-2] a broker's list", () => {
  it("of Upstox, which has names of its own, gives the exchange's", () => {
    for (const [contracts, on] of [
      [KITE_20260818, "2026-08-18"],
      [CURRENCY_20260804, "2026-08-04"],
      [KITE_202607, "2026-07-02"],
    ] as const) {
      const rows = contracts.map((each, n) => upstoxRow(each, String(50_000 + n)));
      const read = readUpstoxInstruments(JSON.stringify(rows), on);
      expect(read.faults).toBe(0);
      expect(read.contracts.map(({ tradingsymbol }) => tradingsymbol)).toEqual(
        contracts.map(({ tradingsymbol }) => tradingsymbol),
      );
    }
  });

  it.skipIf(!isRecorded(UPSTOX_CURRENCY))(
    "of Upstox gives every currency contract of August 2026 its own name, and every USDINR one its kind",
    () => {
      const recorded = currencyContracts();
      const rows = readUpstoxInstruments(
        JSON.stringify(recorded.map((each) => upstoxRow(each, each.exchangeToken))),
        "2026-08-04",
      );
      const wrong = rows.contracts.filter(
        ({ tradingsymbol }, n) => tradingsymbol !== recorded[n]!.tradingsymbol,
      );
      expect([rows.contracts.length, wrong]).toEqual([8_896, []]);

      const { contracts, unforeseen } = createListing("2026-08-04", rows, null);
      expect([contracts.length, unforeseen]).toEqual([2_379, []]);
      for (const { tradingsymbol, expiryType } of contracts) {
        const isOfItsMonth = /^USDINR\d\d[A-Z]{3}/.test(tradingsymbol);
        expect([tradingsymbol, expiryType !== "weekly"]).toEqual([tradingsymbol, isOfItsMonth]);
      }
    },
  );

  it("of Kite keeps its names, and says of which kind each expiry is", () => {
    const { contracts, unforeseen } = createListing("2026-08-04", kiteRows(CURRENCY_20260804), null);
    expect(unforeseen).toEqual([]);
    expect(kindsOf(contracts)).toMatchObject({
      "USDINR2682195.25CE": "weekly",
      USDINR26AUGFUT: "monthly",
      "USDINR26AUG95.5CE": "monthly",
      USDINR26828FUT: "weekly",
      "USDINR2682895.5CE": "weekly",
      USDINR26SEPFUT: "monthly",
      USDINR26O01FUT: "weekly",
      USDINR26DEC95PE: "quarterly",
      USDINR27JULFUT: "monthly",
    });
  });

  it("of commodities has none but those of their months: an option does not make a future of its month a weekly", () => {
    const crude: RealContract[] = [
      ...KITE_202607.filter(({ underlying }) => underlying === "CRUDEOIL" || underlying === "GOLD"),
      {
        exchange: "MCX",
        underlying: "CRUDEOIL",
        type: "CE",
        expiry: "2026-08-17",
        strike: 8_800,
        tradingsymbol: "CRUDEOIL26AUG8800CE",
      },
    ];
    const { contracts } = createListing("2026-08-04", kiteRows(crude), null);
    expect(kindsOf(contracts)).toEqual({
      CRUDEOIL26AUGFUT: "monthly",
      CRUDEOIL26AUG8800CE: "monthly",
      GOLD26AUGFUT: "monthly",
      GOLD26OCTFUT: "monthly",
      GOLD26AUG188000PE: "monthly",
    });
  });

  it("with a month's own contract on a day that is not the calendar's names it", () => {
    const moved = KITE_20260818.map((each) =>
      each.expiry === "2026-08-25" && each.underlying === "NIFTY" ? { ...each, expiry: "2026-08-24" } : each,
    );
    const { contracts, unforeseen } = createListing("2026-08-18", kiteRows(moved), null);
    expect(unforeseen).toEqual(["NIFTY 2026-08-24"]);
    expect(kindsOf(contracts)).toMatchObject({ NIFTY26AUGFUT: "monthly", NIFTY2690124200PE: "weekly" });
  });
});

/** A broker's own contract note (Kite Connect mock, contracts of July 2023) against the arithmetic. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { tradeCharges } from "#domain/charges/charges.ts";
import { type ChargeSegment, chargeMarket } from "#domain/charges/market.ts";
import { type ChargeRates, chargeRates, type SegmentRates } from "#domain/charges/rates.ts";

const NOTE = "../shared/data/kite-mocks/virtual_contract_note.json";

/**
 * July 2023: exchange charges of Zerodha's list of that year (NSE shares 0.00325 %, premium 0.05 %, each with the investor
 * protection fund of 0.0001 % and 0.0005 %; MCX group A 0.0026 %). STT, CTT, SEBI's fee and GST of these trades are today's.
 */
const OWN: Partial<Record<ChargeSegment, number>> = {
  EQUITY_DELIVERY: 0.00335,
  EQUITY_OPTION: 0.0505,
  COMMODITY_FUTURE: 0.0026,
};
/** Part of the above that the note puts no GST on: we do, as brokers' lists say today. */
const PROTECTION_FUND: Partial<Record<ChargeSegment, number>> = {
  EQUITY_DELIVERY: 0.0001,
  EQUITY_OPTION: 0.0005,
};

const today = chargeRates("2026-11-20")!;
const rates2023: ChargeRates = {
  ...today,
  validFrom: "2023-04-01",
  segments: Object.fromEntries(
    Object.entries(today.segments).map(([segment, each]): [string, SegmentRates] => {
      const pct = OWN[segment as ChargeSegment] ?? Number.NaN;
      return [segment, { ...each, transactionPct: { NSE: pct, BSE: pct, MCX: pct } }];
    }),
  ) as Record<ChargeSegment, SegmentRates>,
};

interface NoteLine {
  transaction_type: "BUY" | "SELL";
  tradingsymbol: string;
  exchange: "NSE" | "MCX" | "NFO";
  product: "CNC" | "NRML";
  quantity: number;
  price: number;
  charges: Record<
    | "transaction_tax"
    | "exchange_turnover_charge"
    | "sebi_turnover_charge"
    | "brokerage"
    | "stamp_duty"
    | "total",
    number
  > & { gst: { total: number } };
}

const TYPES = { NSE: "EQ", MCX: "FUT", NFO: "PE" } as const;

test.skipIf(!existsSync(NOTE))(
  "the broker's note differs only in stamp duty and in GST on the protection fund",
  () => {
    const lines = JSON.parse(readFileSync(NOTE, "utf8")).data as NoteLine[];
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const name = line.tradingsymbol;
      const market = chargeMarket(line.exchange, TYPES[line.exchange], name, line.product)!;
      const trade = {
        market,
        action: line.transaction_type,
        quantity: line.quantity,
        multiplier: 1,
        price: line.price,
        strike: 0,
        orders: 1,
      };
      const got = tradeCharges(trade, { rates: rates2023, plan: brokeragePlan(ZERODHA, "2023-07-01") });
      const { charges } = line;
      expect(got.brokerage, name).toBeCloseTo(charges.brokerage, 9);
      expect(got.transactionTax, name).toBeCloseTo(charges.transaction_tax, 9);
      expect(got.exchange, name).toBeCloseTo(charges.exchange_turnover_charge, 9);
      expect(got.sebi, name).toBeCloseTo(charges.sebi_turnover_charge, 9);
      const turnover = line.quantity * line.price;
      const fund = turnover * ((PROTECTION_FUND[market.segment] ?? 0) / 100);
      expect(got.gst - 0.18 * fund, name).toBeCloseTo(charges.gst.total, 9);
      // The note shows none; ours is below half a rupee on each of these, which rounds to none.
      expect(charges.stamp_duty).toBe(0);
      expect(got.stampDuty, name).toBeLessThan(0.5);
      expect(got.total - got.stampDuty - 0.18 * fund, name).toBeCloseTo(charges.total, 9);
    }
  },
);

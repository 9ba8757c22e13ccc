import type { IsoDate } from "../units/iso-date.ts";
import type { ChargeSegment, ChargeVenue } from "./market.ts";

/** Rates of one segment, per cent of the turnover: price × quantity × multiplier, of options the premium's. */
export interface SegmentRates {
  /** STT or CTT. */
  readonly taxOnBuyPct: number;
  readonly taxOnSellPct: number;
  /** The exchange's transaction charge with its investor protection fund; null where it does not trade. */
  readonly transactionPct: Readonly<Record<ChargeVenue, number | null>>;
  /** The buyer pays it. */
  readonly stampPct: number;
}

/** Everything that law and exchanges take, as it stood on a day. */
export interface ChargeRates {
  readonly validFrom: IsoDate;
  readonly segments: Readonly<Record<ChargeSegment, SegmentRates>>;
  /** STT on an exercised option, per cent of its intrinsic value; its holder pays. */
  readonly exercisePct: number;
  /** CTT on an exercised commodity option, per cent of the settlement price of what it is on; its holder pays. */
  readonly commodityExercisePct: number;
  readonly sebiPct: number;
  readonly sebiAgriculturalPct: number;
  /** On brokerage, transaction charge and SEBI's fee. */
  readonly gstPct: number;
}

/** ₹10 and ₹1 a crore. Source: SEBI (Stock Brokers) Regulations, schedule V; the same in every broker's list. */
const SEBI = { sebiPct: 0.0001, sebiAgriculturalPct: 0.00001 } as const;

function rates(
  taxOnBuyPct: number,
  taxOnSellPct: number,
  [NSE, BSE, MCX]: readonly [nse: number | null, bse: number | null, mcx: number | null],
  stampPct: number,
): SegmentRates {
  return { taxOnBuyPct, taxOnSellPct, transactionPct: { NSE, BSE, MCX }, stampPct };
}

/*
 * Stamp duty: Indian Stamp Act as amended from 1 Jul 2020. NSE's charges hold its investor protection fund (₹10 a crore on
 * shares and futures, ₹50 on premium): 0.00297 + 0.0001, 0.00173 + 0.0001, 0.03503 + 0.0005. Exchange charges are one rate for
 * every member since 1 Oct 2024 (SEBI circular of 1 Jul 2024 on charges levied by market infrastructure institutions); those of
 * BSE, of currency and of MCX as brokers list them (Zerodha, HDFC Sky, ICICI Direct).
 *
 * CTT: Finance Act 2013, table of section 117 as amended in 2018 and 2020: 0.01 % on the seller of a commodity derivative,
 * 0.05 % of the premium on the seller of an option on one, 0.0001 % of the settlement price on the purchaser who exercises it
 * (value: section 118). Agricultural commodities are in none of them (section 116, "taxable commodities transaction").
 */
const SINCE_OCTOBER_2024 = {
  EQUITY_DELIVERY: rates(0.1, 0.1, [0.00307, 0.00375, null], 0.015),
  EQUITY_INTRADAY: rates(0, 0.025, [0.00307, 0.00375, null], 0.003),
  EQUITY_FUTURE: rates(0, 0.02, [0.00183, 0, null], 0.002),
  EQUITY_OPTION: rates(0, 0.1, [0.03553, 0.0325, null], 0.003),
  CURRENCY_FUTURE: rates(0, 0, [0.00035, 0.00045, null], 0.0001),
  CURRENCY_OPTION: rates(0, 0, [0.0311, 0.001, null], 0.0001),
  COMMODITY_FUTURE: rates(0, 0.01, [null, null, 0.0021], 0.002),
  COMMODITY_OPTION: rates(0, 0.05, [null, null, 0.0418], 0.003),
} as const satisfies Readonly<Record<ChargeSegment, SegmentRates>>;

/** What no period has changed. */
const COMMON = { commodityExercisePct: 0.0001, ...SEBI, gstPct: 18 } as const;

/** Newest last. STT: Finance (No. 2) Act 2024 from 1 Oct 2024, Finance Act 2026 from 1 Apr 2026. */
const PERIODS: readonly ChargeRates[] = [
  { validFrom: "2024-10-01", segments: SINCE_OCTOBER_2024, exercisePct: 0.125, ...COMMON },
  {
    validFrom: "2026-04-01",
    segments: {
      ...SINCE_OCTOBER_2024,
      EQUITY_FUTURE: { ...SINCE_OCTOBER_2024.EQUITY_FUTURE, taxOnSellPct: 0.05 },
      EQUITY_OPTION: { ...SINCE_OCTOBER_2024.EQUITY_OPTION, taxOnSellPct: 0.15 },
    },
    exercisePct: 0.15,
    ...COMMON,
  },
];

/** First day whose rates are kept. */
export const CHARGES_FROM: IsoDate = PERIODS[0]!.validFrom;

/** @returns null before `CHARGES_FROM`: older rates are not kept, and newer ones would be wrong */
export function chargeRates(on: IsoDate): ChargeRates | null {
  return PERIODS.findLast(({ validFrom }) => validFrom <= on) ?? null;
}

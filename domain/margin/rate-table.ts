import type { DeliveryRates, MarginRates } from "./rate-row.ts";

/** Margins cover two days: six σ of one day, scaled by the root of two. */
const SIX_SIGMA_TWO_DAYS = 6 * Math.SQRT2;
/** 99 % of a normal day's moves lie below this many σ, from one side. */
const ONE_SIDED_99 = 2.3263478740408408;

const NSE_CLEARING = "NSE Clearing, SPAN risk parameters (equity derivatives)";

/**
 * Clearing corporations' pages on risk management of equity derivatives (MSEI's: msei.in/mcxsxccl, "Exposure margin on Calendar Spread
 * Positions"): one third of the value of the far month's futures, till the near month's expiry.
 */
const THIRD_OF_FAR = 1 / 3;

const INDEX: MarginRates = {
  from: "2020-05-01",
  source: `${NSE_CLEARING}; SEBI circular of 24 Feb 2020 on the margin framework`,
  lambda: 0.995,
  scan: { sigmas: SIX_SIGMA_TWO_DAYS, floor: 0.093, longDatedFloor: 0.177 },
  volatilityScan: { share: 0.25, floor: 0.04 },
  calendar: { of: "far value", rate: 0.0175 },
  apartFrom: null,
  calendarExposure: THIRD_OF_FAR,
  exposure: { future: 0.02, shortOption: 0.02 },
  deepOtm: { distance: 0.1, addition: 0.03 },
  expiryDayAddition: 0,
  shortOptionMinimum: 0,
  delivery: null,
};

export const INDEX_ROWS: readonly MarginRates[] = [
  INDEX,
  {
    ...INDEX,
    from: "2024-11-20",
    source: "SEBI circular of 1 Oct 2024 on index derivatives: 2 % more on short options on expiry day",
    expiryDayAddition: 0.02,
  },
  {
    ...INDEX,
    from: "2025-02-01",
    source: "SEBI circular of 1 Oct 2024 on index derivatives: no calendar spread on expiry day",
    expiryDayAddition: 0.02,
    apartFrom: 0,
  },
];

/**
 * SEBI circular of 24 Feb 2020 (VaR and ELM of liquid shares); NSE Clearing's delivery margins of stock derivatives, E-4 to E-1.
 * On E itself the shares to come are margined as a purchase in the cash market is.
 */
const DELIVERY: DeliveryRates = {
  varSigmas: 6,
  varFloor: 0.09,
  extremeLoss: 0.035,
  ladder: [0.1, 0.25, 0.45, 0.7, 1],
  expiryDayValue: 0.5,
  expiryDayTimes: 1.5,
};

const STOCK: MarginRates = {
  from: "2020-05-01",
  source: `${NSE_CLEARING}; NSE's exposure file of 20 Aug 2025: 3.5 %, 5.25 % deep out of the money, which is 30 % (NSE/SURV/42382)`,
  lambda: 0.995,
  scan: { sigmas: SIX_SIGMA_TWO_DAYS, floor: 0.142, longDatedFloor: 0.142 },
  volatilityScan: { share: 0.25, floor: 0.1 },
  calendar: { of: "far value", rate: 0.022 },
  apartFrom: null,
  calendarExposure: THIRD_OF_FAR,
  exposure: { future: 0.035, shortOption: 0.035 },
  deepOtm: { distance: 0.3, addition: 0.0175 },
  expiryDayAddition: 0,
  shortOptionMinimum: 0,
  delivery: DELIVERY,
};

export const STOCK_ROWS: readonly MarginRates[] = [
  STOCK,
  {
    ...STOCK,
    from: "2026-05-05",
    source:
      "SEBI circular HO/47/15/11(2)2025-MRD-TPD1/I/4226/2026 of 5 Feb 2026, in force three months later: no calendar spread on expiry day",
    apartFrom: 0,
  },
];

/** ₹500, 600, 900 and 1,100 a contract of 1,000 dollars. ELM: 1 % of futures, 1.5 % of sold options. */
const USDINR: readonly MarginRates[] = [
  {
    from: "2020-05-01",
    source: "NSE Clearing, currency derivatives parameters (page of 22 Jul 2024) and margins",
    lambda: 0.995,
    scan: { sigmas: 6, floor: 0.015, longDatedFloor: 0.015 },
    volatilityScan: { share: 0.25, floor: 0.03 },
    calendar: { of: "months", rupees: [0.5, 0.6, 0.9, 1.1] },
    apartFrom: null,
    calendarExposure: THIRD_OF_FAR,
    exposure: { future: 0.01, shortOption: 0.015 },
    deepOtm: null,
    expiryDayAddition: 0,
    shortOptionMinimum: 0,
    delivery: null,
  },
];

/** A pair has rates of its own. */
export const CURRENCY_ROWS: Readonly<Record<string, readonly MarginRates[]>> = { USDINR };

/** Trading days before expiry on which the tender period of bullion begins: it has three days (SEBI circular of 24 May 2024). */
const TENDER_BULLION = 2;
/** Settled in cash: there is no tender period, only the expiry day. */
const CASH_SETTLED = 0;

/**
 * A commodity by its category of volatility (SEBI circulars of 27 Jan 2020 and 11 Jan 2021). The floor is not scaled by the
 * days of risk, the σ are. ELM 1 %, of a spread on both legs (SEBI circular of 20 Mar 2018). A calendar keeps a quarter of the initial
 * margins of its two legs, which is half a scan range, while both are among the first six expiries (SEBI/HO/CDMRD/CDMRD_DRM/P/CIR/2021/612
 * of 9 Aug 2021: a benefit of 75 %), and all of them from the tender period or the expiry day on.
 */
function commodity(
  floor: number,
  riskDays: number,
  volatilityFloor: number,
  apartFrom: number,
): readonly MarginRates[] {
  return [
    {
      from: "2025-10-01",
      source:
        "Review of the margin framework for commodity derivatives (lead exchange's), effective 1 Oct 2025",
      lambda: 0.995,
      scan: { sigmas: ONE_SIDED_99 * Math.sqrt(riskDays), floor, longDatedFloor: floor },
      volatilityScan: { share: 0.25, floor: volatilityFloor },
      calendar: { of: "scan range", rate: 0.5, expiries: 6 },
      apartFrom,
      calendarExposure: null,
      exposure: { future: 0.01, shortOption: 0.01 },
      deepOtm: null,
      expiryDayAddition: 0,
      shortOptionMinimum: floor,
      delivery: null,
    },
  ];
}

/** A commodity has rates of its own. */
export const COMMODITY_ROWS: Readonly<Record<string, readonly MarginRates[]>> = {
  GOLD: commodity(0.06, 2, 0.04, TENDER_BULLION),
  SILVER: commodity(0.1, 3, 0.06, TENDER_BULLION),
  // Raised above its category since the negative prices of April 2020.
  CRUDEOIL: commodity(0.33, 3, 0.33, CASH_SETTLED),
  NATURALGAS: commodity(0.1, 3, 0.06, CASH_SETTLED),
};

/** Of a pair or a commodity that none are kept of: no figure follows from these. */
export const UNKNOWN_RATES: MarginRates = {
  from: "1970-01-01",
  source: "none",
  lambda: Number.NaN,
  scan: { sigmas: Number.NaN, floor: Number.NaN, longDatedFloor: Number.NaN },
  volatilityScan: { share: Number.NaN, floor: Number.NaN },
  calendar: { of: "far value", rate: Number.NaN },
  apartFrom: null,
  calendarExposure: null,
  exposure: { future: Number.NaN, shortOption: Number.NaN },
  deepOtm: null,
  expiryDayAddition: Number.NaN,
  shortOptionMinimum: Number.NaN,
  delivery: null,
};

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMODITY_RULES } from "#domain/calendar/commodity-expiries.ts";
import {
  type ExpiryRule,
  expiryInstant,
  lastTradeInstant,
  listedExpiries,
  listedFutureExpiries,
  ruleExchange,
} from "#domain/calendar/expiries.ts";
import { INDEX_RULES } from "#domain/calendar/expiry-rules.ts";
import { addDays, daysBetween, istDate, istInstant } from "#domain/calendar/ist.ts";
import { isTradingDay, previousTradingDay } from "#domain/calendar/market-sessions.ts";
import { distinct, hasMarketFile, isoFromDayMonth, readMarketCsv, readMarketFile } from "./market-files.ts";

const dates = (rule: ExpiryRule, on: string) => listedExpiries(rule, on).map((expiry) => expiry.date);
const futureDates = (rule: ExpiryRule, on: string) =>
  listedFutureExpiries(rule, on).map((expiry) => expiry.date);
const typed = (rule: ExpiryRule, on: string, type: string) =>
  listedExpiries(rule, on)
    .filter((expiry) => expiry.type === type)
    .map((expiry) => expiry.date);

const ALL_RULES = [...Object.keys(INDEX_RULES), ...Object.keys(COMMODITY_RULES), "USDINR"] as ExpiryRule[];

describe("NIFTY since September 2025", () => {
  test("lists four weeklies besides the monthly weeks, three months, then quarters and half-years to 2031", () => {
    const on = "2026-08-18";
    expect(typed("NIFTY", on, "weekly")).toEqual(["2026-08-18", "2026-09-01", "2026-09-08", "2026-09-15"]);
    expect(typed("NIFTY", on, "monthly")).toEqual(["2026-08-25", "2026-09-29", "2026-10-27"]);
    expect(typed("NIFTY", on, "quarterly")).toHaveLength(11);
    expect(typed("NIFTY", on, "quarterly")).toContain("2029-12-24");
  });

  test("keeps a contract on its expiry day and lists the next week's the day after", () => {
    expect(dates("NIFTY", "2026-08-18")).toContain("2026-08-18");
    expect(dates("NIFTY", "2026-08-18")).not.toContain("2026-09-22");
    expect(dates("NIFTY", "2026-08-19")).not.toContain("2026-08-18");
    expect(dates("NIFTY", "2026-08-19")).toContain("2026-09-22");
    expect(typed("NIFTY", "2026-08-25", "monthly")[0]).toBe("2026-08-25");
    expect(typed("NIFTY", "2026-08-26", "monthly")).toEqual(["2026-09-29", "2026-10-27", "2026-11-23"]);
  });

  test("a holiday on the expiry day moves it to the trading day before", () => {
    // Dussehra 20 October, Balipratipada 10 November and Guru Nanak Jayanti 24 November 2026 are Tuesdays.
    expect(typed("NIFTY", "2026-10-01", "weekly")).toContain("2026-10-19");
    expect(typed("NIFTY", "2026-10-28", "weekly")).toContain("2026-11-09");
    expect(typed("NIFTY", "2026-11-21", "monthly")[0]).toBe("2026-11-23");
    expect(typed("BANKNIFTY", "2026-11-21", "monthly")).toEqual(["2026-11-23", "2026-12-29", "2027-01-25"]);
    expect(typed("NSE_STOCK", "2025-10-01", "monthly")[0]).toBe("2025-10-28");
    // Diwali's Muhurat hour on 21 October 2025 expired nothing: the weekly ended on Monday the 20th.
    expect(typed("NIFTY", "2025-10-15", "weekly")[0]).toBe("2025-10-20");
  });

  test("a holiday announced later moves the listed contract only then", () => {
    expect(dates("NIFTY", "2025-12-28")).toContain("2026-03-31");
    expect(dates("NIFTY", "2025-12-29")).toContain("2026-03-30");
    expect(dates("NIFTY", "2025-12-29")).not.toContain("2026-03-31");
    expect(dates("SENSEX", "2026-01-12")).toContain("2026-01-14");
    expect(dates("SENSEX", "2026-01-08")).toContain("2026-01-15");
  });

  test("an expiry moved off Monday's week stays a weekly of its own week", () => {
    // Christmas 2029 is the last Tuesday of the month.
    expect(typed("NIFTY", "2029-12-10", "monthly")[0]).toBe("2029-12-24");
    expect(typed("NIFTY", "2029-12-10", "weekly").slice(0, 3)).toEqual([
      "2029-12-11",
      "2029-12-18",
      "2030-01-01",
    ]);
  });
});

describe("before September 2025", () => {
  test("NSE expired on Thursdays, and lists made in August 2025 turn to Tuesdays from September on", () => {
    expect(dates("NIFTY", "2025-08-05").slice(0, 6)).toEqual([
      "2025-08-07",
      "2025-08-14",
      "2025-08-21",
      "2025-08-28",
      "2025-09-02",
      "2025-09-30",
    ]);
    expect(dates("NSE_STOCK", "2025-08-05")).toEqual(["2025-08-28", "2025-09-30", "2025-10-28"]);
  });

  test("BSE went from Friday to Tuesday in 2025 and to Thursday in September", () => {
    expect(typed("SENSEX", "2024-12-02", "weekly").slice(0, 2)).toEqual(["2024-12-06", "2024-12-13"]);
    expect(typed("SENSEX", "2025-02-03", "weekly")[0]).toBe("2025-02-04");
    expect(typed("SENSEX", "2025-08-25", "monthly").slice(0, 2)).toEqual(["2025-08-26", "2025-09-25"]);
    expect(typed("SENSEX", "2025-08-25", "weekly")[0]).toBe("2025-09-04");
    expect(typed("BANKEX", "2025-02-03", "monthly")[0]).toBe("2025-02-25");
  });

  test("weeklies of all but one index per exchange ended in November 2024", () => {
    expect(typed("BANKNIFTY", "2024-11-04", "weekly")).toEqual(["2024-11-06", "2024-11-13"]);
    expect(typed("FINNIFTY", "2024-11-04", "weekly")).toEqual(["2024-11-05", "2024-11-12", "2024-11-19"]);
    expect(typed("MIDCPNIFTY", "2024-11-04", "weekly")).toEqual(["2024-11-04", "2024-11-11", "2024-11-18"]);
    expect(typed("BANKNIFTY", "2025-02-24", "weekly")).toEqual([]);
    expect(typed("BANKNIFTY", "2024-11-04", "monthly")[0]).toBe("2024-11-27");
  });
});

describe("every rule", () => {
  const anyDay = fc.integer({ min: 0, max: 365 * 4 }).map((n) => addDays("2024-01-01", n));

  test("lists ascending, distinct days from the day itself on, weekdays that are no full holiday", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL_RULES), anyDay, (rule, on) => {
        for (const list of [dates(rule, on), futureDates(rule, on)]) {
          expect(list.length).toBeGreaterThanOrEqual(3);
          expect(list).toEqual(distinct(list));
          expect((list[0] as string) >= on).toBe(true);
        }
        const near = dates(rule, on)[0] as string;
        if (on >= "2024-12-30" && on < "2027-01-01" && near < "2027-01-01") {
          // Contracts allow for a holiday from its announcement; the nearest one has always heard of it by its day.
          expect(isTradingDay(ruleExchange(rule), dates(rule, near)[0] as string)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("never drops a listed contract before its expiry nor moves it without a rule or holiday having changed", () => {
    for (const rule of ALL_RULES) {
      for (let on = "2026-01-16"; on < "2026-12-25"; on = addDays(on, 1)) {
        const tomorrow = new Set(dates(rule, addDays(on, 1)));
        const lost = dates(rule, on).filter((date) => date > on && !tomorrow.has(date));
        expect(lost, `${rule} ${on}`).toEqual([]);
      }
    }
  });

  test("futures of index and stock rules are the three monthly option expiries", () => {
    for (const rule of Object.keys(INDEX_RULES) as ExpiryRule[]) {
      expect(futureDates(rule, "2026-08-18")).toEqual(typed(rule, "2026-08-18", "monthly"));
    }
  });

  test("each MCX option has a listed future that expires after it, in about a week or two when it is its own month", () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(COMMODITY_RULES) as ExpiryRule[])), anyDay, (rule, on) => {
        const futures = futureDates(rule, on);
        for (const date of dates(rule, on)) {
          const future = futures.find((f) => f > date) as string;
          expect(future).toBeDefined();
          expect(daysBetween(date, future)).toBeLessThanOrEqual(75);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("the last trading instant", () => {
  test("is the close of derivatives, 12:30 for currency, the session's end on MCX", () => {
    expect(lastTradeInstant("NFO", "2026-07-28")).toBe(istInstant("2026-07-28", "15:30"));
    expect(lastTradeInstant("NFO", "2026-08-04")).toBe(istInstant("2026-08-04", "15:40"));
    expect(lastTradeInstant("BFO", "2026-08-20")).toBe(istInstant("2026-08-20", "15:40"));
    expect(lastTradeInstant("CDS", "2026-08-27")).toBe(istInstant("2026-08-27", "12:30"));
    expect(lastTradeInstant("BCD", "2026-08-27")).toBe(istInstant("2026-08-27", "12:30"));
    expect(lastTradeInstant("MCX", "2026-08-31")).toBe(istInstant("2026-08-31", "23:30"));
    expect(lastTradeInstant("MCX", "2026-11-24")).toBe(istInstant("2026-11-24", "23:55"));
    expect(lastTradeInstant("MCX", "2027-01-01")).toBe(istInstant("2027-01-01", "17:00"));
  });

  test("exists on a closed day too, since a listed contract's own date wins", () => {
    expect(lastTradeInstant("NFO", "2026-11-24")).toBe(istInstant("2026-11-24", "15:40"));
    expect(istDate(lastTradeInstant("MCX", "2026-10-02"))).toBe("2026-10-02");
  });

  test("falls inside a session of the expiry day for every listed contract of 2026", () => {
    for (const rule of ALL_RULES) {
      const exchange = ruleExchange(rule);
      for (const date of dates(rule, "2026-08-18").filter((d) => d < "2027-01-01")) {
        expect(isTradingDay(exchange, date), `${rule} ${date}`).toBe(true);
        expect(previousTradingDay(exchange, addDays(date, 1))).toBe(date);
      }
    }
  });
});

describe("generated lists against real instrument files", () => {
  const kite = "instruments/kite_instruments_NFO_BFO_20260818.csv.gz";
  test.skipIf(!hasMarketFile(kite))(
    "equal the Kite dump of 18 August 2026 for every index and every stock",
    () => {
      const options = new Map<string, Set<string>>();
      const futures = new Map<string, Set<string>>();
      for (const row of readMarketCsv(kite)) {
        const book = row.instrument_type === "FUT" ? futures : options;
        const key = `${row.exchange} ${row.name}`;
        book.set(key, (book.get(key) ?? new Set()).add(row.expiry as string));
      }
      const rules: Record<string, ExpiryRule> = {
        "NFO NIFTY": "NIFTY",
        "NFO BANKNIFTY": "BANKNIFTY",
        "NFO FINNIFTY": "FINNIFTY",
        "NFO MIDCPNIFTY": "MIDCPNIFTY",
        "NFO NIFTYNXT50": "NIFTYNXT50",
        "NFO NIFTYFPI": "NSE_INDEX",
        "BFO SENSEX": "SENSEX",
        "BFO BANKEX": "BANKEX",
        "BFO SENSEX50": "BSE_INDEX",
        "BFO FOCIT": "BSE_INDEX",
      };
      for (const key of Object.keys(rules)) expect(options.has(key), key).toBe(true);
      // Stocks leaving derivatives list no new months; there is one in the dump.
      const leaving: string[] = [];
      for (const [key, listed] of options) {
        const rule = rules[key] ?? "NSE_STOCK";
        const expected = dates(rule, "2026-08-18");
        if (rule === "NSE_STOCK" && listed.size < expected.length) {
          leaving.push(key);
          for (const date of listed) expect(expected).toContain(date);
          continue;
        }
        expect([key, ...distinct(listed)]).toEqual([key, ...expected]);
        expect([key, ...distinct(futures.get(key) ?? [])]).toEqual([key, ...futureDates(rule, "2026-08-18")]);
      }
      expect(leaving.length).toBeLessThanOrEqual(1);
      expect(options.size).toBeGreaterThan(200);
    },
  );

  for (const day of ["14", "17", "18", "19"]) {
    const file = `eod/nse_fo_eod_2026-08-${day}.csv.gz`;
    test.skipIf(!hasMarketFile(file))(`equal NSE's F&O file of ${day} August 2026`, () => {
      const rows = readMarketCsv(file);
      for (const rule of ["NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "NIFTYNXT50"] as const) {
        const of = (type: string) =>
          distinct(rows.filter((r) => r.SYMBOL === rule && r.TYPE === type).map((r) => r.EXPIRY as string));
        expect(of("IDO")).toEqual(dates(rule, `2026-08-${day}`));
        expect(of("IDF")).toEqual(futureDates(rule, `2026-08-${day}`));
      }
    });
  }

  for (const day of ["20250224", "20250225", "20250911"]) {
    const file = `eod/udiff/BhavCopy_NSE_FO_0_0_0_${day}_F_0000.csv.zip`;
    test.skipIf(!hasMarketFile(file))(`equal NSE's bhavcopy of ${day}, Thursdays and Tuesdays alike`, () => {
      const on = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
      const byProduct = new Map<string, Set<string>>();
      for (const row of readMarketCsv(file)) {
        const key = `${row.FinInstrmTp} ${row.FinInstrmTp?.startsWith("ST") ? "NSE_STOCK" : row.TckrSymb}`;
        byProduct.set(key, (byProduct.get(key) ?? new Set()).add(row.XpryDt as string));
      }
      for (const rule of [
        "NIFTY",
        "BANKNIFTY",
        "FINNIFTY",
        "MIDCPNIFTY",
        "NIFTYNXT50",
        "NSE_STOCK",
      ] as const) {
        const kind = rule === "NSE_STOCK" ? "ST" : "ID";
        expect([rule, ...distinct(byProduct.get(`${kind}O ${rule}`) ?? [])]).toEqual([
          rule,
          ...dates(rule, on),
        ]);
        expect([rule, ...distinct(byProduct.get(`${kind}F ${rule}`) ?? [])]).toEqual([
          rule,
          ...futureDates(rule, on),
        ]);
      }
    });
  }

  const chains: [string, ExpiryRule, string][] = [
    ["chain/nse_option-chain-indices_NIFTY_20250805_135923.json.gz", "NIFTY", "2025-08-05"],
    ["chain/nse_option-chain-indices_BANKNIFTY_20230503_1530.json.gz", "BANKNIFTY", "2023-05-03"],
  ];
  for (const [file, rule, on] of chains) {
    test.skipIf(!hasMarketFile(file))(`equal the expiries of NSE's ${rule} chain of ${on}`, () => {
      const answer = JSON.parse(readMarketFile(file)) as { records: { expiryDates: string[] } };
      expect(answer.records.expiryDates.map(isoFromDayMonth)).toEqual(dates(rule, on));
    });
  }

  const mcx = "instruments/breeze_MCXScripMaster_20260730.csv.gz";
  test.skipIf(!hasMarketFile(mcx))(
    "equal MCX's list of 30 July 2026 for gold, silver, crude oil and natural gas",
    () => {
      const lines = readMarketFile(mcx).trim().split("\n").slice(1);
      const listed = (product: string, option: boolean) =>
        distinct(
          lines
            .filter((line) => line.trimEnd().endsWith(`"${product}"`) && /"(CE|PE)"/.test(line) === option)
            .map((line) => isoFromDayMonth(/\d{2}-[A-Z][a-z]{2}-\d{4}/.exec(line)?.[0] ?? "")),
        );
      for (const product of ["GOLD", "SILVER", "CRUDEOIL", "NATURALGAS"] as const) {
        const rule: ExpiryRule = `MCX_${product}`;
        expect([product, ...listed(product, true)]).toEqual([product, ...dates(rule, "2026-07-30")]);
        expect([product, ...listed(product, false)]).toEqual([product, ...futureDates(rule, "2026-07-30")]);
      }
    },
  );

  const currency = "instruments/upstox_NCD_FO_NSE_INDEX_202608.csv.gz";
  test.skipIf(!hasMarketFile(currency))("equal USDINR's contracts of the first days of August 2026", () => {
    const rows = readMarketCsv(currency).filter((row) => row.name === "USDINR");
    const of = (type: string) =>
      distinct(rows.filter((row) => row.instrument_type === type).map((row) => row.expiry as string));
    expect(of("OPTCUR")).toEqual(dates("USDINR", "2026-08-04"));
    expect(of("FUTCUR")).toEqual(futureDates("USDINR", "2026-08-04"));
  });
});

describe("the instant that fixes the payoff", () => {
  test("is the end of the underlying's closing auction, five minutes before the last trade", () => {
    expect(expiryInstant("NFO", "2026-08-18")).toBe(istInstant("2026-08-18", "15:35"));
    expect(expiryInstant("BFO", "2026-08-20")).toBe(istInstant("2026-08-20", "15:35"));
    expect(lastTradeInstant("NFO", "2026-08-18")).toBe(istInstant("2026-08-18", "15:40"));
    expect(expiryInstant("NFO", "2026-11-24"), "on a closed day too").toBe(istInstant("2026-11-24", "15:35"));
  });

  test("was the end of both markets before there was an auction, and is on a special day", () => {
    expect(expiryInstant("NFO", "2026-07-28")).toBe(istInstant("2026-07-28", "15:30"));
    expect(expiryInstant("NFO", "2025-10-21")).toBe(istInstant("2025-10-21", "14:45"));
  });

  test("is the last trade of currency and commodities", () => {
    for (const exchange of ["CDS", "BCD", "MCX"] as const) {
      expect(expiryInstant(exchange, "2026-08-27")).toBe(lastTradeInstant(exchange, "2026-08-27"));
    }
  });
});

import { describe, expect, test } from "vitest";
import {
  type ContractClass,
  type ExpiryRule,
  listedExpiries,
  listedFutureExpiries,
} from "#domain/calendar/expiries.ts";
import { expiryTypes } from "#domain/calendar/expiry-types.ts";
import { addDays } from "#domain/calendar/ist.ts";

const typesOf = (rule: ExpiryRule | null, contracts: ContractClass, listed: readonly string[], on: string) =>
  Object.fromEntries(expiryTypes(rule, contracts, listed, on).types);

const RULES: readonly ExpiryRule[] = [
  "NIFTY",
  "BANKNIFTY",
  "FINNIFTY",
  "MIDCPNIFTY",
  "NIFTYNXT50",
  "NSE_INDEX",
  "NSE_STOCK",
  "SENSEX",
  "BANKEX",
  "BSE_INDEX",
  "USDINR",
  "MCX_GOLD",
  "MCX_SILVER",
  "MCX_CRUDEOIL",
  "MCX_NATURALGAS",
];

describe("[INST-2] weekly, monthly or quarterly", () => {
  test.each(RULES)(
    "are those that %s's contracts are listed with, on every ninth day of four years",
    (rule) => {
      const classes = [
        ["option", listedExpiries],
        ["future", listedFutureExpiries],
      ] as const;
      for (let on = "2024-01-01"; on < "2028-01-01"; on = addDays(on, 9)) {
        for (const [contracts, list] of classes) {
          const listed = list(rule, on);
          const found = expiryTypes(
            rule,
            contracts,
            listed.map(({ date }) => date),
            on,
          );
          expect([on, contracts, Object.fromEntries(found.types), found.unforeseen]).toEqual([
            on,
            contracts,
            Object.fromEntries(listed.map(({ date, type }) => [date, type])),
            [],
          ]);
        }
      }
    },
  );

  test("USDINR's of August 2026 is the 27th, and the day after it a weekly, as long as that trades", () => {
    const august = ["2026-08-21", "2026-08-27", "2026-08-28"];
    for (const contracts of ["option", "future"] as const) {
      expect(typesOf("USDINR", contracts, august, "2026-08-20")).toEqual({
        "2026-08-21": "weekly",
        "2026-08-27": "monthly",
        "2026-08-28": "weekly",
      });
      expect(typesOf("USDINR", contracts, ["2026-08-28"], "2026-08-28")).toEqual({ "2026-08-28": "weekly" });
    }
  });

  test("a weekly that a holiday moves back over the month's end is a weekly", () => {
    // Thursday, 1 May 2025 is Maharashtra Day, and so is Tuesday, 1 May 2029.
    expect(typesOf("NIFTY", "option", ["2025-04-24", "2025-04-30", "2025-05-29"], "2025-04-24")).toEqual({
      "2025-04-24": "monthly",
      "2025-04-30": "weekly",
      "2025-05-29": "monthly",
    });
    expect(typesOf("NIFTY", "option", ["2025-04-30", "2025-05-29"], "2025-04-25")).toEqual({
      "2025-04-30": "weekly",
      "2025-05-29": "monthly",
    });
    expect(typesOf("NIFTY", "option", ["2029-04-24", "2029-04-30"], "2029-04-02")).toEqual({
      "2029-04-24": "monthly",
      "2029-04-30": "weekly",
    });
  });

  test("of a list that holds weeklies of a month alone none is the month's", () => {
    expect(typesOf("NIFTY", "option", ["2026-08-25", "2026-09-01"], "2026-08-19")).toEqual({
      "2026-08-25": "monthly",
      "2026-09-01": "weekly",
    });
  });

  test("any date of a list has a kind, also one that is centuries away", () => {
    for (const rule of ["NIFTY", "USDINR", "MCX_GOLD", null] as const) {
      for (const contracts of ["option", "future"] as const) {
        for (const day of ["0001-01-01", "1900-01-01", "3000-01-01", "9999-12-31"]) {
          expect([rule, day, typesOf(rule, contracts, [day], "2026-08-18")[day]]).toEqual([
            rule,
            day,
            expect.stringMatching(/^(weekly|monthly|quarterly)$/),
          ]);
        }
      }
    }
  });

  test("all of a commodity's are their months', whatever the day, and also of one whose rule is not kept", () => {
    expect(typesOf("MCX_CRUDEOIL", "option", ["2026-08-17", "2026-09-17"], "2026-07-30")).toEqual({
      "2026-08-17": "monthly",
      "2026-09-17": "monthly",
    });
    expect(typesOf("MCX_GOLD", "future", ["2026-08-05", "2026-12-04"], "2026-07-30")).toEqual({
      "2026-08-05": "monthly",
      "2026-12-04": "monthly",
    });
    const unknown = expiryTypes(null, "option", ["2026-08-24"], "2026-07-30");
    expect(Object.fromEntries(unknown.types)).toEqual({ "2026-08-24": "monthly" });
    expect(unknown.unforeseen).toEqual([]);
  });

  test("quarterlies are options beyond the three serial months, and no futures", () => {
    const far = ["2026-09-28", "2026-12-29", "2027-03-29"];
    expect(typesOf("USDINR", "option", far, "2026-08-04")).toEqual({
      "2026-09-28": "monthly",
      "2026-12-29": "quarterly",
      "2027-03-29": "quarterly",
    });
    expect(new Set(Object.values(typesOf("USDINR", "future", far, "2026-08-04")))).toEqual(
      new Set(["monthly"]),
    );
  });

  test("a month's own contract that is listed with another day than the calendar's keeps its kind, and is named", () => {
    // A holiday on Tuesday, 25 Aug 2026, that is not in the calendar; weeklies before and after it.
    const moved = expiryTypes("NIFTY", "option", ["2026-08-18", "2026-08-24", "2026-09-01"], "2026-08-18");
    expect(Object.fromEntries(moved.types)).toEqual({
      "2026-08-18": "weekly",
      "2026-08-24": "monthly",
      "2026-09-01": "weekly",
    });
    expect(moved.unforeseen).toEqual(["2026-08-24"]);
    // Another weekday by a rule that is not in the calendar.
    const wednesday = expiryTypes("NIFTY", "option", ["2026-08-19", "2026-08-26"], "2026-08-18");
    expect(Object.fromEntries(wednesday.types)).toEqual({ "2026-08-19": "weekly", "2026-08-26": "monthly" });
    expect(wednesday.unforeseen).toEqual(["2026-08-26"]);
    const currency = expiryTypes("USDINR", "future", ["2026-08-26", "2026-08-28"], "2026-08-04");
    expect(Object.fromEntries(currency.types)).toEqual({ "2026-08-26": "monthly", "2026-08-28": "weekly" });
    expect(expiryTypes("MCX_CRUDEOIL", "option", ["2026-08-18"], "2026-08-18")).toEqual({
      types: new Map([["2026-08-18", "monthly"]]),
      unforeseen: [],
    });
  });
});

import { describe, expect, test } from "vitest";
import { listedTypes } from "#domain/instruments/expiry-types.ts";
import { futureSymbol, optionSymbol, parseSymbol } from "#domain/instruments/symbol.ts";
import {
  CURRENCY_20260804,
  KITE_202607,
  KITE_20260818,
  type RealContract,
} from "../../support/market/real-contracts.ts";
import {
  breezeContracts,
  currencyContracts,
  isRecorded,
  KITE_NFO_BFO,
  MCX_BREEZE,
  recordedContracts,
  UPSTOX_CURRENCY,
  UPSTOX_NIFTY,
  upstoxNifty,
} from "../../support/market/recorded-instruments.ts";

type Unnamed = Omit<RealContract, "tradingsymbol">;

const termsOf = ({ exchange, underlying, type, expiry, strike }: Unnamed): string =>
  `${exchange} ${underlying} ${type === "FUT" ? "future" : type} ${expiry} ${strike}`;

/** The names that the rule gives the contracts of a list, and the contracts that it reads in names. */
function rulesOf(listed: readonly Unnamed[], on: string) {
  const { typeOf, unforeseen } = listedTypes(listed, on);
  const nameOf = (one: Unnamed): string => {
    const { underlying, type, expiry, strike } = one;
    return type === "FUT"
      ? futureSymbol(underlying, expiry, typeOf(one))
      : optionSymbol(underlying, expiry, typeOf(one), strike, type);
  };
  const months = new Map<string, Set<string>>();
  const monthKey = (exchange: string, underlying: string, type: string, month: string) =>
    `${exchange} ${underlying} ${type === "FUT"} ${month}`;
  for (const one of listed) {
    if (typeOf(one) === "weekly") continue;
    const key = monthKey(one.exchange, one.underlying, one.type, one.expiry.slice(0, 7));
    months.set(key, (months.get(key) ?? new Set()).add(one.expiry));
  }
  /** Every contract that a name may mean: one. */
  const contractsOf = (name: string, exchange: RealContract["exchange"]): string[] => {
    const { underlying, type, strike, year, month, expiry } = parseSymbol(name)!;
    const days =
      expiry !== null
        ? [expiry]
        : [
            ...(months.get(
              monthKey(exchange, underlying, type, `${year}-${String(month).padStart(2, "0")}`),
            ) ?? []),
          ];
    return days.map((day) => termsOf({ exchange, underlying, type, expiry: day, strike }));
  };
  return { typeOf, unforeseen, nameOf, contractsOf };
}

/** What is amiss in a list that has names: of each contract the name that it is given, and what its own name means. */
function faultsOf(listed: readonly RealContract[], on: string): string[] {
  const { nameOf, contractsOf, unforeseen } = rulesOf(listed, on);
  const faults: string[] = unforeseen.map((each) => `${each} is not the calendar's`);
  for (const one of listed) {
    const { tradingsymbol, exchange } = one;
    if (nameOf(one) !== tradingsymbol) faults.push(`${tradingsymbol} is called ${nameOf(one)}`);
    const meant = contractsOf(tradingsymbol, exchange);
    if (meant.length !== 1 || meant[0] !== termsOf(one)) faults.push(`${tradingsymbol} means ${meant}`);
  }
  return faults;
}

/** The same of a list without names: each contract's name means that contract, and no two have one. */
function unnamedFaultsOf(listed: readonly Unnamed[], on: string): string[] {
  const { nameOf } = rulesOf(listed, on);
  const named = listed.map((one) => ({ ...one, tradingsymbol: nameOf(one) }));
  const names = new Set(named.map(({ exchange, tradingsymbol }) => `${exchange} ${tradingsymbol}`));
  const twice = names.size === named.length ? [] : [`${named.length - names.size} names are given twice`];
  return [...faultsOf(named, on), ...twice];
}

describe("[INST-2] a contract's name and the contract that a name means", () => {
  test.each([
    ["Kite's dump of 18 Aug 2026", KITE_20260818, "2026-08-18"],
    ["NSE's currency derivatives of August 2026", CURRENCY_20260804, "2026-08-04"],
    ["Kite's dump of July 2026: currency and commodities", KITE_202607, "2026-07-02"],
  ])("are the exchange's in a few rows of %s", (_, listed, on) => {
    expect(faultsOf(listed, on)).toEqual([]);
  });

  test.skipIf(!isRecorded(KITE_NFO_BFO))("are in every contract of NFO and BFO of 18 Aug 2026", () => {
    const listed = recordedContracts();
    expect(listed).toHaveLength(39_941);
    expect(faultsOf(listed, "2026-08-18")).toEqual([]);
  });

  test.skipIf(!isRecorded(UPSTOX_CURRENCY))(
    "are in every currency contract of NSE's of the first days of August 2026",
    () => {
      const listed = currencyContracts();
      expect(listed).toHaveLength(8_896);
      expect(listed.filter(({ underlying }) => underlying === "USDINR")).toHaveLength(2_379);
      expect(faultsOf(listed, "2026-08-04")).toEqual([]);
    },
  );

  test.skipIf(!isRecorded(MCX_BREEZE))(
    "belong together in every contract of MCX of 30 July 2026, all of which are their months'",
    () => {
      const listed = breezeContracts();
      expect(listed).toHaveLength(37_408);
      expect(unnamedFaultsOf(listed, "2026-07-30")).toEqual([]);
      const { typeOf } = rulesOf(listed, "2026-07-30");
      expect(new Set(listed.map(typeOf))).toEqual(new Set(["monthly"]));
    },
  );

  test.skipIf(!isRecorded(UPSTOX_NIFTY))(
    "belong together in every option of NIFTY of 2 Apr 2026, whose weeklies are those that Upstox calls so",
    () => {
      const listed = upstoxNifty();
      expect(listed).toHaveLength(2_078);
      expect(unnamedFaultsOf(listed, "2026-04-02")).toEqual([]);
      const { typeOf } = rulesOf(listed, "2026-04-02");
      const other = listed.filter((one) => (typeOf(one) === "weekly") !== one.isWeekly);
      expect(other).toEqual([]);
      const quarters = listed.filter((one) => typeOf(one) === "quarterly").map(({ expiry }) => expiry);
      expect([...new Set(quarters)].sort()).toEqual([
        "2026-09-29",
        "2026-12-29",
        "2027-03-30",
        "2027-06-29",
        "2027-12-28",
        "2028-06-27",
        "2028-12-26",
        "2029-06-26",
        "2029-12-24",
        "2030-06-25",
        "2030-12-31",
      ]);
    },
  );
});

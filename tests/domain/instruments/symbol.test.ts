import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayName, futureSymbol, optionSymbol, parseSymbol } from "#domain/instruments/symbol.ts";
import { UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import { isRecorded, KITE_NFO_BFO, recordedContracts } from "../../support/market/recorded-instruments.ts";

describe("building", () => {
  test("a monthly or quarterly option names its month, a weekly one its day", () => {
    expect(optionSymbol("NIFTY", "2026-08-25", "monthly", 24200, "CE")).toBe("NIFTY26AUG24200CE");
    expect(optionSymbol("NIFTY", "2031-06-24", "quarterly", 33000, "PE")).toBe("NIFTY31JUN33000PE");
    expect(optionSymbol("NIFTY", "2026-08-18", "weekly", 24200, "CE")).toBe("NIFTY2681824200CE");
  });

  test("weekly symbols write October, November and December as O, N and D", () => {
    expect(optionSymbol("SENSEX", "2026-10-01", "weekly", 73300, "CE")).toBe("SENSEX26O0173300CE");
    expect(optionSymbol("SENSEX", "2026-11-05", "weekly", 73300, "CE")).toBe("SENSEX26N0573300CE");
    expect(optionSymbol("SENSEX", "2026-12-03", "weekly", 73300, "CE")).toBe("SENSEX26D0373300CE");
  });

  test("fractional strikes keep their fraction and shed float noise", () => {
    expect(optionSymbol("ASHOKLEY", "2026-08-25", "monthly", 172.5, "CE")).toBe("ASHOKLEY26AUG172.5CE");
    expect(optionSymbol("USDINR", "2026-09-25", "weekly", 97.1 + 0.025, "CE")).toBe("USDINR2692597.125CE");
    expect(optionSymbol("X", "2026-08-25", "monthly", 0.1 + 0.2, "PE")).toBe("X26AUG0.3PE");
  });

  test("futures name their month, weekly currency futures their day", () => {
    expect(futureSymbol("BANKNIFTY", "2026-09-29")).toBe("BANKNIFTY26SEPFUT");
    expect(futureSymbol("USDINR", "2026-10-01", "weekly")).toBe("USDINR26O01FUT");
  });
});

describe("parsing", () => {
  test("a weekly symbol gives its date, a monthly one only its month", () => {
    expect(parseSymbol("NIFTY2681824200CE")).toEqual({
      underlying: "NIFTY",
      type: "CE",
      strike: 24200,
      year: 2026,
      month: 8,
      expiry: "2026-08-18",
    });
    expect(parseSymbol("M&M26OCTFUT")).toEqual({
      underlying: "M&M",
      type: "FUT",
      strike: 0,
      year: 2026,
      month: 10,
      expiry: null,
    });
  });

  test("names that end in digits are told from the date that follows", () => {
    expect(parseSymbol("NIFTYNXT5026AUG62000CE")?.underlying).toBe("NIFTYNXT50");
    expect(parseSymbol("SENSEX5026AUG23200PE")?.underlying).toBe("SENSEX50");
    expect(parseSymbol("360ONE26SEP1160CE")?.underlying).toBe("360ONE");
    // A weekly NIFTYNXT50 could also be read NIFTYNXT, year 2050: the name we know wins.
    expect(parseSymbol("NIFTYNXT502681862000CE")).toMatchObject({
      underlying: "NIFTYNXT50",
      expiry: "2026-08-18",
      strike: 62000,
    });
  });

  test.each([
    "RELIANCE",
    "NIFTY 50",
    "BAJFINANCE",
    "",
    "FUT",
    "NIFTY26AUGCE",
    "NIFTY26XYZ24200CE",
    "NIFTY2683224200CE",
    "NIFTY2690000CE",
    "24200CE",
  ])("%j is no contract", (text) => {
    expect(parseSymbol(text)).toBeNull();
  });

  test("any contract of our underlyings reads back as it was built", () => {
    const underlying = fc.constantFrom(...UNDERLYINGS);
    const date = fc
      .date({ min: new Date("2024-01-01"), max: new Date("2049-12-31"), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        underlying,
        date,
        fc.constantFrom("weekly" as const, "monthly" as const, "quarterly" as const),
        fc.integer({ min: 1, max: 6000 }),
        fc.constantFrom("CE" as const, "PE" as const),
        (u, expiry, expiryType, n, type) => {
          const strike = n * u.strikeStep;
          const when = {
            underlying: u.symbol,
            year: Number(expiry.slice(0, 4)),
            month: Number(expiry.slice(5, 7)),
            expiry: expiryType === "weekly" ? expiry : null,
          };
          expect(parseSymbol(optionSymbol(u.symbol, expiry, expiryType, strike, type))).toEqual({
            ...when,
            type,
            strike,
          });
          expect(parseSymbol(futureSymbol(u.symbol, expiry, expiryType))).toEqual({
            ...when,
            type: "FUT",
            strike: 0,
          });
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("no text makes it throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const parsed = parseSymbol(text);
        expect(parsed === null || parsed.underlying.length > 0).toBe(true);
      }),
    );
  });
});

test("names for people give the day, the month, the strike and the side", () => {
  const option = { underlying: "NIFTY", expiry: "2026-11-24", strike: 24200, type: "CE" } as const;
  expect(displayName(option)).toBe("NIFTY 24 Nov 24200 CE");
  expect(displayName({ ...option, expiry: "2026-09-01", strike: 172.5, type: "PE" })).toBe(
    "NIFTY 1 Sep 172.5 PE",
  );
  expect(displayName({ ...option, strike: 0, type: "FUT" })).toBe("NIFTY 24 Nov FUT");
  expect(displayName({ underlying: "RELIANCE", expiry: null, strike: 0, type: "EQ" })).toBe("RELIANCE");
});

test.skipIf(!isRecorded(KITE_NFO_BFO))(
  "every contract of Kite's NFO and BFO dump of 18 Aug 2026 is built and read exactly",
  () => {
    const contracts = recordedContracts();
    expect(contracts.length).toBeGreaterThan(39_000);
    const built: string[] = [];
    const misread: string[] = [];
    for (const { tradingsymbol, name, expiry, strike, type, isWeekly } of contracts) {
      const expiryType = isWeekly ? "weekly" : "monthly";
      built.push(
        type === "FUT"
          ? futureSymbol(name, expiry, expiryType)
          : optionSymbol(name, expiry, expiryType, strike, type),
      );
      const parsed = parseSymbol(tradingsymbol);
      const isRead =
        parsed !== null &&
        parsed.underlying === name &&
        parsed.type === type &&
        parsed.strike === strike &&
        parsed.year === Number(expiry.slice(0, 4)) &&
        parsed.month === Number(expiry.slice(5, 7)) &&
        parsed.expiry === (isWeekly ? expiry : null);
      if (!isRead) misread.push(tradingsymbol);
    }
    expect(built.filter((symbol, i) => symbol !== contracts[i]?.tradingsymbol)).toEqual([]);
    expect(misread).toEqual([]);
    expect(contracts.filter((each) => each.isWeekly).length).toBeGreaterThan(1000);
  },
);

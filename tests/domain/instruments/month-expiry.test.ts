import { describe, expect, test } from "vitest";
import { listedContracts } from "#domain/instruments/contracts.ts";
import { monthExpiry } from "#domain/instruments/month-expiry.ts";
import { parseSymbol } from "#domain/instruments/symbol.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { isRecorded, KITE_NFO_BFO, recordedContracts } from "../../support/market/recorded-instruments.ts";

const NSE = { derivativeExchange: "NFO" } as const;
const BSE = { derivativeExchange: "BFO" } as const;
const MCX = { derivativeExchange: "MCX" } as const;

const dayOf = (symbol: string, place: Parameters<typeof monthExpiry>[1] = NSE) =>
  monthExpiry(parseSymbol(symbol)!, place);

describe("the day that a symbol's month means", () => {
  test.each(["NIFTY", "BANKNIFTY", "SENSEX", "RELIANCE", "USDINR", "GOLD", "CRUDEOIL", "NATURALGAS"])(
    "is the one that %s's contracts of the month are listed with",
    (symbol) => {
      const spec = underlyingBySymbol(symbol)!;
      let compared = 0;
      for (const on of ["2026-01-05", "2026-08-18", "2026-11-20"]) {
        for (const { tradingsymbol, expiry } of listedContracts(symbol, on, spec.basePrice)) {
          const parsed = parseSymbol(tradingsymbol);
          // Those of later months may yet be moved by a holiday that is not announced yet.
          if (parsed === null || parsed.expiry !== null || expiry!.slice(0, 7) !== on.slice(0, 7)) continue;
          expect([tradingsymbol, monthExpiry(parsed, spec)]).toEqual([tradingsymbol, expiry]);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(20);
    },
  );

  test("moves with holidays and with the exchanges' weekdays", () => {
    // 24 Nov 2026 is Guru Nanak's birthday.
    expect(dayOf("NIFTY26NOV24000CE")).toBe("2026-11-23");
    expect(dayOf("RELIANCE26OCT1300PE")).toBe("2026-10-27");
    expect(dayOf("SENSEX26NOVFUT", BSE)).toBe("2026-11-26");
    // Until August 2025 the last Thursday.
    expect(dayOf("NIFTY25FEB23000CE")).toBe("2025-02-27");
  });

  test("of an underlying that is not listed is that of its exchange, and of a commodity unknown", () => {
    expect(dayOf("NOBODYS26OCTFUT")).toBe("2026-10-27");
    expect(dayOf("NOBODYS26OCTFUT", BSE)).toBe("2026-10-29");
    expect(dayOf("EURINR26OCTFUT", { derivativeExchange: "CDS" })).toBe("2026-10-28");
    expect(dayOf("NOBODYS26OCTFUT", MCX)).toBeNull();
  });

  test("of a share that BSE lists is BSE's, though NSE lists it too", () => {
    expect(dayOf("RELIANCE26OCT1300PE", BSE)).toBe("2026-10-29");
  });

  test("is none in a month in which nothing of it expires", () => {
    expect(dayOf("GOLD26JANFUT", MCX)).toBeNull();
    expect(dayOf("GOLD26FEBFUT", MCX)).toBe("2026-02-05");
  });

  test.skipIf(!isRecorded(KITE_NFO_BFO))("is that of Kite's list of 18 Aug 2026, for all of August", () => {
    const faults: string[] = [];
    let compared = 0;
    for (const { tradingsymbol, expiry, exchange } of recordedContracts()) {
      const parsed = parseSymbol(tradingsymbol);
      if (parsed === null || parsed.expiry !== null || !expiry.startsWith("2026-08")) continue;
      if (monthExpiry(parsed, exchange === "BFO" ? BSE : NSE) !== expiry)
        faults.push(`${tradingsymbol} ${expiry}`);
      compared++;
    }
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(5_000);
  });
});

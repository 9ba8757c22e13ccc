import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import {
  futureContract,
  listedContracts,
  optionContract,
  spotInstrument,
} from "#domain/instruments/contracts.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import { parseSymbol } from "#domain/instruments/symbol.ts";
import { UNDERLYINGS, underlyingBySymbol } from "#domain/instruments/underlyings.ts";

const ON = "2026-08-18";

test("a spot instrument is Kite's: an index by its name, a share by its symbol", () => {
  expect(spotInstrument(underlyingBySymbol("NIFTY")!)).toMatchObject({
    token: 256265,
    tradingsymbol: "NIFTY 50",
    exchange: "NSE",
    segment: "INDICES",
    type: "INDEX",
    underlying: "NIFTY",
  });
  expect(spotInstrument(underlyingBySymbol("RELIANCE")!)).toMatchObject({
    tradingsymbol: "RELIANCE",
    name: "Reliance Industries",
    segment: "NSE",
    type: "EQ",
    tickSize: 0.1,
    lotSize: 1,
  });
  expect(spotInstrument(underlyingBySymbol("GOLD")!)).toMatchObject({
    tradingsymbol: "GOLD",
    exchange: "MCX",
    segment: "MCX",
    type: "INDEX",
  });
});

test("contracts carry the terms of their day", () => {
  const nifty = contractSpec("NIFTY", ON);
  expect(optionContract(nifty, "2026-08-18", "weekly", 24_200, "CE")).toMatchObject({
    tradingsymbol: "NIFTY2681824200CE",
    name: "NIFTY",
    segment: "NFO-OPT",
    lotSize: 65,
    tickSize: 0.05,
    strike: 24_200,
    expiryType: "weekly",
  });
  expect(futureContract(contractSpec("GOLD", ON), "2026-10-05", "monthly")).toMatchObject({
    tradingsymbol: "GOLD26OCTFUT",
    segment: "MCX-FUT",
    multiplier: 100,
    tickSize: 1,
  });
});

describe("the listed universe", () => {
  for (const on of [ON, "2026-12-28", "2027-03-01"]) {
    test(`on ${on} has unique tokens and symbols, all of them readable`, () => {
      const tokens = new Set<number>();
      const symbols = new Set<string>();
      let count = 0;
      for (const { symbol, basePrice } of UNDERLYINGS) {
        const contracts = listedContracts(symbol, on, basePrice);
        expect(
          contracts.some((each) => each.type === "FUT"),
          symbol,
        ).toBe(true);
        for (const contract of contracts) {
          count++;
          tokens.add(contract.token);
          symbols.add(`${contract.exchange}:${contract.tradingsymbol}`);
          const parsed = parseSymbol(contract.tradingsymbol);
          if (parsed?.underlying !== symbol || parsed.strike !== contract.strike || contract.expiry! < on) {
            expect.fail(`${contract.tradingsymbol} does not read back`);
          }
        }
      }
      expect(count).toBeGreaterThan(15_000);
      expect(tokens.size).toBe(count);
      expect(symbols.size).toBe(count);
    });
  }

  test("a contract keeps its token from day to day", () => {
    const tokens = (on: string): Map<string, number> =>
      new Map(listedContracts("NIFTY", on, 24_078).map((each) => [each.tradingsymbol, each.token]));
    const [today, later] = [tokens(ON), tokens("2026-10-20")];
    const kept = [...today].filter(([symbol]) => later.has(symbol));
    expect(kept.length).toBeGreaterThan(200);
    expect(kept.filter(([symbol, token]) => later.get(symbol) !== token)).toEqual([]);
  });

  test("no living contract disappears when the spot stands still", () => {
    for (const symbol of ["NIFTY", "BANKNIFTY", "SENSEX", "RELIANCE", "GOLD", "USDINR"]) {
      const { basePrice, derivativeExchange } = underlyingBySymbol(symbol)!;
      const later = new Set(listedContracts(symbol, "2026-09-15", basePrice).map((each) => each.token));
      const lost = listedContracts(symbol, ON, basePrice).filter(
        (each) =>
          !later.has(each.token) &&
          expiryInstant(derivativeExchange, each.expiry!) > expiryInstant(derivativeExchange, "2026-09-15"),
      );
      expect(lost.map((each) => each.tradingsymbol)).toEqual([]);
    }
  });
});

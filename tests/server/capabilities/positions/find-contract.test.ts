import { expect, test } from "vitest";
import { findContract } from "#server/capabilities/positions/find-contract.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";

const base = metacacheBody();
/** USDINR in the place of NIFTY, its futures of August 2026: the month's own of the 27th, and the weekly of the day after. */
const directory = createInstrumentDirectory({
  ...base,
  underlyers: {
    ...base.underlyers,
    symbol: ["USDINR", "RELIANCE"],
    kind: ["currency", "stock"],
    derivativeExchange: ["CDS", "NFO"],
  },
  futures: {
    underlyer: [0, 0],
    expiry: [20260827, 20260828],
    type: ["monthly", "weekly"],
    token: [2_001 * 256 + 3, 2_002 * 256 + 3],
    lotSize: [1, 1],
    tickSize: [0.0025, 0.0025],
  },
});

const byTerms = (expiry: string, exchange = "CDS") =>
  findContract(
    {
      exchange,
      symbol: "USDINR",
      token: null,
      terms: { underlying: "USDINR", type: "FUT", expiry, strike: 0 },
    },
    directory,
  );

test("[POS-4] a weekly future that a broker tells by its day is not found as its month's", () => {
  expect(byTerms("2026-08-28")).toMatchObject({ tradingsymbol: "USDINR26828FUT", expiry: "2026-08-28" });
  expect(byTerms("2026-08-27")).toMatchObject({ tradingsymbol: "USDINR26AUGFUT", expiry: "2026-08-27" });
});

test("[POS-4] a day without a contract, or another exchange, finds none", () => {
  expect(byTerms("2026-08-26")).toBeNull();
  expect(byTerms("2026-08-27", "BCD")).toBeNull();
});

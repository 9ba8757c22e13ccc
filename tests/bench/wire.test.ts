/** Bytes of a seeded market under its own clock are the same in every run: what they may be is held here, not measured. */
import { expect, test } from "vitest";
import { ID_OPTION_CHAIN, ID_OPTION_CHAIN_DELTA, ID_QUOTE_BATCH } from "#protocol/generated/layout.ts";
import { bytesOf } from "../../bench/wire/market.ts";

/** All IVs of an expiry move with time on its last day. */
const LAST_DAY = Date.parse("2026-11-23T11:30:00+05:30");
const EXPIRY = 20261123;
const MINI = { mode: "mini", count: 50 } as const;

test("NIFTY's nearest chain and 50 quotes cost a client at most 20 kB a second, the chain itself 9", {
  timeout: 120_000,
}, async () => {
  const clients = [
    { chain: true, quotes: MINI },
    { chain: true, quotes: MINI, version: 2 },
  ];
  const [cells, rows] = await bytesOf(clients, LAST_DAY, EXPIRY, 5, ["NIFTY"]);
  const chain = cells!.get(ID_OPTION_CHAIN_DELTA)!;
  const quotes = cells!.get(ID_QUOTE_BATCH)!;
  // Not one snapshot after the first, and something does move.
  expect([...cells!.keys()].sort()).toEqual([ID_QUOTE_BATCH, ID_OPTION_CHAIN_DELTA]);
  expect(chain).toBeGreaterThan(1_000);
  expect(chain).toBeLessThan(9_000);
  expect(chain + quotes).toBeLessThan(20_000);
  // A client of an earlier version is told the same in whole rows.
  expect(rows!.get(ID_OPTION_CHAIN)! / chain).toBeGreaterThan(5);
});

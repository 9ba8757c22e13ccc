import { describe, expect, it } from "vitest";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { chainKey } from "#server/market/feed/interest.ts";
import type { Universe } from "#server/market/feed/market-table.ts";
import { divide } from "#server/market/feed/sources/broker/links.ts";
import { listedUniverse } from "#server/market/feed/sources/broker/listed-universe.ts";
import { createListing } from "#server/market/feed/sources/broker/listing.ts";
import { moneyPositions, nearestStrike, select } from "#server/market/feed/sources/broker/selection.ts";
import { readKiteDump } from "#server/market/feed/sources/kite/kite-instruments.ts";
import { kiteDump, LIVE_DATE, LIVE_NOW, NIFTY, VIX } from "#tests/support/brokers/kite-rows.ts";

const listing = createListing(LIVE_DATE, readKiteDump(kiteDump()), null);
const universe: Universe = listedUniverse(listing, LIVE_NOW);
const { instruments } = universe;
const PRICES: Readonly<Record<string, number>> = {
  NIFTY: 24_421,
  SENSEX: 77_617,
  RELIANCE: 1_400,
  USDINR: 95.5,
  CRUDEOIL: 7_450,
};

function choose(capacity: number, over: Partial<Parameters<typeof select>[0]> = {}) {
  return select({
    universe,
    now: LIVE_NOW,
    isQuoted: (row) => listing.keys.has(instruments[row]!.token),
    priceOf: (row) => PRICES[instruments[row]!.underlying] ?? Number.NaN,
    watched: new Set(),
    capacity,
    knowsPrices: true,
    ...over,
  });
}

const namesOf = (rows: readonly number[]) => rows.map((row) => instruments[row]!.tradingsymbol);

describe("what is followed", () => {
  it("begins with spots and the volatility index, then the nearest future of each underlying", () => {
    const { rows } = choose(9);
    const first = rows.map((row) => instruments[row]!);
    expect(
      first
        .slice(0, 4)
        .map((each) => each.token)
        .sort((a, b) => a - b),
    ).toEqual([265, NIFTY, VIX, 738561]);
    expect(first.slice(4).map((each) => each.type)).toEqual(["FUT", "FUT", "FUT", "FUT", "FUT"]);
  });

  it("goes on from the money of the nearest expiries of indices outwards", () => {
    const { rows, leftOut } = choose(9 + 12);
    const options = rows.slice(9).map((row) => instruments[row]!);
    expect(new Set(options.map((each) => each.underlying))).toEqual(new Set(["NIFTY", "SENSEX"]));
    const nifty = options.filter((each) => each.underlying === "NIFTY");
    expect(new Set(nifty.map((each) => each.expiry))).toEqual(new Set(["2026-08-25"]));
    // Spot 24,421 is nearest to 24,400.
    expect(new Set(nifty.map((each) => each.strike))).toEqual(new Set([24_350, 24_400, 24_450]));
    expect(leftOut).toBe(universe.instruments.length - 2 - rows.length);
  });

  describe("on the evening of an expiry", () => {
    const nifty = universe.underlyings.find(({ underlying }) => underlying.symbol === "NIFTY")!;
    const other = universe.underlyings.find(({ underlying }) => underlying.symbol === "SENSEX")!;
    const [near, chain] = [nifty.futures[0]!, nifty.chains[0]!];
    const next = { expiry: "2026-09-29", expiryInstant: istInstant("2026-09-29", "15:35") };
    // The next month's contracts stand in rows of their own; whose they are is no matter.
    const far = { ...near, ...next, index: other.futures[0]!.index };
    const { callIndex, putIndex, strikes: theirs } = other.chains[0]!;
    const later = { ...chain, ...next, callIndex, putIndex, strikes: theirs };
    const entry = { ...nifty, futures: [near, far], chains: [chain, later] };
    const alone = { ...universe, underlyings: [entry] };
    const lastTrade = lastTradeInstant("NFO", near.expiry);

    it.each([
      [lastTrade - 1, near.index, chain],
      [lastTrade, far.index, later],
    ])("at %i the first future and the first options are of the expiry that trades", (now, row, first) => {
      const { rows } = choose(5, { universe: alone, now });
      expect(rows).toContain(row);
      const options = rows.filter((each) => ["CE", "PE"].includes(instruments[each]!.type));
      expect(options).toHaveLength(2);
      for (const each of options) expect([...first.callIndex, ...first.putIndex]).toContain(each);
    });

    it("where neither spot nor a chain's own future is known, the money is that of the future that trades", () => {
      const strikes = chain.strikes;
      const prices = new Map([
        [near.index, strikes[0]!],
        [far.index, strikes.at(-1)!],
      ]);
      const orphan = { ...entry, chains: [{ ...chain, futureIndex: -1 }] };
      const positionsAt = (now: number) =>
        moneyPositions({
          universe: { ...universe, underlyings: [orphan] },
          priceOf: (row) => prices.get(row) ?? Number.NaN,
          now,
        });
      expect(positionsAt(lastTrade - 1)).toEqual([0]);
      expect(positionsAt(lastTrade)).toEqual([strikes.length - 1]);
    });
  });

  it("puts a chain that a client looks at before those that none does", () => {
    const token = universe.underlyings.find((each) => each.underlying.symbol === "RELIANCE")!.underlying
      .token;
    const { rows } = choose(60, { watched: new Set([chainKey(token, 20260825)]) });
    const looked = namesOf(rows.slice(9, 9 + 22));
    expect(looked.every((name) => name.startsWith("RELIANCE"))).toBe(true);
    expect(looked.slice(0, 2).sort()).toEqual(["RELIANCE26AUG1400CE", "RELIANCE26AUG1400PE"]);
  });

  it("gives chains that are looked at no more than half of the room", () => {
    const all = universe.underlyings.flatMap(({ underlying, chains }) =>
      chains.map((chain) => chainKey(underlying.token, Number(chain.expiry.replaceAll("-", "")))),
    );
    const { rows } = choose(70, { watched: new Set(all) });
    const atMoney = rows.slice(9).filter((row) => instruments[row]!.type !== "FUT");
    // Six chains share 35 places: each is followed at its money and one strike either side at most.
    const nifty = atMoney.slice(0, 12).map((row) => instruments[row]!.underlying);
    expect(new Set(nifty).size).toBe(5);
  });

  it("is only spots, futures and watched chains while no price is known", () => {
    const { rows } = choose(1_000, { knowsPrices: false, priceOf: () => Number.NaN });
    expect(rows).toHaveLength(9);
  });

  it("has every instrument once, within the room, the rest counted as left out", () => {
    for (const capacity of [1, 9, 50, 100, 10_000]) {
      const { rows, leftOut } = choose(capacity);
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.length).toBeLessThanOrEqual(capacity);
      expect(rows.length + leftOut).toBe(listing.keys.size);
    }
  });
});

describe("the strike at the money", () => {
  const strikes = Float64Array.of(100, 110, 120, 130);
  it.each([
    [100, 0],
    [50, 0],
    [114.9, 1],
    [115, 1],
    [115.1, 2],
    [500, 3],
    [Number.NaN, 2],
  ])("to %s is number %s", (price, position) => {
    expect(nearestStrike(strikes, price)).toBe(position);
  });
});

describe("dividing over connections", () => {
  it("fills the first before the next, and leaves what is there where it is", () => {
    const empty = [new Set<number>(), new Set<number>(), new Set<number>()];
    const first = divide([1, 2, 3, 4, 5], empty, 3);
    expect(first.map((set) => [...set])).toEqual([[1, 2, 3], [4, 5], []]);
    const second = divide([5, 9, 3, 1, 7], first, 3);
    expect(second.map((set) => [...set].sort())).toEqual([[1, 3, 9], [5, 7], []]);
    expect(divide([9, 7, 5, 3, 1], second, 3)).toEqual(second);
    expect(divide([9, 7, 5, 3, 1], second, 3)[0]).toBe(second[0]);
  });

  it("never puts more on a connection than it takes, nor drops what fits", () => {
    let sets: readonly ReadonlySet<number>[] = [new Set(), new Set(), new Set()];
    for (let turn = 0; turn < 200; turn++) {
      const tokens = Array.from({ length: 30 }, (_, n) => (n * 7 + turn * 11) % 97);
      const wanted = [...new Set(tokens)].slice(0, 30);
      sets = divide(wanted, sets, 10);
      expect(sets.every((set) => set.size <= 10)).toBe(true);
      expect(sets.flatMap((set) => [...set]).sort()).toEqual([...wanted].sort());
    }
  });
});

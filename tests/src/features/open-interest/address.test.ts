import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/ist.ts";
import {
  intervalOf,
  MINUTE_INTERVALS,
  NOTHING_ASKED,
  type OiSearch,
  onOtherTab,
  parseOiSearch,
  RANKS,
  SPANS,
  writeOiSearch,
} from "#src/features/open-interest/address.ts";
import { FIRST_TAB, pathOf, placeOf, TABS } from "#src/features/open-interest/variants.ts";

const read = (query: string): OiSearch => parseOiSearch(new URLSearchParams(query));

const date = fc.integer({ min: 0, max: 900 }).map((days) => addDays("2026-01-01", days));
const clock = fc
  .integer({ min: 0, max: 1_439 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);
const symbol = fc.constantFrom("NIFTY", "M&M", "BAJAJ-AUTO", "NIFTY26NOV24500CE", "USDINR");
const times = fc
  .tuple(fc.option(clock), fc.option(clock))
  .filter(([from, to]) => from === null || to === null || from < to);

const searches = fc
  .record({
    symbol: fc.option(symbol),
    expiries: fc.uniqueArray(date, { maxLength: 8 }),
    strikes: fc.constantFrom(10, 20, 30, 40),
    date: fc.option(date),
    times,
    unit: fc.constantFrom("units", "lots"),
    show: fc.constantFrom("oi", "change"),
    rank: fc.constantFrom(...RANKS),
    legs: fc.uniqueArray(symbol, { maxLength: 5 }),
    span: fc.constantFrom(...SPANS),
    interval: fc.option(fc.constantFrom(...MINUTE_INTERVALS)),
    view: fc.option(fc.tuple(fc.nat(1e6), fc.integer({ min: 1, max: 1e6 }))),
  })
  .map(
    ({ times: [from, to], view, expiries, ...rest }): OiSearch => ({
      ...(rest as Omit<OiSearch, "from" | "to" | "view" | "expiries">),
      expiries: [...expiries].sort(),
      from,
      to,
      view: view === null ? null : { from: view[0], to: view[0] + view[1] },
    }),
  );

describe("[OI-2] the address", () => {
  test("says all that is chosen: what is written is read back as it was", () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(read(writeOiSearch(search))).toEqual(search);
      }),
    );
  });

  test("is empty where nothing is chosen", () => {
    expect(writeOiSearch(NOTHING_ASKED)).toBe("");
    expect(read("")).toEqual(NOTHING_ASKED);
  });

  test("reads whatever any site wrote, and what it makes of it is an address that says the same", () => {
    const names = [
      "tradingsymbol",
      "expiry",
      "strikes",
      "date",
      "from",
      "to",
      "legs",
      "span",
      "interval",
      "view",
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), (wild) => {
        const search = parseOiSearch(new URLSearchParams(wild));
        expect(read(writeOiSearch(search))).toEqual(search);
      }),
    );
  });

  test("opens with its sound half where the other is nonsense", () => {
    const search = read(
      "tradingsymbol=banknifty&expiry=2026-11-24.2026-13-45.x.2026-11-24&strikes=7&date=2026-02-30&from=25:00&to=14:05&unit=tons&interval=7M&legs=<b>.NIFTY26NOVFUT&view=9-3&span=2",
    );
    expect(search).toEqual({
      ...NOTHING_ASKED,
      symbol: "BANKNIFTY",
      expiries: ["2026-11-24"],
      to: "14:05",
      legs: ["NIFTY26NOVFUT"],
    });
  });

  test("a span that ends before it begins keeps its end", () => {
    expect(read("from=14:00&to=10:00")).toMatchObject({ from: null, to: "10:00" });
    expect(read("from=10:00&to=10:00")).toMatchObject({ from: null, to: "10:00" });
  });

  test("more expiries than add up, and more contracts than fit in one chart, are cut", () => {
    const days = Array.from({ length: 12 }, (_, i) => addDays("2026-11-24", i * 7));
    expect(read(`expiry=${days.join(".")}`).expiries).toEqual(days.slice(0, 8));
    const legs = Array.from({ length: 60 }, (_, i) => `NIFTY26NOV${20_000 + i * 50}CE`);
    expect(read(`legs=${legs.join(".")}`).legs).toHaveLength(40);
  });

  test("a range in view is of one chart: it does not go along to another", () => {
    const search = read("tradingsymbol=NIFTY&view=1-2");
    expect(onOtherTab(search)).toEqual({ ...search, view: null });
  });

  test("a span is as fine as suits it unless the address says more", () => {
    expect(intervalOf(read(""))).toBe("1M");
    expect(intervalOf(read("span=5"))).toBe("5M");
    expect(intervalOf(read("span=10&interval=1M"))).toBe("1M");
    expect(intervalOf(read("span=closes&interval=1M"))).toBe("1D");
  });
});

describe("[OI-1] the path", () => {
  test.each(["/open-interest", "/spider-open-interest", "/open-interest-old"])("%s has every tab", (base) => {
    expect(placeOf(base)).toMatchObject({ variant: { base }, tab: FIRST_TAB });
    expect(placeOf(`${base}/`).tab).toBe(FIRST_TAB);
    for (const tab of TABS) {
      const place = placeOf(`${base}/${tab}`);
      expect(place).toMatchObject({ variant: { base }, tab });
      expect(pathOf(place.variant, tab)).toBe(`${base}/${tab}`);
    }
  });

  test("of an unknown tab there is none", () => {
    expect(placeOf("/open-interest/oi-vs-moon").tab).toBeNull();
  });
});

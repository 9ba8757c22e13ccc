import { describe, expect, test } from "vitest";
import {
  intervalOf,
  type LiveSearch,
  moved,
  parseLiveSearch,
  sessionsOf,
  writeLiveSearch,
} from "#src/features/live-charts/address.ts";
import { DEFAULT_KINDS, KINDS, MOST_KINDS, measuresOf } from "#src/features/live-charts/kinds.ts";

const read = (query: string): LiveSearch => parseLiveSearch(new URLSearchParams(query));

describe("[LCHART-2] the address", () => {
  test("says nothing of what would be so without it", () => {
    const plain = read("");
    expect(plain.charts).toEqual(DEFAULT_KINDS);
    expect(writeLiveSearch(plain)).toBe("");
    expect(writeLiveSearch(read("charts=straddle.pcr.oi&span=today&expiry=auto"))).toBe("");
  });

  test("holds everything, and reads what it wrote", () => {
    const query =
      "tradingsymbol=BANKNIFTY&charts=volume.atm-iv&pane=volume&span=5&interval=15M&expiry=2026-11-24&before=no&view=1-2";
    const search = read(query);
    expect(search).toMatchObject({ symbol: "BANKNIFTY", charts: ["volume", "atm-iv"], hasGhost: false });
    expect(writeLiveSearch(search)).toBe(`?${query}`);
    expect(read("charts=pcr,straddle").charts).toEqual(["pcr", "straddle"]);
  });

  test("that names a chart which is none, or more than have room, says which, and the rest opens", () => {
    expect(read("charts=pcr.moon.oi")).toMatchObject({ charts: ["pcr", "oi"], leftOut: ["moon"] });
    const all = read(`charts=${KINDS.join(".")}`);
    expect(all.charts).toEqual(KINDS.slice(0, MOST_KINDS));
    expect(all.leftOut).toEqual(KINDS.slice(MOST_KINDS));
    expect(read("charts=moon")).toMatchObject({ charts: DEFAULT_KINDS, leftOut: ["moon"] });
    expect(read("charts=pcr.pcr").charts).toEqual(["pcr"]);
  });

  test("with a value that is none is as without it", () => {
    expect(read("span=7&interval=7M&expiry=2026-02-31&view=9-1&pane=x&tradingsymbol=%3Cb%3E")).toEqual(
      read(""),
    );
  });
});

test("[LCHART-12] the address says the strikes, or how many around the money; strikes go first", () => {
  expect(read("around=5")).toMatchObject({ around: 5, strikes: [] });
  expect(read("strikes=24100_24000.5_24100_x_0&around=5")).toMatchObject({
    around: null,
    strikes: [24_000.5, 24_100],
  });
  expect(writeLiveSearch(read("strikes=24100_24000.5"))).toBe("?strikes=24000.5_24100");
  expect(writeLiveSearch(read("around=20"))).toBe("?around=20");
  for (const none of ["around=0", "around=21", "around=-1", "strikes=abc"])
    expect(read(none)).toEqual(read(""));
  const many = Array.from({ length: 50 }, (_, i) => 100 + i).join("_");
  expect(read(`strikes=${many}`).strikes).toHaveLength(40);
});

test("[LCHART-3] a span is as fine as suits it, unless it is said", () => {
  const of = (query: string) => [intervalOf(read(query)), sessionsOf(read(query))];
  expect(of("")).toEqual(["1M", 2]);
  expect(of("span=5")).toEqual(["5M", 5]);
  expect(of("span=10&interval=1M")).toEqual(["1M", 10]);
  expect(of("span=days&interval=1M")).toEqual(["1D", 100]);
});

test("[LCHART-5] a chart moves among the others, and never out of them", () => {
  expect(moved(["pcr", "oi", "volume"], "volume", -1)).toEqual(["pcr", "volume", "oi"]);
  expect(moved(["pcr", "oi"], "pcr", 1)).toEqual(["oi", "pcr"]);
  expect(moved(["pcr", "oi"], "pcr", -1)).toEqual(["pcr", "oi"]);
  expect(moved(["pcr", "oi"], "volume", 1)).toEqual(["pcr", "oi"]);
});

test("the same charts in another order ask the same", () => {
  expect(measuresOf(["pcr", "oi", "oi-change"])).toEqual(["spot", "call_oi", "pcr", "put_oi"]);
  expect(measuresOf(["oi", "pcr"])).toEqual(measuresOf(["pcr", "oi"]));
  expect(measuresOf(["futures-oi", "ivp"])).toEqual(["spot"]);
});

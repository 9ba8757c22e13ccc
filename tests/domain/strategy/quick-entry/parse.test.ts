import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PRESETS } from "#domain/strategy/presets/names.ts";
import { presetOf } from "#domain/strategy/presets/preset-table.ts";
import { MOST_LETTERS } from "#domain/strategy/quick-entry/lex.ts";
import { isWhole, type QuickProblem } from "#domain/strategy/quick-entry/model.ts";
import { parseQuickEntry } from "#domain/strategy/quick-entry/parse.ts";
import { legsOf, problemsOf, quickContext } from "./quick-world.ts";

const context = quickContext();
const STRIKES = context.contracts.strikes("CE", context.defaults.expiry);
const LAST = STRIKES.at(-1)!;
/** 99 strikes above the money, were the list to go on. */
const ATM_INDEX = STRIKES.indexOf(24_100);
const BEYOND = LAST + (ATM_INDEX + 99 - (STRIKES.length - 1)) * (LAST - STRIKES.at(-2)!);
const parse = (text: string) => parseQuickEntry(text, context);
const problem = (text: string): QuickProblem | undefined =>
  parse(text).words.find((word) => word.problem !== undefined)?.problem;

describe("one trade", () => {
  test.each([
    ["sell 24500 ce 2 lots", "SELL x2 24500 CE"],
    ["b atm pe 1 sep @ 118", "BUY 24100 PE 2026-09-01 @ 118"],
    ["s atm+2 ce", "SELL 24200 CE"],
    ["buy atm - 3 pe", "BUY 23950 PE"],
    ["buy atm+200 ce", "BUY 24300 CE"],
    ["sell 2 otm pe", "SELL 24000 PE"],
    ["sell otm3 ce", "SELL 24250 CE"],
    ["buy itm call", "BUY 24050 CE"],
    ["Sell 24500CE", "SELL 24500 CE"],
    ["s24500c x2", "SELL x2 24500 CE"],
    ["sell nifty 24,500 call 130 qty", "SELL x2 24500 CE"],
    ["buy 65 units of the 24500 put", "BUY 24500 PE"],
    ["sell 24500 ce 3", "SELL x3 24500 CE"],
    ["buy 3 24500 ce", "BUY x3 24500 CE"],
    ["buy 24500 ce @ market", "BUY 24500 CE"],
    ["buy 24500 ce at ₹12.35", "BUY 24500 CE @ 12.35"],
    ["buy 24500 ce @0", "BUY 24500 CE @ 0"],
    ["buy 24.5k ce", "BUY 24500 CE"],
    ["buy ₹24500 ce", "BUY 24500 CE"],
    ["buy nifty24500ce", "BUY 24500 CE"],
    ["buy fut", "BUY FUT"],
  ])("%s", (text, leg) => {
    expect(legsOf(text, quickContext("NIFTY", { atmStrikeOf: () => 24_100 }))).toEqual([leg]);
    expect(problemsOf(text)).toEqual([]);
  });

  test("[STRAT-16] by its delta: the strike whose own is nearest, of 20 as of 0.2", () => {
    const [leg] = parse("sell 20d ce").legs;
    const away = (strike: number) => Math.abs(context.deltaOf("CE", context.defaults.expiry, strike) - 0.2);
    const strikes = context.contracts.strikes("CE", context.defaults.expiry);
    expect(away(leg!.contract.strike)).toBe(Math.min(...strikes.map(away)));
    for (const text of ["sell 0.2 delta ce", "sell .2d ce", "sell delta 20 ce"])
      expect(legsOf(text)).toEqual(legsOf("sell 20d ce"));
    const put = parse("sell 20d pe").legs[0]!;
    expect(put.contract.strike).toBeLessThan(context.spot);
  });

  test("[STRAT-16] by its premium: the strike whose price is nearest", () => {
    const [leg] = parse("sell ce near 100").legs;
    const away = (strike: number) => Math.abs(context.priceOf("CE", context.defaults.expiry, strike) - 100);
    const strikes = context.contracts.strikes("CE", context.defaults.expiry);
    expect(away(leg!.contract.strike)).toBe(Math.min(...strikes.map(away)));
    expect(legsOf("sell premium ₹100 ce")).toEqual(legsOf("sell ce near 100"));
  });

  test.each([
    ["1 sep", "2026-09-01"],
    ["01sep", "2026-09-01"],
    ["Sep 8", "2026-09-08"],
    ["sep", "2026-09-29"],
    ["september", "2026-09-29"],
    ["2026-09-15", "2026-09-15"],
    ["29 dec 26", "2026-12-29"],
    ["dec 2027", "2027-12-28"],
    ["next", "2026-09-01"],
    ["next week", "2026-09-01"],
    ["next month", "2026-09-29"],
    ["weekly", "2026-08-25"],
    ["this month", "2026-08-25"],
    ["monthly", "2026-08-25"],
  ])("of the expiry %s", (text, expiry) => {
    expect(parse(`sell 24000 ce ${text}`).legs.map(({ contract }) => contract.expiry)).toEqual([expiry]);
    expect(parse(`sell ${text} 24000 ce`).legs.map(({ contract }) => contract.expiry)).toEqual([expiry]);
    expect(problemsOf(`sell 24000 ce ${text}`)).toEqual([]);
  });

  test("[STRAT-17] a future is of the expiry that is named, or the first to end after it", () => {
    const expiryOf = (text: string) => parse(text).legs[0]?.contract.expiry;
    expect(expiryOf("sell fut sep 2 lots @ 24200")).toBe("2026-09-29");
    expect(expiryOf("buy fut 8 sep")).toBe("2026-09-29");
    expect(problem("buy fut 2030-06-25")).toEqual({ code: "no-future" });
  });

  test("a small number is a day only where one is listed, else a strike of a cheap share", () => {
    const strikes = [8, 9, 10].map((strike) => ({
      ...context.contracts.option("CE", "2026-09-29", 24_000)!,
      strike,
      token: strike,
    }));
    const cheap = quickContext("NIFTY", {
      contracts: {
        ...context.contracts,
        strikes: () => strikes.map(({ strike }) => strike),
        option: (_side, _expiry, strike) => strikes.find((each) => each.strike === strike) ?? null,
      },
      expiries: ["2026-09-29"],
    });
    expect(parseQuickEntry("sell 10 sep ce", cheap).legs[0]?.contract.strike).toBe(10);
  });
});

describe("several legs", () => {
  test("[STRAT-15] stand between commas, semicolons, pluses and lines, and take over action and expiry", () => {
    for (const text of [
      "sell 24500 ce sep, 23500 pe",
      "sell 24500 ce sep+23500 pe",
      "sell 24500 ce sep\n\n23500 pe;",
    ])
      expect(legsOf(text)).toEqual(["SELL 24500 CE 2026-09-29", "SELL 23500 PE 2026-09-29"]);
    expect(legsOf("sell atm ce; buy atm ce next")).toHaveLength(2);
  });

  test("[STRAT-15] need no sign between them where a next action or strike with its type begins one", () => {
    for (const text of ["buy 24500ce sell 24600ce", "buy 24500 ce & sell 24600 ce"])
      expect(legsOf(text)).toEqual(["BUY 24500 CE", "SELL 24600 CE"]);
    expect(legsOf("s 24500 c 2 lots 23500 p")).toEqual(["SELL x2 24500 CE", "SELL 23500 PE"]);
    expect(problemsOf("sell 24500 ce / 24600 ce")[0]).toEqual(["24500", "not-taken"]);
  });

  test("[STRAT-16] of strikes between slashes are a spread, a butterfly or a condor", () => {
    expect(legsOf("sell 24500/24600 ce")).toEqual(["SELL 24500 CE", "BUY 24600 CE"]);
    expect(legsOf("buy 24500-24600 ce 2 lots")).toEqual(["BUY x2 24500 CE", "SELL x2 24600 CE"]);
    expect(legsOf("buy 24500/24600 call spread")).toEqual(["BUY 24500 CE", "SELL 24600 CE"]);
    expect(legsOf("buy 24400/24500/24600 ce")).toEqual(["BUY 24400 CE", "SELL x2 24500 CE", "BUY 24600 CE"]);
    expect(legsOf("s 24400/24500/24600/24700 p")).toHaveLength(4);
    expect(legsOf("sell 20d/10d pe")).toHaveLength(2);
    expect(problem("buy 1/2/3/4/5 ce")).toEqual({ code: "not-taken" });
  });

  test("[STRAT-16] of straddles and strangles stand at the strikes that are named", () => {
    expect(legsOf("sell 24000 straddle")).toEqual(["SELL 24000 CE", "SELL 24000 PE"]);
    expect(legsOf("b atm straddle next")).toEqual(
      ["BUY 24100 CE 2026-09-01", "BUY 24100 PE 2026-09-01"].map((leg) =>
        leg.replace("24100", String(parse("b atm ce next").legs[0]!.contract.strike)),
      ),
    );
    expect(legsOf("sell 23500/24500 strangle")).toEqual(["SELL 24500 CE", "SELL 23500 PE"]);
    expect(legsOf("sell atm+3 strangle").map((leg) => leg.split(" ")[1])).toEqual(["24250", "23950"]);
    expect(legsOf("sell strangle 24500 23500")).toEqual(["SELL 24500 CE", "SELL 23500 PE"]);
    expect(legsOf("sell call spread 24500 24600")).toEqual(["SELL 24500 CE", "BUY 24600 CE"]);
    expect(legsOf("sell 24000 ce pe")).toEqual(["SELL 24000 CE", "SELL 24000 PE"]);
    const [call, put] = parse("sell 20d strangle").legs;
    expect(call!.contract.strike).toBeGreaterThan(put!.contract.strike);
    expect([call!.contract.type, put!.contract.type]).toEqual(["CE", "PE"]);
    expect(problem("sell 24500 strangle")).toEqual({ code: "missing", expected: ["strike"] });
  });

  test("hold no contract twice", () => {
    expect(legsOf("sell 24500 ce, buy 24500 ce")).toEqual(["SELL 24500 CE"]);
    expect(problemsOf("sell 24500 ce, buy 24500 ce")).toEqual([["24500", "duplicate-leg"]]);
    expect(problemsOf("buy 24500/24500 ce")).toEqual([
      ["24500", "duplicate-leg"],
      ["24500", "duplicate-leg"],
    ]);
  });
});

describe("[STRAT-18] ready-made strategies", () => {
  const named = (text: string) => {
    const { preset, legs } = parse(text);
    return preset?.name ?? (legs[0]?.contract.type === "FUT" ? `${legs[0].action}_FUTURE` : null);
  };

  test.each(PRESETS)("%s is found by its name and by its label", (name) => {
    expect(named(name)).toBe(name);
    expect(named(name.toLowerCase().replaceAll("_", " "))).toBe(name);
    expect(named(presetOf(name).label)).toBe(name);
    expect(problemsOf(presetOf(name).label)).toEqual([]);
  });

  test.each([
    ["iron condor", "SHORT_IRON_CONDOR"],
    ["ic", "SHORT_IRON_CONDOR"],
    ["buy iron condor", "LONG_IRON_CONDOR"],
    ["iron-fly", "SHORT_IRON_BUTTERFLY"],
    ["s straddle", "SHORT_STRADDLE"],
    ["strangle buy", "LONG_STRANGLE"],
    ["bull call spread", "BUY_CALL_SPREAD"],
    ["bear put spread", "BUY_PUT_SPREAD"],
    ["bull put spread", "SELL_PUT_SPREAD"],
    ["bear call spread", "SELL_CALL_SPREAD"],
    ["call credit spread", "SELL_CALL_SPREAD"],
    ["calendar", "LONG_CALENDAR_WITH_CALLS"],
    ["put calendar", "LONG_CALENDAR_WITH_PUTS"],
    ["call backspread", "CALL_RATIO_BACK_SPREAD"],
    ["long synthetic", "LONG_SYNTHETIC_FUTURE"],
    ["bear fly", "BEAR_BUTTERFLY"],
    ["sell ce", "SELL_CALL"],
  ])("%s is %s", (text, name) => {
    expect(named(text)).toBe(name);
  });

  test("take lots and an expiry, and nothing that they choose themselves", () => {
    expect(parse("iron condor 2 lots sep").preset).toEqual({
      name: "SHORT_IRON_CONDOR",
      expiry: "2026-09-29",
      lots: 2,
    });
    expect(parse("batman 130 qty").preset?.lots).toBe(2);
    expect(problemsOf("iron condor 24500 @ 10")).toEqual([
      ["24500", "not-taken"],
      ["@ 10", "price-of-several"],
    ]);
    expect(problemsOf("iron condor, jade lizard")).toEqual([
      ["jade", "second-strategy"],
      ["lizard", "second-strategy"],
    ]);
    expect(problem("straddle")).toEqual({ code: "missing", expected: ["action"] });
    expect(problem("sell calendar")).toEqual({ code: "unknown-strategy", nearest: null });
    expect(problem("iron")).toEqual({ code: "unknown-strategy", nearest: "iron condor" });
  });
});

describe("what cannot be read", () => {
  test("[STRAT-18] is marked where it stands, with what was expected and the word it looks like", () => {
    const { words, legs } = parse("slel 24500 ce 2 lots");
    expect(legs).toEqual([]);
    expect(words[0]).toEqual({
      start: 0,
      end: 4,
      kind: "unknown",
      problem: {
        code: "unknown-word",
        nearest: "sell",
        expected: ["action", "expiry", "price"],
      },
    });
    expect(words.slice(1).map(({ kind, problem }) => [kind, problem])).toEqual([
      ["strike", undefined],
      ["type", undefined],
      ["quantity", undefined],
    ]);
    expect(problem("sell 24500 ce xyzzy")).toMatchObject({ code: "unknown-word", nearest: null });
    expect(problem("sell 20d strangel")).toMatchObject({ nearest: "strangle" });
  });

  test.each([
    ["sell 24513 ce", "24513", { code: "unlisted-strike", strike: 24_513, nearest: 24_500 }],
    ["sell atm+99 ce", "atm+99", { code: "unlisted-strike", strike: BEYOND, nearest: LAST }],
    ["sell 24500 ce 2 sep", "2 sep", { code: "unlisted-expiry", nearest: "2026-09-01" }],
    ["sell 24500 ce 2020-01-01", "2020-01-01", { code: "unlisted-expiry", nearest: "2026-08-25" }],
    ["sell 24500 ce 100 qty", "100 qty", { code: "lot-rule", lotSize: 65 }],
    ["sell 24500 ce 0 lots", "0 lots", { code: "bad-quantity" }],
    ["sell 24500 ce 1.5 lots", "1.5 lots", { code: "bad-quantity" }],
    ["sell 24500 ce 100001 lots", "100001 lots", { code: "too-many-lots" }],
    ["sell 24500 ce 6500065 qty", "6500065 qty", { code: "too-many-lots" }],
    ["sell 24500 ce -2 lots", "-2 lots", { code: "bad-quantity" }],
    ["sell 24500 ce @ -5", "@ -5", { code: "bad-price" }],
    ["sell 24500 ce @ 9999999999999", "@ 9999999999999", { code: "price-too-high" }],
    ["sell 24500 ce @ 1,00,00,001", "@ 1,00,00,001", { code: "price-too-high" }],
    ["sell 24500 ce @", "@", { code: "missing", expected: ["price"] }],
    ["sell ce near", "near", { code: "missing", expected: ["price"] }],
    ["sell 150d ce", "150d", { code: "delta-range" }],
    ["sell ce near 0", "near 0", { code: "bad-price" }],
    ["sell 24500/24600 ce @ 30", "@ 30", { code: "price-of-several" }],
    ["sell buy 24500 ce", "buy", { code: "not-taken" }],
    ["sell 24500 ce 24600", "24600", { code: "not-taken" }],
    ["sell fut 24500", "24500", { code: "not-taken" }],
  ] as const)("%s", (text, word, expected) => {
    const entry = parse(text);
    expect(entry.legs).toEqual([]);
    const marked = entry.words.find((each) => each.problem !== undefined)!;
    expect(text.slice(marked.start, marked.end)).toBe(word);
    expect(marked.problem).toMatchObject(expected);
  });

  test.each([
    ["24500 ce", ["action"]],
    ["sell 24500", ["type", "strategy"]],
    ["sell", ["type", "strategy"]],
    ["sell ce @ 20", ["strike"]],
  ] as const)("%s lacks something", (text, expected) => {
    const { words } = parse(text);
    expect(words.at(-1)).toEqual({
      start: text.length,
      end: text.length,
      kind: "missing",
      problem: { code: "missing", expected },
    });
  });

  test("without prices neither delta nor premium nor the money is known", () => {
    const nothing = () => Number.NaN;
    const blind = quickContext("NIFTY", {
      deltaOf: nothing,
      priceOf: nothing,
      forwardOf: nothing,
      spot: Number.NaN,
    });
    expect(problemsOf("sell 20d ce", blind)).toEqual([["20d", "no-delta"]]);
    expect(problemsOf("sell ce near 100", blind)).toEqual([["near 100", "no-price"]]);
    expect(problemsOf("sell atm ce", blind)).toEqual([["atm", "no-atm"]]);
  });

  test("[STRAT-18] does not keep the trades around it from being read", () => {
    expect(legsOf("sell 24500 ce, nonsense, buy 23500 pe")).toEqual(["SELL 24500 CE", "BUY 23500 PE"]);
  });

  test("a pasted book is read up to its first letters and refused", () => {
    const text = "sell 24500 ce ".repeat(1_000);
    const last = parse(text).words.at(-1)!;
    expect(last).toEqual({
      start: MOST_LETTERS,
      end: text.length,
      kind: "unknown",
      problem: { code: "too-long", most: MOST_LETTERS },
    });
  });
});

describe("any text", () => {
  const bits = fc.constantFrom(
    ..."sell buy b s ce pe fut atm atm+2 24500 24500/24600 20d near 100 @ 5 2 lots x2 150 qty 1 sep next weekly , ; + \n iron condor strangle - / ₹ 1e308 -0 .5 δ the 🦋 मंगल"
      .split(" ")
      .concat(" "),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(bits, { maxLength: 14 }).map((all) => all.join(" ")),
    fc.array(bits, { maxLength: 14 }).map((all) => all.join("")),
  );

  test("never throws, gives words in order without overlaps, and listed legs once each", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const { legs, words, preset } = parse(typed);
        let last = 0;
        for (const { start, end } of words) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThanOrEqual(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(typed.length);
        expect(new Set(legs.map(({ contract }) => contract.token)).size).toBe(legs.length);
        for (const { contract, lots, entryPrice } of legs) {
          expect(Number.isSafeInteger(lots) && lots >= 1).toBe(true);
          expect(entryPrice === null || entryPrice >= 0).toBe(true);
          const { type, expiry, strike } = contract;
          const listed =
            type === "FUT"
              ? context.contracts.future(expiry!)
              : context.contracts.option(type as "CE", expiry!, strike);
          expect(listed).toBe(contract);
        }
        expect(isWhole({ legs, words, preset })).toBe(
          (legs.length > 0 || preset !== null) && words.every((word) => word.problem === undefined),
        );
      }),
      { numRuns: 400 },
    );
  });

  test("leaves no letter unread", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const { words } = parse(typed);
        const rest = [...words]
          .reverse()
          .reduce(
            (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
            typed,
          );
        expect(rest.replace(/[-_]/g, "").trim()).toBe("");
      }),
      { numRuns: 200 },
    );
  });
});

test("a symbol may hold what divides words", () => {
  for (const symbol of ["M&M", "BAJAJ-AUTO"]) {
    const own = quickContext("NIFTY", { symbol });
    expect(legsOf(`sell ${symbol.toLowerCase()} 24500 ce`, own)).toEqual(["SELL 24500 CE"]);
    expect(problemsOf(`sell ${symbol} 24500 ce`, own)).toEqual([]);
  }
});

test.each(["SENSEX", "USDINR", "CRUDEOIL", "RELIANCE"])("legs of %s are typed the same way", (symbol) => {
  const own = quickContext(symbol);
  const [expiry = ""] = own.expiries;
  const strikes = own.contracts.strikes("CE", expiry);
  const strike = strikes[strikes.length >> 1]!;
  expect(legsOf(`sell ${symbol} ${strike} ce 2 lots`, own)).toEqual([`SELL x2 ${strike} CE`]);
  expect(legsOf("sell 20d strangle", own)).toHaveLength(2);
  expect(problemsOf("sell 20d strangle; buy fut", own)).toEqual([]);
});

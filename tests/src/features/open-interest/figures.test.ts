import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { earlierSessions, isOn, presentSession } from "#src/features/open-interest/by-strike/sessions.ts";
import { dayOf } from "#src/features/open-interest/by-strike/strike/day-of.ts";
import { sliceMinutes, slicesOf } from "#src/features/open-interest/by-strike/strike/slices.ts";
import { inOrder, isOfOneExpiry, legName, looksOf } from "#src/features/open-interest/multistrike/legs.ts";
import { ranked } from "#src/features/open-interest/multistrike/rank.ts";
import { divisorOf, mayBeLots, shownUnit } from "#src/features/open-interest/units.ts";
import { commonLot } from "#src/shared/time-charts/lines.ts";
import { changeText, oiText } from "#src/shared/time-charts/oi-text.ts";

const at = (clock: string, date = "2026-11-18"): number => istInstant(date, clock);

const session = (more: Partial<ChartSession> = {}): ChartSession => ({
  date: "2026-11-18",
  open: at("09:15"),
  close: at("15:30"),
  origin: "recorded",
  recorded_since: at("09:15"),
  gaps: [],
  ...more,
});

describe("[OI-7] units and lots", () => {
  test("lots are of one size: where there are several, units are shown", () => {
    expect(commonLot([65, 65])).toBe(65);
    expect(commonLot([65, 75])).toBeNaN();
    expect(commonLot([])).toBeNaN();
    expect(mayBeLots(Number.NaN)).toBe(false);
    expect(shownUnit("lots", Number.NaN)).toBe("units");
    expect(divisorOf("lots", Number.NaN)).toBe(1);
    expect(divisorOf("lots", 65)).toBe(65);
    expect(divisorOf("units", 65)).toBe(1);
  });

  test("a change has its sign, nothing has none, and what is not known is no figure", () => {
    expect(changeText(1_240_000)).toBe("+12.40L");
    expect(changeText(-650)).toBe("−650");
    expect(changeText(0)).toBe("0");
    expect(changeText(null)).toBe("--");
    expect(changeText(Number.NaN)).toBe("--");
    expect(oiText(23_400_000)).toBe("2.34Cr");
  });
});

describe("[OI-9] contracts that stand out", () => {
  test("are the greatest, whichever way; what is not known, or nothing, is none of them", () => {
    const candidates = [
      { tradingsymbol: "A", figure: 5 },
      { tradingsymbol: "B", figure: -9 },
      { tradingsymbol: "C", figure: Number.NaN },
      { tradingsymbol: "D", figure: 0 },
      { tradingsymbol: "E", figure: 5 },
    ];
    expect(ranked(candidates)).toEqual(["B", "A", "E"]);
    expect(ranked(candidates, 1)).toEqual(["B"]);
  });

  test("say their expiry where there are several", () => {
    const call = { type: "CE", strike: 24_000, expiry: "2026-11-24" } as const;
    expect(isOfOneExpiry([call, call])).toBe(true);
    expect(isOfOneExpiry([call, { ...call, expiry: "2026-12-01" }])).toBe(false);
    expect(legName(call, { strikeStep: 50, hasExpiry: false })).toBe("24,000 CE");
    expect(legName({ ...call, type: "FUT" }, { strikeStep: 50, hasExpiry: false })).toBe("24 Nov FUT");
  });

  test("stand in one order, each with a look of its own", () => {
    const leg = (type: "CE" | "PE" | "FUT", strike: number, expiry = "2026-11-24") => ({
      token: 1,
      tradingsymbol: `${type}${strike}`,
      type,
      strike,
      expiry,
      expiryInstant: null,
      lotSize: 65,
      multiplier: 1,
    });
    const legs = inOrder([leg("PE", 24_000), leg("CE", 24_500), leg("FUT", 0), leg("CE", 24_000)] as never);
    expect(legs.map((each) => legName(each, { strikeStep: 50, hasExpiry: true }))).toEqual([
      "24 Nov FUT",
      "24 Nov 24,000 CE",
      "24 Nov 24,500 CE",
      "24 Nov 24,000 PE",
    ]);
    const looks = looksOf(legs.map(({ type }) => type));
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(4);
  });
});

describe("[OI-8] a strike through a day", () => {
  const times = Array.from({ length: 375 }, (_, i) => at("09:15") + i * 60_000);

  test("is told in slices whose changes add up to the day's", () => {
    const oi = times.map((_, i) => 65_000 + i * 650);
    const price = times.map((_, i) => 100 + i / 10);
    const day = { times, oi, price, previousOi: 65_000, previousPrice: 99 };
    const slices = slicesOf(day, at("09:15"), sliceMinutes(375));
    expect(slices).toHaveLength(13);
    expect(slices.reduce((sum, { oiChange }) => sum + oiChange, 0)).toBe(374 * 650);
    expect(slices[0]).toMatchObject({ from: at("09:15"), to: at("09:45"), buildUp: "long_build_up" });
    expect(slices.at(-1)!.to).toBe(at("15:30"));
    expect(sliceMinutes(870)).toBe(120);
  });

  test("a slice that ends in a gap is not known, nor is the one after it", () => {
    const oi = times.slice(0, 90).map((_, i) => (i >= 55 && i < 60 ? null : 65_000));
    const day = { times: times.slice(0, 90), oi, price: oi, previousOi: 65_000, previousPrice: 1 };
    const slices = slicesOf(day, at("09:15"), 30);
    expect(slices.map(({ oiChange }) => oiChange)).toEqual([0, Number.NaN, Number.NaN]);
    expect(slices.map(({ buildUp }) => buildUp)).toEqual(["none", "none", "none"]);
  });

  test("one day out of several begins where the one before it ended", () => {
    const before = session({
      date: "2026-11-17",
      open: at("09:15", "2026-11-17"),
      close: at("15:30", "2026-11-17"),
    });
    const told = {
      underlying: "NIFTY",
      underlying_token: 256_265,
      interval: "1M" as const,
      times: [before.open, before.open + 60_000, at("09:15"), at("09:16")],
      running_at: null,
      origins: [],
      underlying_prices: [1, 2, 3, 4],
      series: [
        {
          tradingsymbol: "NIFTY26NOV24000CE",
          instrument_token: 1,
          instrument_type: "CE",
          strike: 24_000,
          expiry: "2026-11-24",
          lot_size: 65,
          previous_oi: 65,
          previous_price: 9,
          oi: [130, 195, 260, 325],
          price: [10, 11, 12, 13],
          volume: [0, 0, 0, 0],
        },
      ],
      sessions: [before, session()],
    };
    const newest = dayOf(told as never, null);
    expect(newest?.contracts[0]).toMatchObject({ oi: [260, 325], previousOi: 195, previousPrice: 11 });
    const first = dayOf(told as never, "2026-11-17");
    expect(first?.contracts[0]).toMatchObject({ oi: [130, 195], previousOi: 65, previousPrice: 9 });
    expect(dayOf(told as never, "2026-11-10")).toBeNull();
  });
});

describe("[OI-5] sessions that can be looked at", () => {
  test("are trading days, newest first, of a market that never sleeps every day", () => {
    const earlier = earlierSessions("2026-11-18", "NFO", false);
    expect(earlier).toHaveLength(10);
    expect(earlier[0]).toBe("2026-11-17");
    expect(earlier.some((date) => date === "2026-11-14" || date === "2026-11-15")).toBe(false);
    expect(earlierSessions("2026-11-18", "NFO", true)[3]).toBe("2026-11-14");
  });

  test("the present one is the last that began", () => {
    expect(presentSession(at("10:00"), "NFO", false)).toBe("2026-11-18");
    expect(isOn(at("10:00"), "2026-11-18", "NFO", false)).toBe(true);
    expect(isOn(at("16:00"), "2026-11-18", "NFO", false)).toBe(false);
    expect(isOn(at("23:00"), "2026-11-18", "NFO", true)).toBe(true);
    expect(isOn(Number.NaN, "2026-11-18", "NFO", false)).toBe(false);
    expect(presentSession(at("08:00"), "NFO", false)).toBe("2026-11-17");
    expect(presentSession(at("12:00", "2026-11-15"), "NFO", false)).toBe("2026-11-13");
    expect(presentSession(at("12:00", "2026-11-15"), "NFO", true)).toBe("2026-11-15");
    // A day that never closes gives way to the next at nine.
    expect(presentSession(at("08:59", "2026-11-15"), "NFO", true)).toBe("2026-11-14");
  });
});

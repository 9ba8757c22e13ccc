import { expect, test } from "vitest";
import { NOTHING_ASKED, parseOiSearch } from "#src/features/open-interest/address.ts";
import { sound, unread } from "#src/features/open-interest/left-out.ts";

const left = (query: string): string[] => {
  const params = new URLSearchParams(query);
  return unread(params, parseOiSearch(params)).map(({ of, value, why }) => `${of} ${value}: ${why}`);
};

test("an address that is understood leaves nothing out, nor does a parameter of somebody else's", () => {
  const address =
    "tradingsymbol=nifty&expiry=2026-12-01.2026-11-24&strikes=20&date=2026-11-18&from=09:30&to=24:00" +
    "&unit=lots&show=change&rank=volume&span=closes&interval=5M&view=1-2.5&legs=nifty26nov24500ce.NIFTY26NOVFUT&utm_source=x";
  expect(left(address)).toEqual([]);
  expect(left("expiry=&legs=&from=&view=")).toEqual([]);
});

test("what is no choice is named, each by itself", () => {
  expect(left("interval=7M&span=3&strikes=17&unit=kilos&tradingsymbol=%3Cb%3E&view=9-1")).toEqual([
    "tradingsymbol <b>: unknown",
    "strikes 17: unknown",
    "unit kilos: unknown",
    "span 3: unknown",
    "interval 7M: unknown",
    "view 9-1: unknown",
  ]);
  expect(left("expiry=2026-11-24.1999-13-01.x&legs=NIFTY26NOV24500CE.%25")).toEqual([
    "expiry 1999-13-01: unknown",
    "expiry x: unknown",
    "legs %: unknown",
  ]);
});

test("a beginning after its end is told from one that is no time", () => {
  expect(left("from=09:50&to=09:40")).toEqual(["from 09:50: crossed"]);
  expect(left("from=9h&to=34:00")).toEqual(["from 9h: unknown", "to 34:00: unknown"]);
});

test("what is beyond the most of a list is too many", () => {
  const legs = Array.from({ length: 41 }, (_, i) => `NIFTY26NOV${23500 + 50 * i}CE`);
  expect(left(`legs=${legs.join(".")}`)).toEqual(["legs NIFTY26NOV25500CE: too_many"]);
  const dates = Array.from({ length: 9 }, (_, i) => `2026-12-0${i + 1}`);
  expect(left(`expiry=${dates.join(".")}`)).toEqual(["expiry 2026-12-09: too_many"]);
});

test("a value of any length is said in a few letters", () => {
  expect(left(`unit=${"x".repeat(5_000)}`)).toEqual([`unit ${"x".repeat(24)}…: unknown`]);
});

const KNOWN = {
  expiries: ["2026-11-24", "2026-12-01"],
  sessions: ["2026-11-18", "2026-11-17"],
  minute: 10 * 60,
};

test("what is listed and has come is taken as it is", () => {
  const search = {
    ...NOTHING_ASKED,
    expiries: ["2026-11-24"],
    date: "2026-11-17",
    from: "11:00",
    to: "15:30",
  };
  expect(sound(search, KNOWN)).toEqual({ search, left: [] });
  const present = { ...NOTHING_ASKED, from: "09:30", to: "10:00" };
  expect(sound(present, KNOWN).search).toBe(present);
});

test("an expiry that is over, a date without a session and times to come are left out, and the rest stays", () => {
  const search = {
    ...NOTHING_ASKED,
    strikes: 10 as const,
    expiries: ["2026-11-10", "2026-11-24"],
    date: "2027-01-04",
    from: "09:30",
    to: "15:10",
  };
  expect(sound(search, KNOWN)).toEqual({
    search: { ...search, expiries: ["2026-11-24"], date: null, to: null },
    left: [
      { of: "expiry", value: "10 Nov 2026", why: "not_listed" },
      { of: "date", value: "4 Jan 2027", why: "no_session" },
      { of: "to", value: "15:10", why: "ahead" },
    ],
  });
  expect(sound({ ...NOTHING_ASKED, from: "24:00" }, KNOWN).left).toEqual([
    { of: "from", value: "24:00", why: "ahead" },
  ]);
});

test("while the market is not known nothing is judged, and of a session that is over no time lies ahead", () => {
  const search = { ...NOTHING_ASKED, expiries: ["1999-01-01"], date: "2027-01-04", to: "15:10" };
  expect(sound(search, { expiries: null, sessions: null, minute: null }).search).toBe(search);
  const over = { ...NOTHING_ASKED, to: "15:10" };
  expect(sound(over, { ...KNOWN, minute: null }).left).toEqual([]);
});

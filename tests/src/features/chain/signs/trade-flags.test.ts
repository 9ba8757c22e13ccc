import { describe, expect, test } from "vitest";
import { type BanLists, banFlag, settlementFlag } from "#src/features/chain/signs/trade-flags.ts";

const at = (text: string): number => Date.parse(`${text}+05:30`);
/** A Friday. */
const FRIDAY = at("2026-11-20T10:00:00");

const lists = (known: Readonly<Record<string, string[]>>, isSample = false): BanLists => ({
  lists: Object.entries(known).map(([date, symbols]) => ({ date, symbols })),
  isSample,
});

describe("[CHAIN-68] a share in ban", () => {
  test("says that no new position is allowed today", () => {
    expect(banFlag("SAIL", lists({ "2026-11-20": ["SAIL"] }), FRIDAY)).toEqual({
      id: "ban",
      label: "In F&O ban",
      sentence: "In ban: no new positions today, open ones may only be reduced.",
      isGrave: true,
    });
  });

  test("that is on no list of the day, nor of the next, has no word", () => {
    expect(banFlag("TCS", lists({ "2026-11-20": ["SAIL"], "2026-11-23": [] }), FRIDAY)).toBeNull();
  });

  test("a day without a list is not known, never free of ban", () => {
    for (const known of [null, lists({}), lists({ "2026-11-19": ["SAIL"], "2026-11-23": [] })]) {
      expect(banFlag("SAIL", known, FRIDAY)).toMatchObject({ label: "F&O ban not known", isGrave: false });
    }
    expect(banFlag("SAIL", null, FRIDAY)?.sentence).toContain("No ban list is known for today");
  });

  test("of a chain whose time is not known yet nothing is said", () => {
    expect(banFlag("SAIL", lists({ "2026-11-20": ["SAIL"] }), Number.NaN)).toBeNull();
    expect(banFlag("SAIL", null, Number.NaN)).toBeNull();
  });

  test("tomorrow's list is told ahead, and is today's once the day is over", () => {
    const known = lists({ "2026-11-20": [], "2026-11-23": ["SAIL"] });
    expect(banFlag("SAIL", known, FRIDAY)).toMatchObject({ label: "F&O ban from 23 Nov", isGrave: false });
    // After Friday's close, and on Saturday, the next order is of Monday.
    for (const now of [at("2026-11-20T18:00:00"), at("2026-11-21T11:00:00")]) {
      expect(banFlag("SAIL", known, now)).toMatchObject({ label: "In F&O ban", isGrave: true });
      expect(banFlag("SAIL", known, now)?.sentence).toContain("no new positions 23 Nov");
    }
  });

  test("a list that is made up is labelled as a sample", () => {
    const flag = banFlag("SAIL", lists({ "2026-11-20": ["SAIL"] }, true), FRIDAY);
    expect(flag?.label).toBe("In F&O ban (sample)");
    expect(flag?.sentence).toContain("no ban list has been imported");
  });
});

describe("[CHAIN-68] what becomes of an option in the money", () => {
  test("a share's is settled physically, by the rule of its expiry; an index's and a currency's are paid out", () => {
    expect(settlementFlag("stock", "2026-11-24", null)).toMatchObject({
      label: "Physical settlement",
      sentence:
        "Physically settled: what is in the money at expiry on 24 Nov becomes shares, which are delivered and paid in full.",
    });
    expect(settlementFlag("stock", "2018-06-28", null)).toBeNull();
    expect(settlementFlag("index", "2026-11-24", null)).toBeNull();
    expect(settlementFlag("currency", "2026-11-24", null)).toBeNull();
  });

  test("a commodity's devolves into the nearest future that is not over before it", () => {
    const futures = ["2026-11-19", "2026-12-21", "2027-01-19"];
    expect(settlementFlag("commodity", "2026-12-16", futures)?.sentence).toMatch(
      /^Devolves into the future that expires on 21 Dec: what is in the money on 16 Dec /,
    );
    for (const unknown of [null, [], ["2026-11-19"]]) {
      expect(settlementFlag("commodity", "2026-12-16", unknown)?.sentence).toMatch(/the future below it\.$/);
    }
  });
});

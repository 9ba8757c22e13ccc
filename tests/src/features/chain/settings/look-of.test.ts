import { describe, expect, test } from "vitest";
import type { AccessSubject } from "#domain/access/features.ts";
import {
  BUILT_IN_IDS,
  type ChainSettings,
  DEFAULT_CHAIN_SETTINGS,
  FIRST_VIEW,
} from "#domain/chain/settings.ts";
import { chosenOf } from "#src/features/chain/settings/look-of.ts";

const VISITOR: AccessSubject = { broker: 0, plan: "no_plan", isMobileApp: false };
const ZERODHA: AccessSubject = { broker: 1, plan: "free", isMobileApp: false };

const lookOf = (id: string, subject: AccessSubject | null, change: Partial<ChainSettings> = {}) =>
  chosenOf({ ...DEFAULT_CHAIN_SETTINGS, ...change }, subject).lookOf(id);

describe("how a view is shown", () => {
  test.each([
    ["a visitor", VISITOR],
    ["a trader whose plan has all columns", ZERODHA],
    ["somebody not known yet", null],
  ])("[CHAIN-47] a built-in view stays the built-in one to %s", (_, subject) => {
    for (const id of BUILT_IN_IDS) expect(lookOf(id, subject), id).toBeNull();
  });

  test("[CHAIN-47] a view of the trader's own is without what the plan is without", () => {
    expect(lookOf(FIRST_VIEW.id, ZERODHA)?.columns).toEqual(FIRST_VIEW.columns);
    expect(lookOf(FIRST_VIEW.id, VISITOR)?.columns).toEqual(
      FIRST_VIEW.columns.filter((id) => id !== "pop" && id !== "popSeller"),
    );
    const paid = { id: "paid", name: "Paid", columns: ["pop", "pcr"] } as const;
    expect(lookOf("paid", VISITOR, { views: [paid] })?.columns).toContain("ltp");
  });

  test("a built-in view whose columns or figures were changed is shown as it was changed", () => {
    expect(lookOf("all", VISITOR, { bars: "volume" })).toMatchObject({ bars: "volume", perLot: false });
    expect(lookOf("straddle", VISITOR, { perLot: true })?.columns).not.toContain("pcr");
    const changed = { id: "ltp", name: "LTP", columns: ["oi", "ltp"] } as const;
    expect(lookOf("ltp", VISITOR, { views: [changed] })?.columns).toEqual(["oi", "ltp"]);
  });

  test("of a view that is not there nothing is known", () => {
    expect(lookOf("gone", VISITOR)).toBeNull();
  });
});

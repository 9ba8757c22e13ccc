import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccessSubject } from "#domain/access/features.ts";
import {
  BUILT_IN_COLUMNS,
  type ChainSettings,
  columnsOf,
  DEFAULT_CHAIN_SETTINGS,
  FIRST_VIEW,
  isPremiumColumn,
  type KeptView,
  MOST_VIEWS,
  readChainSettings,
  TOGGLE_NAMES,
  TOGGLES,
  VIEW_COLUMN_IDS,
} from "#domain/chain/settings.ts";
import {
  createView,
  deleteView,
  hasRoomFor,
  isToggledOn,
  joined,
  moved,
  orderViews,
  renameView,
  restoreView,
  toggled,
  withColumns,
} from "#domain/chain/view-edits.ts";

const MINE: KeptView = { id: "v1", name: "Mine", columns: ["oi", "ltp", "strike"] };
const OTHER: KeptView = { id: "v2", name: "Other", columns: ["pop", "popSeller", "ltp"] };
const of = (...views: KeptView[]): ChainSettings => ({ ...DEFAULT_CHAIN_SETTINGS, views });
const UPSTOX_FREE: AccessSubject = { broker: 3, plan: "free", isMobileApp: false };
const names = ({ views }: ChainSettings): string[] => views.map(({ name }) => name);

describe("toggles of a view", () => {
  it("[CHAIN-10] a toggle brings its columns to where they usually stand, and takes them away", () => {
    const shown = toggled(BUILT_IN_COLUMNS.ltp, "bidOffer", true);
    expect(shown).toEqual([
      "oiChange",
      "oi",
      "volume",
      "delta",
      "bid",
      "ask",
      "ltp",
      "changePct",
      "strike",
      "iv",
    ]);
    expect(toggled(shown, "bidOffer", false)).toEqual(BUILT_IN_COLUMNS.ltp);
    expect(toggled(["strike"], "showLtpChangePercentage", true)).toEqual(["changePct", "strike"]);
  });

  it("the last column stays: a view without any is a blank grid", () => {
    expect(toggled(["oi"], "oi", false)).toEqual(["oi"]);
  });

  it("on, every column of a toggle is there once, and the order of the others is what it was", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...VIEW_COLUMN_IDS], { minLength: 1 }),
        fc.constantFrom(...TOGGLE_NAMES),
        (columns, toggle) => {
          const on = toggled(columns, toggle, true);
          expect(isToggledOn(on, toggle)).toBe(true);
          expect(new Set(on).size).toBe(on.length);
          expect(on.filter((id) => columns.includes(id))).toEqual(columns);
          const off = toggled(on, toggle, false);
          const own: readonly string[] = TOGGLES[toggle];
          if (columns.some((id) => !own.includes(id))) expect(isToggledOn(off, toggle)).toBe(false);
        },
      ),
    );
  });
});

describe("putting in order", () => {
  it("sets some down before or after another, and loses none", () => {
    expect(moved(["a", "b", "c", "d"], new Set(["d"]), "a", "before")).toEqual(["d", "a", "b", "c"]);
    expect(moved(["a", "b", "c", "d"], new Set(["a", "c"]), "d", "after")).toEqual(["b", "d", "a", "c"]);
    expect(moved(["a", "b"], new Set(["a"]), "a", "after")).toEqual(["a", "b"]);
  });

  it("views come in the order that is named; what is not named comes after", () => {
    expect(names(orderViews(of(MINE, OTHER), ["v2", "v1"]))).toEqual(["Other", "Mine"]);
    expect(names(orderViews(of(MINE, OTHER), ["v2"]))).toEqual(["Other", "Mine"]);
  });
});

describe("views", () => {
  it("[CHAIN-46] a built-in view that has its own columns again is no longer kept", () => {
    const changed = withColumns(DEFAULT_CHAIN_SETTINGS, "ltp", ["ltp", "strike"], "LTP");
    expect(columnsOf(changed.views, "ltp")).toEqual(["ltp", "strike"]);
    expect(withColumns(changed, "ltp", BUILT_IN_COLUMNS.ltp, "LTP")).toEqual(DEFAULT_CHAIN_SETTINGS);
    expect(withColumns(changed, "v9", ["oi"], "gone")).toBe(changed);
  });

  it("a new one has the columns of the one it is made from, an id of its own, and can be read back", () => {
    const made = createView(of(MINE), "greeks", "  Evening  ", null)!;
    expect(made.id).toBe("v2");
    expect(made.settings.views[1]).toEqual({ id: "v2", name: "Evening", columns: BUILT_IN_COLUMNS.greeks });
    expect(readChainSettings(JSON.parse(JSON.stringify(made.settings)))).toEqual({
      settings: made.settings,
      isWhole: true,
    });
    const full = of(...Array.from({ length: MOST_VIEWS }, (_, i) => ({ ...MINE, id: `v${i + 1}` })));
    expect(createView(full, "ltp", "one more", null)).toBeNull();
    expect(["ltp", "v1"].map((id) => hasRoomFor(full, id))).toEqual([false, true]);
    expect(withColumns(full, "ltp", ["ltp"], "LTP")).toBe(full);
  });

  it("[CHAIN-47] a new one has what is seen of the one it is made from: columns that a plan is without stay there", () => {
    const columnsFrom = (from: KeptView) =>
      createView(of(from), from.id, "New", UPSTOX_FREE)?.settings.views[1]?.columns;
    expect(columnsFrom(FIRST_VIEW)).toEqual(FIRST_VIEW.columns.filter((id) => !isPremiumColumn(id)));
    expect(columnsFrom({ ...OTHER, columns: ["pop"] })).toEqual(BUILT_IN_COLUMNS.ltp);
  });

  it("are named, deleted and brought back", () => {
    expect(names(renameView(of(MINE, OTHER), "v2", " Best "))).toEqual(["Mine", "Best"]);
    expect(renameView(of(MINE), "v1", "   ")).toEqual(of(MINE));
    const begun = { ...of(MINE, OTHER), view: "v1" };
    const left = deleteView(begun, "v1");
    expect([left.view, names(left)]).toEqual(["ltp", ["Other"]]);
    expect(restoreView(left, MINE, 0).views).toEqual([MINE, OTHER]);
    const taken = { ...MINE, name: "Newer" };
    expect(restoreView(of(taken), MINE, 0).views).toEqual([{ ...MINE, id: "v2" }, taken]);
  });
});

describe("a visitor's settings at sign-in", () => {
  const visitor = { ...of(MINE, OTHER), perLot: true, view: "v2" };

  it("are those of an account that has none, but for what its plan is without", () => {
    expect(joined(DEFAULT_CHAIN_SETTINGS, visitor, true, null)).toEqual(visitor);
    const both = joined(DEFAULT_CHAIN_SETTINGS, visitor, true, UPSTOX_FREE);
    expect(both.perLot).toBe(true);
    expect(both.views.flatMap(({ columns }) => columns).some(isPremiumColumn)).toBe(false);
  });

  it("leave an account its own, and put their views after them, each once", () => {
    const account = { ...of({ ...MINE, name: "Account's" }), bars: "volume" as const };
    const both = joined(account, visitor, false, null);
    expect([both.bars, both.perLot]).toEqual(["volume", false]);
    expect(names(both)).toEqual(["Account's", "Mine", "Other"]);
    expect(new Set(both.views.map(({ id }) => id)).size).toBe(3);
    expect(joined(both, visitor, false, null)).toEqual(both);
  });

  it("have the first view once, whole where its premium columns are locked, and not again where it was deleted", () => {
    const first = { ...visitor, views: [FIRST_VIEW] };
    const joinedTo = (account: ChainSettings, isNew: boolean) => joined(account, first, isNew, UPSTOX_FREE);
    expect(joinedTo(DEFAULT_CHAIN_SETTINGS, true).views).toEqual([FIRST_VIEW]);
    expect(joinedTo(DEFAULT_CHAIN_SETTINGS, false).views).toEqual([FIRST_VIEW]);
    expect(joinedTo(of(MINE), false).views).toEqual([MINE]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccessSubject } from "#domain/access/features.ts";
import {
  allowedColumns,
  BUILT_IN_COLUMNS,
  BUILT_IN_IDS,
  columnsOf,
  DEFAULT_CHAIN_SETTINGS,
  FIRST_VIEW,
  isPremiumToggle,
  type KeptView,
  MOST_VIEWS,
  newPremium,
  readChainSettings,
  resetView,
  TOGGLE_NAMES,
  TOGGLES,
  VIEW_COLUMN_IDS,
} from "#domain/chain/settings.ts";
import { VIEW_COLUMNS } from "#domain/format/own-columns.ts";

const MINE: KeptView = { id: "own", name: "Mine", columns: ["oi", "ltp"] };
const ZERODHA: AccessSubject = { broker: 1, plan: "free", isMobileApp: false };

describe("settings of the chain", () => {
  it("[CHAIN-45] begin with 30 strikes each way, the view of last prices, positions shown, figures of a unit", () => {
    expect(DEFAULT_CHAIN_SETTINGS).toMatchObject({
      showNstrikesAboveATM: 30,
      showNStrikesBelowATM: 30,
      view: "ltp",
      showExistingPositions: true,
      perLot: false,
      showHundredsMultiple: false,
      views: [FIRST_VIEW],
    });
    expect([FIRST_VIEW.name, FIRST_VIEW.columns]).toEqual([
      "My view",
      expect.arrayContaining(["pop", "popSeller", "breakeven"]),
    ]);
    expect(BUILT_IN_COLUMNS.ltp).toContain("changePct");
    expect(BUILT_IN_COLUMNS).toEqual(VIEW_COLUMNS);
  });

  it("[CHAIN-45] every column but price and strike has a toggle, and no column two", () => {
    const own = TOGGLE_NAMES.flatMap((name) => [...TOGGLES[name]]);
    expect([...own, "ltp", "strike"].sort()).toEqual([...VIEW_COLUMN_IDS].sort());
    expect(TOGGLE_NAMES.filter(isPremiumToggle)).toEqual([
      "intrinsicValue",
      "intrinsicValueFromSpot",
      "ivChange",
      "pcr",
      "pop",
      "timeValue",
    ]);
  });

  it("[CHAIN-46] read back what was written", () => {
    const settings = { ...DEFAULT_CHAIN_SETTINGS, bars: "none" as const, view: "own", views: [MINE] };
    expect(readChainSettings(JSON.parse(JSON.stringify(settings)))).toEqual({ settings, isWhole: true });
  });

  it.each<[string, unknown, object]>([
    ["nothing", null, {}],
    ["a list", [], {}],
    ["a newer name", { ...DEFAULT_CHAIN_SETTINGS, aura: 1 }, {}],
    ["values of no meaning", { perLot: "yes", size: "vast", showNstrikesAboveATM: 31, bars: {} }, {}],
    ["a view that is gone", { view: "gone" }, {}],
    ["views that are no list", { views: {} }, {}],
    ["a view twice", { views: [MINE, { ...MINE, name: "Other" }] }, { views: [MINE] }],
    ["a newer column", { views: [{ ...MINE, columns: ["moon", "oi", "ltp"] }] }, { views: [MINE] }],
    ["a column twice", { views: [{ ...MINE, columns: ["oi", "ltp", "oi"] }] }, { views: [MINE] }],
    ["newer columns alone", { views: [{ ...MINE, columns: ["moon"] }, MINE] }, { views: [MINE] }],
    ["a name without end", { views: [{ ...MINE, name: "n".repeat(1_000) }, MINE] }, { views: [MINE] }],
    [
      "columns without end",
      { views: [{ ...MINE, columns: Array(9_999).fill("oi") }, MINE] },
      { views: [MINE] },
    ],
  ])("[CHAIN-46] of %s, what is known is kept, the rest has its default, and it is told", (_, raw, known) => {
    expect(readChainSettings(raw)).toEqual({
      settings: { ...DEFAULT_CHAIN_SETTINGS, ...known },
      isWhole: false,
    });
  });

  it("[CHAIN-46] of more than fifty views the first fifty are kept", () => {
    const views = Array.from({ length: 60 }, (_, i) => ({ ...MINE, id: `v${i}` }));
    const { settings, isWhole } = readChainSettings({ views });
    expect(isWhole).toBe(false);
    expect(settings.views).toEqual(views.slice(0, MOST_VIEWS));
  });

  it("[CHAIN-46] whatever was kept, each view that can be shown has a column", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ view: fc.string(), views: fc.array(fc.jsonValue()) })),
        (raw) => {
          const { settings } = readChainSettings(raw);
          expect(columnsOf(settings.views, settings.view)?.length).toBeGreaterThan(0);
          expect(readChainSettings(settings)).toEqual({ settings, isWhole: true });
        },
      ),
    );
  });

  it("[CHAIN-46] a reset gives a view the columns that it began with", () => {
    const changed = { id: "all", name: "all", columns: ["ltp"] } as const;
    const settings = { ...DEFAULT_CHAIN_SETTINGS, views: [changed, MINE] };
    expect(columnsOf(settings.views, "all")).toEqual(["ltp"]);
    expect(resetView(settings, "all")?.views).toEqual([MINE]);
    expect(resetView(settings, "own")?.views[1]).toEqual({ ...MINE, columns: BUILT_IN_COLUMNS.ltp });
    expect(resetView(settings, "gone")).toBeNull();
    const first: KeptView = { ...FIRST_VIEW, name: "Renamed", columns: ["oi"] };
    expect(resetView({ ...settings, views: [first] }, "mine")?.views).toEqual([
      { ...first, columns: FIRST_VIEW.columns },
    ]);
    for (const id of BUILT_IN_IDS) expect(resetView(settings, id)).not.toBeNull();
  });

  it("[CHAIN-47] premium columns are left out below the plan, and counted where they come new", () => {
    const columns = ["ltp", "pop", "oi", "ivChange"] as const;
    const visitor: AccessSubject = { broker: 0, plan: "no_plan", isMobileApp: false };
    expect(allowedColumns(columns, visitor)).toEqual(["ltp", "oi"]);
    expect(allowedColumns(columns, { ...visitor, isMobileApp: true })).toEqual(columns);
    expect(allowedColumns(columns, ZERODHA)).toEqual(columns);
    expect(allowedColumns(columns, null)).toEqual(columns);
    const before = [{ ...MINE, columns: ["ltp", "pop"] as const }];
    expect(newPremium(before, [{ ...MINE, columns }])).toEqual(["ivChange"]);
    expect(newPremium([], before)).toEqual(["pop"]);
    // Deleted and brought back, or given back its columns: everybody's first view may have those that it began with.
    expect(newPremium([], [FIRST_VIEW])).toEqual([]);
    expect(newPremium([], [{ ...FIRST_VIEW, columns: ["pop", "pcr"] }])).toEqual(["pcr"]);
  });
});

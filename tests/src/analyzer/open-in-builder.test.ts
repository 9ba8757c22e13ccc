import { afterEach, describe, expect, test, vi } from "vitest";
import { openingOf } from "#domain/strategy/analyzer/opening.ts";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import { handed, takeHanded } from "#src/analyzer/opening/handed.ts";
import { type OpenOptions, openInBuilder } from "#src/analyzer/opening/open-in-builder.ts";
import { option, position, withLegs } from "#tests/domain/strategy/analyzer/analyzer-fixture.ts";

const POSITION = position(option("PE", 24_300));
const LEGS = withLegs(option("CE", 24_500)).now();

const ID = "A".repeat(24);
const HREF = `/option-strategy-builder?builder_redirect_id=${ID}`;

function world({ isApp = false, hasTabs = true, isAway = false } = {}) {
  const tab = { lead: vi.fn(), close: vi.fn() };
  return {
    tab,
    tellApp: vi.fn(() => isApp),
    go: vi.fn(),
    openTab: vi.fn(() => (hasTabs ? tab : null)),
    put: vi.fn((_: KeptStrategy) => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(ID))),
    now: () => Date.UTC(2026, 7, 18, 6),
  };
}

function opened(options: OpenOptions = {}, { isApp = false, positions = [] as (typeof POSITION)[] } = {}) {
  const edges = world({ isApp });
  void openInBuilder({ ...LEGS, positions }, options, edges);
  return edges;
}

afterEach(() => {
  handed.next = null;
});

describe("opening a strategy in the builder", () => {
  test("[ANZ-58] the mobile app gets a message, and the page goes nowhere", () => {
    const { tellApp, go } = opened({}, { isApp: true });
    const [leg] = LEGS.legs;
    expect(tellApp).toHaveBeenCalledExactlyOnceWith("open_builder", {
      underlying: "NIFTY",
      legs: [
        { tradingsymbol: leg!.tradingsymbol, action: "BUY", quantity: leg!.quantity, price: leg!.entryPrice },
      ],
    });
    expect(go).not.toHaveBeenCalled();
    expect(handed.next).toBeNull();
  });

  test("[ANZ-58] of a draft portfolio's strategy it is told the ids", () => {
    const { tellApp } = opened({ draft: { portfolioId: "4", strategyId: "9" } }, { isApp: true });
    expect(tellApp).toHaveBeenCalledExactlyOnceWith("open_draft_builder", {
      underlying: "NIFTY",
      draft_portfolio_id: "4",
      strategy_id: "9",
    });
  });

  test("[ANZ-58] in a browser the builder is opened on the underlying, and takes the strategy once", () => {
    const { go } = opened({ from: "positions" }, { positions: [POSITION] });
    expect(go).toHaveBeenCalledExactlyOnceWith("/option-strategy-builder?instrument_symbol=NIFTY");
    expect(takeHanded("BANKNIFTY")).toBeNull();
    const taken = takeHanded("NIFTY");
    expect(taken).toMatchObject({ source: "LIVE_POSITIONS", meta: null });
    expect(taken?.opening.positions).toEqual([POSITION]);
    expect(takeHanded("NIFTY")).toBeNull();
  });

  test("[ANZ-57] trades alone are an unsaved strategy, from whichever page", () => {
    opened({ from: "paper_trading", name: "Weekly" });
    expect(takeHanded("NIFTY")).toMatchObject({ source: "UNSAVED_STRATEGY", meta: { name: "Weekly" } });
  });

  test("[ANZ-58] a symbol is written into the address as it must be", () => {
    const edges = world();
    void openInBuilder(openingOf("M&M"), {}, edges);
    expect(edges.go).toHaveBeenCalledWith("/option-strategy-builder?instrument_symbol=M%26M");
  });

  test("[ANZ-59] for a new tab it is put away, and the tab opened by the press is led there", async () => {
    const edges = world();
    const options = { inNewTab: true, from: "positions" } as const;
    const done = openInBuilder({ ...LEGS, positions: [POSITION] }, options, edges);
    // In the press, before anything is answered.
    expect(edges.openTab).toHaveBeenCalledOnce();
    await done;
    expect(edges.tab.lead).toHaveBeenCalledExactlyOnceWith(HREF);
    expect(edges.go).not.toHaveBeenCalled();
    expect(edges.put.mock.calls[0]![0]).toMatchObject({
      source: "LIVE_POSITIONS",
      figures: { manualPnl: { isChecked: true, pnl: 250 } },
    });
    expect(edges.put.mock.calls[0]![0].legs).toHaveLength(2);
  });

  test("[ANZ-59] of a portal, and where no tab is opened, it is opened in this one", async () => {
    for (const [options, hasTabs] of [
      [{ isPortal: true }, true],
      [{ inNewTab: true }, false],
    ] as const) {
      const edges = world({ hasTabs });
      await openInBuilder(LEGS, options, edges);
      expect(edges.go).toHaveBeenCalledExactlyOnceWith(HREF);
      expect(handed.next).toBeNull();
    }
  });

  test("[ANZ-59] what cannot be put away opens nothing, and leaves no empty tab", async () => {
    const edges = world({ isAway: true });
    await expect(openInBuilder(LEGS, { inNewTab: true }, edges)).rejects.toThrow("away");
    expect(edges.tab.close).toHaveBeenCalledOnce();
    expect(edges.go).not.toHaveBeenCalled();
  });
});

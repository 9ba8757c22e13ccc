// @vitest-environment happy-dom
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnalyzerPosition, AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import type { Page } from "#tests/support/strategy/on-page.tsx";
import { contract, createWorld, FAR, NEAR, type World } from "../analyzer/world.ts";

vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
vi.mock("#src/strategy/heat/HeatTable.tsx", () => ({ HeatTable: () => null }));
const { onPage } = await import("#tests/support/strategy/on-page.tsx");
const { GreeksTab, PayoffTableTab, PnlTab } = await import("#src/strategy/tabs/TableTabs.tsx");

let page: Page;
let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => page.close());

const set = (settings: Partial<AnalyzerSettings>) =>
  world.analyzer.dispatch({ type: "set-settings", settings });

/** Shows a tab of two calls bought and one sold, all at prices of their own and at a target of 24,500. */
async function shown(tab: "payoffTable" | "pnlTable" | "greeksTable", part: ReactElement): Promise<void> {
  world.buy(24_000, "CE", 130);
  world.sell(24_200, "CE", 65);
  const [bought, sold] = world.analyzer.instance()!.legs;
  world.analyzer.dispatch({ type: "set-entry-price", id: bought!.id, price: 90 });
  world.analyzer.dispatch({ type: "set-entry-price", id: sold!.id, price: 80 });
  world.analyzer.dispatch({ type: "set-target-price", price: 24_500 });
  world.analyzer.dispatch({ type: "select-tab", tab });
  page = await onPage(world.analyzer, part);
  await settled();
}
const settled = () => page.after(() => world.clock.run(1_500));
const heads = () => page.texts("thead th");
const cells = (row: string) => page.texts(`${row} td`);
const number = (text: string | undefined): number =>
  Number((text ?? "").replace("−", "-").replaceAll(/[+,%]/g, ""));
const capital = () => world.state.instance!.marginSpanData.capitalRequired!;

function position(strike: number, change: Partial<AnalyzerPosition> = {}): AnalyzerPosition {
  return {
    ...contract("PE", strike),
    id: `position-${strike}`,
    quantity: 65,
    entryPrice: 70,
    customIv: null,
    isSelected: true,
    kind: "position",
    bookedPnl: 500,
    quote: world.analyzer.instance()!.legs[0]!.quote,
    settlement: null,
    marketIv: Number.NaN,
    quotedAt: Number.NaN,
    isInitialized: true,
    isExpired: false,
    product: "NRML",
    tag: null,
    unrealizedPnl: Number.NaN,
    isHolding: false,
    ...change,
  };
}

describe("the payoff table", () => {
  test("[STRAT-19] is shown without its two first and two last rows", async () => {
    await shown("payoffTable", <PayoffTableTab />);
    const all = world.state.payload!.tabular_payoffs!;
    expect(page.all("payoff-table")[0]!.querySelectorAll("tbody tr")).toHaveLength(all.length - 4);
    expect(page.texts("tbody tr:first-child th")).toEqual([all[2]!.at.toFixed(2).replace(/^(\d\d)/, "$1,")]);
  });

  test("[STRAT-19] beside the chain nine rows are shown, those in the middle", async () => {
    world = await createWorld({ namespace: "optionChain" });
    await shown("payoffTable", <PayoffTableTab />);
    expect(page.texts("tbody tr")).toHaveLength(9);
    expect(page.texts("tbody tr:nth-child(5) td")[0]).toBe("Spot");
  });

  test("[STRAT-22] per cent of the capital stand beside the rupees, unknown while the capital is", async () => {
    set({ showTabularPercentage: true });
    world.server.instead = (path) => (path.includes("calculate_margin") ? new Error("away") : undefined);
    await shown("payoffTable", <PayoffTableTab />);
    expect(heads().filter((head) => head === "%")).toHaveLength(2);
    expect([cells("tbody tr:first-child")[2], cells("tbody tr:first-child")[4]]).toEqual(["--", "--"]);
    world.server.instead = null;
    await page.after(() => world.analyzer.retry());
    await settled();
    const [, rupees, share] = cells("tbody tr:first-child");
    expect(number(share)).toBeCloseTo((number(rupees) / capital()) * 100, 1);
  });
});

describe("the P&L table", () => {
  test("has what is booked and what the target brings, leg by leg and of those that count together", async () => {
    await shown("pnlTable", <PnlTab />);
    const details = world.state.payload!.trade_details!;
    expect(page.all("pnl-table-note")).toEqual([]);
    expect(cells("tbody tr:first-child").map(number).slice(1, 3)).toEqual([90, 100]);
    const whole = (i: number, entry: number, units: number) => units * (details[i]!.price_at_target! - entry);
    const [bought, sold] = [whole(0, 90, 130), whole(1, 80, -65)];
    expect(number(cells("tbody tr:first-child")[3])).toBe(Math.round(bought));
    expect(number(cells("tbody tr:last-child")[3])).toBe(Math.round(sold));
    expect(number(cells("tfoot")[1])).toBe(Math.round(bought + sold));
    await page.after(() =>
      world.analyzer.dispatch({ type: "toggle-leg", id: world.analyzer.instance()!.legs[1]!.id }),
    );
    await settled();
    expect(number(cells("tfoot")[1])).toBe(Math.round(bought));
    expect(page.texts("tbody th")[1]).toContain("Left out");
  });

  test.each([
    [
      { multiplyByLots: false },
      "Counted for the smallest position in the same proportions, without the number of lots.",
    ],
    [{ multiplyByLotSize: false }, "Counted for one unit a lot, without the lot size."],
    [
      { multiplyByLots: false, multiplyByLotSize: false },
      "Counted for the bare ratio of the legs, without lot size and number of lots.",
    ],
  ])(
    "[STRAT-22] with %o it says what is counted, and its per cent are of the whole",
    async (toggles, note) => {
      set({ showTabularPercentage: true });
      await shown("pnlTable", <PnlTab />);
      const sold = world.analyzer.instance()!.legs[1]!;
      await page.after(() => world.analyzer.dispatch({ type: "set-quantity", id: sold.id, units: 130 }));
      await settled();
      const shares = () =>
        [...cells("tbody tr:first-child"), ...cells("tfoot")].filter((text) => text.endsWith("%"));
      const rupees = () => number(cells("tbody tr:first-child")[3]);
      const [before, whole] = [shares(), rupees()];
      expect(before).toHaveLength(4);
      expect(number(before[0])).toBeCloseTo((whole / capital()) * 100, 1);
      await page.after(() => set(toggles));
      await settled();
      expect(shares()).toEqual(before);
      expect(Math.abs(rupees())).toBeLessThan(Math.abs(whole));
      expect(page.one("pnl-table-note").textContent).toBe(`${note} Per cent are of the whole position.`);
      const described = page.one("pnl-table").getAttribute("aria-describedby");
      expect(document.getElementById(described!)).toBe(page.one("pnl-table-note"));
    },
  );

  test("[STRAT-23] with inverted prices those of sold legs are below zero here too", async () => {
    set({ invertPrice: true });
    await shown("pnlTable", <PnlTab />);
    expect(cells("tbody tr:first-child").slice(1, 3)).toEqual(["90.00", "100.00"]);
    const [target, entry, last] = cells("tbody tr:last-child");
    expect([entry, last]).toEqual(["−80.00", "−100.00"]);
    expect(target).toMatch(/^−\d/);
  });

  test("[ANZ-32] positions of other expiries than those filtered for are neither listed nor waited for", async () => {
    await shown("pnlTable", <PnlTab />);
    const far = { ...position(23_000), ...contract("PE", 23_000, FAR) };
    world.analyzer.dispatch({
      type: "load-positions",
      source: "LIVE_POSITIONS",
      meta: null,
      positions: [position(23_800), far],
    });
    await settled();
    expect(page.texts("tbody tr")).toHaveLength(4);
    expect(number(cells("tfoot").at(-1))).toBe(1_000);
    world.analyzer.dispatch({ type: "toggle-position-expiry", expiry: NEAR });
    await settled();
    expect(page.texts("tbody tr")).toHaveLength(3);
    expect(number(cells("tfoot").at(-1))).toBe(500);
    expect(cells("tfoot")[1]).not.toBe("--");
  });
});

test("[STRAT-3] the greeks table says what it counts", async () => {
  await shown("greeksTable", <GreeksTab />);
  expect(page.all("greeks-table-note")).toEqual([]);
  const delta = number(cells("tfoot")[1]);
  expect(number(cells("tbody tr:first-child")[1]) + number(cells("tbody tr:last-child")[1])).toBeCloseTo(
    delta,
    1,
  );
  await page.after(() => set({ multiplyByLotSize: false }));
  await settled();
  expect(page.one("greeks-table-note").textContent).toBe("Counted for one unit a lot, without the lot size.");
  expect(Math.abs(number(cells("tfoot")[1]))).toBeLessThan(Math.abs(delta));
});

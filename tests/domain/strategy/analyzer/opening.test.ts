import { describe, expect, test } from "vitest";
import {
  loadActions,
  type OpeningPage,
  openingOf,
  openingWith,
  sourceFrom,
} from "#domain/strategy/analyzer/opening.ts";
import { bench, draftOf, option, position, positionsOf, trade, withLegs } from "./analyzer-fixture.ts";

describe("a strategy that another page hands to the builder", () => {
  test.each([
    ["groups", "LIVE_POSITIONS"],
    ["positions", "LIVE_POSITIONS"],
    ["positions-v2", "LIVE_POSITIONS"],
    ["vbs-my-pnl", "LIVE_POSITIONS"],
    ["option_chain_analyse_widget", "LIVE_POSITIONS"],
    ["positions_page", "LIVE_POSITIONS"],
    ["paper_trading", "DRAFT_PORTFOLIOS"],
    [null, "UNSAVED_STRATEGY"],
  ] as const)("[ANZ-57] positions of %s are %s", (page: OpeningPage | null, source) => {
    expect(sourceFrom(page)).toBe(source);
  });

  test("[ANZ-57] without an underlying it is the default one", () => {
    expect(openingOf().underlying).toBe("NIFTY");
    expect(openingOf("BANKNIFTY").underlying).toBe("BANKNIFTY");
  });

  test("[ANZ-56] is shown as it stood there: legs, prices, volatilities, targets and tab", () => {
    const there = withLegs(option("CE", 24_500), option("PE", 24_300));
    const [first] = there.now().legs;
    const opening = there.do(
      { type: "set-entry-price", id: first!.id, price: 88.5 },
      { type: "flip-leg", id: first!.id },
      { type: "toggle-leg", id: there.now().legs[1]!.id },
      { type: "set-strike-iv", expiry: first!.expiry!, strike: 24_500, iv: 0.2 },
      { type: "set-iv-offset", points: 0.02 },
      { type: "set-target-price", price: 24_810 },
      { type: "set-manual-pnl", isChecked: true, pnl: -400 },
      { type: "select-tab", tab: "payoffTable" },
    );
    const here = withLegs(option("CE", 24_600));
    here.do(positionsOf([position(option("PE", 24_200))]));
    const named = { source: "UNSAVED_STRATEGY", meta: null } as const;
    const shown = here.do(...loadActions(opening, here.now(), named));
    const { legs: mine, ...rest } = draftOf(shown);
    const { legs: theirs, ...others } = draftOf(opening);
    expect(rest).toEqual(others);
    expect(shown.selectedAnalysisTab).toBe("payoffTable");
    const told = ({ id: _, quotedAt: __, ...leg }: (typeof mine)[number]) => leg;
    expect(mine.map(told)).toEqual(theirs.map(told));
  });

  test("[CHAIN-61] a contract of a chain's row is one trade, at the market's price", () => {
    const contract = option("PE", 24_300);
    const deal = { action: "BUY", quantity: contract.lotSize, entryPrice: null } as const;
    const here = withLegs(option("CE", 24_600));
    const opening = openingWith("NIFTY", contract, deal);
    const shown = here.do(...loadActions(opening, here.now(), { source: "UNSAVED_STRATEGY", meta: null }));
    expect(shown.dataSource).toBe("UNSAVED_STRATEGY");
    expect(shown.legs).toMatchObject([
      { ...contract, quantity: contract.lotSize, entryPrice: null, isSelected: true, isInitialized: true },
    ]);
  });

  test("[ANZ-57] positions keep their source, and trades beside them do not change it", () => {
    const there = withLegs(option("CE", 24_500));
    const opening = there.do(positionsOf([position(option("PE", 24_300))]));
    const here = bench();
    here.do({ type: "open", underlying: "NIFTY", instanceId: "builder" });
    const named = { source: "DRAFT_PORTFOLIOS", meta: { id: "7", name: "Weekly" } } as const;
    const shown = here.do(...loadActions(opening, here.now(), named));
    expect(shown).toMatchObject({ dataSource: "DRAFT_PORTFOLIOS", dataSourceMeta: { name: "Weekly" } });
    expect(shown.legs).toHaveLength(1);
    expect(shown.positions).toHaveLength(1);
  });

  test("[ANZ-56] an underlying with nothing on it clears what is there, and undo brings it back", () => {
    const here = withLegs(option("CE", 24_500), option("PE", 24_300));
    const named = { source: "UNSAVED_STRATEGY", meta: null } as const;
    expect(here.do(...loadActions(openingOf(), here.now(), named)).legs).toHaveLength(0);
    expect(here.do({ type: "undo" }).legs).toHaveLength(2);
    const empty = bench();
    expect(loadActions(openingOf(), empty.now(), named)).toEqual([]);
  });

  test("[ANZ-56] a leg that is over comes along as the contract that it was", () => {
    const there = bench();
    there.do({ type: "open", underlying: "NIFTY", instanceId: "one" });
    const over = {
      ...option("CE", 24_000),
      token: 1,
      expiry: "2026-08-18",
      expiryInstant: 1_786_000_000_000,
    };
    const opening = there.do({
      type: "load-trades",
      source: "SAVED_STRATEGY",
      meta: { id: "s", name: "Monday" },
      trades: [trade(over, { entryPrice: 55 })],
    });
    const here = bench();
    here.do({ type: "open", underlying: "NIFTY", instanceId: "builder" });
    const shown = here.do(...loadActions(opening, here.now(), { source: "UNSAVED_STRATEGY", meta: null }));
    expect(shown.legs).toMatchObject([{ isExpired: true, entryPrice: 55, expiry: "2026-08-18" }]);
  });
});

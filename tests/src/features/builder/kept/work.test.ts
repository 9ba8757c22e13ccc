import { describe, expect, test } from "vitest";
import type { AnalyzerInstance } from "#domain/strategy/analyzer/model.ts";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import { keptOf } from "#domain/strategy/kept/keep.ts";
import { loadOf } from "#domain/strategy/kept/load.ts";
import { pnlThen } from "#domain/strategy/kept/then.ts";
import type { BuilderInstance } from "#src/analyzer/analyzer.ts";
import { withEntries } from "#src/features/builder/kept/current.ts";
import { hasMoment, isAtMoment, momentAction } from "#src/features/builder/kept/moment-prices.ts";
import { nameFaultOf } from "#src/features/builder/kept/names.ts";
import { signatureOf, signatureOfKept } from "#src/features/builder/kept/signature.ts";
import { hasUnsavedWork } from "#src/features/builder/kept/unsaved.ts";
import { parseBuilderSearch } from "#src/features/builder/search-params.ts";
import {
  bench,
  contracts,
  HOUR,
  NOW,
  option,
  prices,
  withLegs,
} from "#tests/domain/strategy/analyzer/analyzer-fixture.ts";

function priced() {
  const made = withLegs(option("CE", 24_500), option("PE", 24_300));
  made.do(prices(made.now().legs, 120, 1));
  return made;
}

const keptNow = (instance: AnalyzerInstance): KeptStrategy => keptOf(instance, NOW, 24_400);
const asBuilder = (instance: AnalyzerInstance) => instance as BuilderInstance;

describe("[ANZ-60] what is saved", () => {
  test("has the price of the moment where none was set, and no other where one was", () => {
    const made = priced();
    made.do({ type: "set-entry-price", id: made.now().legs[0]!.id, price: 77 });
    const saved = withEntries(keptNow(made.now()));
    expect(saved.legs.map(({ entryPrice }) => entryPrice)).toEqual([77, 120.5]);
    const unpriced = withEntries(keptNow(withLegs(option("CE", 24_500)).now()));
    expect(unpriced.legs[0]!.entryPrice).toBeNull();
  });

  test("opened again it is the same, and any work on it is an unsaved change", () => {
    const made = priced();
    made.do({ type: "set-target-price", price: 24_700 }, { type: "set-iv-offset", points: 0.01 });
    const saved = withEntries(keptNow(made.now()));
    const opened = bench();
    opened.do({ type: "open", underlying: "NIFTY", instanceId: "builder" });
    opened.do(...loadOf(saved, contracts).actions);
    const before = signatureOfKept(saved, NOW);
    expect(signatureOf(opened.now(), NOW)).toBe(before);
    const [leg] = opened.now().legs;
    for (const action of [
      { type: "set-quantity", id: leg!.id, units: leg!.quantity * 2 },
      { type: "toggle-leg", id: leg!.id },
      { type: "set-entry-price", id: leg!.id, price: 1 },
      { type: "set-target-price", price: 24_900 },
      { type: "set-iv-offset", points: 0.03 },
      { type: "set-strike-iv", expiry: leg!.expiry!, strike: leg!.strike, iv: 0.3 },
      { type: "delete-leg", id: leg!.id },
    ] as const) {
      opened.do(action);
      expect(signatureOf(opened.now(), NOW), action.type).not.toBe(before);
      opened.do({ type: "undo" });
      expect(signatureOf(opened.now(), NOW), action.type).toBe(before);
    }
    opened.do({ type: "select-tab", tab: "greeksTable" });
    expect(signatureOf(opened.now(), NOW)).toBe(before);
  });

  test("is what another would take the place of: unless it is saved, or shared, as it is", () => {
    const none = { strategy: null, link: null };
    expect(hasUnsavedWork(null, none, NOW)).toBe(false);
    expect(hasUnsavedWork(asBuilder(bench().now()), none, NOW)).toBe(false);
    const made = priced();
    expect(hasUnsavedWork(asBuilder(made.now()), none, NOW)).toBe(true);
    const saved = withEntries(keptNow(made.now()));
    const meta = { id: "s1", name: "Mine" };
    const as = { source: "SAVED_STRATEGY", meta } as const;
    const opened = bench();
    opened.do({ type: "open", underlying: "NIFTY", instanceId: "builder" });
    opened.do(...loadOf(saved, contracts, { as }).actions);
    const signature = signatureOf(opened.now(), NOW);
    const strategy = { ...meta, revision: 1, signature, keptOn: saved.keptOn };
    expect(hasUnsavedWork(asBuilder(opened.now()), { strategy, link: null }, NOW)).toBe(false);
    const other = { ...strategy, id: "s2" };
    expect(hasUnsavedWork(asBuilder(opened.now()), { strategy: other, link: null }, NOW)).toBe(true);
    const link = { id: "l1", strategy: saved, signature };
    expect(hasUnsavedWork(asBuilder(opened.now()), { strategy: null, link }, NOW)).toBe(false);
    opened.do({ type: "set-settings", settings: { sdMode: "fixed" } });
    expect(hasUnsavedWork(asBuilder(opened.now()), { strategy, link: null }, NOW)).toBe(true);
  });

  test("a target date that has passed is none, and no change", () => {
    const saved = keptNow(priced().now());
    const figures = { ...saved.figures, targetDateTime: NOW + HOUR };
    expect(signatureOfKept({ ...saved, figures }, NOW)).not.toBe(signatureOfKept(saved, NOW));
    expect(signatureOfKept({ ...saved, figures }, NOW + 2 * HOUR)).toBe(signatureOfKept(saved, NOW));
  });
});

describe("[ANZ-62] a shared strategy at the prices of the moment", () => {
  test("one that was saved first has its entries, and the IVs, the target and the P&L of the moment", () => {
    const made = priced();
    const saved = withEntries(keptNow(made.now()));
    const opened = bench();
    opened.do({ type: "open", underlying: "NIFTY", instanceId: "builder" });
    opened.do(...loadOf(saved, contracts).actions);
    opened.do(prices(opened.now().legs, 150, 2));
    const shared = keptOf(opened.now(), NOW + HOUR, 24_450);
    const entries = shared.legs.map(({ entryPrice }) => entryPrice!);
    const then = shared.legs.map(({ market }) => market.price!);
    expect(entries.every((entry, i) => entry !== then[i])).toBe(true);
    expect(pnlThen(shared)).toBeCloseTo(
      shared.legs.reduce((sum, { quantity }, i) => sum + (then[i]! - entries[i]!) * quantity, 0),
      9,
    );
    expect(hasMoment(shared)).toBe(true);
    opened.do(prices(opened.now().legs, 180, 3));
    expect(isAtMoment(asBuilder(opened.now()), shared)).toBe(false);
    opened.do(momentAction(asBuilder(opened.now()), shared, true));
    expect(isAtMoment(asBuilder(opened.now()), shared)).toBe(true);
    expect(opened.now().legs.map(({ entryPrice }) => entryPrice)).toEqual(entries);
    expect(opened.now().legs.map(({ customIv }) => customIv)).toEqual(
      shared.legs.map(({ market }) => market.iv),
    );
    expect(opened.now().targetPrice).toBe(24_450);
    opened.do(momentAction(asBuilder(opened.now()), shared, false));
    expect(isAtMoment(asBuilder(opened.now()), shared)).toBe(false);
    expect(opened.now().customStrikeWiseIvs).toEqual({});
  });

  test("what it had made then is not known where a price was not, or was to be a quote's", () => {
    const kept = keptNow(priced().now());
    expect(pnlThen(kept)).toBe(0);
    const [first, ...others] = kept.legs;
    const unpriced = { ...first!, market: { price: null, iv: null } };
    expect(pnlThen({ ...kept, legs: [unpriced, ...others] })).toBeNull();
    expect(pnlThen({ ...kept, legs: [{ ...unpriced, isSelected: false }, ...others] })).toBe(0);
    const figures = { ...kept.figures, entryPricing: { mode: "touch", slippageTicks: 0 } as const };
    expect(pnlThen({ ...kept, figures })).toBeNull();
    const twice = { ...kept.figures, lotMultiplier: 2 };
    const legs = [{ ...first!, entryPrice: 100, market: { price: 110, iv: null } }];
    expect(pnlThen({ figures: twice, legs })).toBe(2 * 10 * first!.quantity);
  });

  test("and back: what was set stays, and what was done since too", () => {
    const made = priced();
    made.do({ type: "set-entry-price", id: made.now().legs[0]!.id, price: 77 });
    const shared = keptNow(made.now());
    expect(hasMoment(shared)).toBe(true);
    expect(isAtMoment(asBuilder(made.now()), shared)).toBe(false);
    made.do(prices(made.now().legs, 150, 2));
    made.do({ type: "set-quantity", id: made.now().legs[1]!.id, units: 300 });
    made.do(momentAction(asBuilder(made.now()), shared, true));
    expect(made.now().legs.map(({ entryPrice }) => entryPrice)).toEqual([77, 120.5]);
    expect(made.now()).toMatchObject({ targetPrice: 24_400 });
    expect(made.now().legs[1]).toMatchObject({ customIv: 0.14, quantity: 300 });
    expect(isAtMoment(asBuilder(made.now()), shared)).toBe(true);
    made.do(momentAction(asBuilder(made.now()), shared, false));
    expect(made.now().legs.map(({ entryPrice }) => entryPrice)).toEqual([77, null]);
    expect(made.now()).toMatchObject({ targetPrice: null, customStrikeWiseIvs: {} });
    expect(made.now().legs[1]!.quantity).toBe(300);
  });

  test("is no other where every price and IV was set", () => {
    const saved = withEntries(keptNow(priced().now()));
    expect(hasMoment(saved)).toBe(true);
    expect(hasMoment({ ...saved, legs: saved.legs.map((leg) => ({ ...leg, iv: 0.2 })) })).toBe(false);
  });
});

describe("names and addresses", () => {
  test("[ANZ-60] a name has 1 to 80 characters, spaces at its ends left out", () => {
    expect(nameFaultOf("  ")).not.toBeNull();
    expect(nameFaultOf(` ${"😀".repeat(80)} `)).toBeNull();
    expect(nameFaultOf("x".repeat(81))).not.toBeNull();
  });

  test("[ANZ-60] the address names what is opened, as text", () => {
    const wanted = (query: string) => parseBuilderSearch(new URLSearchParams(query)).wanted;
    expect(wanted("")).toBeNull();
    expect(wanted("builder_strategy_id=a")).toEqual({ kind: "strategy", id: "a" });
    expect(wanted("builder_strategy_id=a&builder_redirect_id=b")).toEqual({ kind: "link", id: "b" });
    expect(wanted(`builder_redirect_id=${"x".repeat(900)}`)?.id).toHaveLength(64);
  });
});

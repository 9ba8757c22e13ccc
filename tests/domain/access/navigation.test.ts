import { describe, expect, test } from "vitest";
import {
  ANGEL,
  ANONYMOUS,
  BROKER_IDS,
  type BrokerId,
  GOOGLE,
  ICICI,
  UPSTOX,
  ZERODHA,
} from "#domain/access/brokers.ts";
import { requiredLevel } from "#domain/access/features.ts";
import { ANALYSE, BAR, entryState, HOME, MORE, type NavEntry, TRADE } from "#domain/access/navigation.ts";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { pageOf } from "#domain/access/pages.ts";
import type { PlanType } from "#domain/access/plans.ts";

const GROUPS = [...ANALYSE, ...TRADE, ...MORE];
const ALL: readonly NavEntry[] = [HOME, ...BAR, ...GROUPS.flatMap((group) => group.entries)];
const named = (label: string): NavEntry => {
  const entry = ALL.find((one) => one.label === label);
  if (entry === undefined) throw new Error(`no entry ${label}`);
  return entry;
};
const state = (label: string, broker: BrokerId, plan: PlanType = "free"): string =>
  entryState(named(label), { broker, plan, isMobileApp: false });

test("[NAV-1] the bar's own entries are there, the watchlist tagged New", () => {
  for (const label of [
    "Home",
    "Positions",
    "Watchlist",
    "Orders",
    "FAQ",
    "Help / Support",
    "About Us",
    "What's New",
  ]) {
    expect(named(label)).toBeDefined();
  }
  expect(named("Watchlist").tag).toBe("New");
  for (const label of ["FAQ", "About Us", "What's New"]) expect(named(label).elsewhere).toBeDefined();
});

test.each([
  ["Easy Options", "Just guess up or down", undefined],
  ["Strategy Wizard", "Give a target, get a trade", undefined],
  ["Strategy Builder", undefined, "Popular"],
  ["Live Options Charts", "OI, IV, PCR, IVP", undefined],
  ["Multi Straddle-Strangle Charts", undefined, undefined],
  ["Practice Trade / Draft Portfolios", undefined, undefined],
  ["Mindful Trading", "Stop Impulsive Trading", "New"],
  ["Learn Options Trading", "Free video courses", undefined],
  ["Learn Options Strategies", undefined, "New"],
  ["Expiry Trades", "Predict the expiry and get profitable option trades", undefined],
  ["Open Interest", undefined, "New And Improved"],
])("[NAV-4, NAV-5] %s has its tagline and tag", (label, tagline, tag) => {
  if (tagline !== undefined) expect(named(label).tagline).toBe(tagline);
  expect(named(label).tag).toBe(tag);
});

test("[NAV-5] every data entry is there; the old OI page is at the path plus -old", () => {
  for (const label of [
    "Stock Data",
    "Option Chain",
    "Multi Strike OI",
    "Screener",
    "Heatmap",
    "IV Chart",
    "Technical Signals",
    "FII DII Data",
    "Stock Market Calendar",
    "Market Analysis",
  ]) {
    expect(named(label)).toBeDefined();
  }
  expect(PAGE_PATHS["open-interest-old"].replace("/{-$tabName}", "")).toBe("/open-interest-old");
  expect(named("Heatmap").rest).toBe("?view=heatmap");
  expect(named("Multi Strike OI").rest).toBe("/multistrike-oi");
});

test("[NAV-2] settings are not a visitor's, and My Plan not a Zerodha account's either", () => {
  expect(state("Account details", ANONYMOUS)).toBe("absent");
  expect(state("My Plan", ANONYMOUS)).toBe("absent");
  expect(state("My Plan", ZERODHA)).toBe("absent");
  for (const broker of [ANGEL, UPSTOX, ICICI, GOOGLE] as const) expect(state("My Plan", broker)).toBe("open");
  expect(named("My Plan").rest).toBe("?tab=strikewise_plans");
});

test("[NAV-3] Verified By shows for brokers that share verified P&L: not ICICI, not a visitor", () => {
  for (const broker of [ZERODHA, ANGEL, UPSTOX, GOOGLE] as const)
    expect(state("Verified By Strikewise", broker)).toBe("open");
  for (const broker of [ICICI, ANONYMOUS] as const)
    expect(state("Verified By Strikewise", broker)).toBe("absent");
});

describe("[NAV-7] entries follow the access matrix", () => {
  test.each(BROKER_IDS)(
    "what is hidden is absent, what is disabled is not open, for broker %i on any plan",
    (broker) => {
      for (const entry of ALL) {
        if (entry.page === null || entry.isFor !== undefined) continue;
        const { feature, access } = pageOf(entry.page);
        if (feature === null) continue;
        const level = requiredLevel(feature, broker);
        const seen = entryState(entry, { broker, plan: "pro", isMobileApp: false });
        if (access === "public" && level !== "hidden") expect(seen, entry.label).toBe("open");
        else if (level === "hidden") expect(seen, entry.label).toBe("absent");
        else if (level === "disabled") expect(["login", "disabled"], entry.label).toContain(seen);
        else expect(["open", "login"], entry.label).toContain(seen);
      }
    },
  );

  test("a free Upstox account sees what another plan would open, and covered calls openly", () => {
    expect(state("Strategy Builder", UPSTOX)).toBe("plan");
    expect(state("Strategy Builder", UPSTOX, "pro")).toBe("open");
    expect(state("Covered Calls", UPSTOX)).toBe("open");
    expect(state("Covered Calls", ANGEL)).toBe("absent");
    expect(state("Mindful Trading", ANGEL)).toBe("absent");
  });

  test("the header's three links are exactly as closed to visitors as it greys them, and open to all others", () => {
    for (const entry of BAR) {
      expect(entryState(entry, null), entry.label).toBe("login");
      expect(entryState(entry, { broker: ZERODHA, plan: "free", isMobileApp: false })).toBe("open");
    }
    for (const broker of [GOOGLE, ANGEL, UPSTOX, ICICI] as const) {
      expect(["open", "plan"]).toContain(state("Positions", broker));
      expect(state("Orders", broker)).toBe("open");
      expect(state("Watchlist", broker)).toBe("open");
    }
  });
});

import { describe, expect, test } from "vitest";
import { ANGEL, ANONYMOUS, GOOGLE, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { isAllowed, requiredLevel } from "#domain/access/features.ts";
import { pageOutcome } from "#domain/access/outcome.ts";
import { isBuilt } from "#domain/access/page-texts.ts";
import { pageOf } from "#domain/access/pages.ts";
import { PLAN_TYPES } from "#domain/access/plans.ts";
import { BUILDER_PAGES } from "#src/features/builder/page.ts";
import { createPanel } from "#src/features/builder/panel-state.ts";
import { parseBuilderSearch } from "#src/features/builder/search-params.ts";

const symbolOf = (query: string) => parseBuilderSearch(new URLSearchParams(query)).symbol;

describe("the address names the underlying", () => {
  test("NIFTY where it names none", () => expect(symbolOf("")).toBe("NIFTY"));
  test.each([
    ["instrument_symbol=BANKNIFTY", "BANKNIFTY"],
    ["instrument_symbol=sensex", "SENSEX"],
    ["instrument_symbol=M%26M", "M&M"],
    ["instrument_symbol=BAJAJ-AUTO&x=1", "BAJAJ-AUTO"],
  ])("%s is %s", (query, symbol) => expect(symbolOf(query)).toBe(symbol));
  test.each(["<script>", "", "A B", "X".repeat(33), "../../etc", "NIFTY;DROP"])(
    "%j is not believed",
    (symbol) => expect(symbolOf(new URLSearchParams({ instrument_symbol: symbol }).toString())).toBe("NIFTY"),
  );
});

test("the page begins with ready-made strategies open, and nothing else", () => {
  expect({ ...createPanel() }).toEqual({
    isLoaderOpen: true,
    loaderTab: "presets",
    isPickerOpen: false,
  });
});

test("the page is built, 1,560 px wide, and says its keys", () => {
  expect(isBuilt("builder")).toBe(true);
  expect(pageOf("builder").width).toBe(1_560);
  expect(BUILDER_PAGES[0]!.keys.length).toBeGreaterThan(3);
});

/** Spelt out from rule ACC-12, not read from the table that the app itself reads. */
const LEVELS = [
  [ZERODHA, "free"],
  [GOOGLE, "pro"],
  [ICICI, "pro"],
  [UPSTOX, "pro"],
  [ANGEL, "pro"],
  [ANONYMOUS, "pro"],
] as const;

describe("[ACC-12] the builder is free for Zerodha and part of Pro for all others", () => {
  test.each(LEVELS)("broker %s asks for %s", (broker, level) => {
    expect(requiredLevel("builder", broker)).toBe(level);
    for (const plan of PLAN_TYPES) {
      const subject = { broker, plan, isMobileApp: false };
      const isOpen = level === "free" || ["pro", "trial", "mini_trial"].includes(plan);
      expect(isAllowed("builder", subject), plan).toBe(isOpen);
      const outcome = pageOutcome({
        page: pageOf("builder"),
        subject,
        isAdmin: false,
        needsRenewal: false,
        isExempt: false,
      });
      expect(outcome, plan).toBe(isOpen ? "show" : broker === ANONYMOUS ? "login_needed" : "upgrade");
    }
  });
});

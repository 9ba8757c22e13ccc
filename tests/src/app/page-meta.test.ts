import { describe, expect, test } from "vitest";
import { PAGE_NAMES } from "#domain/access/page-paths.ts";
import { pageText } from "#domain/access/page-texts.ts";
import { pageAt, pageOf } from "#domain/access/pages.ts";
import { canonicalLink, metaOf, trackingName } from "#src/app/afterwards/page-meta.ts";

const ORIGIN = "https://strikewise.example";
const link = (path: string, search: string): string =>
  canonicalLink(ORIGIN, metaOf(pageAt(path)!, path), search);

describe("canonical link", () => {
  test("keeps instrument_symbol and tradingsymbol and nothing else, in that order", () => {
    expect(
      link("/option-chain", "?utm_source=x&tradingsymbol=M%26M&expiry=2026-11-24&instrument_symbol=A"),
    ).toBe(`${ORIGIN}/option-chain?instrument_symbol=A&tradingsymbol=M%26M`);
  });

  test("a page that names its own parameters keeps those alone", () => {
    expect(link("/options-screener", "?view=heatmap&tradingsymbol=NIFTY")).toBe(
      `${ORIGIN}/options-screener?view=heatmap`,
    );
    expect(link("/verified-pnl/hall-of-fame", "?category=great_roi&page=2")).toBe(
      `${ORIGIN}/verified-pnl/hall-of-fame?category=great_roi`,
    );
  });

  test("an empty parameter, a doubled one and a slash at the end do not make another page", () => {
    expect(link("/option-chain/", "?tradingsymbol=&instrument_symbol=A&instrument_symbol=B")).toBe(
      `${ORIGIN}/option-chain?instrument_symbol=A`,
    );
  });

  test("a page with a parameter in its path is canonical at that path", () => {
    expect(link("/learn-options-strategies/iron-condor", "")).toBe(
      `${ORIGIN}/learn-options-strategies/iron-condor`,
    );
  });
});

describe("page metadata", () => {
  test.each(PAGE_NAMES)("%s has every field", (name) => {
    const meta = metaOf(pageOf(name), pageOf(name).path);
    expect(meta.pageClassName).toBe(`page-${name}`);
    expect(meta.description.length).toBeGreaterThan(8);
    expect(meta.canonicalPathName.startsWith("/")).toBe(true);
    expect(meta.title === null || meta.title.endsWith(" · Strikewise")).toBe(true);
    expect(pageText(name).title.length).toBeGreaterThan(2);
  });

  test("option chain, verified P&L and trade pages are special, and only they", () => {
    const special = PAGE_NAMES.filter((name) => metaOf(pageOf(name), "/").isSpecial);
    expect(special.sort()).toEqual(
      [
        "option-chain",
        "widget-chain",
        "positions",
        "orders",
        "basket",
        ...PAGE_NAMES.filter((name) => pageOf(name).path.startsWith("/verified-pnl")),
      ].sort(),
    );
  });

  test("participants' F&O data has the title people look for", () => {
    const page = pageOf("fii-dii");
    expect(metaOf(page, "/fii-dii-data/fno").title).toBe(
      "FII/DII participant-wise open interest · Strikewise",
    );
    expect(metaOf(page, "/fii-dii-data/summary").title).toBe("FII DII Data · Strikewise");
  });
});

test.each([
  ["/", "home"],
  ["/option-chain", "option-chain"],
  ["/open-interest/oi-vs-time", "open-interest"],
  ["/open-interest/multistrike-oi", "multistrike-oi"],
  ["/verified-pnl/abc/longterm-pnl", "verified-pnl"],
  ["//home//analyze/", "home"],
])("visits of %s are counted as %s", (path, name) => {
  expect(trackingName(path)).toBe(name);
});

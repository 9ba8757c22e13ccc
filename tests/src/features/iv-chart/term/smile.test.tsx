import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Smile } from "#src/features/iv-chart/term/Smile.tsx";
import type { Smile as Told } from "#src/features/iv-chart/term/smile-picture.ts";

const TOLD: Told = {
  expiry: "2026-11-24",
  strikes: [23_900, 24_000, 24_050.5, 24_100, 24_200],
  now: [0.152, 0.141, 0.1375, null, 0.1349],
  close: [0.15, 0.1399, null, null, 0.14],
  forward: 24_071.25,
  close_forward: 24_010,
  close_origin: "recorded",
};
const DATE = "2026-11-17";

function shown(told: Partial<Told> = {}, date: string | null = DATE) {
  const html = renderToStaticMarkup(<Smile symbol="NIFTY" told={{ ...TOLD, ...told }} date={date} />);
  const texts = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text]) => text!.replace(/<[^>]*>/g, ""));
  const [table = ""] = html.match(/<table.*<\/table>/) ?? [];
  return {
    html,
    /** rows of the table as they are read */
    rows: [...table.matchAll(/<tr>(.*?)<\/tr>/g)]
      .slice(1)
      .map(([, row]) => [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell)),
    heads: [...table.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, head]) => head),
    caption: texts(/<figcaption[^>]*>(.*?)<\/figcaption>/g)[0],
    origin: texts(/data-testid="iv-smile-origin">(.*?)<\/p>/g)[0],
    lines: [...html.matchAll(/<path class="([^"]*)" d="([^"]*)"/g)].map(([, name, d]) => ({ name, d: d! })),
    empty: /<p class="[^"]*empty[^"]*">(.*?)<\/p>/.exec(html)?.[1],
  };
}
/** Those in the box, not the keys of the head. */
const drawn = ({ lines }: ReturnType<typeof shown>) => lines.filter(({ d }) => d !== "M0 4H22");

describe("[IV-10] the smile of an expiry", () => {
  test("is drawn and listed now and at the close, with both forwards and where the close is from", () => {
    const smile = shown();
    expect(smile.html).toContain('aria-label="Smile of NIFTY, 24 Nov expiry"');
    expect(smile.caption).toBe(
      "IV by strike, 24 Nov expiryNowClose of 17 NovForward now 24,071.25, then 24,010.00",
    );
    expect(smile.heads).toEqual(["Strike", "Now", "Close of 17 Nov", "Change"]);
    expect(smile.rows).toEqual([
      ["23,900", "15.20", "15.00", "+0.20 pts"],
      ["24,000", "14.10", "13.99", "+0.11 pts"],
      ["24,050.50", "13.75", "--", "--"],
      ["24,200", "13.49", "14.00", "−0.51 pts"],
    ]);
    expect(smile.html).toContain("<caption>4 strikes nearest the forward</caption>");
    expect(smile.origin).toMatch(/^Close of 17 Nov: /);
    // The forward, the close of three strikes and now of four.
    expect(drawn(smile).map(({ d }) => d.match(/[ML]/g)!.length)).toEqual([1, 3, 4]);
    expect(Number(/^M(.*) 0V100$/.exec(drawn(smile)[0]!.d)?.[1])).toBeCloseTo((171.25 / 300) * 100, 9);
  });

  test("is of now alone where the minutes of that close are not kept, and says why", () => {
    const smile = shown({ close: null, close_forward: null, close_origin: null });
    expect(smile.origin).toBe("The smile at that close is not kept: minutes of options go back 11 sessions.");
    expect(smile.caption).toBe("IV by strike, 24 Nov expiryNowForward now 24,071.25");
    expect(smile.rows.map(([, , close, change]) => [close, change])).toEqual(
      smile.rows.map(() => ["--", "--"]),
    );
    expect(drawn(smile).map(({ d }) => d === "")).toEqual([false, true, false]);
  });

  test("says so where no close is chosen", () => {
    const smile = shown({ close: null, close_forward: null, close_origin: null }, null);
    expect(smile.origin).toBe("No close is chosen.");
    expect(smile.heads[2]).toBe("--");
  });

  test("has no line of less than two strikes, and says no more than the table does", () => {
    const none = shown({ now: [null, null, null, null, null], close: null });
    expect(none.empty).toBe("No line: fewer than two strikes of this expiry have a volatility.");
    expect([none.rows, drawn(none)]).toEqual([[], []]);
    const one = shown({ now: [null, 0.141, null, null, null], close: null });
    expect(one.empty).toBe(none.empty);
    expect(one.rows).toEqual([["24,000", "14.10", "--", "--"]]);
  });

  test("stands where it was at the close while nothing is known of now", () => {
    const smile = shown({ now: [null, null, null, null, null], forward: null });
    expect(smile.empty).toBeUndefined();
    expect(drawn(smile).map(({ d }) => d.match(/[ML]/g)?.length ?? 0)).toEqual([3, 0]);
    expect(smile.caption).toBe("IV by strike, 24 Nov expiryNowClose of 17 Nov");
  });

  test("draws 61 strikes around the forward and lists the eleven nearest it", () => {
    const strikes = Array.from({ length: 101 }, (_, i) => 20_000 + 50 * i);
    const smile = shown({
      strikes,
      now: strikes.map(() => 0.14),
      close: null,
      forward: 22_510,
      close_forward: null,
    });
    expect(smile.rows.map(([strike]) => strike)).toEqual(
      Array.from({ length: 11 }, (_, i) => (22_250 + 50 * i).toLocaleString("en-IN")),
    );
    expect(drawn(smile).at(-1)!.d.match(/[ML]/g)).toHaveLength(61);
    expect(smile.html).toContain("<span>21,000</span><span>24,000</span>");
  });
});

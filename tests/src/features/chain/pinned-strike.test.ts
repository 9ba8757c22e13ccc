import { describe, expect, test } from "vitest";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import {
  columnAt,
  placeOfColumn,
  scrollToColumn,
  seenStrikeLeft,
  strikePlace,
} from "#src/features/chain/pinned-strike.ts";

const options = {
  view: "all",
  width: 800,
  page: 0,
  quantity: quantityUnit(1e7),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
} as const;
const wide = layoutChain(options);
const whole = wide.edges.at(-1)!;
const strike = strikePlace(wide);
/** From the far left to the far right. */
const scrolls = Array.from({ length: 60 }, (_, i) => Math.round(((whole - 800) / 59) * i));

describe("[CHAIN-40] strikes that stay in sight", () => {
  test("stand at their place while that is seen, else at the edge that they were scrolled to", () => {
    expect(seenStrikeLeft(wide, { scrollLeft: 0, width: 800 })).toBe(800 - strike.width);
    expect(seenStrikeLeft(wide, { scrollLeft: strike.left - 300, width: 800 })).toBe(strike.left);
    expect(seenStrikeLeft(wide, { scrollLeft: whole - 800, width: 800 })).toBe(whole - 800);
    for (const scrollLeft of scrolls) {
      const left = seenStrikeLeft(wide, { scrollLeft, width: 800 });
      expect(left).toBeGreaterThanOrEqual(scrollLeft);
      expect(left + strike.width).toBeLessThanOrEqual(scrollLeft + 800);
    }
  });

  test("are what is pressed where they are seen, whatever lies under them", () => {
    const sight = { scrollLeft: 0, width: 800 };
    expect(columnAt(wide, 800 - strike.width + 1, sight)).toBe(strike.column);
    expect(columnAt(wide, 5, sight)).toBe(0);
    expect(columnAt(wide, 800 - strike.width - 1, sight)).toBe(
      wide.edges.findIndex((edge) => edge > 800 - strike.width - 1) - 1,
    );
    const narrow = layoutChain({ ...options, view: "ltp", width: 1366 });
    expect(columnAt(narrow, 1, { scrollLeft: 0, width: 1366 })).toBe(0);
  });

  test("never cover the column that keys go to, from wherever the columns are scrolled", () => {
    for (const scrollLeft of scrolls) {
      for (let column = 0; column < wide.columns.length; column++) {
        const to = scrollToColumn(wide, column, { scrollLeft, width: 800 });
        if (column === strike.column) {
          expect(to).toBe(scrollLeft);
          continue;
        }
        const seen = seenStrikeLeft(wide, { scrollLeft: to, width: 800 });
        const [left, right] = [wide.edges[column]!, wide.edges[column + 1]!];
        expect(left).toBeGreaterThanOrEqual(to);
        expect(right).toBeLessThanOrEqual(to + 800);
        expect(right <= seen || left >= seen + strike.width, `column ${column} from ${scrollLeft}`).toBe(
          true,
        );
      }
    }
  });

  test("move nothing that is in sight already, nor anything where all columns are", () => {
    const middle = (whole - 800) / 2;
    const inner = strike.column - 1;
    expect(scrollToColumn(wide, inner, { scrollLeft: middle, width: 800 })).toBe(middle);
    const fits = layoutChain({ ...options, view: "ltp", width: 1366 });
    expect(scrollToColumn(fits, 0, { scrollLeft: 0, width: 1366 })).toBe(0);
    expect(placeOfColumn(fits, strikePlace(fits).column)).toMatchObject({ left: strikePlace(fits).left });
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  actionLabel,
  asciiMinus,
  decimalsOfTick,
  formatCompact,
  formatFixed,
  formatFlexible,
  formatIv,
  formatPct,
  formatPlain,
  formatRupees,
  formatSigned,
  formatSignedPct,
  formatSmart,
  formatVolumeSpike,
} from "#domain/format/number.ts";

const formatters = [
  formatPlain,
  formatSmart,
  formatFlexible,
  formatCompact,
  formatPct,
  formatSignedPct,
  formatIv,
  formatVolumeSpike,
  formatRupees,
  (n: number | null | undefined) => formatFixed(n, 2),
  (n: number | null | undefined) => formatSigned(n, 2),
];

describe("[FMT-1] words for figures that are none", () => {
  test("what is not a number reads --", () => {
    for (const format of formatters) {
      for (const value of [Number.NaN, null, undefined, "12" as unknown as number])
        expect(format(value)).toBe("--");
    }
  });

  test("what exceeds every amount reads Unlimited, profit and loss alike", () => {
    for (const format of formatters) {
      for (const value of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e15, -1e300]) {
        expect(format(value)).toBe("Unlimited");
      }
    }
    expect(formatFixed(999_999_999_999_999, 0)).toBe("99,99,99,99,99,99,999");
  });
});

describe("[FMT-3] plain, precision and smart formats", () => {
  test("groups digits the Indian way", () => {
    const cases: [number, string][] = [
      [0, "0"],
      [999, "999"],
      [1000, "1,000"],
      [99_999, "99,999"],
      [100_000, "1,00,000"],
      [1_234_567, "12,34,567"],
      [12_345_678, "1,23,45,678"],
      [1_234_567_890, "1,23,45,67,890"],
    ];
    for (const [n, text] of cases) expect(formatFixed(n, 0)).toBe(text);
  });

  test("groups and rounds like en-IN does, for any amount and 0 to 4 decimals", () => {
    const oracle = [0, 1, 2, 3, 4].map(
      (d) => new Intl.NumberFormat("en-IN", { minimumFractionDigits: d, maximumFractionDigits: d }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        (units, scale, decimals) => {
          const n = units / 10 ** scale;
          const expected = (oracle[decimals] as Intl.NumberFormat).format(n);
          const text = asciiMinus(formatFixed(n, decimals));
          // Intl shows "-0.00"; a figure of zeros has no sign here.
          expect(text).toBe(/[1-9]/.test(expected) ? expected : expected.replace("-", ""));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("a half rounds as its decimals read, not as binary holds it", () => {
    expect(formatFixed(1.005, 2)).toBe("1.01");
    expect(formatFixed(0.285, 2)).toBe("0.29");
    expect(formatFixed(24350.075, 2)).toBe("24,350.08");
    expect(formatFixed(-1.005, 2)).toBe("−1.01");
    expect(formatFixed(1.00499, 2)).toBe("1.00");
  });

  test("precision formats keep every decimal asked for, whatever the amount", () => {
    expect(formatFixed(85.2525, 4)).toBe("85.2525");
    expect(formatFixed(5, 0)).toBe("5");
    expect(formatFixed(0.00005, 4)).toBe("0.0001");
    expect(formatFixed(9.995, 2)).toBe("10.00");
    expect(formatFixed(99_999.995, 2)).toBe("1,00,000.00");
    expect(formatFixed(123_456_789_012_345, 4)).toBe("12,34,56,78,90,12,345.0000");
    expect(formatFixed(123_456_789_012_345, 0)).toBe("12,34,56,78,90,12,345");
    expect(formatFixed(-999_999_999_999.5, 4)).toBe("−9,99,99,99,99,999.5000");
    expect(formatFixed(1.5, -3)).toBe("2");
  });

  test("plain shows two decimals under 100, one under 10,000 and none above", () => {
    expect(formatPlain(99.99)).toBe("99.99");
    expect(formatPlain(0)).toBe("0.00");
    expect(formatPlain(100)).toBe("100.0");
    expect(formatPlain(9_999.94)).toBe("9,999.9");
    expect(formatPlain(10_000)).toBe("10,000");
    expect(formatPlain(-24_350.6)).toBe("−24,351");
    expect(formatPlain(-99.5)).toBe("−99.50");
  });

  test("smart keeps two significant digits up to 5 and is plain beyond", () => {
    const cases: [number, string][] = [
      [0, "0"],
      [0.001234, "0.0012"],
      [0.0999, "0.10"],
      [0.1, "0.10"],
      [0.352, "0.35"],
      [0.996, "1.0"],
      [1, "1.0"],
      [4.25, "4.3"],
      [5, "5.0"],
      [5.01, "5.01"],
      [123.45, "123.5"],
      [-0.0456, "−0.046"],
      [1e-12, "0.00000000"],
    ];
    for (const [n, text] of cases) expect(formatSmart(n), String(n)).toBe(text);
  });

  test("smart shows exactly two significant digits and errs by at most half the second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4999 }), fc.integer({ min: -6, max: -3 }), (units, exponent) => {
        const n = units * 10 ** exponent;
        const text = formatSmart(n);
        expect(text.replace(".", "").replace(/^0+/, "")).toMatch(/^\d\d$/);
        const secondDigit = 10 ** (Math.floor(Math.log10(n) + 1e-12) - 1);
        expect(Math.abs(Number(text) - n)).toBeLessThanOrEqual(secondDigit * 0.500001);
      }),
    );
  });

  test("smart keeps two digits where a tie rounds up to the next power of ten", () => {
    expect(formatSmart(995 * 10 ** -5)).toBe("0.010");
    expect(formatSmart(995 * 10 ** -4)).toBe("0.10");
  });
});

describe("signs", () => {
  test("a loss has a real minus, a gain a plus only when asked, zero neither", () => {
    expect(formatFixed(-12.5, 2)).toBe("−12.50");
    expect(formatSigned(12.5, 2)).toBe("+12.50");
    expect(formatSigned(-12.5, 2)).toBe("−12.50");
    expect(formatSigned(0, 2)).toBe("0.00");
    for (const nearly of [-0.004, 0.004, -0]) {
      expect(formatSigned(nearly, 2)).toBe("0.00");
      expect(formatFixed(nearly, 2)).toBe("0.00");
    }
    expect(formatSigned(0.005, 2)).toBe("+0.01");
  });

  test("copied text has the ASCII minus", () => {
    expect(asciiMinus(formatRupees(-1234.5))).toBe("-₹1,234.50");
    expect(asciiMinus("24 Nov")).toBe("24 Nov");
  });

  test("negating a figure changes nothing but its sign", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e14, noNaN: true }),
        fc.integer({ min: 2, max: 4 }),
        (n, decimals) => {
          expect(formatFixed(-n, decimals)).toBe(`−${formatFixed(n, decimals)}`);
          expect(formatSigned(n, decimals)).toBe(`+${formatFixed(n, decimals)}`);
        },
      ),
    );
  });
});

describe("[FMT-2] flexible and compact formats", () => {
  test("open interest shows L from a lakh and Cr from a crore", () => {
    expect(formatFlexible(0)).toBe("0");
    expect(formatFlexible(650)).toBe("650");
    expect(formatFlexible(99_999)).toBe("99,999");
    expect(formatFlexible(100_000)).toBe("1.00L");
    expect(formatFlexible(2_635_468)).toBe("26.35L");
    expect(formatFlexible(9_999_999)).toBe("100.00L");
    expect(formatFlexible(10_000_000)).toBe("1.00Cr");
    expect(formatFlexible(-171_300_000)).toBe("−17.13Cr");
    expect(formatFlexible(171_300_000, 1)).toBe("17.1Cr");
    expect(formatFlexible(12.345)).toBe("12.35");
    expect(formatFlexible(9_999_999_999_999)).toBe("10,00,000.00Cr");
  });

  test("money shows K above a thousand, L above ten lakh and Cr above ten crore", () => {
    expect(formatCompact(999.5)).toBe("999.50");
    expect(formatCompact(1_000)).toBe("1,000.00");
    expect(formatCompact(1_000.01)).toBe("1.00K");
    expect(formatCompact(34_786.725)).toBe("34.79K");
    expect(formatCompact(500_000)).toBe("500.00K");
    expect(formatCompact(1_000_000)).toBe("1,000.00K");
    expect(formatCompact(1_000_001)).toBe("10.00L");
    expect(formatCompact(100_000_000)).toBe("1,000.00L");
    expect(formatCompact(100_000_001)).toBe("10.00Cr");
    expect(formatCompact(-2_500_000)).toBe("−25.00L");
  });
});

describe("[FMT-4] volatility, spikes, actions and percentages", () => {
  test("an IV shows times 100, a spike with an x, an action by its label", () => {
    expect(formatIv(0.135)).toBe("13.5");
    expect(formatIv(0.12345, 2)).toBe("12.35");
    expect(formatVolumeSpike(1.84)).toBe("1.8x");
    expect(actionLabel("BUY")).toBe("Buy");
    expect(actionLabel("SELL")).toBe("Sell");
  });

  test("fractions show as percent", () => {
    expect(formatPct(0.0425)).toBe("4.25%");
    expect(formatPct(-0.005, 1)).toBe("−0.5%");
    expect(formatSignedPct(0.0425, 1)).toBe("+4.3%");
    expect(formatSignedPct(0)).toBe("0.00%");
  });

  test("rupees put the sign before the symbol", () => {
    expect(formatRupees(123_456.7)).toBe("₹1,23,456.70");
    expect(formatRupees(-2_152.5)).toBe("−₹2,152.50");
    expect(formatRupees(-0.001)).toBe("₹0.00");
    expect(formatRupees(34_786, 0)).toBe("₹34,786");
  });

  test("decimals follow the tick", () => {
    expect([0.05, 0.01, 0.1, 1, 5, 0.0025, 0.2, 0.5].map(decimalsOfTick)).toEqual([2, 2, 1, 0, 0, 4, 1, 1]);
    expect(decimalsOfTick(1 / 3)).toBe(8);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exchangeOf,
  exchangeTokenOf,
  isKnownSegment,
  priceDivisor,
  SEGMENT,
  segmentOf,
  tokenOf,
} from "#domain/units/segments.ts";

describe("instrument tokens", () => {
  test("NIFTY 50 is 256265 in the segment of indices and INFY 408065 on NSE", () => {
    expect(segmentOf(256265)).toBe(SEGMENT.INDICES);
    expect(exchangeOf(256265)).toBe("INDICES");
    expect(exchangeTokenOf(256265)).toBe(1001);
    expect(segmentOf(408065)).toBe(SEGMENT.NSE);
    expect(exchangeOf(408065)).toBe("NSE");
  });

  test("every segment's number names it again, and an unissued number names nothing", () => {
    const { NCO, ...carried } = SEGMENT;
    for (const [name, segment] of Object.entries(carried)) expect(exchangeOf(tokenOf(7, segment))).toBe(name);
    expect(exchangeOf(tokenOf(7, NCO))).toBeUndefined();
    expect(exchangeOf(tokenOf(7, 8))).toBeUndefined();
    expect(exchangeOf(tokenOf(7, 200))).toBeUndefined();
  });

  test("prices divide by 1e7 on CDS, by 1e4 on BCD and NCO, by 100 elsewhere, and by nothing where the segment is not known", () => {
    expect(priceDivisor(tokenOf(1, SEGMENT.CDS))).toBe(10_000_000);
    expect(priceDivisor(tokenOf(1, SEGMENT.BCD))).toBe(10_000);
    expect(priceDivisor(tokenOf(1, SEGMENT.NCO))).toBe(10_000);
    const known: readonly number[] = Object.values(SEGMENT);
    for (let segment = 0; segment < 256; segment++) {
      const isKnown = known.includes(segment);
      expect(isKnownSegment(tokenOf(1, segment)), `segment ${segment}`).toBe(isKnown);
      expect(Number.isNaN(priceDivisor(tokenOf(1, segment))), `segment ${segment}`).toBe(!isKnown);
    }
    for (const name of ["NSE", "NFO", "BSE", "BFO", "MCX", "INDICES"] as const) {
      expect(priceDivisor(tokenOf(1, SEGMENT[name]))).toBe(100);
    }
  });

  test("a token splits into the parts it was made of, over the whole unsigned 32-bit range", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffffff }),
        fc.constantFrom(...Object.values(SEGMENT)),
        (n, segment) => {
          const token = tokenOf(n, segment);
          expect(exchangeTokenOf(token)).toBe(n);
          expect(segmentOf(token)).toBe(segment);
        },
      ),
    );
  });
});

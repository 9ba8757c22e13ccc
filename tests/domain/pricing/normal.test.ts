import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { erfcx, gaussian, inverseNormalCdf, normalCdf, normalPdf } from "#domain/pricing/normal.ts";

/** z, N(z), n(z) from mpmath 1.3 at 60 digits, rounded to the nearest double. */
// biome-ignore format: a table
const NORMAL: readonly (readonly [z: number, cdf: number, pdf: number])[] = [
  [-37, 5.725571222524577e-300, 2.1200065515246056e-298],
  [-30.1, 2.4226672179857586e-199, 7.300259384280611e-198],
  [-25.7, 5.844410374380774e-146, 1.5042807213400902e-144],
  [-20.3, 6.429244467698346e-92, 1.308288554681529e-90],
  [-15.01, 3.1573852897390195e-51, 4.760087814500411e-50],
  [-10, 7.619853024160525e-24, 7.694598626706419e-23],
  [-8.25, 7.919726314642477e-17, 6.627137455968751e-16],
  [-6, 9.86587645037698e-10, 6.075882849823285e-09],
  [-5.65, 8.022391850663497e-09, 4.6668867975942534e-08],
  [-4.5, 3.3976731247300603e-06, 1.5983741106905475e-05],
  [-3.88, 5.222823240182017e-05, 0.00021472798150036704],
  [-3, 0.0013498980316300946, 0.0044318484119380075],
  [-2, 0.02275013194817921, 0.05399096651318805],
  [-1.5, 0.06680720126885807, 0.12951759566589172],
  [-1, 0.15865525393145705, 0.24197072451914334],
  [-0.67, 0.2514288950953101, 0.3187371384754015],
  [-0.65, 0.2578461108058647, 0.32297235966791427],
  [-0.5, 0.3085375387259869, 0.35206532676429947],
  [-0.1, 0.460172162722971, 0.39695254747701175],
  [-1e-09, 0.49999999960105773, 0.3989422804014327],
  [0, 0.5, 0.3989422804014327],
  [1e-05, 0.500003989422804, 0.39894228038148555],
  [0.3, 0.6179114221889527, 0.3813878154605241],
  [0.66, 0.7453730853286639, 0.32086380377117246],
  [0.7, 0.758036347776927, 0.31225393336676127],
  [1, 0.8413447460685429, 0.24197072451914334],
  [2, 0.9772498680518208, 0.05399096651318805],
  [3, 0.9986501019683699, 0.0044318484119380075],
  [5, 0.9999997133484281, 1.4867195147342977e-06],
  [8, 0.9999999999999993, 5.052271083536892e-15],
];

/** x, e^{x²} erfc(x), same source. */
// biome-ignore format: a table
const ERFCX: readonly (readonly [x: number, value: number])[] = [
  [-5, 144009798674.66104], [-2, 108.94090438997797], [-0.6, 2.2988541117340935], [-0.3, 1.4537492328427655],
  [0, 1], [0.3, 0.7345993345676551], [0.5, 0.6156903441929259], [2, 0.25539567631050575],
  [4, 0.13699945762506138], [4.1, 0.133834116418652], [10, 0.05614099274382259], [1000, 0.0005641893014533876],
];

const relative = (actual: number, wanted: number) => Math.abs(actual / wanted - 1);

describe("the standard normal distribution", () => {
  test.each(NORMAL)("N(%d) holds 1e-15 relative, tails included", (z, cdf, pdf) => {
    expect(relative(normalCdf(z), cdf)).toBeLessThan(1e-15);
    expect(relative(normalPdf(z), pdf)).toBeLessThan(1e-15);
  });

  test.each(ERFCX)("scaled erfc at %d holds 1e-15 relative", (x, value) => {
    expect(relative(erfcx(x), value)).toBeLessThan(1e-15);
  });

  test("N is monotone and N(z) + N(-z) = 1", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -40, max: 40, noNaN: true }),
        fc.double({ min: 1e-6, max: 1, noNaN: true }),
        (z, step) => {
          expect(normalCdf(z + step)).toBeGreaterThanOrEqual(normalCdf(z));
          expect(Math.abs(normalCdf(z) + normalCdf(-z) - 1)).toBeLessThan(3e-16);
        },
      ),
    );
  });

  test("the limits are exact and NaN stays NaN", () => {
    expect(normalCdf(-Infinity)).toBe(0);
    expect(normalCdf(Infinity)).toBe(1);
    expect(normalCdf(-40)).toBe(0);
    expect(gaussian(1e300)).toBe(0);
    expect(normalCdf(Number.NaN)).toBeNaN();
  });

  test("the quantile undoes N to 1e-14 over the whole lower half", () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: -1e-3, noNaN: true }), (z) => {
        // Near 0 an ulp of p is worth many ulps of z.
        expect(relative(inverseNormalCdf(normalCdf(z)), z)).toBeLessThan(
          Math.max(1e-14, 1e-15 / Math.abs(z)),
        );
      }),
    );
  });

  test("the quantile is infinite at 0 and 1 and unknown outside them", () => {
    expect(inverseNormalCdf(0)).toBe(-Infinity);
    expect(inverseNormalCdf(1)).toBe(Infinity);
    expect(inverseNormalCdf(0.5)).toBe(0);
    expect(relative(inverseNormalCdf(0.975), 1.959963984540054)).toBeLessThan(1e-15);
    expect(inverseNormalCdf(-0.1)).toBeNaN();
    expect(inverseNormalCdf(1.1)).toBeNaN();
    expect(inverseNormalCdf(Number.NaN)).toBeNaN();
  });
});

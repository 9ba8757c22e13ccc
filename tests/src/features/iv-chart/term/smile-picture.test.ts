import { expect, test } from "vitest";
import { type Smile, smilePicture, smileRows } from "#src/features/iv-chart/term/smile-picture.ts";

const smile: Smile = {
  expiry: "2026-11-24",
  strikes: [100, 110, 120, 130, 140],
  now: [0.3, 0.2, null, 0.2, null],
  close: [0.2, null, null, 0.1, 0.4],
  forward: 121,
  close_forward: 119,
  close_origin: "recorded",
};

test("[IV-10] strikes of which nothing is known are left out, and of many those nearest the forward are kept", () => {
  expect(smileRows(smile, 9).map(({ strike }) => strike)).toEqual([100, 110, 130, 140]);
  expect(smileRows(smile, 2)).toEqual([
    { strike: 110, now: 0.2, close: null },
    { strike: 130, now: 0.2, close: 0.1 },
  ]);
  expect(smileRows({ ...smile, close: null }, 9).map(({ strike }) => strike)).toEqual([100, 110, 130]);
});

test("[IV-10] both lines share one box, and the forward stands in it", () => {
  const picture = smilePicture(smileRows(smile, 9), smile.forward)!;
  expect([picture.least, picture.greatest].map((iv) => iv.toFixed(3))).toEqual(["0.076", "0.424"]);
  expect(picture.forward).toBeCloseTo(52.5, 9);
  expect(picture.now).toBe("M0.00 35.63L25.00 64.37L75.00 64.37");
  expect(picture.close.startsWith("M0.00 64.37L75.00 93.10L100.00 6.90")).toBe(true);
  expect(smilePicture(smileRows(smile, 9), 200)!.forward).toBeNull();
  expect(smilePicture(smileRows(smile, 1), 121)).toBeNull();
});

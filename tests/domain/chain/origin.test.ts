import { describe, expect, it } from "vitest";
import { countsIn, ORIGINS, originBits, originsOf, weakerOrigin } from "#domain/chain/origin.ts";

describe("origins", () => {
  it("made-up figures count in a made-up market alone, all others in every market", () => {
    expect(ORIGINS.filter((origin) => countsIn(true, origin))).toEqual(ORIGINS);
    expect(ORIGINS.filter((origin) => countsIn(false, origin))).toEqual(["recorded", "source", "imported"]);
  });

  it("come back from their bits, in order and once each", () => {
    for (let bits = 0; bits < 16; bits++) expect(originBits(originsOf(bits))).toBe(bits);
    expect(originsOf(originBits(["simulated", "recorded", "simulated"]))).toEqual(["recorded", "simulated"]);
    expect(originsOf(255)).toEqual(ORIGINS);
  });

  it("of two together is the less trustworthy", () => {
    expect(weakerOrigin("recorded", "source")).toBe("source");
    expect(weakerOrigin("simulated", "imported")).toBe("simulated");
    expect(weakerOrigin("imported", "imported")).toBe("imported");
  });
});

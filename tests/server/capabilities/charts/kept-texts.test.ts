import { describe, expect, it } from "vitest";
import { createKeptTexts } from "#server/capabilities/charts/kept-texts.ts";

describe("texts that are kept", () => {
  it("are those asked for last, by their bytes", () => {
    const texts = createKeptTexts<{ bytes: number }>(100);
    const [a, b, c] = [{ bytes: 40 }, { bytes: 40 }, { bytes: 40 }];
    texts.put("a", a, "r", 0);
    texts.put("b", b, "r", 0);
    expect(texts.get("a", "r", 0)).toBe(a);
    texts.put("c", c, "r", 0);
    expect([texts.get("a", "r", 0), texts.get("b", "r", 0), texts.get("c", "r", 0)]).toEqual([a, null, c]);
    expect(texts.bytes()).toBe(80);
  });

  it("replace one another, and one that is larger than all is not kept", () => {
    const texts = createKeptTexts<{ bytes: number }>(100);
    texts.put("a", { bytes: 90 }, "r", 0);
    texts.put("a", { bytes: 60 }, "r", 0);
    expect(texts.bytes()).toBe(60);
    texts.put("b", { bytes: 101 }, "r", 0);
    expect([texts.get("a", "r", 0), texts.get("b", "r", 0), texts.bytes()]).toEqual([null, null, 0]);
  });

  it("are gone with another revision and after ten minutes of market time, either way", () => {
    const texts = createKeptTexts<{ bytes: number }>(100);
    const own = { bytes: 1 };
    texts.put("a", own, "r", 0);
    expect(texts.get("a", "r", 599_999)).toBe(own);
    expect(texts.get("a", "r", -600_000)).toBeNull();
    texts.put("a", own, "r", 0);
    expect(texts.get("a", "s", 0)).toBeNull();
    expect(texts.bytes()).toBe(0);
  });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RUPEE_FONT, rupeeFont } from "../../scripts/rupee-font.ts";

it("the rupee sign is the installed Inter's, and a fraction of the part it lies in", async () => {
  const kept = readFileSync(RUPEE_FONT);
  expect(kept.equals(await rupeeFont())).toBe(true);
  expect(kept.length).toBeLessThan(4_000);
});

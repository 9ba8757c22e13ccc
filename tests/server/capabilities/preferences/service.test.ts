import { describe, expect, it } from "vitest";
import { createPreferenceService } from "#server/capabilities/preferences/service.ts";

const kept = new Map<string, unknown>();
const service = createPreferenceService({
  async set(accountId, key, value) {
    if (key === "one_too_many") return "too_many";
    kept.set(`${accountId} ${key}`, value);
    return "ok";
  },
});

/** Lists within lists, so many levels deep. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < levels; n++) value = [value];
  return value;
}
/** A text that takes so many bytes as JSON, its quotes among them. */
const sized = (bytes: number): string => "x".repeat(bytes - 2);

describe("a preference", () => {
  it.each([
    ["nothing", null],
    ["sixty-four levels", nested(64)],
    ["16 KiB", sized(16 * 1_024)],
  ])("may be %s", async (_, value) => {
    await service.keep("a1", "layout", value);
    expect(kept.get("a1 layout")).toBe(value);
  });

  it.each([
    ["nests one level more", nested(65), "request.invalid"],
    ["nests until a writer's stack ends", nested(100_000), "request.invalid"],
    ["takes one byte more", sized(16 * 1_024 + 1), "request.too_large"],
    ["takes more bytes than letters", "é".repeat(8 * 1_024), "request.too_large"],
  ])("is refused under its name when it %s", async (_, value, code) => {
    const refused = service.keep("a1", "refused", value);
    await expect(refused).rejects.toMatchObject({ code, details: { key: "refused" } });
    expect(kept.has("a1 refused")).toBe(false);
  });

  it("is refused when the account holds as many as it may", async () => {
    const refused = service.keep("a1", "one_too_many", 1);
    await expect(refused).rejects.toMatchObject({
      code: "request.invalid",
      details: { key: "one_too_many" },
    });
  });
});

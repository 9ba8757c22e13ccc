import { expect, it } from "vitest";
import { createMarginCalls } from "#server/capabilities/strategies/margin-calls.ts";
import { ANONYMOUS_IDENTITY } from "#server/identity/identity.ts";
import { NONSENSE } from "../../../support/nonsense.ts";

it.each(NONSENSE)(
  "a margin that compute answers as %j is a fault of ours, and the broker is not asked",
  async (text) => {
    const calls = createMarginCalls(() => Promise.reject(new Error("asked")));
    for (const form of [calls.v5, calls.v3]) {
      const answered = form(Buffer.from(text), Buffer.from("{}"), ANONYMOUS_IDENTITY);
      await expect(answered).rejects.toMatchObject({ code: "server.internal" });
    }
  },
);

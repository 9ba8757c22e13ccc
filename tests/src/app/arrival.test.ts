import { describe, expect, test } from "vitest";
import { readGlobalParams, readUtm } from "#src/app/afterwards/global-params.ts";
import { paymentTarget } from "#src/features/static/payment-target.ts";

describe("[SHELL-1] query parameters of every page", () => {
  test("all six are read", () => {
    expect(
      readGlobalParams(
        "?theme=dark&broker=upstox&widget_source=kite_web&kite_build=3.1.0&redirect_to=%2Foption-chain%3Fview%3Dall&source=app",
      ),
    ).toEqual({
      theme: "dark",
      broker: "upstox",
      widgetSource: "kite_web",
      kiteBuild: "3.1.0",
      redirectTo: "/option-chain?view=all",
      source: "app",
    });
  });

  test("what makes no sense is as if it were not there; a redirect never leaves the site", () => {
    const read = readGlobalParams("?theme=pink&broker=%3Cscript%3E&source=&redirect_to=//evil.example");
    expect(read).toMatchObject({ theme: null, broker: null, source: null, redirectTo: "/" });
    expect(readGlobalParams("").redirectTo).toBeNull();
  });
});

test("[SHELL-2] the six UTM values are kept, others are not, and none is no campaign", () => {
  expect(
    readUtm(
      "?utm_campaign=diwali&utm_medium=mail&utm_source=x&utm_content=a&utm_term=b&utm_id=7&utm_other=z&q=1",
    ),
  ).toEqual({ campaign: "diwali", medium: "mail", source: "x", content: "a", term: "b", id: "7" });
  expect(readUtm("?utm_other=z&campaign=1")).toBeNull();
});

describe("[PLAN-17] a phone's payment result", () => {
  test("goes on to the redirect target, or home", () => {
    expect(paymentTarget(new URLSearchParams("?redirect=/profile"))).toBe("/profile");
    expect(paymentTarget(new URLSearchParams())).toBe("/home");
  });

  test("stays on this site, whatever its address says", () => {
    for (const bad of [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/%2e%2e//evil.example",
    ]) {
      const target = paymentTarget(new URLSearchParams({ redirect: bad }));
      expect(new URL(target, "https://here.example").origin, bad).toBe("https://here.example");
    }
  });
});

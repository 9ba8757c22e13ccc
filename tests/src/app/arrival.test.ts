import { describe, expect, test } from "vitest";
import { readGlobalParams, readUtm } from "#src/app/afterwards/global-params.ts";
import { paymentReturn } from "#src/features/static/payment-target.ts";

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
  test("the success path goes on to the redirect target, or home", () => {
    expect(paymentReturn("/mobile_razorpay_payment_success", "?redirect=/profile")).toEqual({
      hasPaid: true,
      target: "/profile",
    });
    expect(paymentReturn("/mobile_razorpay_payment_success/", "").target).toBe("/home");
  });

  test("any other path has failed, and its retry stays on this site", () => {
    expect(paymentReturn("/mobile_razorpay_payment_failure", "?redirect=https://evil.example")).toMatchObject(
      {
        hasPaid: false,
      },
    );
    for (const bad of ["//evil.example", "/\\evil.example", "/%2e%2e//evil.example"]) {
      const { target } = paymentReturn(
        "/mobile_razorpay_payment_failure",
        `?redirect=${encodeURIComponent(bad)}`,
      );
      expect(new URL(target, "https://here.example").origin, bad).toBe("https://here.example");
    }
  });
});

import { expect, test } from "vitest";
import { livePrices as livePricesCall } from "#protocol/generated/http/prices.ts";
import { endKite } from "#protocol/generated/http/sign-in.ts";
import { held } from "#protocol/generated/http/subscriptions.ts";
import { livePrices, loginResult, subscriptions } from "../../bench/readers/answers.ts";

test("the answers that the readers' bench checks are such as a page accepts", () => {
  expect(endKite.answer(loginResult)).toBe(null);
  expect(held.answer(subscriptions)).toBe(null);
  expect(livePricesCall.answer(livePrices)).toBe(null);
  expect(livePricesCall.answer({ ...livePrices, etag: 1 })).not.toBe(null);
});

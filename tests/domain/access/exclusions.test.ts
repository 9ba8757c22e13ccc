import { expect, test } from "vitest";
import { GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import { accountName, parseAccountName } from "#domain/access/exclusions.ts";

test("an account is named by its broker and its id there, in one spelling", () => {
  expect(accountName({ broker: ZERODHA, externalId: "ab1234" })).toBe("zerodha:AB1234");
  expect(parseAccountName(" Zerodha:ab1234 ")).toBe("zerodha:AB1234");
  expect(parseAccountName("zerodha:sandbox:sbx001")).toBe("zerodha:SANDBOX:SBX001");
  expect(parseAccountName("google:asha@example.com")).toBe(
    accountName({ broker: GOOGLE, externalId: "asha@example.com" }),
  );
});

test.each(["", "AB1234", "zerodha:", "zerodha:a b", "anonymous:x", "kite:AB1234", "x:y:z"])(
  "%j names none",
  (text) => {
    expect(parseAccountName(text)).toBeNull();
  },
);

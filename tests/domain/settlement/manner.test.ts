import { expect, test } from "vitest";
import { settlementManner } from "#domain/settlement/manner.ts";

test("[EVT-8] options on shares are settled in shares since the October 2019 expiries, others in cash or by a future", () => {
  expect(settlementManner("stock", "2026-11-24")).toBe("physical");
  expect(settlementManner("stock", "2019-10-31")).toBe("physical");
  expect(settlementManner("stock", "2018-06-28")).toBe("cash");
  expect(settlementManner("index", "2026-11-24")).toBe("cash");
  expect(settlementManner("currency", "2026-11-24")).toBe("cash");
  expect(settlementManner("commodity", "2026-11-24")).toBe("devolves");
});

import { expect, test } from "vitest";
import { mayAnalyse } from "#domain/access/analysis.ts";
import { ANONYMOUS, BROKER_IDS, ZERODHA } from "#domain/access/brokers.ts";
import { isAllowed } from "#domain/access/features.ts";
import { PLAN_TYPES } from "#domain/access/plans.ts";
import { STRATEGY_ROWS } from "#protocol/http/strategies.ts";

test("STRAT-21: who may be given an analysis is whom the row of the server's lets in, in every cell", () => {
  for (const row of [STRATEGY_ROWS.builder, STRATEGY_ROWS.builderV2]) {
    for (const broker of BROKER_IDS) {
      for (const plan of PLAN_TYPES) {
        for (const isMobileApp of [true, false]) {
          const subject = { broker, plan, isMobileApp };
          expect(mayAnalyse(subject), JSON.stringify(subject)).toBe(isAllowed(row.feature, subject));
        }
      }
    }
  }
});

test("STRAT-21: a visitor gets none, nor who is not known yet; a free Zerodha account does", () => {
  expect(mayAnalyse(null)).toBe(false);
  expect(mayAnalyse({ broker: ANONYMOUS, plan: "no_plan", isMobileApp: false })).toBe(false);
  expect(mayAnalyse({ broker: ZERODHA, plan: "free", isMobileApp: false })).toBe(true);
});

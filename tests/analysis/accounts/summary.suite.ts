import { describe, expect, test } from "vitest";
import { positionsAnswer } from "#analysis/positions-answer.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { PositionsSummaryPayload, PositionsSummaryRequest } from "#protocol/http/positions-summary.ts";
import {
  everyAccount,
  expectNear,
  inParts,
  marketOf,
  marketsOf,
  mixed,
  opposite,
  pnlOf,
  positionOf,
  slackOf,
  sumOf,
  TIMEOUT,
  underlyingsOf,
  unwritable,
  worthOf,
} from "#tests/support/accounts/by-hand.ts";
import type { Account, AccountRow } from "#tests/support/accounts/draw.ts";
import { pastRow } from "#tests/support/accounts/draw.ts";
import { UNKNOWN_PAST } from "#tests/support/accounts/terms.ts";
import { expectSchema } from "#tests/support/http/compute-answers.ts";

type Options = Omit<PositionsSummaryRequest, "data">;

function summary(
  account: Account,
  rows: readonly AccountRow[] = account.rows,
  options: Options = {},
): PositionsSummaryPayload {
  const outcome = positionsAnswer(
    { data: rows.map(positionOf), ...options },
    marketsOf({ ...account, rows }),
    kernel,
  );
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.payload;
}

const GREEKS = ["delta", "gamma", "theta", "vega"] as const;

function expectSame(a: PositionsSummaryPayload, b: PositionsSummaryPayload, slack: number): void {
  for (const figure of ["booked_pnl", "unbooked_pnl", "total_pnl"] as const) {
    expectNear(a[figure], b[figure], slack, figure);
  }
  const own = new Map(b.underlyings.map((each) => [each.underlying, each]));
  expect(a.underlyings.map(({ underlying }) => underlying).sort()).toEqual([...own.keys()].sort());
  for (const each of a.underlyings) {
    const other = own.get(each.underlying)!;
    for (const figure of [
      "total_pnl",
      "total_premium",
      "total_intrinsic_value",
      "total_time_value",
      "decay",
    ] as const) {
      expectNear(each[figure], other[figure], slack, `${each.underlying} ${figure}`);
    }
    for (const greek of GREEKS) {
      expectNear(each.greeks[greek], other.greeks[greek], slack, `${each.underlying} ${greek}`);
    }
    for (const end of ["max_profit", "max_loss"] as const) {
      const [x, y] = [each[end], other[end]];
      if (typeof x === "number" && typeof y === "number") {
        expectNear(x, y, 1e-6 * Math.abs(x) + slack, `${each.underlying} ${end}`);
      } else expect(x, `${each.underlying} ${end}`).toBe(y);
    }
    expectNear(each.pop, other.pop, 1e-6, `${each.underlying} pop`);
  }
}

export function summaryOfAccounts(): void {
  describe("any account", () => {
    test(
      "is worth what a calculator says: (price less average) × units × multiplier, row by row and in all",
      () =>
        everyAccount((account) => {
          const { rows } = account;
          const payload = summary(account);
          expect([payload.not_found, payload.not_valued]).toEqual([[], []]);
          for (const name of underlyingsOf(account)) {
            const own = rows.filter(({ underlying }) => underlying === name);
            const told = payload.underlyings.find(({ underlying }) => underlying === name)!;
            const pnls = own.map((row, i) => {
              const detail = told.trade_details![i]!;
              // What nobody quotes is priced by its IV: of that the calculator knows nothing.
              const byHand = worthOf(account, row) === null ? detail.pnl : pnlOf(account, row);
              expectNear(detail.pnl, byHand, slackOf([row]), row.tradingsymbol);
              expect(detail.booked_profit_loss).toBe(row.booked);
              return byHand;
            });
            expectNear(told.unbooked_pnl, sumOf(pnls), slackOf(own), `${name} unbooked`);
            const brought = own.reduce((sum, { booked }) => sum + booked, 0);
            expectNear(told.booked_pnl, brought, slackOf(own), `${name} booked`);
            expectNear(told.total_pnl, sumOf([...pnls, brought]), slackOf(own), `${name} total`);
          }
          for (const figure of ["booked_pnl", "unbooked_pnl", "total_pnl"] as const) {
            const parts = sumOf(payload.underlyings.map((each) => each[figure]));
            expectNear(payload[figure], parts, slackOf(rows), figure);
          }
        }),
      TIMEOUT,
    );

    test(
      "has greeks, premiums and time values that are the sums of its rows', greeks without what is over",
      () =>
        everyAccount((account) => {
          for (const each of summary(account).underlyings) {
            const own = account.rows.filter(({ underlying }) => underlying === each.underlying);
            const details = each.trade_details!;
            const alive = details.filter(({ is_expired }) => !is_expired);
            for (const greek of GREEKS) {
              const sum = sumOf(alive.map(({ greeks }) => greeks[greek]));
              expectNear(each.greeks[greek], sum, slackOf(own), `${each.underlying} ${greek}`);
            }
            expectNear(each.decay, sumOf(details.map(({ decay }) => decay)), slackOf(own), "decay");
            for (const [all, of] of [
              ["total_intrinsic_value", "intrinsic_value"],
              ["total_time_value", "time_value"],
            ] as const) {
              expectNear(each[all], sumOf(details.map((detail) => detail[of])), slackOf(own), all);
            }
            const premium = own.reduce(
              (sum, { type, quantity, multiplier, average }, i) =>
                (type === "CE" || type === "PE") && !details[i]!.is_expired
                  ? sum + quantity * multiplier * average
                  : sum,
              0,
            );
            expectNear(each.total_premium, premium, slackOf(own), `${each.underlying} premium`);
          }
        }),
      TIMEOUT,
    );

    test(
      "is the same in however many rows, and in any order",
      () =>
        everyAccount((account) => {
          const whole = summary(account);
          expectSame(summary(account, inParts(account.rows)), whole, slackOf(account.rows));
          expectSame(summary(account, mixed(account.rows)), whole, slackOf(account.rows));
        }),
      TIMEOUT,
    );

    test(
      "beside its exact opposite is nothing, and its opposite alone is its negative",
      () =>
        everyAccount((account) => {
          const other = account.rows.map(opposite);
          const both = summary(account, [...account.rows, ...other]);
          const slack = slackOf(account.rows);
          expectNear(both.total_pnl, 0, slack, "both");
          for (const { greeks, total_premium, max_profit, max_loss } of both.underlyings) {
            for (const greek of GREEKS) expectNear(greeks[greek], 0, slack, greek);
            expectNear(total_premium, 0, slack, "premium");
            for (const end of [max_profit, max_loss]) {
              expect(typeof end, `ends at ${end}`).toBe("number");
              expect(Math.abs(end as number)).toBeLessThanOrEqual(slack);
            }
          }
          const negative = summary(account, other);
          const whole = summary(account);
          expectNear(negative.total_pnl, 0 - whole.total_pnl!, slack, "opposite");
        }),
      TIMEOUT,
    );

    test(
      "is the sum of what its filters let through",
      () =>
        everyAccount((account) => {
          const slack = slackOf(account.rows);
          const whole = summary(account).total_pnl;
          const products = [["NRML"], ["MIS"], ["CNC"]] as const;
          const byProduct = products.map(
            ([product]) =>
              summary(account, account.rows, { position_filters: { products: [product] } }).total_pnl,
          );
          expectNear(sumOf(byProduct), whole, slack, "products");
          const byUnderlying = underlyingsOf(account).map(
            (name) => summary(account, account.rows, { position_filters: { underlyings: [name] } }).total_pnl,
          );
          expectNear(sumOf(byUnderlying), whole, slack, "underlyings");
        }),
      TIMEOUT,
    );

    test(
      "is answered in numbers, and in nothing that JSON loses; what is unknown has no price anywhere",
      () =>
        everyAccount((account) => {
          const payload = summary(account);
          expect(unwritable(payload)).toEqual([]);
          expectSchema("positions_summary", JSON.stringify({ payload }));
          for (const { trade_details: details, underlying } of payload.underlyings) {
            const own = account.rows.filter((row) => row.underlying === underlying);
            for (const [i, { pnl, iv }] of details!.entries()) {
              if (pnl !== null) continue;
              expect([worthOf(account, own[i]!), iv]).toEqual([null, null]);
            }
          }
        }),
      TIMEOUT,
    );

    test(
      "counts each contract by the lot and multiplier of its own day, also where units of one lot are shown",
      () =>
        everyAccount((account) => {
          for (const row of account.rows) {
            const { listed, lot, multiplier, type } = row;
            if (listed !== null && type !== "EQ") {
              expect([listed.lotSize, listed.multiplier], row.tradingsymbol).toEqual([lot, multiplier]);
            }
          }
          expect(
            underlyingsOf(account).every((name) => marketOf(account, name).strategy.symbol === name),
          ).toBe(true);
        }),
      TIMEOUT,
    );

    test(
      "with a contract in it whose terms nobody knows adds up to nothing, names it, and adds up again where it is filtered out",
      () =>
        everyAccount((account) => {
          const names = underlyingsOf(account);
          const unknown = UNKNOWN_PAST.find(({ underlying }) => names.includes(underlying));
          if (unknown === undefined) return;
          const drawn = { quantity: unknown.lot, average: 10, booked: 0, product: "MIS" } as const;
          const odd = pastRow(unknown, drawn, { price: 4 });
          const rows = [...account.rows.filter(({ product }) => product !== "MIS"), odd];
          const { total_pnl, unbooked_pnl, not_valued } = summary(account, rows);
          expect([total_pnl, unbooked_pnl]).toEqual([null, null]);
          expect(not_valued).toMatchObject([
            { tradingsymbol: odd.tradingsymbol, code: "derivative.no_terms" },
          ]);
          const others = rows.filter((row) => row !== odd);
          if (others.length === 0) return;
          const filtered = summary(account, rows, { position_filters: { products: ["NRML", "CNC"] } });
          expectNear(filtered.total_pnl, summary(account, others).total_pnl, slackOf(rows), "the others");
        }),
      TIMEOUT,
    );
  });
}

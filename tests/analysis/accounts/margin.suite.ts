import { describe, expect, test } from "vitest";
import { type MarginUnderlying, marginAnswer } from "#analysis/margin-answer.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { MarginPayload, MarginTradesRequest } from "#protocol/http/margin.ts";
import {
  everyAccount,
  inParts,
  isAlive,
  marginTrades,
  marketOf,
  mixed,
  netUnits,
  opposite,
  TIMEOUT,
  underlyingsOf,
  unwritable,
} from "#tests/support/accounts/by-hand.ts";
import type { Account, AccountRow } from "#tests/support/accounts/draw.ts";
import { marginByHand } from "#tests/support/accounts/margin-by-hand.ts";
import { expectSchema } from "#tests/support/http/compute-answers.ts";

/** Without a volatility the floors of the ranges hold, which a calculator knows. */
function underlyings(account: Account): (symbol: string) => MarginUnderlying | undefined {
  const made = new Map(
    underlyingsOf(account).map((name) => {
      const market = marketOf(account, name);
      return [name, { market, dailyVolatility: Number.NaN, previousClose: market.strategy.spot }];
    }),
  );
  const names = new Map(account.rows.map((row) => [row.tradingsymbol, row.underlying]));
  return (symbol) => made.get(names.get(symbol)!);
}

const DETAILS = { scenarios: true, exits: true, placing: true, timeline: true };

function margin(
  account: Account,
  trades: MarginTradesRequest["trades"],
  details: MarginTradesRequest["details"] = {},
): MarginPayload {
  const request = {
    trades,
    consider_positions_for_funds: false,
    consider_positions_for_margin: false,
    details,
  };
  const outcome = marginAnswer(request, underlyings(account), kernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.payload;
}

const PARTS = ["span", "exposure", "additional", "margin_required"] as const;
const partsOf = (payload: MarginPayload): (number | null)[] => PARTS.map((part) => payload[part]);
const held = (account: Account, rows: readonly AccountRow[] = account.rows): MarginPayload =>
  margin(account, marginTrades(rows));

/** To a part in a thousand million, and a hundredth of a paisa. */
function expectNear(got: number | null, wanted: number | null, what: string): void {
  if (got === null || wanted === null) return expect(got, what).toBe(wanted);
  const slack = 1e-4 + 1e-9 * Math.abs(wanted);
  expect(Math.abs(got - wanted), `${what}: ${got}, by hand ${wanted}`).toBeLessThanOrEqual(slack);
}

const expectParts = (got: MarginPayload, wanted: readonly (number | null)[], what: string): void => {
  for (const [i, part] of PARTS.entries()) expectNear(got[part], wanted[i]!, `${what} ${part}`);
};

const addedUp = (all: readonly MarginPayload[]): number[] =>
  PARTS.map((part) => all.reduce((sum, each) => sum + each[part]!, 0));

/** Rows of contracts that live, and hold something. */
const openContracts = (account: Account): AccountRow[] =>
  account.rows.filter((row) => isAlive(account, row) && row.type !== "EQ" && row.quantity !== 0);

const PRODUCTS = ["NRML", "MIS", "CNC"] as const;

export function marginOfAccounts(): void {
  describe("the margin of any account", () => {
    test(
      "is the sum of its parts, all of them numbers",
      () =>
        everyAccount((account) => {
          const payload = margin(account, marginTrades(account.rows), DETAILS);
          expect(unwritable(payload)).toEqual([]);
          expectSchema("margin", JSON.stringify({ payload }));
          const { span, exposure, additional, margin_required, estimate } = payload;
          expect(payload.not_valued).toEqual([]);
          expectNear(margin_required, span! + exposure! + additional!, "the whole");
          const { deep_otm, expiry_day, delivery } = estimate;
          expectNear(additional, deep_otm! + expiry_day! + delivery!, "additional");
          expect(Math.min(span!, exposure!, additional!)).toBeGreaterThanOrEqual(0);
        }),
      TIMEOUT,
    );

    test(
      "of a sum of products and underlyings is the sum of theirs",
      () =>
        everyAccount((account) => {
          const parts = underlyingsOf(account).flatMap((name) =>
            PRODUCTS.map((own) =>
              held(
                account,
                account.rows.filter(({ underlying, product }) => underlying === name && product === own),
              ),
            ),
          );
          expectParts(held(account), addedUp(parts), "all");
        }),
      TIMEOUT,
    );

    test(
      "is of what is held: in however many rows, in any order, as positions or as orders, with or without what has expired",
      () =>
        everyAccount((account) => {
          const whole = partsOf(held(account));
          expectParts(held(account, inParts(account.rows)), whole, "in parts");
          expectParts(held(account, mixed(account.rows)), whole, "in another order");
          expectParts(margin(account, marginTrades(account.rows, "new_trade")), whole, "as orders");
          const alive = account.rows.filter((row) => isAlive(account, row));
          expectParts(held(account, alive), whole, "without the expired");
          const over = account.rows.filter((row) => !alive.includes(row));
          const named = new Set(over.map(({ tradingsymbol }) => tradingsymbol));
          expect(new Set(held(account).expired)).toEqual(named);
        }),
      TIMEOUT,
    );

    test(
      "beside its exact opposite is 0, and every contract of it is said to be closed",
      () =>
        everyAccount((account) => {
          const contracts = openContracts(account);
          const exits = marginTrades(contracts.map(opposite), "new_trade");
          const payload = margin(account, [...marginTrades(contracts), ...exits], DETAILS);
          expect([...partsOf(payload), payload.exits, payload.timeline]).toEqual([0, 0, 0, 0, [], []]);
          const closed = payload.closed.map(({ product, tradingsymbol }) => `${product} ${tradingsymbol}`);
          expect(closed.sort()).toEqual([...netUnits(contracts).keys()].sort());
        }),
      TIMEOUT,
    );

    test(
      "has the exposure of a calculator, and of futures alone its SPAN",
      () =>
        everyAccount((account) => {
          const day = account.at.slice(0, 10);
          for (const name of underlyingsOf(account)) {
            for (const own of PRODUCTS) {
              const rows = account.rows.filter(
                (row) => row.underlying === name && row.product === own && isAlive(account, row),
              );
              const market = marketOf(account, name);
              const byHand = marginByHand(name, rows, market, day);
              expectNear(held(account, rows).exposure, byHand.exposure, `${name} ${own} exposure`);
              const futures = rows.filter(({ type }) => type === "FUT");
              const { span, exposure } = marginByHand(name, futures, market, day);
              const payload = held(account, futures);
              expectNear(payload.span, span, `${name} ${own} futures span`);
              expectNear(payload.exposure, exposure, `${name} ${own} futures exposure`);
            }
          }
        }),
      TIMEOUT,
    );

    test(
      "without a contract is what its exit says, and what that releases is the difference",
      () =>
        everyAccount((account) => {
          const { exits, margin_required: whole } = margin(account, marginTrades(account.rows), {
            exits: true,
          });
          const open = [...netUnits(openContracts(account))];
          expect(
            exits!
              .map(({ product, tradingsymbol, quantity }) => [`${product} ${tradingsymbol}`, quantity])
              .sort(),
          ).toEqual(open.filter(([, units]) => units !== 0).sort());
          for (const { tradingsymbol, product, margin_required, released } of exits!) {
            const rest = account.rows.filter(
              (row) => row.tradingsymbol !== tradingsymbol || row.product !== product,
            );
            expectNear(margin_required, held(account, rest).margin_required, `without ${tradingsymbol}`);
            expectNear(released, whole! - margin_required!, `released by ${tradingsymbol}`);
          }
        }),
      TIMEOUT,
    );

    test(
      "as orders needs the premiums of a calculator, and in the end funds of margin and what was paid",
      () =>
        everyAccount((account) => {
          const rows = openContracts(account);
          const orders = marginTrades(rows, "new_trade");
          const { estimate, placing, peak_funds, margin_required, capital_required } = margin(
            account,
            orders,
            DETAILS,
          );
          const paid = rows.map(({ type, quantity, multiplier, average }) =>
            type === "FUT" ? 0 : quantity * multiplier * average,
          );
          const premium = paid.reduce((sum, each) => sum + each, 0);
          expectNear(estimate.premium, premium, "premium");
          expectNear(capital_required, Math.max(0, margin_required! + premium), "capital");
          if (rows.length === 0) return;
          // Bought first: nothing has been received yet that could pay for it.
          const bought = paid.filter((each) => each > 0).reduce((sum, each) => sum + each, 0);
          expectNear(placing!.at(-1)!.funds, margin_required! + bought, "funds at the end");
          expectNear(peak_funds, Math.max(0, ...placing!.map(({ funds }) => funds!)), "peak");
        }),
      TIMEOUT,
    );

    test(
      "today is the first day of its timeline",
      () =>
        everyAccount((account) => {
          for (const name of underlyingsOf(account)) {
            const rows = account.rows.filter(({ underlying }) => underlying === name);
            const { timeline, margin_required } = margin(account, marginTrades(rows), { timeline: true });
            const today = timeline!.find(({ date }) => date === account.at.slice(0, 10));
            if (today !== undefined) expectNear(today.margin_required, margin_required, `${name} today`);
          }
        }),
      TIMEOUT,
    );
  });
}

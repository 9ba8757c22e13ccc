import { describe, expect, test } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { builderMarketOf } from "#analysis/builder-market.ts";
import { chargesAnswer } from "#analysis/charges-answer.ts";
import { ZERODHA } from "#domain/access/brokers.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { ChargesBody } from "#protocol/http/charges.ts";
import {
  everyAccount,
  expectNear,
  inParts,
  isAlive,
  marketOf,
  mixed,
  positionOf,
  slackOf,
  sumOf,
  TIMEOUT,
  underlyingsOf,
  unwritable,
  worthOf,
} from "#tests/support/accounts/by-hand.ts";
import { chargesByHand, ordersOf } from "#tests/support/accounts/charges-by-hand.ts";
import type { Account, AccountRow } from "#tests/support/accounts/draw.ts";
import { type AccountUnderlying, TERMS } from "#tests/support/accounts/terms.ts";
import { accountWorld } from "#tests/support/accounts/worlds.ts";
import { expectSchema } from "#tests/support/http/compute-answers.ts";
import { createCompute } from "#workers/compute/compute.ts";
import { createLiveMarket, marketFor } from "#workers/compute/live-market.ts";

function requestOf(account: Account, rows: readonly AccountRow[], more: Partial<BuilderRequest> = {}) {
  const { token } = marketOf(account, rows[0]!.underlying).strategy;
  return {
    underlying_token: token,
    trades: [],
    positions: rows.map(positionOf),
    ...more,
    flags: { enable_trade_details: true, enable_payoff_table: true, ...more.flags },
  } satisfies BuilderRequest;
}

function analysed(
  account: Account,
  rows: readonly AccountRow[],
  more: Partial<BuilderRequest> = {},
): BuilderPayload {
  const outcome = builderAnswer(
    requestOf(account, rows, more),
    marketOf(account, rows[0]!.underlying),
    kernel,
  );
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.payload;
}

function eachStrategy(
  account: Account,
  check: (rows: readonly AccountRow[], underlying: AccountUnderlying) => void,
): void {
  for (const name of underlyingsOf(account)) {
    check(
      account.rows.filter(({ underlying }) => underlying === name),
      name,
    );
  }
}

/** The largest difference of two curves; NaN where either is not known somewhere that the other is. */
const farthest = (a: readonly (number | null)[], b: readonly (number | null)[]): number =>
  a.reduce<number>((most, each, i) => {
    const other = b[i] ?? null;
    if (each === null || other === null) return each === other ? most : Number.NaN;
    return Math.max(most, Math.abs(each - other));
  }, 0);

const CHARGED = { charges: { broker_id: ZERODHA } } as const;
const PARTS = [
  "brokerage",
  "transaction_tax",
  "exchange_charge",
  "sebi_charge",
  "stamp_duty",
  "gst",
] as const;

function expectCharges(got: ChargesBody, wanted: ChargesBody, what: string): void {
  for (const part of [...PARTS, "total"] as const) {
    expectNear(got[part], wanted[part], 1e-6 + 1e-10 * Math.abs(wanted[part]), `${what} ${part}`);
  }
}

const added = (all: readonly ChargesBody[]): ChargesBody => {
  const sum = {
    brokerage: 0,
    transaction_tax: 0,
    exchange_charge: 0,
    sebi_charge: 0,
    stamp_duty: 0,
    gst: 0,
    total: 0,
  };
  for (const each of all) for (const part of [...PARTS, "total"] as const) sum[part] += each[part];
  return sum;
};

export function builderOfAccounts(): void {
  describe("the strategy that an account's positions in an underlying are", () => {
    test(
      "is answered in numbers and nulls alone, and adds up: target, booked and by hand are the projected payoff",
      () =>
        everyAccount((account) =>
          eachStrategy(account, (rows) => {
            const payload = analysed(account, rows, { manual_pnl: { is_checked: true, pnl: -123.45 } });
            expect(unwritable(payload)).toEqual([]);
            expectSchema("builder_v3", JSON.stringify({ payload }));
            const slack = slackOf(rows);
            const target = sumOf(payload.trade_details!.map(({ target_pnl }) => target_pnl));
            expectNear(payload.target_pnl, target, slack, "target");
            const booked = rows.reduce((sum, row) => sum + row.booked, 0);
            expectNear(payload.projected_payoff, sumOf([target, booked, -123.45]), slack, "projected");
          }),
        ),
      TIMEOUT,
    );

    test(
      "is worth at expiry what intrinsic values say, where all that lives expires together",
      () =>
        everyAccount((account) =>
          eachStrategy(account, (rows, name) => {
            const alive = rows.filter(
              (row) => isAlive(account, row) && row.quantity !== 0 && row.type !== "EQ",
            );
            const options = new Set(alive.map(({ expiry }) => expiry));
            // A commodity's options are settled by a future that stands elsewhere than the one which is called spot.
            if (
              options.size !== 1 ||
              rows.some(({ type }) => type === "EQ") ||
              TERMS[name].exchange === "MCX"
            )
              return;
            const {
              payoff_prices: prices,
              payoffs_at_expiry: payoffs,
              breakevens_at_expiry: evens,
            } = analysed(account, rows);
            const byHand = (price: number) =>
              rows.reduce((sum, row) => {
                const { type, strike, quantity, multiplier, average, booked } = row;
                const end = type === "CE" ? price - strike : type === "PE" ? strike - price : price;
                const worth = alive.includes(row)
                  ? Math.max(type === "FUT" ? end : 0, end)
                  : (worthOf(account, row) ?? Number.NaN);
                return sum + booked + (quantity === 0 ? 0 : (worth - average) * quantity * multiplier);
              }, 0);
            const wanted = prices!.map(byHand);
            expectNear(farthest(payoffs!, wanted), 0, slackOf(rows), `${name} at expiry`);
            for (const even of evens)
              expectNear(byHand(even), 0, 10 * slackOf(rows), `${name} even at ${even}`);
          }),
        ),
      TIMEOUT,
    );

    test(
      "is the same in however many rows and in any order",
      () =>
        everyAccount((account) =>
          eachStrategy(account, (rows) => {
            const whole = analysed(account, rows);
            for (const other of [analysed(account, inParts(rows)), analysed(account, mixed(rows))]) {
              const slack = slackOf(rows);
              expect(other.payoff_prices!.length).toBe(whole.payoff_prices!.length);
              for (const curve of ["payoffs_at_target", "payoffs_at_expiry"] as const) {
                expectNear(farthest(other[curve]!, whole[curve]!), 0, slack, curve);
              }
              for (const figure of ["target_pnl", "projected_payoff", "price_at_target"] as const) {
                expectNear(other[figure], whole[figure], slack, figure);
              }
              expect(other.breakevens_at_expiry.length).toBe(whole.breakevens_at_expiry.length);
              expect(other.expiry).toBe(whole.expiry);
            }
          }),
        ),
      TIMEOUT,
    );

    test(
      "shows of one unit a lot what it shows of all, over lot and multiplier",
      () =>
        everyAccount((account) =>
          eachStrategy(account, (rows) => {
            const whole = analysed(account, rows).trade_details!;
            const ofOne = analysed(account, rows, { flags: { multiply_by_lot_size: false } }).trade_details!;
            for (const [i, { lot, multiplier, tradingsymbol }] of rows.entries()) {
              const [all, one] = [whole[i]!, ofOne[i]!];
              const times = lot * multiplier;
              const slack = slackOf([rows[i]!]);
              for (const figure of ["pnl", "booked_profit_loss", "target_pnl", "decay"] as const) {
                const wanted = all[figure] === null ? null : all[figure];
                const got = one[figure] === null ? null : one[figure] * times;
                expectNear(got, wanted, slack, `${tradingsymbol} ${figure}`);
              }
              const delta = one.greeks.delta === null ? null : one.greeks.delta * times;
              expectNear(delta, all.greeks.delta, slack, `${tradingsymbol} delta`);
            }
          }),
        ),
      TIMEOUT,
    );

    test(
      "is answered by the browser's worker as by the server, in the live market and in the answer's",
      () =>
        everyAccount(async (account) => {
          for (const name of underlyingsOf(account)) {
            const rows = account.rows.filter(({ underlying }) => underlying === name);
            const { markets } = accountWorld(name, account.at);
            const own = [...new Set(rows.flatMap(({ listed }) => listed?.expiry ?? []))];
            const named = own.length === 0 ? markets.expiries.slice(0, 1) : own;
            const request = requestOf(account, rows, { ...CHARGED, flags: { include_market: true } });
            const server = builderAnswer(request, markets.server(own), kernel);
            if (!server.ok) throw new Error(server.refusal.message);
            const told = JSON.parse(JSON.stringify(server.payload)) as BuilderPayload;
            const answer = builderMarketOf(told.market!);
            const again = builderAnswer(request, answer, kernel);
            expect(again.ok && JSON.parse(JSON.stringify(again.payload))).toStrictEqual(told);
            const compute = createCompute({ loadWasm: async () => null, log: () => {} });
            compute.setMarket(told.market!);
            const worker = await compute.builder(request);
            expect(worker.ok && JSON.parse(JSON.stringify(worker.payload))).toStrictEqual(told);
            const view = createLiveMarket().take(await markets.browser(named));
            const live = marketFor(view!, request, answer);
            if (live === null) continue;
            const inLive = builderAnswer(request, live, kernel);
            expect(inLive.ok && JSON.parse(JSON.stringify(inLive.payload))).toStrictEqual(told);
          }
        }),
      TIMEOUT,
    );
  });

  describe("the charges of an account", () => {
    test(
      "are those of a calculator leg by leg, and the sum of legs, of sides and of parts",
      () =>
        everyAccount((account) =>
          eachStrategy(account, (rows, name) => {
            const { charges, trade_details: details } = analysed(account, rows, CHARGED);
            const alive = rows.filter((row) => isAlive(account, row) && row.quantity !== 0);
            if (charges === null) {
              expect(alive.filter((row) => worthOf(account, row) !== null)).toEqual([]);
              return;
            }
            expect(charges.legs.map(({ leg_id }) => leg_id)).toEqual(
              alive.map((row) => details![rows.indexOf(row)]!.leg_id),
            );
            for (const [i, leg] of charges.legs.entries()) {
              const row = alive[i]!;
              expect(leg.entry.total, "a position has paid for its entry").toBe(0);
              const worth = worthOf(account, row);
              if (worth !== null) {
                expectCharges(leg.exit, chargesByHand(row, -row.quantity, worth), row.tradingsymbol);
              }
            }
            for (const side of ["entry", "exit", "total"] as const) {
              expectCharges(charges[side], added(charges.legs.map((leg) => leg[side])), `${name} ${side}`);
            }
            expectCharges(charges.total, added([charges.entry, charges.exit]), `${name} both sides`);
            const { total, ...parts } = charges.total;
            const sum = PARTS.reduce((all, part) => all + parts[part], 0);
            expectNear(total, sum, 1e-6 + 1e-10 * sum, `${name} parts`);
            const gst = 0.18 * (parts.brokerage + parts.exchange_charge + parts.sebi_charge);
            expectNear(parts.gst, gst, 1e-6 + 1e-10 * gst, `${name} GST`);
          }),
        ),
      TIMEOUT,
    );

    test(
      "of a split trade are the whole's, but for what is paid for each order",
      () =>
        everyAccount((account) =>
          eachStrategy(account, (rows) => {
            const [whole, parts] = [
              analysed(account, rows, CHARGED),
              analysed(account, inParts(rows), CHARGED),
            ];
            if (whole.charges === null || parts.charges === null)
              return expect(parts.charges).toBe(whole.charges);
            for (const part of ["transaction_tax", "exchange_charge", "sebi_charge", "stamp_duty"] as const) {
              const wanted = whole.charges.total[part];
              expectNear(parts.charges.total[part], wanted, 1e-6 + 1e-10 * wanted, part);
            }
            const alive = inParts(rows).filter((row) => isAlive(account, row) && row.quantity !== 0);
            const most = alive.reduce((sum, row) => sum + 20 * ordersOf(row), 0);
            expect(parts.charges.total.brokerage).toBeLessThanOrEqual(most + 1e-6);
            expect(parts.charges.total.brokerage).toBeGreaterThanOrEqual(
              whole.charges.total.brokerage - 1e-6,
            );
          }),
        ),
      TIMEOUT,
    );

    test(
      "as trades in and out are the same when they are asked for alone, and leave gross less charges",
      () =>
        everyAccount((account) => {
          const date = account.at.slice(0, 10);
          const rows = account.rows.filter(
            (row) => isAlive(account, row) && row.quantity !== 0 && worthOf(account, row) !== null,
          );
          if (rows.length === 0) return;
          const { payload } = chargesAnswer(
            {
              trades: rows.map((row) => ({
                exchange: row.type === "EQ" ? "NSE" : TERMS[row.underlying].exchange,
                instrument_type: row.type,
                underlying: row.underlying,
                trade_action: row.quantity > 0 ? "BUY" : "SELL",
                quantity: Math.abs(row.quantity),
                price: row.average,
                product: row.product,
                multiplier: row.multiplier,
                ...(row.strike > 0 ? { strike: row.strike } : {}),
                exit: { kind: "trade", price: worthOf(account, row)! },
              })),
            },
            { broker: ZERODHA, date },
          );
          for (const [i, row] of rows.entries()) {
            const got = payload.trades[i]!;
            const worth = worthOf(account, row)!;
            const [entry, exit] = [
              chargesByHand(row, row.quantity, row.average),
              chargesByHand(row, -row.quantity, worth),
            ];
            expectCharges(got.entry, entry, `${row.tradingsymbol} in`);
            expectCharges(got.exit, exit, `${row.tradingsymbol} out`);
            const gross = (worth - row.average) * row.quantity * row.multiplier;
            expectNear(got.gross_pnl, gross, slackOf([row]), `${row.tradingsymbol} gross`);
            expectNear(
              got.net_pnl,
              gross - entry.total - exit.total,
              slackOf([row]),
              `${row.tradingsymbol} net`,
            );
          }
          expectCharges(payload.total.total, added(payload.trades.map(({ total }) => total)), "all");
          const net = payload.trades.reduce((sum, { net_pnl }) => sum + net_pnl!, 0);
          expectNear(payload.total.net_pnl, net, slackOf(rows), "all net");
        }),
      TIMEOUT,
    );
  });
}

/** What a trader with a calculator makes of an account: multiplication, addition, and no function of the product. */

import fc from "fast-check";
import { expect } from "vitest";
import type { BuilderMarket } from "#analysis/builder-market.ts";
import type { BuilderPosition } from "#protocol/http/builder.ts";
import type { MarginTradesRequest } from "#protocol/http/margin.ts";
import { sized } from "../http/form.ts";
import { type Account, type AccountRow, account } from "./draw.ts";
import type { AccountUnderlying } from "./terms.ts";
import { accountWorld } from "./worlds.ts";

/** Every property is of so many accounts; in the long form of more. */
export function everyAccount(check: (account: Account) => void | Promise<void>): Promise<void> {
  const asks = fc.asyncProperty(account, async (drawn) => {
    await check(drawn);
  });
  return fc.assert(asks, { numRuns: sized(40, 200) }) as Promise<void>;
}

/** For the work of `everyAccount`, on a machine that is busy. */
export const TIMEOUT = sized(60_000, 600_000);

export const marketOf = ({ at }: Account, underlying: AccountUnderlying): BuilderMarket =>
  accountWorld(underlying, at).market;

export const underlyingsOf = ({ rows }: Pick<Account, "rows">): AccountUnderlying[] => [
  ...new Set(rows.map(({ underlying }) => underlying)),
];

/** The market of a symbol's underlying, as the rows say. */
export function marketsOf(account: Account): (tradingsymbol: string) => BuilderMarket | undefined {
  const names = new Map(account.rows.map((row) => [row.tradingsymbol, row.underlying]));
  return (symbol) => {
    const name = names.get(symbol);
    return name === undefined ? undefined : marketOf(account, name);
  };
}

export function positionOf(row: AccountRow): BuilderPosition {
  const { tradingsymbol, quantity, average, booked, product, settled } = row;
  return {
    tradingsymbol,
    trade_action: quantity < 0 ? "SELL" : "BUY",
    quantity: Math.abs(quantity),
    average_price: average,
    booked_profit_loss: booked,
    product,
    ...(settled === null ? {} : "price" in settled ? { settlement_price: settled.price } : {}),
    ...(settled !== null && "close" in settled ? { underlying_close: settled.close } : {}),
  };
}

const worthAt = (type: AccountRow["type"], strike: number, price: number): number =>
  type === "CE" ? Math.max(0, price - strike) : type === "PE" ? Math.max(0, strike - price) : price;

export const isAlive = (account: Account, { listed, underlying }: AccountRow): boolean =>
  listed !== null &&
  (listed.expiry === null || listed.expiryInstant > marketOf(account, underlying).strategy.now);

/** Of one unit, rupees: what its contract is dealt at, or settled at; null where nothing is quoted. */
export function worthOf(account: Account, row: AccountRow): number | null {
  const { listed, settled, type, strike } = row;
  if (settled !== null) return "price" in settled ? settled.price : worthAt(type, strike, settled.close);
  if (listed === null) return null;
  if (!isAlive(account, row)) return worthAt(type, strike, listed.settlement!.market!.price);
  const { usablePrice, lastPrice } = listed.quote;
  return usablePrice > 0 ? usablePrice : lastPrice > 0 ? lastPrice : null;
}

/** Rupees, of what is held; null where nothing is quoted. */
export function pnlOf(account: Account, row: AccountRow): number | null {
  const { quantity, multiplier, average } = row;
  const worth = worthOf(account, row);
  if (quantity === 0) return 0;
  return worth === null ? null : (worth - average) * quantity * multiplier;
}

/** Sum of what is known of each; null where one is not known. */
export function sumOf(figures: readonly (number | null)[]): number | null {
  let all = 0;
  for (const figure of figures) {
    if (figure === null) return null;
    all += figure;
  }
  return all;
}

/** Rupees that moved in an account: what sums of it may lose of their last digits is a part of this. */
export const sizeOf = (rows: readonly AccountRow[]): number =>
  rows.reduce(
    (sum, { quantity, multiplier, average, booked, strike, listed }) =>
      sum +
      Math.abs(booked) +
      Math.abs(quantity) * multiplier * (average + strike + (listed?.quote.lastPrice || 0)),
    1,
  );

/** Two of the last digits that curves are rounded to, or what is left of so many rupees in a double. */
export const slackOf = (rows: readonly AccountRow[]): number => Math.max(2e-4, 1e-11 * sizeOf(rows));

/** Each row in as many rows as it has thirds, the first of which may be 0. */
export function inParts(rows: readonly AccountRow[]): AccountRow[] {
  return rows.flatMap((row) => {
    const part = Math.trunc(row.quantity / row.lot / 3) * row.lot;
    if (part === 0) return [row];
    return [
      { ...row, quantity: part },
      { ...row, quantity: part, booked: 0 },
      { ...row, quantity: row.quantity - 2 * part, booked: 0 },
    ];
  });
}

export const opposite = (row: AccountRow): AccountRow => ({
  ...row,
  quantity: -row.quantity,
  booked: -row.booked,
});

/** In another order, the same each time. */
export const mixed = <T>(all: readonly T[]): T[] => [
  ...all.filter((_, i) => i % 3 === 1).reverse(),
  ...all.filter((_, i) => i % 3 !== 1).reverse(),
];

/** Units of every contract within its product, by hand. */
export function netUnits(rows: readonly AccountRow[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { product, tradingsymbol, quantity } of rows) {
    const key = `${product} ${tradingsymbol}`;
    units.set(key, (units.get(key) ?? 0) + quantity);
  }
  return units;
}

type MarginTrade = MarginTradesRequest["trades"][number];

/** Every row that holds something, as it lies in the account. */
export const marginTrades = (
  rows: readonly AccountRow[],
  type: MarginTrade["trade_type"] = "loaded_position",
): MarginTrade[] =>
  rows.map(({ tradingsymbol, quantity, average, product }) => ({
    trade_type: type,
    tradingsymbol,
    action: quantity < 0 ? "SELL" : "BUY",
    quantity: Math.abs(quantity),
    price: average,
    product,
  }));

/** Every figure of an answer that JSON could not write. */
export function unwritable(value: unknown, where = ""): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${where}: ${value}`];
  if (typeof value !== "object" || value === null) return value === undefined ? [`${where}: undefined`] : [];
  return Object.entries(value).flatMap(([name, each]) => unwritable(each, `${where}.${name}`));
}

/** @param slack what sums may lose */
export function expectNear(got: number | null, wanted: number | null, slack: number, what: string): void {
  if (got === null || wanted === null) return expect(got, what).toBe(wanted);
  expect(Math.abs(got - wanted), `${what}: ${got}, by hand ${wanted}`).toBeLessThanOrEqual(slack);
}

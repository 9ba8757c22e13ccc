/** Accounts as brokers tell them: rows of positions, most of them of the shapes that people trade. */

import fc from "fast-check";
import type { BuilderContract } from "#analysis/builder-market.ts";
import { type AccountUnderlying, PAST, type PastContract, TERMS } from "./terms.ts";
import { accountWorld, MOMENTS, type Moment, optionAt } from "./worlds.ts";

export type RowProduct = "NRML" | "MIS" | "CNC";

/** One row of an account, with what its contract is by hand. */
export interface AccountRow {
  readonly underlying: AccountUnderlying;
  readonly tradingsymbol: string;
  readonly type: "CE" | "PE" | "FUT" | "EQ";
  readonly strike: number;
  readonly expiry: string | null;
  /** Units of a lot, by hand. */
  readonly lot: number;
  readonly multiplier: number;
  /** Signed units; 0: exited. */
  readonly quantity: number;
  readonly average: number;
  readonly booked: number;
  readonly product: RowProduct;
  /** The listed contract; null of what is listed no longer. */
  readonly listed: BuilderContract | null;
  /** Of what is listed no longer: the contract's own settlement price, or the underlying's close, rupees. */
  readonly settled: { readonly price: number } | { readonly close: number } | null;
}

export interface Account {
  readonly at: Moment;
  readonly rows: readonly AccountRow[];
}

const lots = fc.integer({ min: -12, max: 12 }).filter((n) => n !== 0);
/** Averages of several fills have digits that no tick has. */
const share = fc.integer({ min: 40_000, max: 180_000 }).map((n) => n / 100_000);
const product = fc.constantFrom<RowProduct>("NRML", "NRML", "MIS");
const side = fc.constantFrom<"CE" | "PE">("CE", "PE");
const steps = fc.integer({ min: -9, max: 9 });
const place = fc.nat({ max: 3 });
const booked = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 100),
);

type Drawn = Pick<AccountRow, "quantity" | "average" | "booked" | "product">;

function listedRow(underlying: AccountUnderlying, listed: BuilderContract, drawn: Drawn): AccountRow {
  const { tradingsymbol, type, strike, expiry } = listed;
  const { lot, multiplier } = TERMS[underlying];
  return {
    underlying,
    tradingsymbol,
    type,
    strike,
    expiry,
    lot,
    multiplier,
    ...drawn,
    listed,
    settled: null,
  };
}

const priceOf = ({ quote }: BuilderContract): number =>
  quote.usablePrice > 0 ? quote.usablePrice : quote.lastPrice > 0 ? quote.lastPrice : 1;

interface Look {
  readonly underlying: AccountUnderlying;
  readonly at: Moment;
}

/** Rows of one trade. */
type Shape = (look: Look) => fc.Arbitrary<readonly AccountRow[]>;

const one = (
  { underlying, at }: Look,
  isFuture: boolean,
  [where, type, step]: readonly [number, "CE" | "PE", number],
): BuilderContract => {
  const world = accountWorld(underlying, at);
  return isFuture
    ? world.futures[where % world.futures.length]!
    : optionAt(world, where % world.options.length, type, step);
};

const contract = (look: Look): fc.Arbitrary<BuilderContract> =>
  fc.tuple(fc.boolean(), place, side, steps).map(([isFuture, ...rest]) => one(look, isFuture, rest));

const unitsOf = ({ underlying }: Look, count: number, isOlder = false): number =>
  count * (isOlder ? TERMS[underlying].olderLot : TERMS[underlying].lot);

/** Bought in the lots of an earlier year, in one row of a few: the contract is held over the change. */
const single: Shape = (look) =>
  fc
    .tuple(contract(look), lots, share, booked, product, fc.nat({ max: 4 }))
    .map(([held, count, part, profit, own, older]) => [
      listedRow(look.underlying, held, {
        quantity: unitsOf(look, count, older === 0),
        average: priceOf(held) * part,
        booked: profit,
        product: own,
      }),
    ]);

/** One contract in several rows, which may be of two products and against one another. */
const split: Shape = (look) =>
  contract(look).chain((held) =>
    fc.array(fc.tuple(lots, share, product, booked), { minLength: 2, maxLength: 4 }).map((rows) =>
      rows.map(([count, part, own, profit]) =>
        listedRow(look.underlying, held, {
          quantity: unitsOf(look, count),
          average: priceOf(held) * part,
          booked: profit,
          product: own,
        }),
      ),
    ),
  );

/** Squared off: nothing is held, and what it brought is booked. */
const exited: Shape = (look) =>
  fc
    .tuple(contract(look), booked, product)
    .map(([held, profit, own]) => [
      listedRow(look.underlying, held, { quantity: 0, average: 0, booked: profit, product: own }),
    ]);

/** Two expiries against one another, futures or options of one strike. */
const calendar: Shape = (look) =>
  fc
    .tuple(fc.boolean(), place, side, steps, lots, lots, share)
    .map(([isFuture, where, type, step, near, far, part]) =>
      [-Math.abs(near), Math.abs(far)].map((count, i) => {
        const held = one(look, isFuture, [where + i, type, step]);
        const quantity = unitsOf(look, count);
        return listedRow(look.underlying, held, {
          quantity,
          average: priceOf(held) * part,
          booked: 0,
          product: "NRML",
        });
      }),
    );

/** Sold nearer to the money, bought farther away, on both sides. */
const condor: Shape = (look) =>
  fc
    .tuple(place, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), lots, share)
    .map(([where, near, wide, count, part]) =>
      (
        [
          ["CE", near, -1],
          ["CE", near + wide, 1],
          ["PE", -near, -1],
          ["PE", -near - wide, 1],
        ] as const
      ).map(([type, step, sign]) => {
        const held = one(look, false, [where, type, step]);
        const quantity = unitsOf(look, Math.abs(count)) * sign;
        return listedRow(look.underlying, held, {
          quantity,
          average: priceOf(held) * part,
          booked: 0,
          product: "NRML",
        });
      }),
    );

export function pastRow(
  { underlying, tradingsymbol, type, strike, lot }: PastContract,
  drawn: Drawn,
  settled: NonNullable<AccountRow["settled"]>,
): AccountRow {
  const { multiplier } = TERMS[underlying];
  return {
    underlying,
    tradingsymbol,
    type,
    strike,
    expiry: null,
    lot,
    multiplier,
    ...drawn,
    listed: null,
    settled,
  };
}

/** Of an earlier month or year, in its own lots; settled by the exchange's figure or by a close of the underlying. */
const over: Shape = ({ underlying, at }) => {
  const { spot } = accountWorld(underlying, at).market.strategy;
  return fc
    .tuple(
      fc.constantFrom(...PAST.filter((each) => each.underlying === underlying)),
      lots,
      share,
      fc.boolean(),
      share,
    )
    .map(([held, count, entered, isOwn, ended]) => {
      const worth = held.type === "FUT" ? spot : 0.02 * spot;
      return [
        pastRow(
          held,
          { quantity: count * held.lot, average: worth * entered, booked: 0, product: "NRML" },
          isOwn ? { price: worth * ended } : { close: spot * ended },
        ),
      ];
    });
};

/** Shares taken into delivery, as they lie beside the calls sold on them. */
const holding: Shape = ({ underlying, at }) => {
  const held = accountWorld(underlying, at).market.bySymbol("RELIANCE")!;
  return fc.tuple(fc.integer({ min: 1, max: 2_000 }), share).map(([quantity, part]) => [
    {
      ...listedRow(underlying, held, {
        quantity,
        average: priceOf(held) * part,
        booked: 0,
        product: "CNC",
      }),
      lot: 1,
    },
  ]);
};

const shape = (look: Look): fc.Arbitrary<readonly AccountRow[]> =>
  fc.oneof(
    { weight: 3, arbitrary: single(look) },
    { weight: 3, arbitrary: split(look) },
    { weight: 1, arbitrary: exited(look) },
    { weight: 3, arbitrary: calendar(look) },
    { weight: 2, arbitrary: condor(look) },
    { weight: 3, arbitrary: over(look) },
    ...(look.underlying === "RELIANCE" ? [{ weight: 2, arbitrary: holding(look) }] : []),
  );

/** Of one to four underlyings, each with one to three trades. */
export const account: fc.Arbitrary<Account> = fc
  .constantFrom(...(Object.keys(MOMENTS) as Moment[]))
  .chain((at) =>
    fc
      .shuffledSubarray<AccountUnderlying>([...MOMENTS[at]], { minLength: 1, maxLength: 3 })
      .chain((names) =>
        fc.tuple(
          ...names.map((underlying) =>
            fc
              .array(shape({ underlying, at }), { minLength: 1, maxLength: 3 })
              .map((shapes) => shapes.flat()),
          ),
        ),
      )
      .map((rows) => ({ at, rows: rows.flat() })),
  );

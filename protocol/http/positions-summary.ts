/**
 * What positions amount to, underlying by underlying: `POST v1/compute/{brokerId}/positions/summary_v2`. The caller brings them
 * as its broker told them. Prices and P&L are rupees, quantities units.
 */

import { type Static, Type } from "typebox";
import { BuilderPayload, BuilderPosition } from "./builder.ts";
import { MOST_TRADES } from "./builder-limits.ts";

const strict = { additionalProperties: false } as const;
const Symbol_ = Type.String({ minLength: 1, maxLength: 64 });
const Money = Type.Number({ minimum: -1e15, maximum: 1e15 });
const Figure = Type.Union([Type.Number(), Type.Null()]);
const Product = Type.Union([Type.Literal("NRML"), Type.Literal("MIS"), Type.Literal("CNC")]);

const PositionFilters = Type.Object(
  {
    underlyings: Type.Optional(Type.Array(Symbol_, { maxItems: MOST_TRADES })),
    expiries: Type.Optional(
      Type.Array(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), { maxItems: 100 }),
    ),
    products: Type.Optional(Type.Array(Product, { maxItems: 3 })),
  },
  {
    ...strict,
    description:
      "positions that pass all that are given count; the others are listed and left out of the sums",
  },
);

export const PositionsSummaryRequest = Type.Object(
  {
    data: Type.Array(BuilderPosition, { maxItems: MOST_TRADES, description: "each with its tradingsymbol" }),
    position_filters: Type.Optional(Type.Union([PositionFilters, Type.Null()])),
    manual_pnl_per_underlying: Type.Optional(
      Type.Record(Type.String(), Type.Object({ is_checked: Type.Boolean(), pnl: Money }, strict), {
        description: "by the underlying's symbol",
      }),
    ),
    hash: Type.Optional(
      Type.String({
        maxLength: 128,
        description: "the caller's, of its positions; comes back with the answer",
      }),
    ),
    user_id: Type.Optional(
      Type.Union([Type.String({ maxLength: 64 }), Type.Number()], {
        description: "accepted and not read: whose positions they are says the session",
      }),
    ),
    request_timestamp: Type.Optional(Type.Number({ description: "comes back with the answer" })),
  },
  strict,
);
export type PositionsSummaryRequest = Static<typeof PositionsSummaryRequest>;

const Pnl = {
  booked_pnl: Figure,
  unbooked_pnl: Type.Union([Type.Number(), Type.Null()], { description: "at the usable price of now" }),
  manual_pnl: Type.Number({ description: "those that are checked" }),
  total_pnl: Figure,
};

const { properties: of } = BuilderPayload;

const UnderlyingSummary = Type.Object({
  underlying: Type.String(),
  underlying_token: Type.Integer(),
  underlying_price: Figure,
  is_underlying_price_implied: Type.Boolean(),
  ...Pnl,
  greeks: of.greeks,
  decay: Figure,
  max_profit: of.max_profit,
  max_loss: of.max_loss,
  breakevens_at_expiry: of.breakevens_at_expiry,
  pop: of.pop,
  pop_source: of.pop_source,
  total_premium: Figure,
  total_intrinsic_value: Figure,
  total_time_value: Figure,
  is_stock: Type.Boolean(),
  trade_stats: of.trade_stats,
  trade_details: of.trade_details,
  warnings: of.warnings,
});

export const PositionsSummaryPayload = Type.Object({
  hash: Type.Union([Type.String(), Type.Null()]),
  request_timestamp: Figure,
  ...Pnl,
  underlyings: Type.Array(UnderlyingSummary),
  not_found: Type.Array(Type.String(), {
    description:
      "symbols of positions that nothing listed has, and that are no expired contracts: no sum knows them",
  }),
  not_valued: Type.Array(
    Type.Object({ tradingsymbol: Type.String(), code: Type.String(), message: Type.String() }),
    {
      description:
        "positions whose money cannot be told, with the reason: while one of them counts, what was booked is known, and the other sums, of its underlying too, are null",
    },
  ),
  no_product: Type.Array(Type.String(), {
    description:
      "positions that name no product, where some products were asked for: they pass all other filters and count in no sum",
  }),
});
export type PositionsSummaryPayload = Static<typeof PositionsSummaryPayload>;

export const PositionsSummaryResponse = Type.Object({ payload: PositionsSummaryPayload });
export type PositionsSummaryResponse = Static<typeof PositionsSummaryResponse>;

/** What builder_v3 says of the money of a strategy: prices of its legs and where they come from, charges, figures after them. Rupees. */

import { type Static, Type } from "typebox";
import { BROKER_IDS } from "#domain/access/brokers.ts";
import { ASSUMED_FEES } from "#domain/charges/brokerage.ts";
import { MOST_SLIPPAGE_TICKS, PRICE_SOURCES, UNQUOTED_SIDES } from "#domain/strategy/entry.ts";
import { ENTRY_MODES } from "#domain/strategy/model.ts";
import { ChargesBody } from "./charges.ts";

const strict = { additionalProperties: false } as const;
const Figure = Type.Union([Type.Number(), Type.Null()]);

export const BuilderEntry = Type.Object(
  {
    mode: Type.Enum(ENTRY_MODES, {
      description:
        "of trades without a price: ltp the usable price, mid between the quotes, touch buys at the ask and sells at the bid",
    }),
    slippage_ticks: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_SLIPPAGE_TICKS,
        description: "of touch: so many ticks worse",
      }),
    ),
  },
  strict,
);

export const BuilderChargesAsked = Type.Object(
  {
    broker_id: Type.Enum(BROKER_IDS, { description: "whose price list" }),
    net: Type.Optional(
      Type.Boolean({
        default: false,
        description: "answer curves and figures after charges too; tabular_payoffs are after them then",
      }),
    ),
  },
  strict,
);

const Source = Type.Union([Type.Enum(PRICE_SOURCES), Type.Null()], {
  description: "OWN the trader's, MODEL by its own IV because nothing is quoted; null no price",
});

export const LegPriceBody = Type.Object({
  leg_id: Type.String(),
  entry: Figure,
  entry_source: Source,
  unquoted: Type.Union([Type.Enum(UNQUOTED_SIDES), Type.Null()], {
    description: "side of the book that the entry wanted and did not find",
  }),
  now: Figure,
  now_source: Source,
});

const Costs = {
  entry: ChargesBody,
  exit: Type.Object(ChargesBody.properties, { description: "leaving now" }),
  total: ChargesBody,
};

export const BuilderCharges = Type.Object({
  ...Costs,
  legs: Type.Array(Type.Object({ leg_id: Type.String(), ...Costs }), {
    description: "positions have paid their entry",
  }),
  plan: Type.String({ description: "the price list that brokerage follows" }),
  rates_valid_from: Type.String(),
  assumed: Type.Array(Type.Enum(ASSUMED_FEES)),
});
export type BuilderCharges = Static<typeof BuilderCharges>;

/** Null where there is none; the word where there is no end. */
const Extreme = Type.Union([Type.Number(), Type.Literal("Unlimited"), Type.Null()]);

export const BuilderNet = Type.Object({
  max_profit: Extreme,
  max_loss: Extreme,
  risk_reward_ratio: Figure,
  breakevens_at_expiry: Type.Array(
    Type.Object({
      at: Type.Number(),
      kind: Type.Union([Type.Literal("root"), Type.Literal("jump")], {
        description: "jump: charges that begin at a strike make a loss of a profit at once",
      }),
    }),
  ),
  pop: Figure,
  projected_payoff: Figure,
  entry_charges: Figure,
  exit_charges_at_target: Figure,
  exit_charges_at_expiry: Type.Union([Type.Number(), Type.Null()], {
    description: "held to expiry, the underlying at the target price",
  }),
});
export type BuilderNet = Static<typeof BuilderNet>;

import { type Static, Type } from "typebox";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";
import { Nullable } from "./nullable.ts";

const Rupees = Nullable(Type.Number({ description: "rupees" }));

/** What an account holds of one contract in one product, as its broker tells it (rule POS-1). */
export const Position = Type.Object({
  leg_identifier: Type.String({
    description: "exchange, symbol and product: the same from one answer to the next",
  }),
  instrument_token: Nullable(Type.Integer({ description: "of our lists; null for what is not in them" })),
  tradingsymbol: Type.String({
    description: "ours where the contract is listed, else as the broker writes it",
  }),
  exchange: Type.String(),
  underlying_instrument: Nullable(Type.String()),
  is_listed: Type.Boolean({
    description: "false: our lists do not have the contract, and the broker's words stand",
  }),
  is_expired: Type.Boolean({ description: "its contract's last minute is over" }),
  is_holding: Type.Boolean({ description: "shares in custody; positions are none" }),
  product: Type.Union([Type.Literal("NRML"), Type.Literal("MIS"), Type.Literal("CNC")]),
  quantity: Type.Number({ description: "signed units, sold below 0; 0: closed today" }),
  multiplier: Nullable(Type.Number()),
  average_price: Rupees,
  last_price: Rupees,
  booked_profit_loss: Rupees,
  unbooked_pnl: Rupees,
  total_pnl: Rupees,
  instrument_info: Nullable(
    Type.Object({
      instrument_type: Type.String({ description: "CE, PE, FUT or EQ" }),
      expiry: Nullable(Type.String({ description: "YYYY-MM-DD" })),
      strike: Type.Number({ description: "rupees; 0 without one" }),
      lot_size: Nullable(Type.Number()),
    }),
  ),
});
export type Position = Static<typeof Position>;

export const PositionsResponse = Type.Object({
  data: Type.Object({
    positions: Type.Array(Position),
    as_of: Type.Number({ description: "when the broker was asked, epoch ms" }),
    broker_id: Type.Integer({ minimum: 0, maximum: 5 }),
    is_sandbox: Type.Boolean({ description: "an account that any visitor can pick; nothing of it is real" }),
  }),
});
export type PositionsResponse = Static<typeof PositionsResponse>;

const POSITION_SEGMENTS = ["equity", "fno", "currency", "commodity"] as const;
export type PositionSegment = (typeof POSITION_SEGMENTS)[number];
const Segment = Type.Union(POSITION_SEGMENTS.map((name) => Type.Literal(name)));

const PositionsQuery = Type.Object({
  segments: Type.Optional(
    Type.Union([Segment, Type.Array(Segment, { maxItems: POSITION_SEGMENTS.length })], {
      description: "these alone; repeat it for several. Without it all",
    }),
  ),
});

const held = {
  method: "GET",
  access: "authenticated",
  class: "read",
  cost: 1,
  ms: 3,
  cache: "no-store",
  tags: ["positions"],
  query: PositionsQuery,
  answers: { 200: PositionsResponse },
  errors: {
    ...NEEDS_ACCOUNT,
    400: ["request.invalid"],
    403: ["access.denied"],
    404: ["request.not_found"],
    503: [
      "broker.unavailable",
      "metacache.failed",
      "server.unavailable",
      "storage.unavailable",
      "storage.full",
    ],
  },
} as const;

/** What the caller's account holds at its broker; read, never changed. */
export const POSITION_ROWS = {
  positions: endpoint({
    ...held,
    paths: ["/v1/user_positions_v2"],
    summary: "Positions of the account at its own broker",
  }),
  positionsOfBroker: endpoint({
    ...held,
    paths: ["/v1/compute/:brokerId/broker_data/user_positions_v2"],
    summary: "The same under the address that names the broker",
    params: Type.Object({ brokerId: Type.String({ description: "the caller's broker id, or 0" }) }),
  }),
};

import { type Static, Type } from "typebox";

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** One instrument (rule INST-1). Strike in rupees, 0 where there is none. */
export const InstrumentDetails = Type.Object({
  instrument_token: Type.Integer(),
  tradingsymbol: Type.String(),
  exchange: Type.String(),
  segment: Type.String(),
  instrument_type: Type.String({ description: "CE, PE, FUT, EQ or INDEX" }),
  strike: Type.Number(),
  expiry: Type.Union([Type.String(), Type.Null()], { description: "YYYY-MM-DD" }),
  expiry_type: Type.Union([Type.String(), Type.Null()], { description: "weekly, monthly or quarterly" }),
  lot_size: Type.Number(),
  multiplier: Type.Number(),
  tick_size: Type.Number(),
  underlying_instrument: Type.String(),
  is_non_fno: Type.Boolean(),
  closest_future: NullableText,
  name: Type.String(),
  sectors: Type.Array(Type.String()),
});
export type InstrumentDetails = Static<typeof InstrumentDetails>;

export const InstrumentResponse = Type.Object({ data: InstrumentDetails, etag: Type.String() });
export type InstrumentResponse = Static<typeof InstrumentResponse>;

/** Everything derived from one underlying. */
export const MiniInstrumentsResponse = Type.Object({
  payload: Type.Object({
    underlying: InstrumentDetails,
    expiries: Type.Array(Type.String({ description: "YYYY-MM-DD, near to far" })),
    options: Type.Array(InstrumentDetails),
    futures: Type.Array(InstrumentDetails),
  }),
  etag: Type.String(),
});
export type MiniInstrumentsResponse = Static<typeof MiniInstrumentsResponse>;

export const AddonRequest = Type.Object(
  {
    underlyer_list: Type.Array(
      Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Integer({ minimum: 1 })]),
      {
        minItems: 1,
        maxItems: 500,
        description: "symbols or instrument tokens of underlyings",
      },
    ),
  },
  { additionalProperties: false },
);
export type AddonRequest = Static<typeof AddonRequest>;

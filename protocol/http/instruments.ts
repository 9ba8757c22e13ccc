import { type Static, Type } from "typebox";
import { endpoint } from "./contract.ts";

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

const Broker = Type.String({ description: "broker id, 0 to 5", maxLength: 8 });
/** Checked by `parseMetacache`: what must line up there, no schema can say. */
const Metacache = Type.Any({ description: "columns of the instrument master (protocol/http/metacache.ts)" });
const OfSymbol = Type.Object({ tradingsymbol: Type.String({ minLength: 1, maxLength: 64 }) });

const lookup = { access: "app_initialized", class: "read", cost: 0, ms: 1, tags: ["instruments"] } as const;
const some = {
  ...lookup,
  method: "POST",
  class: "compute",
  cost: 1,
  summary: "The columns of some underlyings only, to be merged into the cache",
  body: AddonRequest,
  answers: { 200: Metacache },
} as const;
const ERRORS = { 400: ["request.invalid"], 503: ["metacache.failed"] } as const;

/** The instrument master and lookups in it. */
export const INSTRUMENT_ROWS = {
  metacache: endpoint({
    ...lookup,
    method: "GET",
    paths: ["/v1/compute/cache/instrument_metacache/:broker"],
    summary: "Every instrument, as columns; unchanged while the etag is",
    params: Type.Object({ broker: Broker }),
    answers: { 200: Metacache },
    errors: { ...ERRORS, 404: ["request.not_found"] },
  }),
  insights: endpoint({
    ...lookup,
    method: "GET",
    paths: ["/v1/compute/cache/insights_instrument_metacache/:broker"],
    summary: "Of the instruments those that accounts of a broker can trade; with broker 0 all",
    params: Type.Object({ broker: Broker }),
    answers: { 200: Metacache },
    errors: { ...ERRORS, 404: ["request.not_found"] },
  }),
  // Questions, and POSTs because they are long.
  addon: endpoint({
    ...some,
    paths: ["/v1/compute/cache/instrument_metacache_addon"],
    errors: { ...ERRORS, 404: ["underlying.not_found"] },
  }),
  addonOfBroker: endpoint({
    ...some,
    paths: ["/v1/compute/cache/instrument_metacache_addon/:broker"],
    params: Type.Object({ broker: Broker }),
    errors: { ...ERRORS, 404: ["request.not_found", "underlying.not_found"] },
  }),
  bySymbol: endpoint({
    ...lookup,
    method: "GET",
    paths: ["/v1/compute/cache/tradingsymbol_metacache/:broker"],
    summary: "One instrument by its tradingsymbol",
    params: Type.Object({ broker: Broker }),
    query: OfSymbol,
    answers: { 200: InstrumentResponse },
    errors: { ...ERRORS, 404: ["request.not_found", "instrument.not_found", "derivative.not_found"] },
  }),
  ofUnderlying: endpoint({
    ...lookup,
    method: "GET",
    paths: ["/v1/compute/:id/mini_option_instruments/:symbol"],
    summary: "Options and futures of one underlying",
    params: Type.Object({ id: Broker, symbol: Type.String({ minLength: 1, maxLength: 64 }) }),
    answers: { 200: MiniInstrumentsResponse },
    errors: { ...ERRORS, 404: ["request.not_found", "underlying.not_found"] },
  }),
};

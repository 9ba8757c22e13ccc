/** What the API asks of the compute role. Whatever goes wrong comes back as the AppError that the caller is to be told. */
import { type Static, Type } from "typebox";
import { BROKER_IDS } from "#domain/access/brokers.ts";
import { Nullable } from "#protocol/http/nullable.ts";
import { packSnapshots, unpackSnapshots } from "../../platform/bus/packing.ts";
import { jsonReader, mustRead } from "../../platform/lib/read-json.ts";

/**
 * The calls of the compute role. Each request is a `ComputeQuestion`. Of those by POST its body is the
 * body's own bytes and the answer the JSON to send, so that the processes in between neither read nor write
 * JSON. `live_prices` is `LivePricesQuestion` and `LivePricesAnswer`; `quotes`, `mini` and `charges` have questions of their own.
 */
export type ComputeCall =
  | "live_prices"
  | "builder_v3"
  | "builder_v2"
  | "margin"
  | "positions_summary"
  | "quotes"
  | "instruments"
  | "addon"
  | "mini"
  | "charges";

export interface ComputeQuestion {
  /** whose requests take turns with those of others: an account, or a visitor's address */
  readonly who: string;
  readonly body: Uint8Array;
}

/** Asks for answers that all who ask are given. */
export const FOR_EVERYBODY = "";

const LivePricesQuestion = Type.Object({
  /** token of the underlying */
  underlying: Type.Integer(),
  /** of the answer that the asker holds, null none */
  etag: Nullable(Type.String()),
});
type LivePricesQuestion = Readonly<Static<typeof LivePricesQuestion>>;
const readLivePricesQuestion = jsonReader(LivePricesQuestion);

const QuotesQuestion = Type.Object({ symbols: Type.Array(Type.String()) });
type QuotesQuestion = Readonly<Static<typeof QuotesQuestion>>;
const readQuotesQuestion = jsonReader(QuotesQuestion);

/** @param symbol of the underlying */
const MiniQuestion = Type.Object({ symbol: Type.String() });
type MiniQuestion = Readonly<Static<typeof MiniQuestion>>;
const readMiniQuestion = jsonReader(MiniQuestion);

/** What a question about charges is answered by where it names neither. */
const ChargesCaller = Type.Object({
  broker: Type.Enum(BROKER_IDS),
  /** YYYY-MM-DD */
  date: Type.String(),
});
type ChargesCaller = Readonly<Static<typeof ChargesCaller>>;
const readChargesCaller = jsonReader(ChargesCaller);

/** null: the underlying has no option chain. `json` is null while the asker's own answer still says it all. */
export type LivePricesAnswer = { readonly etag: string; readonly json: Uint8Array | null } | null;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function encodeComputeQuestion({ who, body }: ComputeQuestion): Uint8Array {
  return packSnapshots([encoder.encode(who), body]);
}

/** The body is a view of the payload. */
export function decodeComputeQuestion(payload: Uint8Array): ComputeQuestion {
  const [who, body] = unpackSnapshots(payload) as [Uint8Array, Uint8Array];
  return { who: decoder.decode(who), body };
}

export function encodeLivePricesQuestion(question: LivePricesQuestion): Uint8Array {
  return encoder.encode(JSON.stringify(question));
}

/** @throws AppError request.invalid for what no `encodeLivePricesQuestion` has written */
export function decodeLivePricesQuestion(payload: Uint8Array): LivePricesQuestion {
  return mustRead(readLivePricesQuestion, payload, "A question for live prices", "request.invalid");
}

export function encodeLivePricesAnswer(answer: LivePricesAnswer): Uint8Array {
  if (answer === null) return packSnapshots([]);
  const etag = encoder.encode(answer.etag);
  return packSnapshots(answer.json === null ? [etag] : [etag, answer.json]);
}

export function decodeLivePricesAnswer(payload: Uint8Array): LivePricesAnswer {
  const [etag, json = null] = unpackSnapshots(payload);
  return etag === undefined ? null : { etag: decoder.decode(etag), json };
}

export function encodeQuotesQuestion(question: QuotesQuestion): Uint8Array {
  return encoder.encode(JSON.stringify(question));
}

/** @throws AppError request.invalid for what no `encodeQuotesQuestion` has written */
export function decodeQuotesQuestion(payload: Uint8Array): QuotesQuestion {
  return mustRead(readQuotesQuestion, payload, "A question for quotes", "request.invalid");
}

export function encodeMiniQuestion(question: MiniQuestion): Uint8Array {
  return encoder.encode(JSON.stringify(question));
}

/** @throws AppError request.invalid for what no `encodeMiniQuestion` has written */
export function decodeMiniQuestion(payload: Uint8Array): MiniQuestion {
  return mustRead(
    readMiniQuestion,
    payload,
    "A question for the instruments of an underlying",
    "request.invalid",
  );
}

/** @param body as it came */
export function encodeChargesQuestion(caller: ChargesCaller, body: Uint8Array): Uint8Array {
  return packSnapshots([encoder.encode(JSON.stringify(caller)), body]);
}

/** The body is a view of the payload. @throws AppError request.invalid for what no `encodeChargesQuestion` has written */
export function decodeChargesQuestion(payload: Uint8Array): { caller: ChargesCaller; body: Uint8Array } {
  const [caller, body] = unpackSnapshots(payload) as [Uint8Array, Uint8Array];
  return { caller: mustRead(readChargesCaller, caller, "A question about charges", "request.invalid"), body };
}

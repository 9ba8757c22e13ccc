/** What the API asks of the compute role. Whatever goes wrong comes back as the AppError that the caller is to be told. */
import { type Static, Type } from "typebox";
import { Nullable } from "#protocol/http/nullable.ts";
import { packSnapshots, unpackSnapshots } from "../../platform/bus/packing.ts";
import { jsonReader, mustRead } from "../../platform/lib/read-json.ts";

/**
 * The calls of the compute role. Each request is a `ComputeQuestion`. Of those by POST its body is the
 * body's own bytes and the answer the JSON to send, so that the processes in between neither read nor write
 * JSON. `live_prices` is `LivePricesQuestion` and `LivePricesAnswer`.
 */
export type ComputeCall = "live_prices" | "builder_v3" | "builder_v2" | "margin" | "positions_summary";

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

import { Type } from "typebox";
import { readAs } from "../broker-http.ts";

export const ZERODHA_NAME = "Zerodha";
/** What every call of Kite Connect 3 carries. */
export const KITE_VERSION = { "x-kite-version": "3" };

const Failure = Type.Object({
  status: Type.Literal("error"),
  error_type: Type.String(),
  message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const readFailure = readAs(Failure, ZERODHA_NAME, "an error");

/** What an answer that is no success says of itself. */
export function kiteFailure(body: unknown): { readonly type: string; readonly said: string } {
  const { error_type: type, message } = readFailure(body);
  return { type, said: `${type}: ${message ?? ""}` };
}

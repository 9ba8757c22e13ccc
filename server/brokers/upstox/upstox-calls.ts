import { Type } from "typebox";
import { readAs } from "../broker-http.ts";

export const UPSTOX_NAME = "Upstox";

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Failure = Type.Object({
  status: Type.Literal("error"),
  errors: Type.Array(Type.Object({ errorCode: Text, message: Text })),
});
const readFailure = readAs(Failure, UPSTOX_NAME, "an error");

/** What an answer that is no success says of itself: its first error. */
export function upstoxFailure(body: unknown): string {
  const [first] = readFailure(body).errors;
  return `${first?.errorCode ?? ""}: ${first?.message ?? ""}`;
}

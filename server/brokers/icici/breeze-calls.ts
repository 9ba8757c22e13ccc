import { Type } from "typebox";
import { type BrokerAnswer, readAs, unavailable } from "../broker-http.ts";

export const ICICI_NAME = "ICICI Direct";

const Failure = Type.Object({ Status: Type.Integer({ minimum: 400, maximum: 599 }), Error: Type.String() });
const readFailure = readAs(Failure, ICICI_NAME, "an error");

/**
 * What a refusal says of itself; null for an answer that is none. The status that counts is the one in the body; the line above
 * it is often 200.
 * @throws AppError `broker.unavailable` for what is no refusal but an outage
 */
export function breezeFailure(
  answer: BrokerAnswer,
): { readonly status: number; readonly error: string } | null {
  const body = answer.body as { Status?: unknown } | null;
  if (answer.status < 400 && !(typeof body?.Status === "number" && body.Status >= 400)) return null;
  const { Status: status, Error: error } = readFailure(answer.body);
  if (status >= 500) throw unavailable(ICICI_NAME);
  return { status, error };
}

/** A 401 is about the session unless it is about our own signature or clock. */
export function isAboutSession({ status, error }: { status: number; error: string }): boolean {
  return status === 401 && !/checksum|time\s?stamp|public key/i.test(error);
}

import { networkInterfaces } from "node:os";
import { Type } from "typebox";
import { type BrokerAnswer, readAs } from "../broker-http.ts";

export const ANGEL_NAME = "Angel One";

/** The gateway spells it `success` and `errorCode`, the services behind it `status` and `errorcode`. */
const Failure = Type.Union([
  Type.Object({ success: Type.Literal(false), errorCode: Type.String(), message: Type.String() }),
  Type.Object({ status: Type.Literal(false), errorcode: Type.String(), message: Type.String() }),
]);
const readFailure = readAs(Failure, ANGEL_NAME, "an error");

/** What a refusal says of itself; null for an answer that is none. Refusals come with 200 as well as with 401 and 403. */
export function angelFailure(answer: BrokerAnswer): { readonly code: string; readonly said: string } | null {
  const body = answer.body as { status?: unknown; success?: unknown } | null;
  if (answer.status < 400 && body?.success !== false && body?.status !== false) return null;
  const failure = readFailure(answer.body);
  const code = "errorCode" in failure ? failure.errorCode : failure.errorcode;
  return { code, said: `${code}: ${failure.message}` };
}

/** Invalid, expired or missing token, and a session that is over (SmartAPI, "Exceptions"). */
const TOKEN_CODES = new Set(["AG8001", "AG8002", "AG8003", "AB1010", "AB1011", "AB8050", "AB8051"]);

/** Whether a refusal's code is about the session. */
export const isTokenCode = (code: string): boolean => TOKEN_CODES.has(code);

/** SmartAPI wants the caller's addresses in headers; the ones this machine knows of itself. */
function callerHeaders(): Record<string, string> {
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find((each) => each.family === "IPv4" && !each.internal);
  return {
    "x-usertype": "USER",
    "x-sourceid": "WEB",
    "x-clientlocalip": own?.address ?? "127.0.0.1",
    "x-clientpublicip": own?.address ?? "127.0.0.1",
    "x-macaddress": own?.mac ?? "00:00:00:00:00:00",
  };
}

let caller: Record<string, string> | null = null;

/** What every call of SmartAPI carries. */
export function angelHeaders(key: string, access: string): Record<string, string> {
  caller ??= callerHeaders();
  return { ...caller, "x-privatekey": key, authorization: `Bearer ${access}` };
}

import { Type } from "typebox";
import { SuccessResponse } from "./account.ts";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";

export const PreferenceBody = Type.Record(
  Type.String({ pattern: "^[A-Za-z0-9_.-]{1,64}$" }),
  Type.Unknown(),
  {
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    description: "one key and its value, at most 16 KiB of JSON",
  },
);

/** Served with and without `/v1` (rule SES-13). */
export const PREFERENCE_ROWS = {
  keep: endpoint({
    method: "POST",
    paths: ["/user/preferences", "/v1/user/preferences"],
    access: "authenticated",
    class: "write",
    cost: 1,
    ms: 1,
    cache: "no-store",
    vary: "cookie",
    tags: ["account"],
    summary: "Keeps one preference",
    body: PreferenceBody,
    answers: { 200: SuccessResponse },
    errors: { ...NEEDS_ACCOUNT, 400: ["request.invalid"], 413: ["request.too_large"] },
  }),
};

import { Type } from "typebox";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";

/**
 * `GET /v1/access/{feature}`: what the matrix says of the caller; 401 and 403 where the feature is closed.
 */
export const AccessResponse = Type.Object({
  data: Type.Object({
    feature: Type.String(),
    required: Type.String(),
    plan: Type.String(),
    allowed: Type.Boolean(),
  }),
});

export const ACCESS_ROWS = {
  feature: endpoint({
    method: "GET",
    paths: ["/v1/access/:feature"],
    access: "app_initialized",
    class: "read",
    cost: 0,
    ms: 0.5,
    cache: "no-store",
    vary: "cookie",
    tags: ["account"],
    summary: "Whether a feature is open to the caller",
    params: Type.Object({ feature: Type.String({ maxLength: 64 }) }),
    answers: { 200: AccessResponse },
    errors: {
      ...NEEDS_ACCOUNT,
      400: ["request.invalid"],
      403: ["access.denied", "access.upgrade_needed"],
      404: ["request.not_found"],
    },
  }),
};

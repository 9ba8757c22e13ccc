import { Type } from "typebox";

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

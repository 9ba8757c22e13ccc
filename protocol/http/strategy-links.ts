import { type Static, Type } from "typebox";
import { SuccessResponse } from "./account.ts";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";
import { IsoDay, KeptContent, Sketch } from "./kept-content.ts";
import { Nullable } from "./nullable.ts";

const LinkParams = Type.Object({
  id: Type.String({ pattern: "^[A-Za-z0-9_-]{24}$", description: "redirect id" }),
});

export const LinkBody = Type.Object(
  {
    strategy: KeptContent,
    is_shared: Type.Optional(
      Type.Boolean({ default: false, description: "true: kept until it is deleted, and listed" }),
    ),
    sketch: Type.Optional(
      Type.Union([Sketch, Type.Null()], {
        description: "payoff without figures, for those who may not see any: x 0 to 1, y -1 to 1",
      }),
    ),
  },
  { additionalProperties: false },
);
export type LinkBody = Static<typeof LinkBody>;

/** All that a caller is given who may not be given an analysis (rule KEEP-12). */
export const LinkPreview = Type.Object({
  needs: Type.Union([Type.Literal("login"), Type.Literal("upgrade")]),
  underlying: Type.String(),
  kept_on: IsoDay,
  expiries: Type.Array(IsoDay),
  legs: Type.Array(
    Type.Object({
      tradingsymbol: Type.String(),
      action: Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]),
    }),
  ),
  sketch: Nullable(Sketch),
});
export type LinkPreview = Static<typeof LinkPreview>;

export const LinkResponse = Type.Object({
  data: Nullable(
    Type.String({ description: "the strategy as a JSON string; null where `preview` is all there is" }),
  ),
  preview: Nullable(LinkPreview),
});
export type LinkResponse = Static<typeof LinkResponse>;

const SharedLink = Type.Object({
  id: Type.String(),
  underlying: Type.String(),
  legs: Type.Array(Type.String()),
  kept_on: IsoDay,
  created_at: Type.Number({ description: "epoch ms" }),
  opened_at: Type.Number({ description: "epoch ms of the last opening, its making counted as one" }),
});

const linked = { cost: 1, ms: 1, cache: "no-store", vary: "cookie", tags: ["strategies"] } as const;
const ours = { ...linked, access: "authenticated" } as const;
const errors = { ...NEEDS_ACCOUNT, 400: ["request.invalid"] } as const;

/** Strategies by link (rules KEEP-10 to KEEP-14). Served with and without `/v1`. */
export const STRATEGY_LINK_ROWS = {
  put: endpoint({
    ...ours,
    method: "POST",
    paths: ["/user/analyze-builder-data", "/v1/user/analyze-builder-data"],
    class: "write",
    opensToWidgets: true,
    msPerKilobyte: 0.1,
    summary: "Puts a strategy away and answers the id that opens it",
    body: LinkBody,
    answers: { 200: Type.Object({ data: Type.String({ description: "redirect id" }) }) },
    errors: { ...errors, 409: ["link.too_many"], 413: ["request.too_large"] },
  }),
  open: endpoint({
    ...linked,
    access: "app_initialized",
    method: "GET",
    paths: ["/analyze-builder-data/:id", "/v1/analyze-builder-data/:id"],
    class: "read",
    summary: "A strategy that was put away; a preview for those who may not be given an analysis",
    params: LinkParams,
    answers: { 200: LinkResponse },
    errors: {
      401: NEEDS_ACCOUNT[401],
      400: ["request.invalid"],
      404: ["link.not_found", "link.expired", "link.deleted"],
      409: ["strategy.unreadable"],
    },
  }),
  shared: endpoint({
    ...ours,
    method: "GET",
    paths: ["/user/analyze-builder-data", "/v1/user/analyze-builder-data"],
    class: "read",
    ms: 4,
    summary: "Strategies that the account shares",
    answers: { 200: Type.Object({ data: Type.Array(SharedLink) }) },
    errors,
  }),
  remove: endpoint({
    ...ours,
    method: "DELETE",
    paths: ["/user/analyze-builder-data/:id", "/v1/user/analyze-builder-data/:id"],
    class: "write",
    summary: "Ends a link of the account",
    params: LinkParams,
    answers: { 200: SuccessResponse },
    errors: { ...errors, 404: ["link.not_found"] },
  }),
};

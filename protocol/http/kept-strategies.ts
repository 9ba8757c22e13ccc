import { type Static, Type } from "typebox";
import { SETTLEMENT_ORIGINS } from "#domain/settlement/settlement.ts";
import { SuccessResponse } from "./account.ts";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";
import { IsoDay, KeptContent, KeptLegSummary, ManualPnl } from "./kept-content.ts";
import { Nullable } from "./nullable.ts";

const strict = { additionalProperties: false } as const;

/** Characters are counted in the service, after both ends are trimmed. */
const NameField = Type.String({
  maxLength: 400,
  description: "1 to 80 characters, spaces at its ends left out",
});
const Revision = Type.Integer({
  minimum: 1,
  description: "counts the saves; an older one is refused with 409",
});
const StrategyParams = Type.Object({
  id: Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }),
});

/** What the market says an expiry that is over settled at, rupees of the underlying. */
const ExpirySettlements = Type.Array(
  Type.Object({ expiry: IsoDay, price: Type.Number(), origin: Type.Enum(SETTLEMENT_ORIGINS) }),
);

const head = {
  id: Type.String(),
  name: Type.String(),
  revision: Revision,
  created_at: Type.Number({ description: "epoch ms" }),
  updated_at: Type.Number({ description: "epoch ms" }),
};

export const KeptHead = Type.Object(head);
export type KeptHead = Static<typeof KeptHead>;

export const KeptSummary = Type.Object({
  ...head,
  underlying: Type.String(),
  kept_on: IsoDay,
  first_expiry: Nullable(IsoDay),
  last_expiry: Nullable(IsoDay),
  leg_count: Type.Integer(),
  legs: Type.Array(KeptLegSummary, { description: "all of them, or none where they are more than 8" }),
  manual_pnl: ManualPnl,
  settlements: ExpirySettlements,
});
export type KeptSummary = Static<typeof KeptSummary>;

export const KeptListResponse = Type.Object({
  data: Type.Object({
    strategies: Type.Array(KeptSummary),
    most: Type.Integer({ description: "an account may keep so many" }),
    today: IsoDay,
  }),
});
export type KeptListResponse = Static<typeof KeptListResponse>;

export const KeptResponse = Type.Object({
  data: Type.Object({ ...head, strategy: KeptContent, settlements: ExpirySettlements, today: IsoDay }),
});
export type KeptResponse = Static<typeof KeptResponse>;

const HeadResponse = Type.Object({ data: KeptHead });

const kept = {
  access: "authenticated",
  cost: 1,
  ms: 1,
  cache: "no-store",
  vary: "cookie",
  tags: ["strategies"],
} as const;
const errors = { ...NEEDS_ACCOUNT, 400: ["request.invalid"] } as const;
const GONE = ["strategy.not_found"] as const;
/** What has expired is read by the market's day, which is not known before the feed's clock is heard. */
const NEEDS_MARKET_DAY = { 503: ["server.unavailable"] } as const;
const KEEPS = { ...kept, class: "write", msPerKilobyte: 0.1, feature: "builder" } as const;
const KEEP_ERRORS = {
  ...errors,
  403: ["access.denied", "access.upgrade_needed"],
  413: ["request.too_large"],
} as const;

/** Strategies under names, an account's own (rules KEEP-6 to KEEP-9). */
export const KEPT_STRATEGY_ROWS = {
  list: endpoint({
    ...kept,
    method: "GET",
    paths: ["/v1/strategies"],
    class: "read",
    ms: 8,
    summary: "Saved strategies of the account, with what their expired legs settled at",
    answers: { 200: KeptListResponse },
    errors: { ...errors, ...NEEDS_MARKET_DAY },
  }),
  open: endpoint({
    ...kept,
    method: "GET",
    paths: ["/v1/strategies/:id"],
    class: "read",
    summary: "One saved strategy, whole",
    params: StrategyParams,
    answers: { 200: KeptResponse },
    errors: { ...errors, ...NEEDS_MARKET_DAY, 404: GONE, 409: ["strategy.unreadable"] },
  }),
  create: endpoint({
    ...KEEPS,
    method: "POST",
    paths: ["/v1/strategies"],
    summary: "Saves a strategy under a name that the account has not used",
    body: Type.Object({ name: NameField, strategy: KeptContent }, strict),
    answers: { 200: HeadResponse },
    errors: { ...KEEP_ERRORS, 409: ["strategy.name_taken", "strategy.too_many"] },
  }),
  update: endpoint({
    ...KEEPS,
    method: "POST",
    paths: ["/v1/strategies/:id"],
    summary: "Saves a strategy again, unless it was saved elsewhere since `revision`",
    params: StrategyParams,
    body: Type.Object({ revision: Revision, strategy: KeptContent }, strict),
    answers: { 200: HeadResponse },
    errors: { ...KEEP_ERRORS, 404: GONE, 409: ["strategy.changed"] },
  }),
  rename: endpoint({
    ...kept,
    method: "POST",
    paths: ["/v1/strategies/:id/rename"],
    class: "write",
    summary: "Another name for a saved strategy",
    params: StrategyParams,
    body: Type.Object({ name: NameField }, strict),
    answers: { 200: HeadResponse },
    errors: { ...errors, 404: GONE, 409: ["strategy.name_taken"] },
  }),
  remove: endpoint({
    ...kept,
    method: "DELETE",
    paths: ["/v1/strategies/:id"],
    class: "write",
    summary: "Deletes a saved strategy; it can be brought back for 10 minutes",
    params: StrategyParams,
    answers: { 200: SuccessResponse },
    errors: { ...errors, 404: GONE },
  }),
  restore: endpoint({
    ...kept,
    method: "POST",
    paths: ["/v1/strategies/:id/restore"],
    class: "write",
    summary: "Undoes a deletion; where the name was given away meanwhile, under the name with a number",
    params: StrategyParams,
    answers: { 200: HeadResponse },
    errors: { ...errors, 404: GONE, 409: ["strategy.too_many"] },
  }),
};

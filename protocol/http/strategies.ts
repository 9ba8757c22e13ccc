import { Type } from "typebox";
import { ANALYSIS_FEATURE } from "#domain/access/analysis.ts";
import { BuilderRequest, BuilderRequestV2, BuilderResponse } from "./builder.ts";
import { ChargesRequest, ChargesResponse } from "./charges.ts";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";
import { MarginRequest, MarginResponse, MarginV3Response } from "./margin.ts";
import { PositionsSummaryRequest, PositionsSummaryResponse } from "./positions-summary.ts";

const computed = {
  method: "POST",
  access: "app_initialized",
  class: "compute",
  cost: 1,
  ms: 1,
  msPerKilobyte: 0.1,
  tags: ["compute"],
  errors: {
    ...NEEDS_ACCOUNT,
    400: ["request.invalid"],
    403: ["access.denied", "access.upgrade_needed"],
    404: ["request.not_found", "underlying.not_found", "derivative.not_found"],
    413: ["request.too_large"],
    415: ["request.invalid"],
    422: ["derivative.no_terms"],
    429: ["request.rate_limited"],
    503: ["server.unavailable", "prices.failed", "metacache.failed"],
  },
} as const;

const BrokerParams = Type.Object({ brokerId: Type.String({ description: "the caller's broker id, or 0" }) });

/** What the compute role answers, and what trades cost. */
export const STRATEGY_ROWS = {
  builder: endpoint({
    ...computed,
    feature: ANALYSIS_FEATURE,
    paths: ["/v1/compute/:brokerId/builder_v3"],
    summary: "Analysis of a strategy: payoff, greeks, breakevens, probability of profit",
    params: BrokerParams,
    body: BuilderRequest,
    answers: { 200: BuilderResponse },
  }),
  builderV2: endpoint({
    ...computed,
    feature: ANALYSIS_FEATURE,
    paths: ["/v1/compute/:brokerId/builder_v2"],
    summary: "The older form, whose caller brings price, futures and at-the-money IVs",
    params: BrokerParams,
    body: BuilderRequestV2,
    answers: { 200: Type.Object({ data: BuilderResponse }) },
  }),
  positionsSummary: endpoint({
    ...computed,
    feature: "positions",
    paths: ["/v1/compute/:brokerId/positions/summary_v2"],
    summary: "What positions amount to, underlying by underlying",
    params: BrokerParams,
    body: PositionsSummaryRequest,
    answers: { 200: PositionsSummaryResponse },
  }),
  margin: endpoint({
    ...computed,
    feature: "builder",
    paths: ["/v1/compute/:brokerId/broker_data/calculate_margin_v5"],
    summary:
      "Margin of trades: the broker's own figure where it is to be had, else an estimate said to be one",
    params: BrokerParams,
    body: MarginRequest,
    answers: { 200: MarginResponse },
  }),
  marginV3: endpoint({
    ...computed,
    feature: "builder",
    paths: ["/v1/calculate_margin_v3"],
    summary: "The same for accounts of ICICI Direct, in the older form",
    body: MarginRequest,
    answers: { 200: MarginV3Response },
  }),
  // Needs neither prices nor an account, and is a POST because it is long.
  charges: endpoint({
    method: "POST",
    paths: ["/v1/compute/charges"],
    access: "app_initialized",
    class: "compute",
    cost: 1,
    ms: 1,
    msPerKilobyte: 0.1,
    cache: "no-store",
    tags: ["compute"],
    summary: "Brokerage, STT or CTT, exchange, SEBI and stamp charges and GST of trades and their exits",
    description:
      "Of every trade and of all, with P&L before and after charges. Rates are those of the day; brokerage follows the " +
      "broker's public price list, so a customer's own agreement may differ.",
    body: ChargesRequest,
    answers: { 200: ChargesResponse },
    errors: { 400: ["request.invalid"], 413: ["request.too_large"], 415: ["request.invalid"] },
  }),
};

/** What a margin is asked with, in the form of the caller's broker (docs/margins.md). */

import { type BrokerId, ICICI, ZERODHA } from "#domain/access/brokers.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { MarginInputsRequest, MarginTradesRequest } from "#protocol/http/margin.ts";
import type { BuilderInstance } from "./answers.ts";
import { actionOf, selectedLegs } from "./request-of.ts";

export type MarginQuestion =
  | { readonly form: "v5"; readonly body: MarginInputsRequest | MarginTradesRequest }
  | { readonly form: "v3"; readonly body: MarginTradesRequest };

/** Left out where it is not told: a trade that leaves a position is of the position's. */
const productOf = ({ product }: AnalyzerLeg) => (product == null ? {} : { product });

function inputs(instance: BuilderInstance, brokerCache: string | null): MarginInputsRequest {
  return {
    brokerCache,
    trade_inputs: selectedLegs(instance).map((leg) => ({
      underlying: instance.underlying,
      tradingsymbol: leg.tradingsymbol,
      action: actionOf(leg),
      quantity: Math.abs(leg.quantity),
      price: leg.entryPrice,
      ...productOf(leg),
      multiplier: leg.multiplier,
      expiry: leg.expiry,
      instrument_type: leg.type,
      strike_price: leg.type === "CE" || leg.type === "PE" ? leg.strike : null,
    })),
  };
}

function trades(instance: BuilderInstance): MarginTradesRequest {
  return {
    trades: selectedLegs(instance).map((leg) => ({
      trade_type: leg.kind === "position" ? "loaded_position" : "new_trade",
      tradingsymbol: leg.tradingsymbol,
      action: actionOf(leg),
      quantity: Math.abs(leg.quantity),
      price: leg.entryPrice,
      ...productOf(leg),
    })),
    consider_positions_for_funds: false,
    consider_positions_for_margin: false,
  };
}

/**
 * @param etag of the instruments that the legs were chosen from
 * @returns null when there is nothing that needs a margin
 */
export function marginQuestion(
  instance: BuilderInstance,
  broker: BrokerId,
  etag: string | null,
): MarginQuestion | null {
  if (selectedLegs(instance).length === 0) return null;
  if (broker === ZERODHA) return { form: "v5", body: inputs(instance, etag) };
  return broker === ICICI ? { form: "v3", body: trades(instance) } : { form: "v5", body: trades(instance) };
}

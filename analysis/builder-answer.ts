/** The whole of builder_v3 and builder_v2 between a validated request and its payload: pure, the same wherever it runs. */

import { expiryInstant } from "#domain/calendar/expiries.ts";
import { FORWARD_FUTURE } from "#domain/chain/flags.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { ExpiryMarket, StrategyMarket } from "#domain/strategy/model.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import type { BuilderPayload, BuilderRequest, BuilderRequestV2 } from "#protocol/http/builder.ts";
import { type BuilderMarket, builderMarketBody } from "./builder-market.ts";
import { builderPayload } from "./builder-payload.ts";
import { type BuilderRefusal, builderLegs, builderOptions } from "./builder-request.ts";

export type BuilderOutcome =
  | { readonly ok: true; readonly payload: BuilderPayload }
  | { readonly ok: false; readonly refusal: BuilderRefusal };

export function builderAnswer(
  request: BuilderRequest | BuilderRequestV2,
  market: BuilderMarket,
  kernel: StrategyKernel,
): BuilderOutcome {
  const read = builderLegs(request, market);
  if ("refusal" in read) return { ok: false, refusal: read.refusal };
  const summary = summarise(read.legs, market.strategy, builderOptions(request), kernel);
  const payload = builderPayload(summary, market);
  if (request.flags?.include_market === true) {
    payload.market = builderMarketBody(market, read.contracts);
  }
  return { ok: true, payload };
}

/** builder_v2: what the caller says of the underlying, its futures and ATM IVs wins over the market's. */
export function builderAnswerV2(
  request: BuilderRequestV2,
  market: BuilderMarket,
  kernel: StrategyKernel,
): BuilderOutcome {
  const strategy = callersMarket(request, market.strategy);
  if ("refusal" in strategy) return { ok: false, refusal: strategy.refusal };
  return builderAnswer(request, { ...market, strategy }, kernel);
}

function callersMarket(
  request: BuilderRequestV2,
  market: StrategyMarket,
): StrategyMarket | { readonly refusal: BuilderRefusal } {
  const expiries = new Map<string, ExpiryMarket>(market.expiries.map((each) => [each.expiry, each]));
  const { futures_per_expiry: futures, atm_iv_per_expiry: ivs } = request;
  for (const expiry of new Set([...Object.keys(futures), ...Object.keys(ivs)])) {
    const known = expiries.get(expiry) ?? blankExpiry(expiry, market);
    if (known === null) {
      const message = `There is no day ${expiry}; write expiries as YYYY-MM-DD.`;
      return { refusal: { code: "request.invalid", message, details: { expiry } } };
    }
    if (known.expiryInstant <= market.now) continue;
    const future = futures[expiry] ?? 0;
    expiries.set(expiry, {
      ...known,
      // Our smile is of our forward and volatility: the caller's own carry no fit.
      solved: new Uint8Array(known.strikes.length),
      ...(future > 0 ? { forward: future, forwardSource: FORWARD_FUTURE } : {}),
      atmIv: ivs[expiry] ?? known.atmIv,
    });
  }
  return {
    ...market,
    spot: request.current_underlying_price > 0 ? request.current_underlying_price : Number.NaN,
    isSpotImplied: false,
    isCallers: true,
    expiries: [...expiries.values()].sort((a, b) => a.expiryInstant - b.expiryInstant),
  };
}

/** An expiry of which nothing is known but its day; null for what is no day. */
function blankExpiry(expiry: string, market: StrategyMarket): ExpiryMarket | null {
  try {
    return {
      expiry,
      expiryInstant: expiryInstant(market.derivativeExchange, expiry),
      forward: Number.NaN,
      forwardSource: 0,
      synthetic: Number.NaN,
      discount: 1,
      discountError: Number.NaN,
      discountSource: 0,
      discountLender: 0,
      atmIv: Number.NaN,
      strikes: new Float64Array(0),
      iv: new Float64Array(0),
      solved: new Uint8Array(0),
    };
  } catch {
    return null;
  }
}

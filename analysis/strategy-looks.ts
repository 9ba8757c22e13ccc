/** What a page looks at of a strategy beside its analysis: heat table, pinned prices, why it makes what it makes. Pure. */

import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { type Attribution, attribution } from "#domain/strategy/attribution/attribution.ts";
import type { HeatSteps } from "#domain/strategy/heat/heat-prices.ts";
import { type HeatTable, heatTable } from "#domain/strategy/heat/heat-table.ts";
import { type PinFigures, pinFigures } from "#domain/strategy/pins/pin-figures.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarket } from "./builder-market.ts";
import { builderPayload } from "./builder-payload.ts";
import { type BuilderRefusal, builderLegs, builderOptions } from "./builder-request.ts";

/** What is asked for; what is left out is not computed. */
export interface LookWants {
  readonly heat?: HeatSteps;
  /** Prices, rupees. */
  readonly pins?: readonly number[];
  readonly why?: boolean;
  /** The analysis itself, for a strategy that is not the one on screen. */
  readonly summary?: boolean;
}

/** Null: it was not asked for. */
export interface Look {
  /** Market time of the figures. */
  readonly asOf: number;
  readonly spot: number;
  /** P&L is after the charges of entering and leaving; Greeks know none. */
  readonly isNet: boolean;
  readonly heat: HeatTable | null;
  readonly pins: readonly PinFigures[] | null;
  readonly why: Attribution | null;
  readonly summary: BuilderPayload | null;
}

export type LookOutcome =
  | { readonly ok: true; readonly look: Look }
  | { readonly ok: false; readonly refusal: BuilderRefusal };

export function strategyLook(
  request: BuilderRequest,
  wants: LookWants,
  market: BuilderMarket,
  kernel: StrategyKernel,
): LookOutcome {
  const read = builderLegs(request, market);
  if ("refusal" in read) return { ok: false, refusal: read.refusal };
  const { legs } = read;
  const { strategy } = market;
  const options = builderOptions(request);
  const { heat, pins, why, summary } = wants;
  return {
    ok: true,
    look: {
      asOf: strategy.now,
      spot: strategy.spot,
      isNet: options.charges?.wantsNet === true,
      heat: heat === undefined ? null : heatTable(legs, strategy, options, heat, kernel),
      pins: pins === undefined ? null : pinFigures(legs, strategy, options, pins, kernel),
      why: why === true ? attribution(legs, strategy, options, kernel) : null,
      summary: summary === true ? builderPayload(summarise(legs, strategy, options, kernel), market) : null,
    },
  };
}

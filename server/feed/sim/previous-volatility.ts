import type { PreviousVolatility } from "../source.ts";
import { type DayPlan, GROUP_OF_BUCKET } from "./day-plan.ts";
import type { Latent } from "./latent.ts";
import { bucketName, type MarketState } from "./state.ts";
import { LEAST_RELATIVE_VARIANCE, relativeVariance } from "./surface.ts";

const YEAR_MS = 365 * 86_400_000;

/** Implied volatilities of every chain on the latent market's present surfaces, in calendar time from the last close. */
export function previousVolatilities(
  state: MarketState,
  latent: Latent,
  plan: DayPlan,
): PreviousVolatility[] {
  return state.chains.map((chain, c) => {
    const surface = latent.surfaces[c]!;
    const row = Math.max(chain.callIndex[0]!, chain.putIndex[0]!);
    const at = plan.previousClose[GROUP_OF_BUCKET[bucketName(state, row)]];
    const perYear = surface.deviation / Math.sqrt((chain.expiryInstant - at) / YEAR_MS);
    const iv = chain.strikes.map((strike) => {
      const z = (Math.log(strike) - surface.logForward) / surface.deviation;
      const relative = relativeVariance(surface.shape, surface.rho, z);
      return perYear * Math.sqrt(Math.max(LEAST_RELATIVE_VARIANCE, relative));
    });
    return { atmIv: perYear, iv };
  });
}

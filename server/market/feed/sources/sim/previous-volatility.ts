import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import type { PreviousVolatility } from "../../market-source.ts";
import { type DayPlan, GROUP_OF_BUCKET } from "./day-plan.ts";
import type { Latent } from "./latent.ts";
import { valueOption } from "./quoting.ts";
import { bucketName, type MarketState } from "./state.ts";

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
    const years = (chain.expiryInstant - at) / YEAR_MS;
    const iv = chain.strikes.map((strike, i) => {
      const isCall = strike >= surface.forward;
      const own = isCall ? chain.callIndex[i]! : chain.putIndex[i]!;
      if (own < 0) return Number.NaN;
      const price = valueOption(state, latent, own).fair / surface.discount;
      return impliedVolatility(price, surface.forward, strike, years, isCall);
    });
    return { atmIv: surface.deviation / Math.sqrt(years), iv };
  });
}

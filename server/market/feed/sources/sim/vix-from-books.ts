import {
  replicatedVariance,
  type VolatilityTerm,
  volatilityIndex,
} from "#domain/pricing/volatility-index.ts";
import type { ChainEntry } from "../../market-table.ts";
import { bestAsk, bestBid } from "./books.ts";
import type { Latent } from "./latent.ts";
import { KIND, type MarketState } from "./state.ts";

const YEAR_MS = 365 * 86_400_000;
const MONTH_MS = 30 * 86_400_000;
/** A contract in its last day says little about thirty. */
const LEAST_MS = 86_400_000;
/** NSE discards quotes wider than this share of their mid. */
const WIDEST = 0.3;

/** Mid of a row's book in rupees, or its fair value before books exist; NaN when one-sided or too wide. */
function midOf(state: MarketState, row: number, fair: (row: number) => number): number {
  if (row < 0) return Number.NaN;
  if (state.quotedAt[row] === 0) return fair(row);
  const words = state.table.words;
  const bid = bestBid(words, row);
  const ask = bestAsk(words, row);
  const mid = (bid + ask) / 2;
  return bid > 0 && ask > 0 && ask - bid <= WIDEST * mid ? mid / state.divisor[row]! : Number.NaN;
}

function termOf(
  state: MarketState,
  latent: Latent,
  chain: ChainEntry,
  c: number,
  at: number,
  fair: (row: number) => number,
): VolatilityTerm {
  const forward = latent.surfaces[c]!.forward;
  const call = Float64Array.from(chain.callIndex, (row) => midOf(state, row, fair));
  const put = Float64Array.from(chain.putIndex, (row) => midOf(state, row, fair));
  const years = (chain.expiryInstant - at) / YEAR_MS;
  return { variance: replicatedVariance(chain.strikes, call, put, forward, years, 0), years };
}

const noFair = (): number => Number.NaN;

/** India VIX of the moment from NIFTY's monthly expiries on either side of thirty days; NaN without quotes. */
export function indexFromBooks(
  state: MarketState,
  latent: Latent,
  at: number,
  fair: (row: number) => number = noFair,
): number {
  const u = state.specs.findIndex((spec) => spec.symbol === "NIFTY");
  if (u < 0 || state.kind[state.universe.vixIndex] !== KIND.VIX) return Number.NaN;
  const from = state.firstChain[u]!;
  let near = -1;
  let next = -1;
  state.universe.underlyings[u]!.chains.forEach((chain, i) => {
    const left = chain.expiryInstant - at;
    if (chain.expiryType === "weekly" || left < LEAST_MS) return;
    if (left <= MONTH_MS || near < 0) near = from + i;
    else if (next < 0) next = from + i;
  });
  if (near < 0) return Number.NaN;
  const term = (c: number): VolatilityTerm => termOf(state, latent, state.chains[c]!, c, at, fair);
  return volatilityIndex(term(near), next < 0 ? null : term(next));
}

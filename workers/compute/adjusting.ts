/** Answers of the worker to what is asked about adjusting a strategy; loaded when that is first asked. */

import {
  type AdjustOutcome,
  type AdjustQuestion,
  adjustAnswer,
  listedContracts,
} from "#analysis/adjust-answer.ts";
import type { BuilderMarket } from "#analysis/builder-market.ts";
import { type MarketTerms, newestOf } from "#analysis/market-packets.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { type LiveView, marketFor, withExpired } from "./live-market.ts";

/** Of terms, which are others only with other instruments or expiries. */
const lists = new WeakMap<MarketTerms, ContractList>();

function contractsOf(terms: MarketTerms): ContractList {
  const known = lists.get(terms) ?? listedContracts(terms);
  lists.set(terms, known);
  return known;
}

/**
 * In all that a frame holds: the expiries of the legs and those beside them.
 * @param answered the market of the last answer, for legs that are over
 */
export function adjustIn(
  view: LiveView,
  question: AdjustQuestion,
  answered: BuilderMarket | null,
  kernel: StrategyKernel,
): AdjustOutcome {
  if (marketFor(view, question.request, answered) === null) return NO_LIVE_MARKET;
  const previousClose = newestOf(view.packets)?.root.spotPreviousClose ?? Number.NaN;
  const market = withExpired(view.market(), answered);
  return adjustAnswer(question, { market, contracts: contractsOf(view.terms), previousClose }, kernel);
}

/** An answer's market holds the contracts of the legs and no others. */
export const NO_LIVE_MARKET: AdjustOutcome = {
  ok: false,
  refusal: {
    code: "prices.failed",
    message: "The live market of these legs is not here yet.",
    details: {},
  },
};

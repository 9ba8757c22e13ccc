import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import type { OtherChain } from "../../../shared/beside-chain.ts";
import { addLot } from "../../../strategy/add-lot.ts";
import { analyze, type Press } from "../analyze-state.ts";
import { TEXTS } from "../texts.ts";

/**
 * What was pressed becomes trades, as soon as the contracts are known.
 * @param others on the page: what is pressed there waits until that chain is the one that is worked with
 */
export function usePresses(
  { token }: UnderlyingSummary,
  isReady: boolean,
  others: readonly OtherChain[],
): void {
  const analyzer = useAnalyzer();
  const { contracts } = useAnalyzerState();
  const { presses } = useSnapshot(analyze);

  useEffect(() => {
    if (!isReady || contracts === null || presses.length === 0) return;
    /** @returns what came of it, for people */
    const deal = ({ action, option, strike, expiry, price }: Press): string => {
      const contract = contracts.option(option, expiry, strike);
      if (contract === null) return TEXTS.feedback.notListed;
      const legs = analyzer.instance()?.legs ?? [];
      const add = addLot(contract, action, legs, Number.isNaN(price) ? null : price);
      const refusal = analyzer.refusalOf(add);
      if (refusal !== null) return refusal;
      analyzer.dispatch(add);
      const { lotSize, multiplier } = contract;
      const lots = add.deal.quantity / lotSize;
      return TEXTS.feedback.held(lots, add.deal.quantity * multiplier);
    };
    for (const pressed of presses) {
      // A chain that was left meanwhile is not dealt in.
      if (pressed.underlying !== token) continue;
      const { row, option, action } = pressed;
      analyze.feedback = { row, option, action, text: deal(pressed) };
    }
    const waiting = presses.filter(
      (each) =>
        each.underlying !== token && others.some(({ underlying }) => underlying.token === each.underlying),
    );
    if (waiting.length !== presses.length) analyze.presses = waiting;
  }, [analyzer, contracts, isReady, presses, token, others]);
}

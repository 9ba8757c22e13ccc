import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useAnalyzer, useAnalyzerFact } from "../analyzer/use-analyzer.tsx";
import { showToast } from "../components/toast/toast.ts";
import { pageStrategy, takeProposed } from "../shared/chart-deals.ts";
import { addLot } from "./add-lot.ts";

/** Deals that a chart proposes become trades of the analyzer, and its trades are told to charts (rules CHART-18, CHART-19). */
export function useChartDeals(symbol: string, isReady: boolean): void {
  const analyzer = useAnalyzer();
  const { waiting, underlying } = useSnapshot(pageStrategy);
  useEffect(() => {
    if (!isReady || underlying !== symbol || !waiting.some((each) => each.underlying === symbol)) return;
    for (const { contract, action, price } of takeProposed(symbol)) {
      const add = addLot(contract, action, analyzer.instance()?.legs ?? [], price);
      const refusal = analyzer.refusalOf(add);
      if (refusal === null) analyzer.dispatch(add);
      else showToast(refusal, { tone: "warning" });
    }
  }, [analyzer, symbol, isReady, underlying, waiting]);

  const held = useAnalyzerFact(({ instance }) => instance?.legs);
  const legs = isReady ? held : undefined;
  useEffect(() => {
    if (legs === undefined || underlying !== symbol) return;
    pageStrategy.legs = legs
      .filter(({ kind }) => kind === "trade")
      .map(({ token, quantity, lotSize, multiplier, entryPrice }) => ({
        token,
        quantity,
        lotSize,
        multiplier,
        entryPrice,
      }));
  }, [legs, underlying, symbol]);
}

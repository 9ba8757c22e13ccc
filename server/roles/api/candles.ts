import type { ShareChange } from "#domain/instruments/share-changes.ts";
import { type CandlesService, createCandlesService } from "../../capabilities/candles/service.ts";
import { chartMarket } from "../../capabilities/charts/chart-market.ts";
import { createChartService } from "../../capabilities/charts/service.ts";
import type { History } from "../../market/history/market-history.ts";
import type { Store } from "../storage/store.ts";

interface CandlesParts {
  readonly history: Omit<History, "stop">;
  readonly store: Pick<Store, "candleSignals">;
  /** bonuses and splits of an underlying, by its token */
  readonly changes: (underlying: number) => Promise<readonly ShareChange[]>;
}

/** Candlestick patterns are looked for in the bars that charts show. */
export function createCandles({ history, store, changes }: CandlesParts): CandlesService {
  const charts = createChartService(history);
  return createCandlesService({
    bars: (market, query) => charts.bars(chartMarket(market), query),
    past: history,
    kept: store.candleSignals,
    changes,
  });
}

import { useMemo } from "react";
import { marketGlobalEvents, marketStockEvents } from "#protocol/generated/http/events.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { textOf } from "../../../api/api-failure.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import { eventsOf, type IvEvent } from "./iv-events.ts";

export interface IvEvents {
  /** by date, in the range and up to the market's day */
  readonly shown: readonly IvEvent[];
  readonly isSample: boolean;
  readonly isLoading: boolean;
  /** why there are none; null when nothing is amiss */
  readonly failure: string | null;
}

/** @param from first day of the range, null before it is known */
export function useIvEvents({ symbol, kind }: UnderlyingSummary, from: string | null): IvEvents {
  const isShare = kind === "stock";
  const stocks = useAnswer(marketStockEvents, {}, { isForAll: true, isWanted: isShare });
  const economic = useAnswer(marketGlobalEvents, {}, { isForAll: true });
  const [ofShares, ofEconomies] = [stocks.data?.payload, economic.data?.payload];
  const shown = useMemo(() => {
    const today = ofEconomies?.date ?? ofShares?.date;
    if (today === undefined || from === null) return [];
    return eventsOf(symbol, ofShares?.data ?? [], ofEconomies?.data ?? []).filter(
      ({ date }) => date >= from && date <= today,
    );
  }, [symbol, ofShares, ofEconomies, from]);
  const error = stocks.error ?? economic.error;
  return {
    shown,
    isSample: (ofShares?.is_sample ?? false) || (ofEconomies?.is_sample ?? false),
    isLoading: (isShare && stocks.isLoading) || economic.isLoading,
    failure: error === null ? null : textOf(error),
  };
}

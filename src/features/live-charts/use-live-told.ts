import { useMemo } from "react";
import { type MeasureQuestion, measuresNow, measuresSeries } from "../../shared/series/measure-series.ts";
import { futOiVsTimeSeries } from "../../shared/series/oi-series.ts";
import { type Told, useTimeTold } from "../../shared/time-charts/use-time-told.ts";
import { intervalOf, sessionsOf } from "./address.ts";
import { type Kind, measuresOf, NEEDS, SLOW_MEASURES } from "./kinds.ts";
import { type LiveTold, together } from "./lines/live-told.ts";
import type { LivePage } from "./live-page.ts";

/** What the charts that are shown are made of, as it goes on. @param kinds those shown, the same array for as long as they are the same */
export function useLiveTold(
  { search, underlying, expiry }: LivePage,
  kinds: readonly Kind[],
): Told<LiveTold> {
  const { symbol } = underlying;
  const wanted = measuresOf(kinds).join();
  const [isSlow, isOfFutures] = [
    kinds.some((kind) => NEEDS[kind].isSlow === true),
    kinds.some((kind) => NEEDS[kind].isOfFutures === true),
  ];
  const { span, interval } = search;
  const asked = useMemo(
    () => ({
      underlying_symbol: symbol,
      interval: intervalOf({ span, interval }),
      sessions: sessionsOf({ span }),
    }),
    [symbol, span, interval],
  );
  const body = useMemo(
    (): MeasureQuestion => ({
      ...asked,
      ...(expiry === null ? { nearest: true } : { expiries: [expiry] }),
      measures: wanted.split(",") as MeasureQuestion["measures"],
    }),
    [asked, wanted, expiry],
  );
  const slowBody = useMemo((): MeasureQuestion => ({ ...asked, measures: [...SLOW_MEASURES] }), [asked]);
  const of = `${symbol} ${expiry} ${span} ${interval}`;
  const measures = useTimeTold(measuresSeries, body, { of });
  const slow = useTimeTold(measuresNow, slowBody, { of, isWanted: isSlow });
  const futures = useTimeTold(futOiVsTimeSeries, asked, { of, isWanted: isOfFutures });
  const answer = useMemo(
    () =>
      measures.answer === null
        ? null
        : together(measures.answer, isSlow ? slow.answer : null, isOfFutures ? futures.answer : null),
    [measures.answer, slow.answer, futures.answer, isSlow, isOfFutures],
  );
  const all = [measures, ...(isSlow ? [slow] : []), ...(isOfFutures ? [futures] : [])];
  return {
    answer,
    isOld: measures.isOld || all.some(({ failure }) => failure !== null),
    failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
    retry: () => {
      for (const { failure, retry } of all) if (failure !== null) retry();
    },
  };
}

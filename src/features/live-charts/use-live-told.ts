import { useMemo } from "react";
import { MOST_IV_STRIKES } from "#protocol/http/chart-limits.ts";
import type { ChartMeasuresRequest } from "#protocol/http/chart-measures.ts";
import { type MeasureQuestion, measuresNow, measuresSeries } from "../../shared/series/measure-series.ts";
import { futOiVsTimeSeries } from "../../shared/series/oi-series.ts";
import { type Told, useTimeTold } from "../../shared/time-charts/use-time-told.ts";
import { intervalOf, isOfSome, sessionsOf } from "./address.ts";
import { type Kind, NEEDS, partedMeasures, SLOW_MEASURES } from "./kinds.ts";
import { type LiveTold, together } from "./lines/live-told.ts";
import type { LivePage } from "./live-page.ts";

/** What the charts that are shown are made of, as it goes on. @param kinds those shown, the same array for as long as they are the same */
export function useLiveTold(
  { search, underlying, expiry }: LivePage,
  kinds: readonly Kind[],
): Told<LiveTold> {
  const { symbol } = underlying;
  const parted = partedMeasures(kinds, isOfSome(search));
  const wanted = parted.whole.join();
  const wantsIv =
    kinds.includes("atm-iv") && search.strikes.length > 0 && search.strikes.length <= MOST_IV_STRIKES;
  const ofStrikes = [...parted.ofStrikes, ...(wantsIv ? ["strike_iv"] : [])].join();
  const isChosen = ofStrikes !== "";
  const [isSlow, isOfFutures] = [
    kinds.some((kind) => NEEDS[kind].isSlow === true),
    kinds.some((kind) => NEEDS[kind].isOfFutures === true),
  ];
  const { span, interval, around } = search;
  const strikes = search.strikes.join();
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
  const chosenBody = useMemo(
    (): ChartMeasuresRequest => ({
      ...asked,
      ...(expiry === null ? { nearest: true } : { expiries: [expiry] }),
      measures: (ofStrikes === "" ? "spot" : ofStrikes).split(",") as MeasureQuestion["measures"],
      ...(around !== null && { around }),
      ...(strikes !== "" && { strikes: strikes.split(",").map(Number) }),
    }),
    [asked, ofStrikes, expiry, around, strikes],
  );
  const slowBody = useMemo((): MeasureQuestion => ({ ...asked, measures: [...SLOW_MEASURES] }), [asked]);
  const of = `${symbol} ${expiry} ${span} ${interval}`;
  const measures = useTimeTold(measuresSeries, body, { of });
  const slow = useTimeTold(measuresNow, slowBody, { of, isWanted: isSlow });
  // Of other strikes nothing is shown in their place.
  const chosen = useTimeTold(measuresNow, chosenBody, {
    of: `${of} ${around} ${strikes}`,
    isWanted: isChosen,
  });
  const futures = useTimeTold(futOiVsTimeSeries, asked, { of, isWanted: isOfFutures });
  const answer = useMemo(
    () =>
      measures.answer === null
        ? null
        : together(measures.answer, {
            slow: isSlow ? slow.answer : null,
            futures: isOfFutures ? futures.answer : null,
            chosen: isChosen ? chosen.answer : null,
          }),
    [measures.answer, slow.answer, futures.answer, chosen.answer, isSlow, isOfFutures, isChosen],
  );
  const all = [
    measures,
    ...(isSlow ? [slow] : []),
    ...(isChosen ? [chosen] : []),
    ...(isOfFutures ? [futures] : []),
  ];
  return {
    answer,
    isOld: measures.isOld || all.some(({ failure }) => failure !== null),
    failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
    retry: () => {
      for (const { failure, retry } of all) if (failure !== null) retry();
    },
  };
}

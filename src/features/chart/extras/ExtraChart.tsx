import { useMemo } from "react";
import { TimeChart } from "../../../components/chart/TimeChart.tsx";
import type { Layered } from "../../../components/chart/time/chart-layer.ts";
import type { TimeChartProps } from "../../../components/chart/types.ts";
import type { ChartSearch } from "../address/address.ts";
import { CompareBar } from "../compare/CompareBar.tsx";
import { useCompared } from "../compare/use-compared.ts";
import { DrawingTools } from "../drawings/DrawingTools.tsx";
import { useDrawings } from "../drawings/use-drawings.ts";
import { usePatterns } from "../patterns/use-patterns.ts";
import { ProfileBar } from "../profile/ProfileBar.tsx";
import { useProfile } from "../profile/use-profile.ts";
import type { Bars } from "../series/bars-series.ts";
import type { SetChart } from "../use-chart-address.ts";
import { barText } from "./bar-text.ts";
import css from "./Extras.module.css";
import type { PagesOwn } from "./pages-own.ts";

interface Props {
  readonly chart: TimeChartProps & Layered;
  readonly search: ChartSearch;
  readonly set: SetChart;
  /** null until it is known */
  readonly told: Bars | null;
  readonly own: PagesOwn;
}

/** The chart with what not every chart has: flags of patterns, lines drawn by hand, another symbol. */
export function ExtraChart({ chart, search, set, told, own }: Props) {
  const { symbol, isDrawing, vs } = search;
  const { decimalsOf, isOfDays: ofDays, hasLine } = own;
  const decimals = told === null ? 2 : decimalsOf(told);
  const { picture, since, said } = useCompared(search, chart, own);
  const patterns = usePatterns(search, told);
  const drawings = useDrawings(symbol, decimals, picture === null);
  const profile = useProfile(search, told);
  const flags = patterns?.overlay ?? null;
  const strikes = profile?.overlay ?? null;
  const words = patterns?.words ?? null;
  const isCompared = picture !== null;
  const overlays = useMemo(
    () => [
      ...(isCompared || strikes === null ? [] : [strikes]),
      ...(isCompared ? [] : [drawings.overlay]),
      ...(flags === null ? [] : [flags]),
    ],
    [isCompared, strikes, drawings, flags],
  );
  const sinceText = since === null ? null : barText(since, ofDays);
  const tools = (
    <DrawingTools
      symbol={symbol}
      drawings={drawings}
      decimals={decimals}
      isOfDays={ofDays}
      hasTools={isDrawing && !isCompared}
    />
  );
  return (
    <>
      {hasLine ? (
        <div className={css.line} data-testid="chart-extras">
          {tools}
          {vs === null ? null : (
            <CompareBar symbol={symbol} vs={vs} since={sinceText} said={said} set={set} />
          )}
          {profile === null || isCompared ? null : <ProfileBar profile={profile} set={set} />}
          {patterns === null ? null : (
            <p className={css.said} role="status" data-testid="chart-patterns-found">
              {patterns.summary}
            </p>
          )}
        </div>
      ) : (
        tools
      )}
      <TimeChart
        {...chart}
        {...(picture === null ? {} : { ...picture, levels: [] })}
        {...(words === null ? {} : { words: [words] })}
        overlays={overlays}
      />
    </>
  );
}

import { useCallback, useMemo } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import { OtherUnderlying } from "../../shared/market-page/OtherUnderlying.tsx";
import { Controls } from "../../shared/page-controls/Controls.tsx";
import { useIsNarrow } from "../../shared/page-controls/use-is-narrow.ts";
import { Empty } from "../../shared/time-charts/ChartNotice.tsx";
import { lastKnown } from "../../shared/time-charts/lines.ts";
import { originText } from "../../shared/time-charts/origin.ts";
import { TimePicture } from "../../shared/time-charts/TimePicture.tsx";
import { timeNotice } from "../../shared/time-charts/time-chart.tsx";
import { isOfSome } from "./address.ts";
import { ChartChoice } from "./controls/ChartChoice.tsx";
import { ChartList } from "./controls/ChartList.tsx";
import { BeforeChoice, ExpiryPick, SpanChoice } from "./controls/Choices.tsx";
import { StrikePick } from "./controls/StrikePick.tsx";
import css from "./LiveChartsPage.module.css";
import { contractNote, contractStrips } from "./lines/contracts.ts";
import { newestLines } from "./lines/ghost.ts";
import { linesOf } from "./lines/kind-lines.ts";
import type { LiveTold } from "./lines/live-told.ts";
import { panesOf } from "./lines/panes.ts";
import { strikesRead, strikesSaid } from "./lines/strikes.ts";
import type { LivePage } from "./live-page.ts";
import { TEXTS } from "./texts.ts";
import { useLiveTold } from "./use-live-told.ts";

/** CSS pixels by the number of charts, on a wide screen. */
const HEIGHTS: readonly number[] = [460, 520, 620, 760, 900, 1_040];
const NARROW_HEIGHT = 400;

/** Of today alone its session is told; of the one before it where its figures come from, if elsewhere. */
function newestOf(told: LiveTold, from: number) {
  const { running_at, sessions } = told;
  return { times: told.times.slice(from), running_at, sessions: sessions.slice(-1) };
}

function beforeSaid({ sessions }: LiveTold): string {
  const [before, newest] = sessions.slice(-2);
  if (before === undefined || newest === undefined) return "";
  const origin = originText([before]);
  return origin === originText([newest]) ? "" : TEXTS.beforeFrom(formatExpiry(before.date), origin);
}

/** The charts that are chosen, under one cursor, and what they are chosen by. */
export function Charts({ page }: { readonly page: LivePage }) {
  const { search, set, underlying, expiry, isStale } = page;
  const { symbol, strikeStep } = underlying;
  const isNarrow = useIsNarrow();
  const chosen = search.charts.find((kind) => kind === search.pane) ?? search.charts[0]!;
  const kinds = useMemo(() => (isNarrow ? [chosen] : search.charts), [isNarrow, chosen, search.charts]);
  const { answer: told, isOld, failure, retry } = useLiveTold(page, kinds);
  const isToday = search.span === "today";
  const decimals = Math.max(2, decimalsOfTick(underlying.spotTickSize));
  const priceText = useCallback((price: number) => formatFixed(price, decimals), [decimals]);

  const shown = useMemo(() => {
    if (told === null) return { told: null, lines: [] };
    const lines = linesOf(kinds, { told, symbol, priceText });
    if (!isToday) return { told, lines };
    const newest = newestLines(told, lines, search.hasGhost);
    return { told: newestOf(told, newest.from), lines: newest.lines };
  }, [told, kinds, symbol, priceText, isToday, search.hasGhost]);
  const panes = useMemo(() => panesOf(kinds, told, strikeStep), [kinds, told, strikeStep]);
  const strips = useMemo(() => (told === null || isToday ? [] : contractStrips(told)), [told, isToday]);
  const note = useCallback(
    (index: number) => (told === null || isToday ? null : contractNote(told, index)),
    [told, isToday],
  );

  if (underlying.expiries.length === 0) {
    return (
      <div className={css.none}>
        <Empty title={TEXTS.none(symbol)}>
          <OtherUnderlying />
        </Empty>
      </div>
    );
  }
  const { controls } = TEXTS;
  const spot = told === null ? Number.NaN : lastKnown(told.underlying.spot);
  const said = [
    controls.spans[search.span],
    expiry === null ? controls.auto : formatExpiry(expiry),
    ...(isOfSome(search) ? [strikesSaid(search)] : []),
    ...search.charts.map((kind) => TEXTS.kinds[kind]),
  ].join(" · ");
  const more = [
    isToday && told !== null && search.hasGhost ? beforeSaid(told) : "",
    ...(told === null ? [] : strikesRead(search, kinds, told)),
    kinds.includes("ivp") ? TEXTS.slow : "",
  ].filter((words) => words !== "");
  return (
    <>
      <Controls said={said}>
        <ChartList page={page} />
        <SpanChoice search={search} set={set} />
        <ExpiryPick page={page} />
        <StrikePick page={page} spot={spot} />
        {isToday ? <BeforeChoice search={search} set={set} /> : null}
      </Controls>
      {isNarrow ? <ChartChoice search={search} set={set} chosen={chosen} /> : null}
      <TimePicture
        symbol={symbol}
        view={search.view}
        onView={(view) => set({ view }, "replace")}
        name={TEXTS.name(symbol)}
        told={shown.told}
        panes={panes}
        lines={shown.lines}
        strips={strips}
        note={note}
        isStale={isStale || isOld}
        heights={[HEIGHTS[kinds.length - 1]!, NARROW_HEIGHT]}
        notice={timeNotice(shown.told, shown.lines, failure)}
        more={more.join(" · ")}
        failure={failure}
        retry={retry}
      />
    </>
  );
}

import { useMemo } from "react";
import { FEWEST_COMPARED } from "#domain/chain/premium.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { axisPlain } from "../../../components/analysis/plot/axis-text.ts";
import { bandLayer } from "../../../components/chart/bands/band-layer.ts";
import { TimeChart } from "../../../components/chart/TimeChart.tsx";
import type { ChartLine, ChartPane } from "../../../components/chart/types.ts";
import { OtherUnderlying } from "../../../shared/market-page/OtherUnderlying.tsx";
import controlsCss from "../../../shared/page-controls/Controls.module.css";
import { Controls } from "../../../shared/page-controls/Controls.tsx";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import { Bones, Empty, Failed } from "../../../shared/time-charts/ChartNotice.tsx";
import { Foot } from "../../../shared/time-charts/Foot.tsx";
import { sourceOf, timeNotice } from "../../../shared/time-charts/time-chart.tsx";
import { useTimeTold } from "../../../shared/time-charts/use-time-told.ts";
import { MOST_PAST } from "../address/address.ts";
import type { ShownLine, StraddlePage } from "../straddle-page.ts";
import { type Expiries, expiriesSeries } from "./expiries-series.ts";
import css from "./PastExpiries.module.css";
import { comparedExpiry, HIGH, isCompared, LOW, pastLines, placesOf } from "./past-lines.ts";
import { TEXTS } from "./texts.ts";

/** CSS pixels on a wide screen and on a narrow one. */
const HEIGHTS = [440, 360] as const;
const PANES: readonly ChartPane[] = [
  { name: TEXTS.pane, weight: 1, left: { format: axisPlain }, right: null },
];
const NO_LINES: readonly ChartLine[] = [];
const MINUTE_MS = 60_000;
const LAYER = bandLayer(LOW!, HIGH!);

interface Props {
  readonly page: StraddlePage;
  readonly line: ShownLine;
}

/** Today's straddle at the money beside those of past expiries at the same minute to expiry (rule STRADDLE-12). */
export function PastExpiries({ page, line }: Props) {
  const { underlying, nearest } = page;
  const expiry = comparedExpiry(line, nearest);
  if (expiry !== null) return <Beside page={page} expiry={expiry} />;
  return (
    <div className={css.room}>
      <Empty title={TEXTS.noExpiry(underlying.symbol)}>
        <OtherUnderlying />
      </Empty>
    </div>
  );
}

/** "15:30 on 24 Nov" */
function endText({ times, minutes_to_expiry: left, expiry }: Expiries): string {
  const end = (times[0] ?? Number.NaN) + (1 + (left[0] ?? Number.NaN)) * MINUTE_MS;
  return TEXTS.end(formatClock(end), formatExpiry(expiry));
}

/** Chooses past expiries that are drawn by themselves. */
function Each({ page: { search, set }, told }: { readonly page: StraddlePage; readonly told: Expiries }) {
  const { past } = search;
  const toggled = (expiry: IsoDate): readonly IsoDate[] =>
    past.includes(expiry) ? past.filter((each) => each !== expiry) : [...past, expiry];
  return (
    <div className={css.each} role="group" aria-label={TEXTS.shown}>
      <span className={controlsCss.name}>{TEXTS.shown}</span>
      {told.compared.map((each) => {
        const expiry = each.expiry as IsoDate;
        const isFull = past.length >= MOST_PAST && !past.includes(expiry);
        return (
          <button
            key={expiry}
            type="button"
            className={controlsCss.chip}
            aria-pressed={past.includes(expiry)}
            disabled={isFull}
            title={isFull ? TEXTS.most(MOST_PAST) : undefined}
            onClick={() => set({ past: toggled(expiry) }, "replace")}
            data-testid={`past-${expiry}`}
          >
            {formatExpiry(expiry)}
          </button>
        );
      })}
    </div>
  );
}

function Beside({ page, expiry }: { readonly page: StraddlePage; readonly expiry: string }) {
  const { search, set, underlying } = page;
  const { symbol } = underlying;
  const { past } = search;
  const isNarrow = useIsNarrow();
  const hasEach = past.length > 0;
  const body = useMemo(
    () => ({ underlying_symbol: symbol, expiry, ...(hasEach ? { each: true } : {}) }),
    [symbol, expiry, hasEach],
  );
  const {
    answer: told,
    isOld,
    failure,
    retry,
  } = useTimeTold(expiriesSeries, body, { of: `${symbol} ${expiry}` });
  const lines = useMemo(() => (told === null ? NO_LINES : pastLines(told, past)), [told, past]);
  const left = told?.trading_minutes;
  const places = useMemo(() => (left === undefined ? null : placesOf({ trading_minutes: left })), [left]);
  const name = TEXTS.name(symbol, formatExpiry(expiry));
  const newest = told === null ? null : (told.times[told.premium.length - 1] ?? null);
  const gone = told === null ? [] : past.filter((each) => !told.compared.some((own) => own.expiry === each));
  const source = sourceOf(told, { symbol, title: name });
  const count = told?.compared.length ?? 0;
  return (
    <>
      <div className={css.head}>
        {told === null || count === 0 ? null : (
          <Controls said={TEXTS.shown}>
            <Each page={page} told={told} />
          </Controls>
        )}
        {gone.length === 0 ? null : (
          <p className={css.notice} role="status">
            {TEXTS.gone(gone.map((each) => formatExpiry(each)).join(", "))}
          </p>
        )}
        {told === null || isCompared(told) ? null : (
          <p className={css.notice} role="status" data-testid="past-few">
            {TEXTS.few(count, FEWEST_COMPARED)}
          </p>
        )}
        {told === null || !isCompared(told) ? null : (
          <p className={css.said} data-testid="past-count">
            <b className={css.n}>{TEXTS.count(count)}</b>{" "}
            {TEXTS.which(formatExpiry(told.compared.at(-1)!.expiry), formatExpiry(told.compared[0]!.expiry))}
          </p>
        )}
      </div>
      <div className={css.chart}>
        <TimeChart
          name={name}
          layer={LAYER}
          times={told?.times ?? []}
          {...(places === null ? {} : { places })}
          panes={PANES}
          lines={lines}
          note={(index) =>
            told === null ? null : TEXTS.at(formatClock(told.times[index] ?? 0), told.known[index] ?? 0)
          }
          {...source}
          source={{ ...source.source, asOf: newest }}
          isStale={page.isStale || isOld}
          height={HEIGHTS[isNarrow ? 1 : 0]}
          view={search.view}
          onView={(view) => set({ view }, "replace")}
          notice={
            told === null ? (
              failure === null ? (
                <Bones shape="lines" />
              ) : (
                <Failed failure={failure} retry={retry} />
              )
            ) : (
              timeNotice(told, lines, failure)
            )
          }
        />
      </div>
      {told === null ? null : (
        <p className={css.said} data-testid="past-said">
          {TEXTS.axis(endText(told))} {TEXTS.what(formatExpiry(expiry))}
        </p>
      )}
      <Foot
        sessions={told?.sessions ?? []}
        isRunning={told !== null && told.running_at !== null}
        asOf={newest ?? Number.NaN}
        failure={failure}
        retry={retry}
      />
    </>
  );
}

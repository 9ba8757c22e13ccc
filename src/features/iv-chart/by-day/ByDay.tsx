import { useMemo } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { ivHistory } from "#protocol/generated/http/iv-history.ts";
import { textOf } from "../../../api/api-failure.ts";
import { TimeChart } from "../../../components/chart/TimeChart.tsx";
import type { ChartStrip } from "../../../components/chart/types.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import { Events } from "../events/Events.tsx";
import { useIvEvents } from "../events/use-iv-events.ts";
import type { IvPage } from "../iv-page.ts";
import { TEXTS } from "../texts.ts";
import { useIvNow } from "../use-iv-now.ts";
import css from "./ByDay.module.css";
import { Choices } from "./Choices.tsx";
import { Figures } from "./Figures.tsx";
import { Foot } from "./Foot.tsx";
import { ivLines, ivPanes } from "./iv-lines.ts";
import { type IvHistory, type IvPicture, ivPicture } from "./iv-picture.ts";

const MINUTE_MS = 60_000;
/** A server that has just begun brings its closes together behind its start. */
const SOON_MS = 5_000;
/** CSS pixels. */
const HEIGHT = 560;
const NO_GAPS: readonly never[] = [];

/** While a session goes on, what a day's figures rest on is asked for again every minute. */
function useIvHistory(symbol: string, expiry: string | null) {
  const query = expiry === null ? {} : { expiry };
  const { data, error, isError, isFetching, refetch } = useAnswer(
    ivHistory,
    { params: { symbol }, query },
    {
      staleTime: MINUTE_MS / 2,
      refetchInterval: ({ state }) => {
        const payload = state.data?.payload;
        if (payload?.now.closes_whole === false) return SOON_MS;
        return payload?.running_at === null ? false : MINUTE_MS;
      },
    },
  );
  return {
    told: data?.payload ?? null,
    failure: isError && !isFetching ? textOf(error) : null,
    retry: () => void refetch(),
  };
}

function Notice({ told, symbol, expiry }: { told: IvHistory | null; symbol: string; expiry: string | null }) {
  const { chart } = TEXTS;
  if (told === null) {
    return (
      <div className={css.bones} role="status">
        <span className="visually-hidden">{chart.loading}</span>
        <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 16 L10 12 L20 15 L32 6 L44 13 L58 10 L70 16 L84 11 L100 14" />
          <path d="M0 28 L16 26 L30 29 L46 24 L60 27 L78 25 L100 28" />
          <path d="M0 38 L20 36 L40 37 L60 34 L80 35 L100 33" />
        </svg>
      </div>
    );
  }
  return (
    <div className={css.empty} role="status" data-testid="iv-empty">
      <h2>{chart.nothing}</h2>
      <p>{expiry === null ? chart.nothingNext(symbol) : chart.nothingOf(formatExpiry(expiry))}</p>
    </div>
  );
}

/** What is to be said of a day beside its date: where it comes from, and its events. */
function noteOf(picture: IvPicture, eventWords: ReadonlyMap<string, string>, isSimulated: boolean) {
  const { origin } = TEXTS;
  const words = {
    recorded: null,
    source: null,
    imported: origin.imported,
    simulated: isSimulated ? null : origin.made,
  };
  return (index: number): string | null => {
    const own = picture.origins[index] ?? null;
    const said = [own === null ? null : words[own], eventWords.get(picture.dates[index] ?? "") ?? null];
    return said.filter((each) => each !== null).join(", ") || null;
  };
}

/** Implied volatility by day with the present as its last point, historical volatility and price below it (rules IV-3 to IV-8). */
export function ByDay({ page }: { readonly page: IvPage }) {
  const { search, set, underlying, isStale } = page;
  const { symbol } = underlying;
  const { expiry, range, hv, view } = search;
  const { told, failure, retry } = useIvHistory(symbol, expiry);
  const now = useIvNow(underlying, expiry);
  const picture = useMemo(() => (told === null ? null : ivPicture(told, range, now)), [told, range, now]);
  const first = picture?.dates[0] ?? null;
  const events = useIvEvents(underlying, first);
  const name = expiry === null ? TEXTS.chart.iv30 : TEXTS.chart.atm(formatExpiry(expiry));
  const lines = useMemo(() => (picture === null ? [] : ivLines(picture, name, hv)), [picture, name, hv]);
  const panes = useMemo(() => ivPanes(hv), [hv]);
  const strips = useMemo<readonly ChartStrip[]>(() => {
    if (picture === null) return [];
    return events.shown.flatMap(({ date, kind }) => {
      const at = picture.dates.indexOf(date);
      const time = picture.times[at];
      return time === undefined ? [] : [{ from: time, to: time, name: TEXTS.events.kinds[kind] }];
    });
  }, [picture, events.shown]);
  const words = useMemo(
    () => new Map(events.shown.map(({ date, kind }) => [date, TEXTS.events.kinds[kind]])),
    [events.shown],
  );
  const isSimulated = told?.now.close_origins.includes("simulated") ?? false;
  const isNothing = picture?.iv.every((value) => value === null) ?? true;
  const isOld = isStale || (failure !== null && told !== null);
  return (
    <>
      <Choices page={page} />
      {told === null || picture === null ? (
        <div className={css.figures} aria-hidden="true" style={{ minHeight: 66 }} />
      ) : (
        <Figures told={told} picture={picture} isStale={isOld} />
      )}
      <div className={css.chart}>
        <TimeChart
          name={TEXTS.chart.name(symbol)}
          testId="iv-chart"
          times={picture?.times ?? []}
          panes={panes}
          lines={lines}
          gaps={NO_GAPS}
          strips={strips}
          {...(picture === null ? {} : { note: noteOf(picture, words, isSimulated) })}
          recordedSince={null}
          runningAt={picture?.runningAt ?? null}
          isStale={isOld}
          height={HEIGHT}
          view={view}
          onView={(next) => set({ view: next }, "replace")}
          source={{
            symbol,
            title: name,
            origin:
              told === null ? "" : told.now.close_origins.map((each) => TEXTS.origin.of[each]).join(", "),
            asOf: picture?.times.at(-1) ?? null,
          }}
          notice={
            isNothing && failure === null ? <Notice told={told} symbol={symbol} expiry={expiry} /> : null
          }
        />
      </div>
      <Foot picture={picture} failure={failure} retry={retry} />
      {picture === null ? null : <Events events={events} picture={picture} />}
    </>
  );
}

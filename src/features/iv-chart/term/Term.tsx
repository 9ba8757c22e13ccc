import { Suspense, useMemo } from "react";
import { istInstant } from "#domain/calendar/ist.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { formatIv, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { ivTerm } from "#protocol/generated/http/iv-history.ts";
import { textOf } from "../../../api/api-failure.ts";
import { axisPlain } from "../../../components/analysis/plot/axis-text.ts";
import { Button } from "../../../components/button/Button.tsx";
import { TimeChart } from "../../../components/chart/TimeChart.tsx";
import type { ChartLine, ChartPane } from "../../../components/chart/types.ts";
import { lazily } from "../../../components/lazily.tsx";
import { marketNow } from "../../../live/market-now.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import dayCss from "../by-day/ByDay.module.css";
import { dayText, ivText } from "../by-day/iv-lines.ts";
import eventCss from "../events/Events.module.css";
import type { IvPage } from "../iv-page.ts";
import { TEXTS } from "../texts.ts";
import { useExpiryIvs } from "../use-iv-now.ts";
import { type TermRow, termRows } from "./term-rows.ts";

const Smile = lazily(() => import("./Smile.tsx").then((m) => m.Smile));

const { term: texts, failed, origin } = TEXTS;

const MINUTE_MS = 60_000;
/** CSS pixels. */
const HEIGHT = 360;
const PANES: readonly ChartPane[] = [
  { name: texts.pane, weight: 1, left: { format: axisPlain }, right: null },
];
const NO_GAPS: readonly never[] = [];
const percent = (value: number | null): number | null => (value === null ? null : value * 100);

function linesOf(rows: readonly TermRow[], date: string | null): ChartLine[] {
  const line = (id: "now" | "close", name: string, look: Pick<ChartLine, "colour" | "dash">): ChartLine => ({
    ...{ id, name, pane: 0, axis: "left", ...look, width: 2 },
    values: rows.map((row) => percent(row[id])),
    format: ivText,
  });
  const now = line("now", texts.now, { colour: "accent" });
  if (date === null) return [now];
  return [now, line("close", texts.close(formatExpiry(date)), { colour: "ink-3", dash: [6, 3] })];
}

function changeText({ now, close }: TermRow): string {
  const text = now === null || close === null ? UNKNOWN : formatSigned((now - close) * 100, 2);
  return text === UNKNOWN ? text : TEXTS.figures.points(text);
}

/** ATM IV of each expiry now, beside what it was at a close that is kept (rule IV-9). */
export function Term({ page: { search, set, underlying, isStale } }: { readonly page: IvPage }) {
  const { symbol } = underlying;
  const chosen = underlying.expiries.find(({ expiry }) => expiry === search.expiry);
  const smileOf = (
    chosen ??
    defaultExpiry(underlying.expiries, marketNow(underlying)) ??
    underlying.expiries[0]
  )?.expiry;
  const query = {
    ...(search.date !== null && { date: search.date }),
    ...(smileOf !== undefined && { expiry: smileOf }),
  };
  const { data, error, isError, isFetching, refetch } = useAnswer(
    ivTerm,
    { params: { symbol }, query },
    { staleTime: MINUTE_MS / 2, refetchInterval: MINUTE_MS },
  );
  const told = data?.payload ?? null;
  const live = useExpiryIvs(underlying);
  const rows = useMemo(() => (told === null ? [] : termRows(told, live)), [told, live]);
  const times = useMemo(() => rows.map(({ expiry }) => istInstant(expiry, "15:30")), [rows]);
  const lines = useMemo(() => linesOf(rows, told?.date ?? null), [rows, told?.date]);
  const failure = isError && !isFetching ? textOf(error) : null;
  const last = told?.dates.at(-1);
  return (
    <>
      <div className={dayCss.controls}>
        <label className={dayCss.choice}>
          {texts.against}
          <select
            className={dayCss.select}
            value={told?.date ?? ""}
            disabled={told === null || told.dates.length === 0}
            onChange={({ target }) => set({ date: target.value === last ? null : target.value })}
            data-testid="iv-close"
          >
            {(told?.dates ?? []).toReversed().map((date) => (
              <option key={date} value={date}>
                {date === last ? texts.last(dayText(date)) : dayText(date)}
              </option>
            ))}
          </select>
        </label>
        <label className={dayCss.choice}>
          {texts.smile.of}
          <select
            className={dayCss.select}
            value={smileOf ?? ""}
            disabled={smileOf === undefined}
            onChange={({ target }) => {
              const next = underlying.expiries.find(({ expiry }) => expiry === target.value);
              if (next !== undefined) set({ expiry: next.expiry });
            }}
            data-testid="iv-smile-expiry"
          >
            {underlying.expiries.map(({ expiry }) => (
              <option key={expiry} value={expiry}>
                {formatExpiry(expiry)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className={dayCss.chart}>
        <TimeChart
          name={texts.name(symbol)}
          testId="iv-term-chart"
          times={times}
          timeName={texts.expiry}
          panes={PANES}
          lines={lines}
          gaps={NO_GAPS}
          recordedSince={null}
          runningAt={null}
          isStale={isStale}
          height={HEIGHT}
          view={search.view}
          onView={(view) => set({ view }, "replace")}
          source={{ symbol, title: texts.name(symbol), origin: "", asOf: null }}
          notice={
            told === null && failure === null ? (
              <div className={dayCss.bones} role="status">
                <span className="visually-hidden">{texts.loading}</span>
              </div>
            ) : null
          }
        />
      </div>
      <footer className={dayCss.foot}>
        {failure === null ? null : (
          <p className={dayCss.failed} role="alert" data-testid="iv-failed">
            {failure}
            <Button size="small" onClick={() => void refetch()}>
              {failed.retry}
            </Button>
            {search.date === null ? null : (
              <Button size="small" onClick={() => set({ date: null })}>
                {texts.toLast}
              </Button>
            )}
          </p>
        )}
        {told === null ? null : (
          <p className={dayCss.line} data-testid="iv-term-origin">
            {told.date === null ? (
              texts.none
            ) : (
              <span>
                {`${texts.close(dayText(told.date))}: ${told.origin === null ? UNKNOWN : origin.of[told.origin]}`}
              </span>
            )}
          </p>
        )}
      </footer>
      {told?.smile === undefined ? null : (
        <Suspense fallback={null}>
          <Smile symbol={symbol} told={told.smile} date={told.date} />
        </Suspense>
      )}
      {told === null ? null : (
        <div className={eventCss.scroll}>
          <table className={eventCss.results} data-testid="iv-term">
            <caption>{texts.name(symbol)}</caption>
            <thead>
              <tr>
                {[
                  texts.expiry,
                  texts.days,
                  texts.now,
                  told.date === null ? UNKNOWN : texts.close(formatExpiry(told.date)),
                  texts.change,
                ].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.expiry}>
                  <th scope="row">{dayText(row.expiry)}</th>
                  <td>{row.days ?? UNKNOWN}</td>
                  <td>{formatIv(row.now, 2)}</td>
                  <td>{formatIv(row.close, 2)}</td>
                  <td>{changeText(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

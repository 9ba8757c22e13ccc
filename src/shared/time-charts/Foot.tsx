import { istDate } from "#domain/calendar/ist.ts";
import { formatDate, formatExpiry, formatTime } from "#domain/format/date.ts";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { Button } from "../../components/button/Button.tsx";
import css from "./Foot.module.css";
import { gapsText, originText } from "./origin.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  /** before "-origin" and "-failed" */
  readonly testId?: string;
  readonly sessions: readonly ChartSession[];
  /** a session that goes on */
  readonly isRunning: boolean;
  /** market time of the newest figure, epoch ms; NaN unknown */
  readonly asOf: number;
  /** what else is to be said in the line; "" nothing */
  readonly more?: string;
  /** why nothing newer is shown; null when nothing is amiss */
  readonly failure: string | null;
  readonly retry: () => void;
}

/** Under a chart: where its figures come from, of when they are, what is not known, and why nothing newer is there. */
export function Foot({ testId = "oi", sessions, isRunning, asOf, more = "", failure, retry }: Props) {
  const newest = sessions.at(-1);
  const gaps = gapsText(sessions);
  return (
    <footer className={css.foot}>
      {failure === null || newest === undefined ? null : (
        <p className={css.failed} role="alert" data-testid={`${testId}-failed`}>
          {TEXTS.old}
          {failure}
          <Button size="small" onClick={retry}>
            {TEXTS.retry}
          </Button>
        </p>
      )}
      {newest === undefined ? null : (
        <p className={css.line} data-testid={`${testId}-origin`}>
          <span>{originText(sessions)}</span>
          {gaps === "" ? null : <span className={css.gaps}>{gaps}</span>}
          {isRunning ? null : <span>{TEXTS.standing.session(formatExpiry(newest.date))}</span>}
          {Number.isFinite(asOf) ? (
            <span>{TEXTS.standing.asOf(`${formatDate(istDate(asOf))}, ${formatTime(asOf)}`)}</span>
          ) : null}
          {more === "" ? null : <span>{more}</span>}
        </p>
      )}
    </footer>
  );
}

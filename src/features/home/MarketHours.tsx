import { useSnapshot } from "valtio";
import { formatDateTime } from "#domain/format/date.ts";
import { marketTimings } from "#protocol/generated/http/prices.ts";
import type { MarketTimingsResponse as MarketTimings } from "#protocol/http/prices.ts";
import { live } from "../../live/live-state.ts";
import { useAnswer } from "../../shared/answers/use-answer.ts";
import css from "./Side.module.css";
import { sessionLines } from "./session-lines.ts";
import { TEXTS } from "./texts.ts";

/** Whether these are the hours of a market that is open at any time of any day. */
const neverCloses = (hours: MarketTimings): boolean =>
  Object.values(hours).every(([open, close]) => open === "00:00" && close === "24:00");

/** Which markets trade now, by the market's clock. */
export function Sessions() {
  const { health } = useSnapshot(live);
  const now = health?.marketTime ?? null;
  const { data, isError } = useAnswer(marketTimings, {}, { isForAll: true, select: neverCloses });
  const isSleepless = data ?? (isError ? false : null);
  const isWaiting = now === null || isSleepless === null;
  return (
    <section className={css.panel} aria-label={TEXTS.hours.title}>
      <h2 className={css.title}>
        {TEXTS.hours.title}
        <span className={css.when}>{now === null ? "" : TEXTS.hours.asOf(formatDateTime(now))}</span>
      </h2>
      <ul className={css.lines} data-testid="sessions">
        {isSleepless ? <li className={css.waiting}>{TEXTS.hours.aroundTheClock}</li> : null}
        {(isWaiting || isSleepless ? [] : sessionLines(now)).map(({ name, state, label, until }) => (
          <li key={name} className={css.line}>
            <span>{name}</span>
            <span className={css.state} data-state={state}>
              {label}
            </span>
            <span className={css.until}>{until}</span>
          </li>
        ))}
        {isWaiting && !isSleepless ? (
          <li className={css.waiting}>
            {health?.feed === "refused" ? TEXTS.hours.refused : TEXTS.hours.waiting}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

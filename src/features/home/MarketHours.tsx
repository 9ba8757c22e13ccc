import { useSnapshot } from "valtio";
import { formatDateTime } from "#domain/format/date.ts";
import { live } from "../../live/live-state.ts";
import { useSleepless } from "../../shared/answers/use-sleepless.ts";
import css from "./Side.module.css";
import { sessionLines } from "./session-lines.ts";
import { TEXTS } from "./texts.ts";

/** Which markets trade now, by the market's clock. */
export function Sessions() {
  const { health } = useSnapshot(live);
  const now = health?.marketTime ?? null;
  const isSleepless = useSleepless();
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

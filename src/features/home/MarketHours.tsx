import { useSnapshot } from "valtio";
import { formatDateTime } from "#domain/format/date.ts";
import { live } from "../../live/live-state.ts";
import css from "./Side.module.css";
import { sessionLines } from "./session-lines.ts";

/** Which markets trade now, by the market's clock. */
export function Sessions() {
  const { health } = useSnapshot(live);
  const now = health?.marketTime ?? null;
  return (
    <section className={css.panel} aria-label="Market hours">
      <h2 className={css.title}>
        Market hours
        <span className={css.when}>{now === null ? "" : `${formatDateTime(now)} IST`}</span>
      </h2>
      <ul className={css.lines} data-testid="sessions">
        {(now === null ? [] : sessionLines(now)).map(({ name, state, label, until }) => (
          <li key={name} className={css.line}>
            <span>{name}</span>
            <span className={css.state} data-state={state}>
              {label}
            </span>
            <span className={css.until}>{until}</span>
          </li>
        ))}
        {now === null ? (
          <li className={css.waiting}>
            {health?.feed === "refused" ? "Known with the market’s data." : "Waiting for the market’s clock…"}
          </li>
        ) : null}
      </ul>
      {health?.simulated ? (
        <p className={css.note}>
          The simulated market moves around the clock, whatever the exchanges’ hours.
        </p>
      ) : null}
    </section>
  );
}

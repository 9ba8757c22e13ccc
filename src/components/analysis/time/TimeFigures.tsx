import type { ReactNode } from "react";
import { TEXTS } from "../texts.ts";
import css from "./TimeChart.module.css";

interface TimeFigure {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: string;
}

interface Props {
  readonly figures: readonly TimeFigure[];
  readonly isStale: boolean;
  /** What the keys have come to, read out; empty while the pointer moves. */
  readonly said: string;
  readonly testId: string;
}

/** The figures of the bar under the crosshair, else of the last one. */
export function TimeFigures({ figures, isStale, said, testId }: Props) {
  return (
    <div className={css.bar}>
      <dl className={css.figures} data-testid={testId}>
        {figures.map(({ key, label, value }) => (
          <div key={key} className={css.field}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isStale ? <span className={css.stale}>{TEXTS.stale}</span> : null}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

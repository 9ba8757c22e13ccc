import "uplot/dist/uPlot.min.css";
import { Maximize2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import css from "./Chart.module.css";
import { ChartMenu } from "./files/ChartMenu.tsx";
import type { ChartFiles } from "./files/chart-files.ts";
import { TEXTS } from "./texts.ts";

export interface ReadoutField {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** It has a note beside it. */
  readonly isWide?: boolean;
}

interface Props {
  readonly kind: "time" | "strikes";
  readonly testId?: string | undefined;
  /** What assistive technology calls it, with its keys. */
  readonly name: string;
  readonly host: RefObject<HTMLDivElement | null>;
  /** CSS pixels */
  readonly height: number;
  /** At the cursor, else of the last. */
  readonly fields: readonly ReadoutField[];
  /** What the keys have come to, read out; empty while the pointer moves. */
  readonly said: string;
  readonly isStale: boolean;
  readonly isZoomed: boolean;
  onShowAll(): void;
  readonly notice: ReactNode | null;
  /** What can be kept of it; its code comes with the first asking. */
  files(): Promise<ChartFiles>;
}

/** What every chart has around its plot: the figures over it, what can be done with it, and what stands in its place. */
export function ChartShell(props: Props) {
  const {
    kind,
    testId = `${kind}-chart`,
    name,
    host,
    height,
    fields,
    said,
    isStale,
    isZoomed,
    onShowAll,
    notice,
    files,
  } = props;
  const isEmpty = notice !== null;
  return (
    <div className={css.chart} data-testid={testId}>
      <div className={css.bar}>
        <dl className={css.figures} data-testid={`${testId}-readout`}>
          {fields.map(({ key, label, value, isWide = false }) => (
            <div key={key} className={css.field} data-wide={isWide || undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {isStale && !isEmpty ? <span className={css.stale}>{TEXTS.stale}</span> : null}
        {isZoomed && !isEmpty ? (
          <button
            type="button"
            className={css.button}
            aria-label={TEXTS.showAll}
            title={TEXTS.showAll}
            onClick={onShowAll}
          >
            <Maximize2 size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        ) : null}
        {isEmpty ? null : <ChartMenu files={files} />}
        <span className="visually-hidden" role="status">
          {said}
        </span>
      </div>
      <div
        className={css.body}
        data-kind={kind}
        data-stale={isStale || undefined}
        data-notice={isEmpty || undefined}
      >
        <div
          ref={host}
          className={css.plot}
          style={{ height }}
          role="group"
          aria-label={name}
          tabIndex={isEmpty ? -1 : 0}
        />
        {isEmpty ? <div className={css.notice}>{notice}</div> : null}
      </div>
    </div>
  );
}

import { type ReactNode, useId } from "react";
import { UNKNOWN } from "#domain/format/number.ts";
import type { ViewStatus } from "../types.ts";
import { ViewNotice } from "../view/ViewNotice.tsx";
import css from "./AnalysisTable.module.css";

export interface Column {
  readonly key: string;
  readonly head: string;
  /** Under the head. */
  readonly unit?: string;
}

interface Props {
  readonly name: string;
  readonly testId: string;
  readonly columns: readonly Column[];
  readonly status: ViewStatus;
  readonly isStale: boolean;
  readonly hasRows: boolean;
  /** Above the table: what to know of all of its figures. */
  readonly note?: string | undefined;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** Rows that stand in for those that are on their way. */
const BONES = ["1", "2", "3", "4"];

/** A table of figures: heads stay in sight, the first column too where the rest is swiped. */
export function AnalysisTable(props: Props) {
  const { name, testId, columns, status, isStale, hasRows, note, foot, children } = props;
  const own = useId();
  const isLoading = status.kind === "loading";
  const isShown = status.kind === "ready" || isLoading;
  return (
    <div className={css.wrap}>
      {isShown && note !== undefined ? (
        <p id={own} className={css.note} data-testid={`${testId}-note`}>
          {note}
        </p>
      ) : null}
      {isShown ? (
        <section
          className={css.room}
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
          tabIndex={0}
        >
          <table
            className={css.table}
            aria-busy={isLoading}
            aria-describedby={note === undefined ? undefined : own}
            data-stale={isStale || undefined}
            data-testid={testId}
          >
            <caption className="visually-hidden">{name}</caption>
            <thead>
              <tr>
                {columns.map(({ key, head, unit }) => (
                  <th key={key} scope="col">
                    {head}
                    {unit === undefined ? null : <span className={css.unit}>{unit}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {isLoading && !hasRows
                ? BONES.map((bone) => (
                    <tr key={bone} className={css.bone}>
                      {columns.map(({ key }) => (
                        <td key={key}>{UNKNOWN}</td>
                      ))}
                    </tr>
                  ))
                : children}
            </tbody>
            {foot === undefined || !hasRows ? null : <tfoot>{foot}</tfoot>}
          </table>
        </section>
      ) : null}
      <ViewNotice status={status} shape="table" />
    </div>
  );
}

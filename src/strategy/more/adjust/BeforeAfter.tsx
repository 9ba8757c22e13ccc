import { UNKNOWN } from "#domain/format/number.ts";
import type { AdjustFigures } from "#domain/strategy/adjust/figures.ts";
import { NetTag } from "../../net/NetTag.tsx";
import css from "./Adjust.module.css";
import { TEXTS } from "./texts.ts";
import { AFTER_CHARGES, changeText, figureText, ROWS } from "./written.ts";

interface Props {
  readonly before: AdjustFigures | null;
  readonly after: AdjustFigures | null;
  /** Of what `after` is; null: of nothing, and there are no columns of it. */
  readonly title: string | null;
  readonly isOld: boolean;
}

/** The strategy in figures as it is and, where a change is chosen, as it would be. */
export function BeforeAfter({ before, after, title, isOld }: Props) {
  const { table } = TEXTS;
  return (
    <table
      className={css.table}
      aria-label={table.name}
      data-old={isOld ? "" : undefined}
      data-testid="adjust-table"
    >
      <thead>
        <tr>
          <th scope="col">{table.figure}</th>
          <th scope="col">{table.before}</th>
          {title === null ? null : (
            <>
              <th scope="col">{title}</th>
              <th scope="col">{table.change}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row} data-figure={row}>
            <th scope="row">
              {table[row]}
              {row === "margin" ? <span className={css.note}>{table.estimate}</span> : null}
              {before !== null && AFTER_CHARGES.has(row) ? (
                <span className={css.note}>
                  <NetTag isNet={before.isNet} />
                </span>
              ) : null}
            </th>
            <td>{before === null ? UNKNOWN : figureText(row, before[row])}</td>
            {title === null ? null : (
              <>
                <td>{after === null ? UNKNOWN : figureText(row, after[row])}</td>
                <td>
                  {before === null || after === null ? UNKNOWN : changeText(row, before[row], after[row])}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

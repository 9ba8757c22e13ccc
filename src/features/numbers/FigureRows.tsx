import { useEffect, useState } from "react";
import type { CheckedFigure, Measure, Rows, Source, TableSummary } from "#workers/validation/api.ts";
import { Button } from "../../components/button/Button.tsx";
import type { ValidationClient } from "../../live/validation-client.ts";
import css from "./FigureRows.module.css";
import { errorText, valueText } from "./figure-text.ts";
import { TEXTS } from "./texts.ts";

const AT_ONCE = 50;

interface Props {
  readonly client: ValidationClient;
  readonly from: Source;
  readonly table: TableSummary;
  readonly onlyWrong: boolean;
}

interface RowProps {
  readonly row: CheckedFigure;
  readonly unit: Measure["unit"];
  /** what a figure is called that is not right: an exchange's own may be the one that is late */
  readonly otherwise: string;
}

function Row({ row, unit, otherwise }: RowProps) {
  const { of, figure, wanted, got, error, isRight } = row;
  return (
    <tr className={css.row} data-right={isRight}>
      <td className={css.case}>{of}</td>
      <td className={css.name}>{figure}</td>
      <td className={css.wanted} data-label={TEXTS.columns.wanted}>
        {valueText(wanted)}
      </td>
      <td className={css.got} data-label={TEXTS.columns.got}>
        {valueText(got)}
      </td>
      <td className={css.error}>
        {error === null ? null : errorText(error, unit)}
        <span className={css.state}>{isRight ? TEXTS.state.right : otherwise}</span>
      </td>
    </tr>
  );
}

/** The figures of a table, some at once: the worker has them all. */
export function FigureRows({ client, from, table, onlyWrong }: Props) {
  const [wanted, setWanted] = useState(AT_ONCE);
  const [shown, setShown] = useState<Rows | null>(null);
  // A summary is a new object for each recomputation: other rows then.
  useEffect(() => {
    let isOver = false;
    client
      .rows({ from, table: table.id, onlyWrong, first: 0, count: wanted })
      .then((rows) => {
        if (!isOver) setShown(rows);
      })
      .catch(() => {
        if (!isOver) setShown({ rows: [], total: 0 });
      });
    return () => {
      isOver = true;
    };
  }, [client, from, table, onlyWrong, wanted]);

  if (shown === null) return null;
  if (shown.total === 0) return <p className={css.none}>{TEXTS.noneWrong}</p>;
  const { columns, state } = TEXTS;
  const otherwise = from === "vectors" ? state.wrong : state.off;
  return (
    <>
      <table className={css.rows}>
        <thead>
          <tr>
            <th scope="col">{columns.of}</th>
            <th scope="col">{columns.figure}</th>
            <th scope="col">{columns.wanted}</th>
            <th scope="col">{columns.got}</th>
            <th scope="col">{columns.error}</th>
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row) => (
            <Row key={`${row.of} ${row.figure}`} row={row} unit={table.measure.unit} otherwise={otherwise} />
          ))}
        </tbody>
      </table>
      <p className={css.foot}>
        {TEXTS.rows(shown.rows.length, shown.total)}{" "}
        {shown.rows.length < shown.total ? (
          <Button size="small" onClick={() => setWanted(4 * wanted)}>
            {TEXTS.more}
          </Button>
        ) : null}
      </p>
    </>
  );
}

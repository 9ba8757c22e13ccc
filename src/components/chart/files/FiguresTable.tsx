import { useState } from "react";
import { formatFixed } from "#domain/format/number.ts";
import { Dialog } from "../../dialog/Dialog.tsx";
import { TEXTS } from "../texts.ts";
import type { ChartFiles } from "./chart-files.ts";
import css from "./FiguresTable.module.css";

/** CSS pixels of a row, as the stylesheet has it. */
const ROW = 26;
/** Rows in the document: those in sight, and some on both sides. */
const ROWS = 80;
const STEP = 20;

/** The figures of a chart in rows and columns. Of many rows those in sight are in the document. */
export function FiguresTable({ files, onClose }: { files: ChartFiles; onClose: () => void }) {
  const [first, setFirst] = useState(0);
  const { source, columns, rows } = files;
  const last = Math.min(rows, first + ROWS);
  const name = `${source.symbol} ${source.title}`;
  return (
    <Dialog title={name} isOpen onClose={onClose} size="medium">
      <p className={css.origin}>{source.origin}</p>
      <section
        className={css.room}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          const row = Math.floor(currentTarget.scrollTop / ROW / STEP) * STEP - STEP;
          setFirst(Math.max(0, Math.min(row, rows - ROWS)));
        }}
      >
        <table
          className={css.table}
          aria-rowcount={rows + 1}
          data-testid="chart-figures"
          style={{ marginTop: first * ROW, marginBottom: (rows - last) * ROW }}
        >
          <caption className="visually-hidden">{`${name}, ${formatFixed(rows, 0)} ${TEXTS.rows}`}</caption>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <th key={column.name} scope="col">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: last - first }, (_, i) => first + i).map((row) => (
              <tr key={row} aria-rowindex={row + 2}>
                {columns.map((column, i) =>
                  i === 0 ? (
                    <th key={column.name} scope="row">
                      {column.text(row)}
                    </th>
                  ) : (
                    <td key={column.name}>{column.text(row)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  );
}

import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import css from "./ChainGrid.module.css";

const unitOf = (layout: ChainViewLayout, format: string): string =>
  (format === "quantity" || format === "signedQuantity") && layout.quantity.label
    ? ` (${layout.quantity.label})`
    : "";

/** Width of a letter of a heading, and the room beside the text, CSS pixels. */
const LETTER = 6.2;
const BESIDE = 14;

/** The heading as its column has room for it: where lakh does not fit, L does. */
function headingOf(layout: ChainViewLayout, label: string, format: string, width: number): string {
  const unit = unitOf(layout, format);
  const isShort = layout.compact || (label.length + unit.length) * LETTER + BESIDE > width;
  return label + (isShort && unit !== "" ? " (L)" : unit);
}

/** Headings aligned with the painted columns, and the CALLS and PUTS over them. */
export function ColumnHeads({ layout }: { readonly layout: ChainViewLayout }) {
  const { columns, edges } = layout;
  const calls = edges[columns.findIndex((c) => c.side === "centre")] ?? 0;
  const puts = edges[columns.findIndex((c) => c.side === "put")] ?? 0;
  return (
    <div className={css.heads} role="row" aria-rowindex={1}>
      {layout.compact ? null : (
        <div className={css.sides} aria-hidden="true">
          <span style={{ left: 0, width: calls }}>Calls</span>
          <span style={{ left: puts, width: (edges[edges.length - 1] ?? 0) - puts }}>Puts</span>
        </div>
      )}
      <div className={css.headRow} role="presentation">
        {columns.map((column, i) => (
          <span
            key={`${column.side}-${column.id}`}
            role="columnheader"
            aria-colindex={i + 1}
            aria-label={column.name + unitOf(layout, column.format)}
            className={css.head}
            data-column={column.id}
            style={{ left: edges[i], width: (edges[i + 1] ?? 0) - (edges[i] ?? 0) }}
          >
            {headingOf(layout, column.label, column.format, (edges[i + 1] ?? 0) - (edges[i] ?? 0))}
          </span>
        ))}
      </div>
    </div>
  );
}

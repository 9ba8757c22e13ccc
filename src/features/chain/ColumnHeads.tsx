import { type ChainViewLayout, headingOf, scaleOf, spokenHeadingOf } from "#domain/format/chain-columns.ts";
import css from "./ChainGrid.module.css";

const IV_STORY =
  "One IV a strike. ~ marks one taken from its neighbours: the strike has no price of its own.";
const SCALE_STORY = "Delta and gamma of currency options are shown times 0.1: 0.05 is a delta of a half.";

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
            aria-label={spokenHeadingOf(layout, column)}
            className={css.head}
            title={column.id === "iv" ? IV_STORY : scaleOf(layout, column) === 1 ? undefined : SCALE_STORY}
            data-column={column.id}
            style={{ left: edges[i], width: (edges[i + 1] ?? 0) - (edges[i] ?? 0) }}
          >
            {headingOf(layout, column, (edges[i + 1] ?? 0) - (edges[i] ?? 0))}
          </span>
        ))}
      </div>
    </div>
  );
}

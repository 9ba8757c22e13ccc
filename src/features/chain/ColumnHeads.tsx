import { type ChainColumn, type ChainViewLayout, scaleOf } from "#domain/format/chain-columns.ts";
import css from "./ChainGrid.module.css";
import { headingOf, spokenHeadingOf } from "./headings.ts";
import { TEXTS } from "./texts.ts";

function storyOf(layout: ChainViewLayout, column: ChainColumn): string | undefined {
  if (column.id === "iv") return TEXTS.heads.ivStory;
  if (column.id === "decay") return TEXTS.heads.decayStory;
  if (column.id === "pop" || column.id === "popSeller") return TEXTS.heads.popStory;
  return scaleOf(layout, column) === 1 ? undefined : TEXTS.heads.scaleStory;
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
          <span style={{ left: 0, width: calls }}>{TEXTS.heads.calls}</span>
          <span style={{ left: puts, width: (edges[edges.length - 1] ?? 0) - puts }}>{TEXTS.heads.puts}</span>
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
            title={storyOf(layout, column)}
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

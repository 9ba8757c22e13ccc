import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import css from "./ChainGrid.module.css";
import { headingOf, spokenHeadingOf } from "./headings.ts";
import { placeOfColumn } from "./pinned-strike.ts";
import { TEXTS } from "./texts.ts";

/** The change beside a price, as the painter leaves room for it. */
const CHANGE_PX = 50;

/** What stands over a column: a price's name over the price, and its change's over the change. */
function Head({ layout, at }: { readonly layout: ChainViewLayout; readonly at: number }) {
  const { columns, edges, compact } = layout;
  const column = columns[at]!;
  const width = (edges[at + 1] ?? 0) - (edges[at] ?? 0);
  if (column.companion === null || compact) return headingOf(layout, column, width);
  return (
    <>
      {headingOf(layout, column, width - CHANGE_PX)}
      <span className={css.change}>{TEXTS.heads.change}</span>
    </>
  );
}

/** Headings aligned with the painted columns, and the CALLS and PUTS over them where there are such. */
export function ColumnHeads({ layout }: { readonly layout: ChainViewLayout }) {
  const { columns, edges, perLot } = layout;
  const calls = edges[columns.findIndex((c) => c.side === "centre")] ?? 0;
  const puts = edges[columns.findIndex((c) => c.side === "put")] ?? 0;
  const nameOf = perLot !== null ? TEXTS.heads.ofLot : (name: string) => name;
  return (
    <div className={css.heads} role="row" aria-rowindex={1}>
      {layout.compact || calls === 0 ? null : (
        <div className={css.sides} aria-hidden="true">
          <span style={{ left: 0, width: calls }}>{nameOf(TEXTS.heads.calls)}</span>
          <span style={{ left: puts, width: (edges[edges.length - 1] ?? 0) - puts }}>
            {nameOf(TEXTS.heads.puts)}
          </span>
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
            data-column={column.id}
            data-quote={column.quote}
            data-pinned={layout.isPinned && column.id === "strike"}
            style={placeOfColumn(layout, i)}
          >
            <Head layout={layout} at={i} />
          </span>
        ))}
      </div>
    </div>
  );
}

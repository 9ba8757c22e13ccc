import { memo } from "react";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { MirrorRow } from "#workers/painter/api.ts";
import css from "./ChainGrid.module.css";
import { FOCUSED_CELL } from "./use-grid-focus.ts";

interface Props {
  readonly rows: readonly MirrorRow[];
  readonly layout: ChainViewLayout;
  readonly rowHeight: number;
  readonly focusRow: number;
  readonly focusColumn: number;
}

/**
 * The painted rows as text, in place over the picture and unseen: what screen readers, find-in-page and copy work on.
 * Updated once a second at most, whatever the tick rate.
 */
export const GridMirror = memo(function GridMirror({
  rows,
  layout,
  rowHeight,
  focusRow,
  focusColumn,
}: Props) {
  return (
    <div
      className={css.mirror}
      role={rows.length > 0 ? "rowgroup" : "presentation"}
      data-testid="chain-mirror"
    >
      {rows.map(({ row, cells }) => (
        <div
          key={row}
          role="row"
          aria-rowindex={row + 2}
          className={css.mirrorRow}
          style={{ top: row * rowHeight, height: rowHeight }}
        >
          {cells.map((text, i) => {
            const column = layout.columns[i];
            if (column === undefined) return null;
            const focused = row === focusRow && i === focusColumn;
            return (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles of this cell support aria-colindex
              <span
                key={`${column.side}-${column.id}`}
                role={column.id === "strike" ? "rowheader" : "gridcell"}
                aria-colindex={i + 1}
                {...(focused ? { "aria-selected": true, id: FOCUSED_CELL } : {})}
                className={css.mirrorCell}
                data-column={column.id}
                style={{
                  left: layout.edges[i],
                  width: (layout.edges[i + 1] ?? 0) - (layout.edges[i] ?? 0),
                  lineHeight: `${rowHeight}px`,
                }}
              >
                {text}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
});

import { memo, useLayoutEffect, useRef } from "react";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import css from "./ChainGrid.module.css";
import { createMirrorRows, type MirrorRows } from "./mirror-rows.ts";
import type { MirrorSource } from "./mirror-source.ts";

interface Props {
  readonly source: MirrorSource;
  readonly layout: ChainViewLayout;
  readonly rowHeight: number;
  readonly focusRow: number;
  readonly focusColumn: number;
  /** Selections and search hits in the text are to be seen. */
  readonly isDrawn: boolean;
}

/**
 * The painted rows as text, in place over the picture and unseen: what screen readers, find-in-page and copy work on.
 * Updated once a second at most, whatever the tick rate, and drawn only where something is marked in it.
 */
export const GridMirror = memo(function GridMirror({
  source,
  layout,
  rowHeight,
  focusRow,
  focusColumn,
  isDrawn,
}: Props) {
  const host = useRef<HTMLDivElement>(null);
  const rows = useRef<MirrorRows | null>(null);

  useLayoutEffect(() => {
    if (host.current === null) return;
    const next = createMirrorRows(host.current);
    next.place(layout, rowHeight);
    rows.current = next;
    const unwatch = source.watch(next.show);
    return () => {
      unwatch();
      next.stop();
    };
  }, [source, layout, rowHeight]);

  useLayoutEffect(() => {
    void layout;
    void rowHeight;
    rows.current?.focus(focusRow, focusColumn);
  }, [layout, rowHeight, focusRow, focusColumn]);

  return (
    <div
      ref={host}
      className={css.mirror}
      data-drawn={isDrawn}
      data-in-picture=""
      role="rowgroup"
      data-testid="chain-mirror"
    />
  );
});

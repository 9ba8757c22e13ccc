import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import {
  type ChainViewName,
  layoutChain,
  PHONE_WIDTH,
  phonePages,
  quantityUnit,
} from "#domain/format/chain-columns.ts";
import { resolvePainterTheme, themeState } from "../../components/theme/theme-state.ts";
import css from "./ChainGrid.module.css";
import { ColumnHeads } from "./ColumnHeads.tsx";
import { copiedText } from "./copy.ts";
import { GridMirror } from "./GridMirror.tsx";
import { PhonePager } from "./PhonePager.tsx";
import { painterKind, rendererState } from "./renderer-state.ts";
import { SkeletonRows } from "./SkeletonRows.tsx";
import { Strip } from "./Strip.tsx";
import { ROW_HEIGHT, type RowSize } from "./search-params.ts";
import { chainState, isHeadOf, useFeedState } from "./shown-chain.ts";
import { useChainView, type ViewChoice } from "./use-chain-view.ts";
import { FOCUSED_CELL, useGridFocus } from "./use-grid-focus.ts";
import { useGridPainter } from "./use-grid-painter.ts";
import { useLasting, usePixelRatio, useSlots, useWidth } from "./use-measures.ts";
import { useMirrorPace } from "./use-mirror-pace.ts";
import { useStrips } from "./use-strips.ts";
import { useAsleep, useTabShown } from "./use-tab-shown.ts";

/** Rows in one canvas: tall enough that few canvases cover a screen, short enough to repaint within a frame. */
const STRIP_ROWS = 12;
const FONT_SIZE: Record<RowSize, number> = { small: 12, medium: 13, large: 14 };

interface Props {
  readonly choice: ViewChoice | null;
  readonly view: ChainViewName;
  readonly size: RowSize;
  readonly failed: string | null;
  readonly isCurrency: boolean;
}

function copy(event: React.ClipboardEvent<HTMLElement>): void {
  const text = copiedText(event.currentTarget, window.getSelection());
  if (text === null) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", text);
}

/** Ctrl-A in the grid means its rows, not the whole page. */
function selectAll(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey)) return;
  const rows = event.currentTarget.querySelector('[role="rowgroup"]');
  if (rows === null) return;
  event.preventDefault();
  window.getSelection()?.selectAllChildren(rows);
}

/** Between two chains the rows of the first stand so long at most; a usual switch is done in a tenth of it. */
const LINGER_MS = 150;
/** A wheel rests between its turns: so long without one, and the reader reads. */
const REST_MS = 400;

/**
 * The ticking grid: React owns layout, scrolling, focus and the text mirror; the painter owns the pixels. Native scrolling
 * moves canvas strips, which the painter fills as they come near.
 */
export function ChainGrid({ choice, view, size, failed, isCurrency }: Props) {
  const { head: newest } = useSnapshot(chainState);
  const isForeign = newest === null || choice === null || !isHeadOf(newest, choice);
  const isLate = useLasting(isForeign, LINGER_MS);
  const head = failed !== null || isLate ? null : newest;
  const pixelRatio = usePixelRatio();
  const renderer = useSnapshot(rendererState);
  const theme = useSnapshot(themeState);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const [page, setPage] = useState(0);
  const width = useWidth(scroller);
  const kind = painterKind(renderer);
  const rowHeight = ROW_HEIGHT[size];
  const rows = head?.rows ?? 0;
  const isEmptyForLong = useLasting(rows === 0, newest === null ? 0 : LINGER_MS);

  const unit = quantityUnit(head?.maxOi ?? 1e6);
  const { divisor } = unit;
  const layout = useMemo(
    () =>
      layoutChain({
        view,
        width,
        page,
        quantity: quantityUnit(divisor > 1 ? 1e6 : 0),
        tickSize: head?.tickSize ?? 0.05,
        strikeStep: head?.strikeStep ?? 50,
        isCurrency,
      }),
    [view, width, page, divisor, head?.tickSize, head?.strikeStep, isCurrency],
  );
  const contentWidth = layout.edges[layout.edges.length - 1] ?? width;

  const isAsleep = useAsleep();
  const { painter, mirror } = useGridPainter({ kind, body, scroller, rowHeight, isAsleep });
  useChainView(choice, painter);

  const { seen, near, isScrolling } = useStrips(
    scroller,
    body,
    Math.ceil(rows / STRIP_ROWS),
    STRIP_ROWS * rowHeight,
  );

  useEffect(() => {
    if (painter === null || width === 0) return;
    painter.post({ type: "layout", layout });
    painter.post({
      type: "geometry",
      geometry: {
        width: contentWidth,
        rowHeight,
        devicePixelRatio: pixelRatio,
        stripRows: STRIP_ROWS,
      },
    });
  }, [painter, layout, contentWidth, rowHeight, width, pixelRatio]);

  const atmRow = head && head.atmRow >= 0 ? head.atmRow : rows >> 1;
  const strikeColumn = layout.columns.findIndex((column) => column.id === "strike");
  const focus = useGridFocus({
    painter,
    rows,
    columns: layout.columns.length,
    rowHeight,
    home: { row: atmRow, column: strikeColumn },
    scroller,
    body,
  });
  const slots = useSlots(near);

  useEffect(() => {
    painter?.post({ type: "assign", strips: slots.map((strip, slot) => ({ slot, strip })) });
  }, [painter, slots]);

  // What is wider than the screen starts at its strikes; a new row height leaves the middle row in the middle.
  useLayoutEffect(() => {
    if (scroller !== null) scroller.scrollLeft = (contentWidth - width) / 2;
  }, [scroller, contentWidth, width]);
  const heightBefore = useRef(rowHeight);
  useLayoutEffect(() => {
    const before = heightBefore.current;
    heightBefore.current = rowHeight;
    if (scroller === null || body === null || before === rowHeight) return;
    const half = (scroller.clientHeight - body.offsetTop) / 2;
    scroller.scrollTop = ((scroller.scrollTop + half) / before) * rowHeight - half;
  }, [scroller, body, rowHeight]);

  // Theme: `version` rises when resolved colours may have changed.
  useEffect(() => {
    void theme.version;
    if (painter === null) return;
    painter.post({ type: "theme", theme: resolvePainterTheme(FONT_SIZE[size]) });
  }, [painter, theme.version, size]);

  const state = useFeedState(head);
  const mirrorPace = useMirrorPace(scroller);
  const { everyMs } = mirrorPace;
  const mirrorFrom = kind === "dom" ? 0 : seen.first * STRIP_ROWS;
  const mirrorTo = kind === "dom" ? -1 : Math.min(rows, (seen.last + 1) * STRIP_ROWS) - 1;
  // Text that passes by is not read: it follows when the scrolling has come to rest.
  const isResting = useLasting(!isScrolling, REST_MS);
  useEffect(() => {
    if (!isResting) return;
    painter?.post({ type: "mirror", firstRow: mirrorFrom, lastRow: mirrorTo, everyMs });
  }, [painter, isResting, mirrorFrom, mirrorTo, everyMs]);

  useEffect(() => {
    painter?.post({ type: "seen", firstStrip: seen.first, lastStrip: seen.last });
  }, [painter, seen.first, seen.last]);
  useEffect(() => {
    painter?.post({ type: "scrolling", isScrolling });
  }, [painter, isScrolling]);
  useTabShown(painter);

  const onMove = useCallback(
    (event: React.PointerEvent<HTMLDivElement>) => {
      if (event.pointerType === "touch" || body === null) return;
      const row = Math.floor((event.clientY - body.getBoundingClientRect().top) / rowHeight);
      painter?.post({ type: "hover", row });
    },
    [painter, body, rowHeight],
  );

  const phone = width > 0 && width < PHONE_WIDTH;
  return (
    <div className={css.frame} data-state={state} data-renderer={kind} data-testid="chain-grid">
      <div className={css.scroller} ref={setScroller}>
        <div className={css.content} style={{ width: contentWidth }} data-compact={layout.compact}>
          <div
            className={css.grid}
            role="grid"
            aria-label="Option chain, calls left, puts right"
            aria-rowcount={rows + 1}
            aria-colcount={layout.columns.length}
            aria-busy={state === "loading"}
            tabIndex={0}
            {...(focus.isShown ? { "aria-activedescendant": FOCUSED_CELL } : {})}
            onKeyDown={(event) => {
              selectAll(event);
              focus.onKeyDown(event);
            }}
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
            onCopy={copy}
          >
            <ColumnHeads layout={layout} />
            <div
              className={css.body}
              ref={setBody}
              style={{ height: rows * rowHeight }}
              onPointerMove={onMove}
              onPointerLeave={() => painter?.post({ type: "hover", row: -1 })}
              onPointerDown={focus.onPointerDown(layout.edges)}
              role="presentation"
            >
              {kind === "dom" || painter === null
                ? null
                : slots.map((strip, slot) => (
                    <Strip
                      // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its index
                      key={`${kind}-${slot}`}
                      slot={slot}
                      top={strip < 0 ? null : strip * STRIP_ROWS * rowHeight}
                      width={contentWidth}
                      height={STRIP_ROWS * rowHeight}
                      onCanvas={(canvas) => {
                        const given = kind === "worker" ? canvas.transferControlToOffscreen() : canvas;
                        painter.post(
                          { type: "slot", slot, canvas: given },
                          given instanceof OffscreenCanvas ? [given] : undefined,
                        );
                        painter.post({ type: "assign", strips: [{ slot, strip }] });
                      }}
                    />
                  ))}
              {kind === "dom" ? null : (
                <GridMirror
                  source={mirror}
                  layout={layout}
                  rowHeight={rowHeight}
                  focusRow={focus.row}
                  focusColumn={focus.column}
                  isDrawn={mirrorPace.isDrawn}
                />
              )}
            </div>
          </div>
          {rows === 0 && (failed !== null || isEmptyForLong) ? (
            <SkeletonRows failed={failed} state={state} rowHeight={rowHeight} layout={layout} />
          ) : null}
        </div>
      </div>
      {phone ? <PhonePager pages={phonePages(view)} page={page} onPage={setPage} target={scroller} /> : null}
    </div>
  );
}

import { useCallback, useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import {
  type ChainViewName,
  layoutChain,
  PHONE_WIDTH,
  phonePages,
  quantityUnit,
} from "#domain/format/chain-columns.ts";
import { isLastDay } from "#domain/pricing/decay.ts";
import css from "./ChainGrid.module.css";
import { ColumnHeads } from "./ColumnHeads.tsx";
import { copyCells, selectRows } from "./copy.ts";
import { GridMirror } from "./GridMirror.tsx";
import { PhonePager } from "./PhonePager.tsx";
import { painterKind, rendererState } from "./renderer-state.ts";
import { SkeletonRows } from "./SkeletonRows.tsx";
import { StripCanvases } from "./StripCanvases.tsx";
import { ROW_HEIGHT, type RowSize } from "./search-params.ts";
import { isHeadOf, useChainState, useFeedState } from "./shown-chain.ts";
import { STRIP_ROWS } from "./slots.ts";
import { TEXTS } from "./texts.ts";
import { useChainView, type ViewChoice } from "./use-chain-view.ts";
import { FOCUSED_CELL, useGridFocus } from "./use-grid-focus.ts";
import { useGridPainter } from "./use-grid-painter.ts";
import { useLasting, useWidth } from "./use-measures.ts";
import { useMirrorPace } from "./use-mirror-pace.ts";
import {
  usePainterLayout,
  usePainterMirror,
  usePainterScroll,
  usePainterSlots,
  usePainterTheme,
} from "./use-painter-commands.ts";
import { useCentredScroll, useKeptMiddle } from "./use-scroll-place.ts";
import { NO_STRIPS, useStrips } from "./use-strips.ts";
import { useAsleep, useTabShown } from "./use-tab-shown.ts";

const FONT_SIZE: Record<RowSize, number> = { small: 12, medium: 13, large: 14 };

interface Props {
  readonly choice: ViewChoice | null;
  readonly view: ChainViewName;
  readonly size: RowSize;
  readonly failed: string | null;
  readonly isCurrency: boolean;
}

/** Between two chains the rows of the first stand so long at most; a usual switch is done in a tenth of it. */
const LINGER_MS = 150;

/**
 * The ticking grid: React owns layout, scrolling, focus and the text mirror; the painter owns the pixels. Native scrolling
 * moves canvas strips, which the painter fills as they come near.
 */
export function ChainGrid({ choice, view, size, failed, isCurrency }: Props) {
  const state = useChainState();
  const { head: newest, workerFailed, widest } = useSnapshot(state);
  const isForeign = newest === null || choice === null || !isHeadOf(newest, choice);
  const isLate = useLasting(isForeign, LINGER_MS);
  const head = failed !== null || isLate ? null : newest;
  const renderer = useSnapshot(rendererState);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const [page, setPage] = useState(0);
  const width = useWidth(scroller);
  const kind = painterKind(renderer, workerFailed);
  const rowHeight = ROW_HEIGHT[size];
  const rows = head?.rows ?? 0;
  const isEmptyForLong = useLasting(rows === 0, newest === null ? 0 : LINGER_MS);

  // Of other rows, or with what a phone leaves out, figures take another room.
  const phone = width > 0 && width < PHONE_WIDTH;
  useEffect(() => {
    void size;
    void phone;
    state.widest = null;
  }, [state, size, phone]);
  const widths = widest !== null && choice !== null && isHeadOf(widest, choice) ? widest.widths : null;

  const isLast = head !== null && isLastDay(head.asOf, head.expiryInstant);
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
        isLastDay: isLast,
        ...(widths === null ? {} : { widest: widths }),
      }),
    [view, width, page, divisor, head?.tickSize, head?.strikeStep, isCurrency, widths, isLast],
  );
  const contentWidth = layout.edges[layout.edges.length - 1] ?? width;

  const isAsleep = useAsleep();
  const { painter, mirror } = useGridPainter({ kind, body, scroller, rowHeight, isAsleep });
  useChainView(choice, painter, isLast);

  const strips = useStrips(scroller, body, Math.ceil(rows / STRIP_ROWS), STRIP_ROWS * rowHeight);
  usePainterLayout(painter, layout, width, contentWidth, rowHeight);

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
  const slots = usePainterSlots(painter, strips.near);
  useCentredScroll(scroller, contentWidth, width);
  useKeptMiddle(scroller, body, rowHeight);
  usePainterTheme(painter, FONT_SIZE[size]);

  const feed = useFeedState(head);
  const { everyMs, isDrawn } = useMirrorPace(scroller);
  const mirrored = kind === "dom" ? NO_STRIPS : strips.seen;
  usePainterMirror(painter, mirrored, rows, everyMs, strips.isScrolling);
  usePainterScroll(painter, strips);
  useTabShown(painter);

  const onMove = useCallback(
    (event: React.PointerEvent<HTMLDivElement>) => {
      if (event.pointerType === "touch" || body === null) return;
      const row = Math.floor((event.clientY - body.getBoundingClientRect().top) / rowHeight);
      painter?.post({ type: "hover", row });
    },
    [painter, body, rowHeight],
  );

  return (
    <div className={css.frame} data-state={feed} data-renderer={kind} data-testid="chain-grid">
      <div className={css.scroller} ref={setScroller}>
        <div className={css.content} style={{ width: contentWidth }} data-compact={layout.compact}>
          <div
            className={css.grid}
            role="grid"
            aria-label={TEXTS.grid.name}
            aria-rowcount={rows + 1}
            aria-colcount={layout.columns.length}
            aria-busy={feed === "loading"}
            tabIndex={0}
            {...(focus.isShown ? { "aria-activedescendant": FOCUSED_CELL } : {})}
            onKeyDown={(event) => {
              selectRows(event);
              focus.onKeyDown(event);
            }}
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
            onCopy={copyCells}
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
              {kind === "dom" || painter === null ? null : (
                <StripCanvases
                  painter={painter}
                  kind={kind}
                  slots={slots}
                  width={contentWidth}
                  rowHeight={rowHeight}
                />
              )}
              {kind === "dom" ? null : (
                <GridMirror
                  source={mirror}
                  layout={layout}
                  rowHeight={rowHeight}
                  focusRow={focus.row}
                  focusColumn={focus.column}
                  isDrawn={isDrawn}
                />
              )}
            </div>
          </div>
          {rows === 0 && (failed !== null || isEmptyForLong) ? (
            <SkeletonRows failed={failed} state={feed} rowHeight={rowHeight} layout={layout} />
          ) : null}
        </div>
      </div>
      {phone ? <PhonePager pages={phonePages(view)} page={page} onPage={setPage} target={scroller} /> : null}
    </div>
  );
}

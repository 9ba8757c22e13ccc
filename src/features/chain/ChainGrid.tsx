import { Suspense, useCallback, useEffect, useState } from "react";
import { ref, useSnapshot } from "valtio";
import type { RowSize } from "#domain/chain/view-choices.ts";
import { PHONE_WIDTH, phonePages, type ViewName } from "#domain/format/chain-columns.ts";
import type { GridLook } from "#domain/format/own-columns.ts";
import { isLastDay } from "#domain/pricing/last-day.ts";
import { whenDrawn } from "../../browser/when-idle.ts";
import { optional } from "../../components/optional.ts";
import css from "./ChainGrid.module.css";
import { ColumnHeads } from "./ColumnHeads.tsx";
import { strikePlace } from "./pinned-strike.ts";
import { painterKind, rendererState } from "./renderer-state.ts";
import { SkeletonRows } from "./SkeletonRows.tsx";
import { PAGES } from "./StatusLine.tsx";
import { Strip } from "./Strip.tsx";
import { StripCanvases } from "./StripCanvases.tsx";
import { ROW_HEIGHT } from "./search-params.ts";
import { type ChainState, isHeadOf, useChainState, useFeedState, useOfChain } from "./shown-chain.ts";
import { STRIP_ROWS } from "./slots.ts";
import { TEXTS } from "./texts.ts";
import { useChainView, type ViewChoice } from "./use-chain-view.ts";
import { FOCUSED_CELL, useGridFocus } from "./use-grid-focus.ts";
import { useGridLayout } from "./use-grid-layout.ts";
import { useGridPainter } from "./use-grid-painter.ts";
import { useLasting, useWidth } from "./use-measures.ts";
import { useMirrorPace } from "./use-mirror-pace.ts";
import { useOwnView } from "./use-own-view.ts";
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

/** Text for who reads, searches or copies: nothing of it is seen before the figures are. */
const GridMirror = optional(() =>
  whenDrawn()
    .then(() => import("./GridMirror.tsx"))
    .then((m) => m.GridMirror),
);

/** Only columns wider than the screen scroll under their strikes. */
const Pins = optional(() =>
  whenDrawn()
    .then(() => import("./Pins.tsx"))
    .then((m) => m.Pins),
);

/** Only a phone has pages to turn. */
const PhonePager = optional(() => import("./PhonePager.tsx").then((m) => m.PhonePager));

const FONT_SIZE: Record<RowSize, number> = { small: 12, medium: 13, large: 14 };

interface Props {
  readonly choice: ViewChoice | null;
  readonly view: ViewName;
  /** Columns of the trader's own, and how figures are written; null as the view has them. */
  readonly look?: GridLook | null;
  readonly size: RowSize;
  readonly failed: string | null;
  readonly isCurrency: boolean;
  /** Of the underlying as it is listed, rupees; 0 until that is known. */
  readonly listedStep: number;
  /** Id of the place of what turns a phone's pages. */
  readonly pages?: string;
}

/** What a grid shows of a head itself: the figures are the painter's. */
const shapeOf = ({ head }: ChainState) =>
  head && {
    underlying: head.underlying,
    expiry: head.expiry,
    rows: head.rows,
    atmRow: head.atmRow,
    state: head.state,
    isLastDay: isLastDay(head.asOf, head.expiryInstant),
  };

/** Between two chains the rows of the first stand so long at most; a usual switch is done in a tenth of it. */
const LINGER_MS = 150;

/**
 * The ticking grid: React owns layout, scrolling, focus and the text mirror; the painter owns the pixels. Native scrolling
 * moves canvas strips, which the painter fills as they come near.
 */
export function ChainGrid({
  choice,
  view,
  look = null,
  size,
  failed,
  isCurrency,
  listedStep,
  pages = PAGES,
}: Props) {
  const state = useChainState();
  const { workerFailed, widest } = useSnapshot(state);
  const newest = useOfChain(shapeOf);
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

  // Of other rows, of a lot, in another unit, or with what a phone leaves out, figures take another room.
  const phone = width > 0 && width < PHONE_WIDTH;
  const written = `${look?.perLot} ${look?.unit}`;
  useEffect(() => {
    void size;
    void phone;
    void written;
    state.widest = null;
  }, [state, size, phone, written]);
  const widths = widest !== null && choice !== null && isHeadOf(widest, choice) ? widest.widths : null;

  const isLast = head?.isLastDay === true;
  const shown = useOwnView(view, look, isLast);
  const layout = useGridLayout({
    view: shown,
    look,
    isKnown: head !== null,
    width,
    page,
    isCurrency,
    listedStep,
    isLastDay: isLast,
    widths,
  });
  const contentWidth = layout.edges[layout.edges.length - 1] ?? width;

  const isAsleep = useAsleep();
  const { painter, mirror } = useGridPainter({ kind, body, scroller, rowHeight, rows, isAsleep });
  useChainView(choice, shown, painter, isLast, layout.perLot || 1);

  const strips = useStrips(scroller, body, Math.ceil(rows / STRIP_ROWS), STRIP_ROWS * rowHeight);
  usePainterLayout(painter, layout, width, contentWidth, rowHeight);

  const atmRow = head && head.atmRow >= 0 ? head.atmRow : rows >> 1;
  const strikeColumn = layout.columns.findIndex((column) => column.id === "strike");
  const focus = useGridFocus({
    painter,
    rows,
    layout,
    rowHeight,
    home: { row: atmRow, column: strikeColumn },
    scroller,
    body,
  });
  const { row, column, goTo } = focus;
  const slots = usePainterSlots(painter, strips.near);
  useCentredScroll(scroller, contentWidth, width, strikeColumn === 0 ? 0 : 0.5);
  useKeptMiddle(scroller, body, rowHeight);
  usePainterTheme(painter, FONT_SIZE[size]);

  useEffect(() => {
    const content = body?.parentElement?.parentElement;
    const frame = scroller?.parentElement;
    state.grid =
      painter && body && content && scroller && frame
        ? ref({ frame, scroller, content, body, rowHeight, layout, painter, row, column, goTo })
        : null;
  }, [state, painter, body, scroller, rowHeight, layout, row, column, goTo]);

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
        <div className={css.content} style={{ width: contentWidth }}>
          <div
            className={css.grid}
            role="grid"
            aria-label={layout.columns[0]?.side === "centre" ? TEXTS.grid.nameOfBoth : TEXTS.grid.name}
            aria-rowcount={rows + 1}
            aria-colcount={layout.columns.length}
            aria-busy={feed === "loading"}
            tabIndex={0}
            {...(focus.isShown ? { "aria-activedescendant": FOCUSED_CELL } : {})}
            onKeyDown={focus.onKeyDown}
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
          >
            <ColumnHeads layout={layout} />
            <div
              className={css.body}
              ref={setBody}
              style={{ height: rows * rowHeight }}
              onPointerMove={onMove}
              onPointerLeave={() => painter?.post({ type: "hover", row: -1 })}
              onPointerDown={focus.onPointerDown}
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
              {layout.isPinned && kind !== "dom" && painter !== null ? (
                <Suspense fallback={null}>
                  <Pins
                    {...strikePlace(layout)}
                    painter={painter}
                    kind={kind}
                    slots={slots}
                    height={STRIP_ROWS * rowHeight}
                    Strip={Strip}
                  />
                </Suspense>
              ) : null}
              {kind === "dom" ? null : (
                <Suspense fallback={null}>
                  <GridMirror
                    source={mirror}
                    layout={layout}
                    rowHeight={rowHeight}
                    focusRow={focus.row}
                    focusColumn={focus.column}
                    isDrawn={isDrawn}
                  />
                </Suspense>
              )}
            </div>
          </div>
          {rows === 0 && (failed !== null || isEmptyForLong) ? (
            <SkeletonRows failed={failed} state={feed} rowHeight={rowHeight} layout={layout} />
          ) : null}
        </div>
      </div>
      {phone ? (
        <Suspense fallback={null}>
          <PhonePager
            pages={phonePages(shown)}
            page={page}
            onPage={setPage}
            target={scroller}
            place={pages}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

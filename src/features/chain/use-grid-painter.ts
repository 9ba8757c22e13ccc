import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { Painter, PainterEvent } from "#workers/painter/api.ts";
import { pictureIsDrawn } from "../../browser/when-idle.ts";
import { createCanvasPainter, createWorkerPainter, type PainterKind } from "../../live/start-painter.ts";
import { createMirrorSource, type MirrorSource } from "./mirror-source.ts";
import { takeHead, takeWidths, useChainState } from "./shown-chain.ts";
import { nearestRow } from "./slots.ts";

interface Options {
  readonly kind: PainterKind;
  readonly body: HTMLElement | null;
  readonly scroller: HTMLElement | null;
  readonly rowHeight: number;
  /** That the body is as tall as. */
  readonly rows: number;
  /** The tab has been out of sight for long: there is no painter until it is seen. */
  readonly isAsleep: boolean;
}

/** What the page remembers of the chain it scrolled, to keep rows still when the window moves under them. */
interface Anchor {
  chain: string;
  strikes: Float64Array;
}

/** Where a window of so many rows is scrolled to: not before they are there, for nothing scrolls beyond its end. */
interface Place {
  readonly rows: number;
  go(): void;
}

const NOWHERE: Anchor = { chain: "", strikes: new Float64Array(0) };

/**
 * Starts the painter of the chosen kind and brings what it says into React: header figures into the view's state, text for the
 * mirror, and the scroll position (a new chain is centred on its at-the-money row; a moved window keeps its rows in place).
 */
export function useGridPainter({ kind, body, scroller, rowHeight, rows, isAsleep }: Options): {
  painter: Painter | null;
  mirror: MirrorSource;
} {
  const state = useChainState();
  const [made, setMade] = useState<{ readonly kind: PainterKind; readonly painter: Painter } | null>(null);
  const [mirror] = useState(createMirrorSource);
  const anchor = useRef<Anchor>(NOWHERE);
  const height = useRef(rowHeight);
  height.current = rowHeight;
  const view = useRef(scroller);
  view.current = scroller;
  const place = useRef<Place | null>(null);
  const rowsThere = useRef(0);

  // In the moment the rows are there: what looks at which of them are on screen comes after it, and the first picture is of those.
  useLayoutEffect(() => {
    rowsThere.current = rows;
    if (place.current?.rows !== rows) return;
    place.current.go();
    place.current = null;
  }, [rows]);

  useEffect(() => {
    if (body === null || isAsleep) return;
    const onEvent = (event: PainterEvent): void => {
      if (event.type === "head") {
        takeHead(state, event.head, event.strikes);
        followWindow(event.head, event.strikes);
      } else if (event.type === "drawn") pictureIsDrawn();
      else if (event.type === "mirror") mirror.take(event.rows);
      else if (event.type === "widths") takeWidths(state, event);
      else if (event.type === "log")
        window.dispatchEvent(new CustomEvent("strikewise:frames", { detail: event.frames }));
      else if (event.type === "failed") {
        // The same painter on this thread is slower, and better than none.
        if (kind === "worker") state.workerFailed = true;
        else state.refused = event.message;
      }
    };
    const scrollOnceThere = (rows: number, go: () => void): void => {
      const next = { rows, go };
      place.current = next;
      requestAnimationFrame(() => {
        if (place.current !== next) return;
        go();
        if (rowsThere.current === rows) place.current = null;
      });
    };
    const followWindow = (values: Float64Array, strikes: Float64Array | null): void => {
      const element = view.current;
      if (strikes === null || strikes.length === 0 || element === null) return;
      const chain = `${values[HEAD_INDEX.underlying]}:${values[HEAD_INDEX.expiry]}`;
      const before = anchor.current;
      anchor.current = { chain, strikes };
      const room = () => element.clientHeight - body.offsetTop;
      if (before.chain !== chain) {
        const atm = values[HEAD_INDEX.atmRow] ?? -1;
        const centre = atm >= 0 ? atm + 0.5 : strikes.length / 2;
        // Without a price there is no right place yet: the next window may still choose it.
        if (atm < 0) anchor.current = NOWHERE;
        scrollOnceThere(strikes.length, () => {
          element.scrollTop = centre * height.current - room() / 2;
        });
        return;
      }
      // The strike in the middle of the screen stays there, whichever rows came and went above it.
      const middle = Math.floor((element.scrollTop + room() / 2) / height.current);
      const row = Math.max(0, Math.min(before.strikes.length - 1, middle));
      const moved = nearestRow(strikes, before.strikes[row]!) - row;
      if (moved === 0) return;
      const target = element.scrollTop + moved * height.current;
      scrollOnceThere(strikes.length, () => {
        element.scrollTop = target;
      });
    };

    let live: Painter | null = null;
    let cancelled = false;
    const use = (next: Painter): void => {
      if (cancelled) return next.dispose();
      live = next;
      next.post({
        type: "font",
        family: "StrikewiseFigures",
        url: new URL(interUrl, window.location.href).href,
      });
      setMade({ kind, painter: next });
    };
    if (kind === "worker") use(createWorkerPainter(onEvent));
    else if (kind === "canvas") use(createCanvasPainter(onEvent));
    else void import("./dom-painter.ts").then(({ createDomPainter }) => use(createDomPainter(body, onEvent)));
    const onLog = (): void => live?.post({ type: "log" });
    window.addEventListener("strikewise:frame-log", onLog);
    return () => {
      cancelled = true;
      window.removeEventListener("strikewise:frame-log", onLog);
      live?.dispose();
      setMade(null);
      place.current = null;
      mirror.take([]);
    };
  }, [kind, body, mirror, isAsleep, state]);

  // A user who comes back to a tab finds it where it was left; a grid that is new begins at its at-the-money
  // row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new body or another kind of painter is a new grid
  useEffect(() => {
    anchor.current = NOWHERE;
  }, [kind, body]);

  // A painter of the kind before must get nothing of this one's.
  return { painter: made?.kind === kind ? made.painter : null, mirror };
}

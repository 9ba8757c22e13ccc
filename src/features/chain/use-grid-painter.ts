import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { useEffect, useRef, useState } from "react";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { MirrorRow, Painter, PainterEvent } from "#workers/painter/api.ts";
import { createCanvasPainter, createWorkerPainter, type PainterKind } from "../../live/painter.ts";
import { chainState, headOf } from "./chain-state.ts";

interface Options {
  readonly kind: PainterKind;
  readonly body: HTMLElement | null;
  readonly scroller: HTMLElement | null;
  readonly rowHeight: number;
}

/** What the page remembers of the chain it scrolled, to keep rows still when the window moves under them. */
interface Anchor {
  chain: string;
  firstStrike: number;
}

/**
 * Starts the painter of the chosen kind and brings what it says into React: header figures into `chainState`, text for the
 * mirror, and the scroll position (a new chain is centred on its at-the-money row; a moved window keeps its rows in place).
 */
export function useGridPainter({ kind, body, scroller, rowHeight }: Options): {
  painter: Painter | null;
  mirror: readonly MirrorRow[];
} {
  const [painter, setPainter] = useState<Painter | null>(null);
  const [mirror, setMirror] = useState<readonly MirrorRow[]>([]);
  const anchor = useRef<Anchor>({ chain: "", firstStrike: Number.NaN });
  const height = useRef(rowHeight);
  height.current = rowHeight;
  const view = useRef(scroller);
  view.current = scroller;

  useEffect(() => {
    if (body === null) return;
    const onEvent = (event: PainterEvent): void => {
      if (event.type === "head") takeHead(event.head, event.strikes);
      else if (event.type === "mirror") setMirror(event.rows);
      else if (event.type === "log")
        window.dispatchEvent(new CustomEvent("strikewise:frames", { detail: event.frames }));
      else if (event.type === "failed") chainState.refused = event.message;
    };
    const takeHead = (values: Float64Array, strikes: Float64Array | null): void => {
      chainState.head = headOf(values);
      if (strikes === null || strikes.length === 0) return;
      const chain = `${values[HEAD_INDEX.expiry]}:${chainState.key}`;
      const atm = values[HEAD_INDEX.atmRow] ?? -1;
      const shift = chain === anchor.current.chain ? strikes.indexOf(anchor.current.firstStrike) : -1;
      const before = anchor.current;
      anchor.current = { chain, firstStrike: strikes[0]! };
      const element = view.current;
      if (element === null) return;
      requestAnimationFrame(() => {
        if (before.chain !== chain) {
          if (atm >= 0) element.scrollTop = (atm + 1.5) * height.current - element.clientHeight / 2;
          element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
        } else if (shift > 0) element.scrollTop += shift * height.current;
      });
    };

    let live: Painter | null = null;
    let cancelled = false;
    const use = (next: Painter): void => {
      if (cancelled) return next.dispose();
      live = next;
      next.post({
        type: "font",
        family: "Strikewise Figures",
        url: new URL(interUrl, window.location.href).href,
      });
      setPainter(next);
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
      setPainter(null);
      setMirror([]);
      anchor.current = { chain: "", firstStrike: Number.NaN };
    };
  }, [kind, body]);

  return { painter, mirror };
}

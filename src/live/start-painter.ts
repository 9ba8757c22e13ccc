/**
 * Starts the painter of a grid: the tab's painter worker, or the same painter on this thread where a worker
 * cannot.
 */
import type { GridCommand, GridEvent, Painter, PainterEvent } from "#workers/painter/api.ts";
import painterUrl from "../../workers/painter/index.ts?worker&url";
import { takeEarlyPainter } from "./early-workers.ts";

export type PainterKind = "worker" | "canvas" | "dom";

/** Whether a canvas can be handed to a worker here. */
export const canPaintInWorker = (): boolean =>
  typeof HTMLCanvasElement.prototype.transferControlToOffscreen === "function" &&
  typeof Worker === "function";

/** The tab's painter worker, and who hears of each grid that it paints. */
interface PainterWorker {
  readonly worker: Worker;
  readonly grids: Map<number, (event: PainterEvent) => void>;
}

/** null while there is no grid: its memory is given back with the last one. */
let running: PainterWorker | null = null;
let lastGrid = 0;

function startWorker(): PainterWorker {
  const worker = takeEarlyPainter() ?? new Worker(painterUrl, { type: "module", name: "strikewise-painter" });
  const grids: PainterWorker["grids"] = new Map();
  worker.onmessage = ({ data: { grid, event } }: MessageEvent<GridEvent>) => grids.get(grid)?.(event);
  // Which grid broke it is not known: each goes on without it, and one that comes later tries another.
  worker.onerror = ({ message }) => {
    if (running?.worker === worker) running = null;
    for (const tell of [...grids.values()]) tell({ type: "failed", message });
  };
  return { worker, grids };
}

/** The painter of one more grid, in the worker that paints all grids of the tab. */
export function createWorkerPainter(onEvent: (event: PainterEvent) => void): Painter {
  running ??= startWorker();
  const { worker, grids } = running;
  const grid = ++lastGrid;
  grids.set(grid, onEvent);
  const send = (command: GridCommand["command"], transfer: Transferable[] = []): void =>
    worker.postMessage({ grid, command } satisfies GridCommand, transfer);
  return {
    post(command, transfer) {
      // What comes late would have the worker begin the grid anew.
      if (grids.has(grid)) send(command, transfer);
    },
    dispose() {
      if (!grids.delete(grid)) return;
      if (grids.size > 0) return send(null);
      worker.terminate();
      if (running?.worker === worker) running = null;
    },
  };
}

/** The same painter module on the main thread; loaded only when it is needed. */
export function createCanvasPainter(onEvent: (event: PainterEvent) => void): Painter {
  let disposed = false;
  const ready = Promise.all([import("#workers/painter/painter.ts"), import("#workers/epoch-clock.ts")]).then(
    ([{ createPainter }, { createEpochClock }]) =>
      createPainter({
        emit: (event) => {
          if (!disposed) onEvent(event);
        },
        requestFrame: (callback) => void requestAnimationFrame(callback),
        setTimeout: (callback, ms) => setTimeout(callback, ms),
        now: createEpochClock(),
        async loadFont(family, url) {
          const face = new FontFace(family, `url(${JSON.stringify(url)})`, {
            weight: "100 900",
            featureSettings: '"tnum"',
          });
          document.fonts.add(await face.load());
        },
      }),
  );
  return {
    post: (command) => void ready.then((painter) => painter.post(command)),
    dispose() {
      disposed = true;
      void ready.then((painter) => painter.dispose());
    },
  };
}

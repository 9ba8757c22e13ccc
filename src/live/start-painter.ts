/**
 * Starts the painter of a grid: the tab's painter worker, or the same painter on this thread where a worker
 * cannot.
 */
import type { Painter, PainterCommand, PainterEvent } from "#workers/painter/api.ts";
import painterUrl from "../../workers/painter/index.ts?worker&url";

export type PainterKind = "worker" | "canvas" | "dom";

/** Whether a canvas can be handed to a worker here. */
export const canPaintInWorker = (): boolean =>
  typeof HTMLCanvasElement.prototype.transferControlToOffscreen === "function" &&
  typeof Worker === "function";

export function createWorkerPainter(onEvent: (event: PainterEvent) => void): Painter {
  const worker = new Worker(painterUrl, { type: "module", name: "strikewise-painter" });
  worker.onmessage = (event: MessageEvent<PainterEvent>) => onEvent(event.data);
  worker.onerror = (event) => onEvent({ type: "failed", message: event.message });
  return {
    post: (command: PainterCommand, transfer?: Transferable[]) => worker.postMessage(command, transfer ?? []),
    dispose: () => worker.terminate(),
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

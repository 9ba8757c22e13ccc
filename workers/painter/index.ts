/** Entry of a tab's painter worker: wiring only. */
import { createEpochClock } from "../epoch-clock.ts";
import type { GridCommand } from "./api.ts";
import { createFrameRequests } from "./frame-requests.ts";
import { createGridPainters } from "./grid-painters.ts";
import { createPainter } from "./painter.ts";

const requestFrame = createFrameRequests({
  requestAnimationFrame: (callback) => self.requestAnimationFrame(callback),
  setTimeout: (callback, ms) => self.setTimeout(callback, ms),
  clearTimeout: (timer) => self.clearTimeout(timer as number),
});
const now = createEpochClock();
const faces = new Map<string, Promise<unknown>>();

/** Once for all grids. */
async function loadFont(family: string, url: string): Promise<void> {
  const known = faces.get(family);
  if (known !== undefined) return void (await known);
  // Tabular figures keep columns still; the canvas cannot ask for them, so the face itself must.
  const face = new FontFace(family, `url(${JSON.stringify(url)})`, {
    weight: "100 900",
    featureSettings: '"tnum"',
  });
  const loaded = face.load();
  faces.set(family, loaded);
  // What failed is asked for again by the next grid.
  loaded.catch(() => faces.delete(family));
  (self as unknown as { fonts: FontFaceSet }).fonts.add(await loaded);
}

const painters = createGridPainters(
  (emit) =>
    createPainter({
      emit,
      requestFrame,
      setTimeout: (callback, ms) => self.setTimeout(callback, ms),
      now,
      loadFont,
    }),
  (event, transfer) => self.postMessage(event, { transfer: transfer ?? [] }),
);

self.onmessage = (event: MessageEvent<GridCommand>) => painters.post(event.data);

/** Entry of a tab's painter worker: wiring only. */
import { createEpochClock } from "../epoch-clock.ts";
import type { PainterCommand, PainterEvent } from "./api.ts";
import { createFrameRequests } from "./frame-requests.ts";
import { createPainter } from "./painter.ts";

const requestFrame = createFrameRequests({
  requestAnimationFrame: (callback) => self.requestAnimationFrame(callback),
  setTimeout: (callback, ms) => self.setTimeout(callback, ms),
  clearTimeout: (timer) => self.clearTimeout(timer as number),
});

const painter = createPainter({
  emit: (event: PainterEvent, transfer?: Transferable[]) =>
    self.postMessage(event, { transfer: transfer ?? [] }),
  requestFrame,
  setTimeout: (callback, ms) => self.setTimeout(callback, ms),
  now: createEpochClock(),
  async loadFont(family, url) {
    // Tabular figures keep columns still; the canvas cannot ask for them, so the face itself must.
    const face = new FontFace(family, `url(${JSON.stringify(url)})`, {
      weight: "100 900",
      featureSettings: '"tnum"',
    });
    (self as unknown as { fonts: FontFaceSet }).fonts.add(await face.load());
  },
});

self.onmessage = (event: MessageEvent<PainterCommand>) => painter.post(event.data);

/** Entry of a tab's painter worker: wiring only. */
import type { PainterCommand, PainterEvent } from "./api.ts";
import { createPainter } from "./painter.ts";

const painter = createPainter({
  emit: (event: PainterEvent, transfer?: Transferable[]) =>
    self.postMessage(event, { transfer: transfer ?? [] }),
  requestFrame: (callback) => void self.requestAnimationFrame(callback),
  setTimeout: (callback, ms) => self.setTimeout(callback, ms),
  now: () => performance.timeOrigin + performance.now(),
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

/** A painter as a test drives it: its port, its canvas, the display and the time. */
import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import {
  CHAIN_FIELD_INDEX,
  createFrameBuffer,
  FRAME_FULL,
  HEAD_INDEX,
  HEAD_LENGTH,
  type HeadField,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { PAINT_COLOURS, type PaintColour, type PainterEvent } from "#workers/painter/api.ts";
import { createMarks } from "#workers/painter/marks.ts";
import { createPainter } from "#workers/painter/painter.ts";

/** A port whose other end is the test. */
function fakePort() {
  const sent: unknown[] = [];
  const port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (message: unknown) => sent.push(message),
    close() {},
  };
  return {
    port: port as unknown as MessagePort,
    sent,
    deliver: (data: unknown) => port.onmessage?.({ data }),
  };
}

/** A canvas that writes down what is drawn on it. */
export function fakeCanvas() {
  const texts: { text: string; x: number; y: number }[] = [];
  let cleared = 0;
  let clipped = 0;
  const fillText = (text: string, x: number, y: number): void => {
    const last = texts[texts.length - 1];
    // A figure comes in two pieces, its end first: together again where they meet to the pixel.
    if (last !== undefined && last.y === y && Math.abs(last.x - last.text.length * 7 - x) < 1e-6)
      last.text = text + last.text;
    else texts.push({ text, x, y });
  };
  const context = new Proxy({} as Record<string, unknown>, {
    get(target, name) {
      if (name === "fillText") return fillText;
      if (name === "fillRect") return () => cleared++;
      if (name === "clip") return () => clipped++;
      if (name === "measureText") return (text: string) => ({ width: text.length * 7 });
      return target[String(name)] ?? (() => {});
    },
  });
  const canvas = { width: 0, height: 0, getContext: () => context };
  return { canvas, texts, cleared: () => cleared, clipped: () => clipped };
}

export function frame(
  kind: number,
  head: Partial<Record<HeadField, number>>,
  strikes: number[],
  cells: [number, ChainField, number][],
) {
  const full = kind === FRAME_FULL;
  const buffer = createFrameBuffer(full ? strikes.length : 0, cells.length);
  const headView = new Float64Array(buffer, 0, HEAD_LENGTH);
  headView[HEAD_INDEX.kind] = kind;
  headView[HEAD_INDEX.rows] = strikes.length;
  headView[HEAD_INDEX.changed] = cells.length;
  for (const [name, value] of Object.entries(head)) headView[HEAD_INDEX[name as HeadField]] = value;
  const view = readChainFrame(buffer);
  view.strikes.set(full ? strikes : []);
  cells.forEach(([row, field, value], i) => {
    view.values[i] = value;
    view.cells[i] = row * CHAIN_FIELDS.length + CHAIN_FIELD_INDEX[field];
  });
  return buffer;
}

export const STRIKES = [24000, 24050, 24100];
export const HEAD = {
  forward: 24040,
  atmRow: 1,
  strikeStep: 50,
  maxOi: 1e6,
  maxPainRow: -1,
  forwardLine: 1,
  spotLine: 1,
  frame: 1,
};
const theme = {
  colours: Object.fromEntries(PAINT_COLOURS.map((name) => [name, name])) as Record<PaintColour, string>,
  fontSize: 13,
  reducedMotion: false,
};

export const full = () =>
  frame(FRAME_FULL, HEAD, STRIKES, [
    [0, "call.ltp", 120.5],
    [1, "call.ltp", 88],
    [2, "put.ltp", 101.25],
    [1, "iv", 13.4],
  ]);

const layout = layoutChain({
  view: "ltp",
  width: 1200,
  page: 0,
  quantity: quantityUnit(1e6),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
});

/** A painter with time, frames of the display and a canvas that the test holds. */
export function createStage() {
  let now = 1000;
  let frames: (() => void)[] = [];
  let timers: { at: number; run: () => void }[] = [];
  const events: PainterEvent[] = [];

  const runFrames = (): void => {
    const due = frames;
    frames = [];
    for (const run of due) run();
  };
  const pass = (ms: number): void => {
    now += ms;
    const due = timers.filter((t) => t.at <= now);
    timers = timers.filter((t) => t.at > now);
    for (const timer of due) timer.run();
    runFrames();
  };

  function start({
    reducedMotion = false,
    hasCanvas = true,
    loadTagging,
  }: {
    readonly reducedMotion?: boolean;
    readonly hasCanvas?: boolean;
    readonly loadTagging?: Parameters<typeof createPainter>[1];
  } = {}) {
    const link = fakePort();
    const screen = fakeCanvas();
    const edges: Parameters<typeof createPainter>[0] = {
      emit: (event) => events.push(event),
      requestFrame: (run) => frames.push(run),
      setTimeout: (run, ms) => timers.push({ at: now + ms, run }),
      now: () => now,
      loadFont: async () => {},
    };
    const painter = createPainter(edges, loadTagging, createMarks);
    painter.post({ type: "theme", theme: { ...theme, reducedMotion } });
    painter.post({
      type: "geometry",
      geometry: {
        width: 1200,
        rowHeight: 28,
        devicePixelRatio: 2,
        stripRows: 12,
        strikes: { left: 560, width: 80 },
      },
    });
    painter.post({ type: "layout", layout });
    const giveCanvas = (): void => {
      painter.post({ type: "slot", slot: 0, canvas: screen.canvas });
      painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
    };
    if (hasCanvas) giveCanvas();
    painter.post({ type: "attach", port: link.port });
    runFrames();
    return { painter, link, screen, giveCanvas };
  }

  return {
    start,
    runFrames,
    pass,
    events,
    get now() {
      return now;
    },
    set now(next) {
      now = next;
    },
  };
}

/** What comes back on a port that a command is given. */
export async function answerTo(post: (port: MessagePort) => void): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  post(port2);
  const said = await answer;
  port1.close();
  return said;
}

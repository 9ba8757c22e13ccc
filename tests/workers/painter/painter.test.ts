import { beforeEach, describe, expect, test } from "vitest";
import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";
import { FLAG_IV_INTERPOLATED } from "#domain/chain/flags.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import {
  CHAIN_FIELD_INDEX,
  createFrameBuffer,
  FRAME_DELTA,
  FRAME_FULL,
  HEAD_INDEX,
  HEAD_LENGTH,
  type HeadField,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { FRAME_WINDOW } from "#workers/engine/tabs/credit.ts";
import { PAINT_COLOURS, type PaintColour, type PainterEvent } from "#workers/painter/api.ts";
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
function fakeCanvas() {
  const texts: { text: string; x: number; y: number }[] = [];
  let cleared = 0;
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
      if (name === "measureText") return (text: string) => ({ width: text.length * 7 });
      return target[String(name)] ?? (() => {});
    },
  });
  const canvas = { width: 0, height: 0, getContext: () => context };
  return { canvas, texts, cleared: () => cleared };
}

function frame(
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

const STRIKES = [24000, 24050, 24100];
const HEAD = {
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

describe("the painter", () => {
  let now = 0;
  let frames: (() => void)[] = [];
  let timers: { at: number; run: () => void }[] = [];
  let events: PainterEvent[] = [];
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

  function start(reducedMotion = false) {
    const link = fakePort();
    const screen = fakeCanvas();
    const painter = createPainter({
      emit: (event) => events.push(event),
      requestFrame: (run) => frames.push(run),
      setTimeout: (run, ms) => timers.push({ at: now + ms, run }),
      now: () => now,
      loadFont: async () => {},
    });
    painter.post({ type: "theme", theme: { ...theme, reducedMotion } });
    painter.post({
      type: "geometry",
      geometry: { width: 1200, rowHeight: 28, devicePixelRatio: 2, stripRows: 12 },
    });
    painter.post({ type: "layout", layout });
    painter.post({ type: "slot", slot: 0, canvas: screen.canvas });
    painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
    painter.post({ type: "attach", port: link.port });
    runFrames();
    return { painter, link, screen };
  }

  beforeEach(() => {
    now = 1000;
    frames = [];
    timers = [];
    events = [];
  });

  const full = () =>
    frame(FRAME_FULL, HEAD, STRIKES, [
      [0, "call.ltp", 120.5],
      [1, "call.ltp", 88],
      [2, "put.ltp", 101.25],
      [1, "iv", 13.4],
    ]);

  test("gives credit when attached, and back for what is painted, half a window at a time", () => {
    const { link } = start();
    expect(link.sent).toEqual([FRAME_WINDOW]);
    link.deliver(full());
    runFrames();
    for (let i = 2; i <= FRAME_WINDOW / 2; i++)
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: i }, STRIKES, [[0, "call.ltp", 120 + i]]));
    expect(link.sent).toHaveLength(1);
    runFrames();
    expect(link.sent).toEqual([FRAME_WINDOW, FRAME_WINDOW / 2]);
  });

  test("says of a frame that is to be measured when it was taken and painted, as its log does; of others nothing", () => {
    const { painter, link } = start();
    link.deliver(frame(FRAME_FULL, { ...HEAD, measured: 1 }, STRIKES, [[0, "call.ltp", 120.5]]));
    now += 7;
    runFrames();
    expect(link.sent[1]).toEqual({ frame: 1, takenAt: 1000, paintedAt: 1007 });
    painter.post({ type: "log" });
    const log = events.at(-1);
    expect(log?.type === "log" && log.frames.at(-1)?.paintedAt).toBe(1007);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, measured: 0 }, STRIKES, [[0, "call.ltp", 121]]));
    runFrames();
    expect(link.sent).toHaveLength(2);
  });

  test("paints every cell of a full frame, formatted", () => {
    const { link, screen } = start();
    link.deliver(full());
    runFrames();
    const texts = screen.texts.map((t) => t.text);
    for (const expected of ["120.50", "88.00", "101.25", "13.4", "24,050"]) expect(texts).toContain(expected);
    expect(screen.canvas).toMatchObject({ width: 2400, height: 12 * 28 * 2 });
  });

  test("tells what a figure takes that its column has no room for, once, and again when it takes more", () => {
    const { link } = start();
    const widthsOf = () => events.filter((event) => event.type === "widths");
    const chain = { ...HEAD, underlying: 256_265, expiry: 20_261_124 };
    link.deliver(frame(FRAME_FULL, chain, STRIKES, [[0, "call.delta", 0.52]]));
    runFrames();
    expect(widthsOf()).toEqual([]);
    const say = (delta: number): void => {
      link.deliver(frame(FRAME_DELTA, { ...chain, frame: 2 }, STRIKES, [[0, "call.delta", delta]]));
      runFrames();
    };
    say(-1_23_456.78);
    expect(widthsOf()).toHaveLength(1);
    expect(widthsOf()[0]).toMatchObject({ underlying: 256_265, expiry: 20_261_124 });
    // Twelve letters of 7 px, 4 px before and 10 after them.
    expect(widthsOf()[0]?.widths.delta).toBeGreaterThanOrEqual("−1,23,456.78".length * 7 + 14);
    say(-1_23_456.79);
    say(0.5);
    expect(widthsOf()).toHaveLength(1);
    say(-11_23_456.78);
    expect(widthsOf()).toHaveLength(2);
    expect(widthsOf()[1]!.widths.delta).toBeGreaterThan(widthsOf()[0]!.widths.delta!);
  });

  test("waits with it for the face of its figures, and forgets what another chain's took", async () => {
    const { painter, link } = start();
    const widthsOf = () => events.filter((event) => event.type === "widths");
    painter.post({ type: "font", family: "Figures", url: "/figures.woff2" });
    link.deliver(frame(FRAME_FULL, HEAD, STRIKES, [[0, "call.delta", -1_23_456.78]]));
    runFrames();
    expect(widthsOf()).toEqual([]);
    await Promise.resolve();
    await Promise.resolve();
    runFrames();
    expect(widthsOf()).toHaveLength(1);
    link.deliver(frame(FRAME_FULL, { ...HEAD, expiry: 20_261_201 }, STRIKES, [[0, "put.volume", 9.87e13]]));
    runFrames();
    expect(widthsOf()).toHaveLength(2);
    expect(widthsOf()[1]?.widths.delta ?? 0).toBeLessThan(60);
  });

  test("a delta repaints only the cells that changed", () => {
    const { link, screen } = start();
    link.deliver(full());
    runFrames();
    pass(1000);
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[2, "put.ltp", 102]]));
    runFrames();
    expect(screen.texts.map((t) => t.text)).toEqual(["102.00", ""]);
    expect(screen.texts[0]?.y).toBeCloseTo(2 * 28 + 15);
  });

  test("a moved at-the-money row repaints the rows around it", () => {
    const { link, screen } = start();
    link.deliver(full());
    runFrames();
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, atmRow: 2, frame: 2 }, STRIKES, []));
    runFrames();
    expect(screen.texts.map((t) => t.text)).toContain("24,100");
  });

  test("a figure that moved and reads the same is not painted; once it reads otherwise it is", () => {
    const { link, screen } = start();
    link.deliver(frame(FRAME_FULL, HEAD, STRIKES, [[1, "iv", 13.4]]));
    runFrames();
    const painted = (iv: number): string[] => {
      screen.texts.length = 0;
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "iv", iv]]));
      runFrames();
      return screen.texts.map((t) => t.text).filter((text) => text !== "");
    };
    expect(painted(13.41)).toEqual([]);
    expect(painted(13.38)).toEqual([]);
    expect(painted(13.46).join("")).toBe("13.5");
    expect(painted(13.4).join("")).toBe("13.4");
  });

  test("an IV that no price of its strike has is marked, and unmarked once there is one", () => {
    const { link, screen } = start();
    link.deliver(
      frame(FRAME_FULL, HEAD, STRIKES, [
        [1, "iv", 13.4],
        [1, "put.flags", FLAG_IV_INTERPOLATED],
      ]),
    );
    runFrames();
    const painted = () => screen.texts.map((t) => t.text).join("");
    expect(painted()).toContain("~13.4");
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "put.flags", 0]]));
    runFrames();
    expect(painted()).toContain("13.4");
    expect(painted()).not.toContain("~");
  });

  test("a line that moved repaints the rows it crossed, a new largest OI the bars, and neither the rest", () => {
    const { link, screen } = start();
    const strikes = Array.from({ length: 10 }, (_, i) => 24_000 + i * 50);
    link.deliver(frame(FRAME_FULL, HEAD, strikes, []));
    runFrames();
    const painted = (head: Partial<Record<HeadField, number>>): string[] => {
      screen.texts.length = 0;
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2, ...head }, strikes, []));
      runFrames();
      return screen.texts.map((t) => t.text);
    };
    const crossed = painted({ forwardLine: 3, forward: 24_140 });
    for (const strike of ["24,000", "24,050", "24,100", "24,150"]) expect(crossed).toContain(strike);
    for (const strike of ["24,200", "24,250", "24,450"]) expect(crossed).not.toContain(strike);
    const barred = painted({ forwardLine: 3, forward: 24_140, maxOi: 2e6 });
    expect(barred.length).toBeGreaterThan(0);
    expect(barred).not.toContain("24,050");
    expect(painted({ forwardLine: -1, forward: Number.NaN, maxOi: 2e6 })).toContain("24,450");
  });

  test("a tint ends after 250 ms and comes off though no frame follows, unless motion is unwanted", () => {
    for (const reduced of [false, true]) {
      const { link, screen } = start(reduced);
      link.deliver(full());
      runFrames();
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[0, "call.ltp", 121]]));
      runFrames();
      screen.texts.length = 0;
      pass(360);
      expect(screen.texts.filter((t) => t.text === "121.00")).toHaveLength(reduced ? 0 : 1);
    }
  });

  test("while frames flow, ended tints come off with a frame and cost no picture of their own", () => {
    const { link, screen } = start();
    link.deliver(full());
    runFrames();
    screen.texts.length = 0;
    for (let i = 0; i < 6; i++) {
      const moved: [number, ChainField, number][] =
        i === 0 ? [[0, "call.ltp", 121]] : [[1, "put.oi", 4000 + i * 1000]];
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i }, STRIKES, moved));
      runFrames();
      const painted = screen.texts.length;
      pass(90);
      expect(screen.texts).toHaveLength(painted);
    }
    expect(screen.texts.filter((t) => t.text === "121.00")).toHaveLength(2);
  });

  test("a strip out of sight is painted twice a second, and at once when it comes into sight", () => {
    const { link, screen, painter } = start();
    link.deliver(full());
    runFrames();
    painter.post({ type: "seen", firstStrip: 5, lastStrip: 6 });
    const seen = (text: string) => screen.texts.filter((t) => t.text === text).length;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[0, "call.ltp", 121]]));
    runFrames();
    expect(seen("121.00")).toBe(0);
    pass(700);
    expect(seen("121.00")).toBe(1);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 3 }, STRIKES, [[0, "call.ltp", 122]]));
    runFrames();
    painter.post({ type: "seen", firstStrip: 0, lastStrip: 1 });
    runFrames();
    expect(seen("122.00")).toBe(1);
  });

  test("while the grid is scrolled it is painted once a second, what scrolls in and the focus at once, and all of it at the end", () => {
    const { painter, link, screen } = start();
    link.deliver(full());
    runFrames();
    painter.post({ type: "scrolling", isScrolling: true });
    let value = 200;
    const pictures = (): number => {
      screen.texts.length = 0;
      let count = 0;
      for (let i = 0; i < 10; i++) {
        link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i }, STRIKES, [[0, "put.ltp", value++]]));
        const before = screen.texts.length;
        pass(100);
        runFrames();
        if (screen.texts.length > before) count++;
      }
      return count;
    };
    expect(pictures()).toBeLessThanOrEqual(1);
    expect(screen.texts.length).toBeGreaterThan(0);
    screen.texts.length = 0;
    painter.post({ type: "assign", strips: [{ slot: 0, strip: 1 }] });
    painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
    expect(screen.texts.map((t) => t.text)).toContain("24,050");
    pass(1000);
    runFrames();
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 20 }, STRIKES, [[0, "put.ltp", 300]]));
    runFrames();
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 21 }, STRIKES, [[0, "put.ltp", 301]]));
    runFrames();
    expect(screen.texts).toEqual([]);
    painter.post({ type: "focus", row: 2, column: 1 });
    runFrames();
    expect(screen.texts.map((t) => t.text)).toContain("24,100");
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 22 }, STRIKES, [[0, "put.ltp", 302]]));
    runFrames();
    screen.texts.length = 0;
    painter.post({ type: "scrolling", isScrolling: false });
    runFrames();
    expect(screen.texts.map((t) => t.text).join(" ")).toContain("302");
    expect(pictures()).toBe(10);
  });

  test("a hidden tab's canvases are let go, and whole again when it is shown", () => {
    const { link, screen, painter } = start();
    link.deliver(full());
    runFrames();
    const { width, height } = screen.canvas;
    painter.post({ type: "shown", shown: false });
    runFrames();
    expect([screen.canvas.width, screen.canvas.height]).toEqual([1, 1]);
    screen.texts.length = 0;
    painter.post({ type: "shown", shown: true });
    runFrames();
    expect([screen.canvas.width, screen.canvas.height]).toEqual([width, height]);
    expect(screen.texts.map((t) => t.text)).toContain("24,000");
  });

  test("the head reaches the page at once with a full frame and at most four times a second after", () => {
    const { link } = start();
    link.deliver(full());
    for (let i = 0; i < 10; i++) {
      pass(50);
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i, spot: 24000 + i }, STRIKES, []));
    }
    const heads = events.filter((e) => e.type === "head");
    expect(heads.length).toBeGreaterThanOrEqual(2);
    expect(heads.length).toBeLessThanOrEqual(4);
    pass(300);
    const last = events.filter((e) => e.type === "head").at(-1)!;
    expect(last.head[HEAD_INDEX.spot]).toBe(24009);
  });

  test.each([
    ["soon after one that waited", [100, 270, 300]],
    ["a moment before its interval ends", [249.8]],
  ])("the head of the last frame reaches the page, %s", (_, times) => {
    const { link } = start();
    now = 0;
    link.deliver(full());
    times.forEach((at, i) => {
      while (now < at) pass(Math.min(10, at - now));
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i, spot: at }, STRIKES, []));
    });
    for (let ms = 0; ms < 300; ms += 10) pass(10);
    const last = events.filter((e) => e.type === "head").at(-1)!;
    expect(last.head[HEAD_INDEX.spot]).toBe(times.at(-1));
  });

  test("mirrors the asked-for rows as text at most once a second", () => {
    const { link, painter } = start();
    link.deliver(full());
    painter.post({ type: "mirror", firstRow: 1, lastRow: 2, everyMs: 1000 });
    for (let i = 0; i < 20; i++) {
      pass(50);
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i }, STRIKES, [[1, "call.ltp", 88 + i]]));
    }
    pass(1000);
    const mirrors = events.filter((e) => e.type === "mirror");
    expect(mirrors.length).toBeLessThanOrEqual(4);
    const rows = mirrors.at(-1)!.rows;
    expect(rows.map((r) => r.row)).toEqual([1, 2]);
    expect(rows[0]!.cells).toContain("107.00");
  });

  test("the mirror is fresh a second after a chain's first frame, however rarely it is asked for, and rare from then on", () => {
    const { link, painter } = start();
    painter.post({ type: "mirror", firstRow: 0, lastRow: 2, everyMs: 20_000 });
    link.deliver(full());
    const texts = (): string[] =>
      events.filter((e) => e.type === "mirror").map((e) => e.rows[1]?.cells.join(" ") ?? "");
    const before = texts().length;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "call.ltp", 91.5]]));
    pass(1000);
    expect(texts()).toHaveLength(before + 1);
    expect(texts().at(-1)).toContain("91.50");
    for (let i = 0; i < 19; i++) {
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 3 + i }, STRIKES, [[1, "call.ltp", 92 + i]]));
      pass(1000);
    }
    expect(texts()).toHaveLength(before + 1);
    pass(1000);
    expect(texts()).toHaveLength(before + 2);
    expect(texts().at(-1)).toContain("110.00");
  });

  test("a mirror asked for more often does not wait for what was due before, nor is it sent twice", () => {
    const { link, painter } = start();
    painter.post({ type: "mirror", firstRow: 0, lastRow: 2, everyMs: 20_000 });
    link.deliver(full());
    pass(1000);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "call.ltp", 91.5]]));
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "call.ltp", 91.6]]));
    pass(100);
    painter.post({ type: "mirror", firstRow: 0, lastRow: 2, everyMs: 1000 });
    const count = (): number => events.filter((e) => e.type === "mirror").length;
    const before = count();
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 3 }, STRIKES, [[1, "call.ltp", 92.5]]));
    pass(1000);
    expect(count()).toBe(before + 1);
    pass(20_000);
    expect(count()).toBe(before + 1);
    painter.post({ type: "mirror", firstRow: 0, lastRow: -1, everyMs: 1000 });
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 4 }, STRIKES, [[1, "call.ltp", 93.5]]));
    pass(5000);
    expect(count()).toBe(before + 1);
  });

  test("logs every painted frame with the times it carries", () => {
    const { link, painter } = start();
    link.deliver(frame(FRAME_FULL, { ...HEAD, serverTime: 900, sequence: 7 }, STRIKES, []));
    pass(16);
    painter.post({ type: "log" });
    const log = events.find((e) => e.type === "log")!;
    expect(log.frames).toMatchObject([{ sequence: 7, serverTime: 900, paintedAt: 1016 }]);
  });
});

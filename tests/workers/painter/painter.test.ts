import { beforeEach, describe, expect, test } from "vitest";
import type { ChainField } from "#domain/chain/fields.ts";
import { FLAG_IV_INTERPOLATED } from "#domain/chain/flags.ts";
import { FRAME_DELTA, FRAME_FULL, type HeadField } from "#protocol/frames/chain-frame.ts";
import { createStage, fakeCanvas, frame, full, HEAD, STRIKES } from "./stage.ts";

describe("the painter", () => {
  let stage = createStage();
  beforeEach(() => {
    stage = createStage();
  });

  test("paints every cell of a full frame, formatted", () => {
    const { link, screen } = stage.start();
    link.deliver(full());
    stage.runFrames();
    const texts = screen.texts.map((t) => t.text);
    for (const expected of ["120.50", "88.00", "101.25", "13.4", "24,050"]) expect(texts).toContain(expected);
    expect(screen.canvas).toMatchObject({ width: 2400, height: 12 * 28 * 2 });
  });

  test("[CHAIN-18][CHAIN-19] what is planned is painted before its price and said in the mirror; taken off, neither", async () => {
    const { painter, link, screen } = stage.start();
    link.deliver(
      frame(FRAME_FULL, { ...HEAD, underlying: 7, expiry: 20261124 }, STRIKES, [[1, "call.ltp", 88]]),
    );
    stage.runFrames();
    painter.post({ type: "mirror", firstRow: 1, lastRow: 1, everyMs: 1000 });
    const mirrored = () => {
      const last = stage.events.findLast((event) => event.type === "mirror");
      return last?.rows[0]?.cells.find((text) => text.startsWith("88.00"));
    };
    const place = { token: 1, expiry: "2026-11-24", strike: 24_050, option: "call", kind: "leg" } as const;
    const deal = { side: "SELL", count: 2, price: 88, spoken: "sell 2 lots" } as const;
    painter.post({ type: "tags", kind: "leg", underlying: 7, tags: [{ ...place, ...deal }] });
    await expect.poll(mirrored).toBe("88.00 sell 2 lots");
    screen.texts.length = 0;
    stage.runFrames();
    const painted = () => screen.texts.map(({ text }) => text).filter((text) => text !== "");
    // The cell alone is painted anew, and nothing beyond it: there may be more tags than room.
    expect(painted()).toEqual(["−2", "88.00"]);
    expect(screen.clipped()).toBe(1);
    painter.post({ type: "tags", kind: "leg", underlying: 7, tags: [] });
    await expect.poll(mirrored).toBe("88.00");
    screen.texts.length = 0;
    stage.runFrames();
    expect(painted()).toEqual(["88.00"]);
    expect(screen.clipped()).toBe(1);
  });

  test("tells what a figure takes that its column has no room for, once, and again when it takes more", () => {
    const { link } = stage.start();
    const widthsOf = () => stage.events.filter((event) => event.type === "widths");
    const chain = { ...HEAD, underlying: 256_265, expiry: 20_261_124 };
    link.deliver(frame(FRAME_FULL, chain, STRIKES, [[0, "call.delta", 0.52]]));
    stage.runFrames();
    expect(widthsOf()).toEqual([]);
    const say = (delta: number): void => {
      link.deliver(frame(FRAME_DELTA, { ...chain, frame: 2 }, STRIKES, [[0, "call.delta", delta]]));
      stage.runFrames();
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
    const { painter, link } = stage.start();
    const widthsOf = () => stage.events.filter((event) => event.type === "widths");
    painter.post({ type: "font", family: "Figures", url: "/figures.woff2" });
    link.deliver(frame(FRAME_FULL, HEAD, STRIKES, [[0, "call.delta", -1_23_456.78]]));
    stage.runFrames();
    expect(widthsOf()).toEqual([]);
    await Promise.resolve();
    await Promise.resolve();
    stage.runFrames();
    expect(widthsOf()).toHaveLength(1);
    link.deliver(frame(FRAME_FULL, { ...HEAD, expiry: 20_261_201 }, STRIKES, [[0, "put.volume", 9.87e13]]));
    stage.runFrames();
    expect(widthsOf()).toHaveLength(2);
    expect(widthsOf()[1]?.widths.delta ?? 0).toBeLessThan(60);
  });

  test("a delta repaints only the cells that changed", () => {
    const { link, screen } = stage.start();
    link.deliver(full());
    stage.runFrames();
    stage.pass(1000);
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[2, "put.ltp", 102]]));
    stage.runFrames();
    expect(screen.texts.map((t) => t.text)).toEqual(["102.00", ""]);
    expect(screen.texts[0]?.y).toBeCloseTo(2 * 28 + 15);
  });

  test("a moved at-the-money row repaints the rows around it", () => {
    const { link, screen } = stage.start();
    link.deliver(full());
    stage.runFrames();
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, atmRow: 2, frame: 2 }, STRIKES, []));
    stage.runFrames();
    expect(screen.texts.map((t) => t.text)).toContain("24,100");
  });

  test("a figure that moved and reads the same is not painted; once it reads otherwise it is", () => {
    const { link, screen } = stage.start();
    link.deliver(frame(FRAME_FULL, HEAD, STRIKES, [[1, "iv", 13.4]]));
    stage.runFrames();
    const painted = (iv: number): string[] => {
      screen.texts.length = 0;
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "iv", iv]]));
      stage.runFrames();
      return screen.texts.map((t) => t.text).filter((text) => text !== "");
    };
    expect(painted(13.41)).toEqual([]);
    expect(painted(13.38)).toEqual([]);
    expect(painted(13.46).join("")).toBe("13.5");
    expect(painted(13.4).join("")).toBe("13.4");
  });

  test("an IV that no price of its strike has is marked, and unmarked once there is one", () => {
    const { link, screen } = stage.start();
    link.deliver(
      frame(FRAME_FULL, HEAD, STRIKES, [
        [1, "iv", 13.4],
        [1, "put.flags", FLAG_IV_INTERPOLATED],
      ]),
    );
    stage.runFrames();
    const painted = () => screen.texts.map((t) => t.text).join("");
    expect(painted()).toContain("~13.4");
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "put.flags", 0]]));
    stage.runFrames();
    expect(painted()).toContain("13.4");
    expect(painted()).not.toContain("~");
  });

  test("a line that moved repaints the rows it crossed, a new largest OI the bars, and neither the rest", () => {
    const { link, screen } = stage.start();
    const strikes = Array.from({ length: 10 }, (_, i) => 24_000 + i * 50);
    link.deliver(frame(FRAME_FULL, HEAD, strikes, []));
    stage.runFrames();
    const painted = (head: Partial<Record<HeadField, number>>): string[] => {
      screen.texts.length = 0;
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2, ...head }, strikes, []));
      stage.runFrames();
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
      const { link, screen } = stage.start({ reducedMotion: reduced });
      link.deliver(full());
      stage.runFrames();
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[0, "call.ltp", 121]]));
      stage.runFrames();
      screen.texts.length = 0;
      stage.pass(360);
      expect(screen.texts.filter((t) => t.text === "121.00")).toHaveLength(reduced ? 0 : 1);
    }
  });

  test("while frames flow, ended tints come off with a frame and cost no picture of their own", () => {
    const { link, screen } = stage.start();
    link.deliver(full());
    stage.runFrames();
    screen.texts.length = 0;
    for (let i = 0; i < 6; i++) {
      const moved: [number, ChainField, number][] =
        i === 0 ? [[0, "call.ltp", 121]] : [[1, "put.oi", 4000 + i * 1000]];
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i }, STRIKES, moved));
      stage.runFrames();
      const painted = screen.texts.length;
      stage.pass(90);
      expect(screen.texts).toHaveLength(painted);
    }
    expect(screen.texts.filter((t) => t.text === "121.00")).toHaveLength(2);
  });

  test("a strip out of sight is painted twice a second, and at once when it comes into sight", () => {
    const { link, screen, painter } = stage.start();
    link.deliver(full());
    stage.runFrames();
    painter.post({ type: "seen", firstStrip: 5, lastStrip: 6 });
    const seen = (text: string) => screen.texts.filter((t) => t.text === text).length;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[0, "call.ltp", 121]]));
    stage.runFrames();
    expect(seen("121.00")).toBe(0);
    stage.pass(700);
    expect(seen("121.00")).toBe(1);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 3 }, STRIKES, [[0, "call.ltp", 122]]));
    stage.runFrames();
    painter.post({ type: "seen", firstStrip: 0, lastStrip: 1 });
    stage.runFrames();
    expect(seen("122.00")).toBe(1);
  });

  test("while the grid is scrolled it is painted once a second, what scrolls in and the focus at once, and all of it at the end", () => {
    const { painter, link, screen } = stage.start();
    link.deliver(full());
    stage.runFrames();
    painter.post({ type: "scrolling", isScrolling: true });
    let value = 200;
    const pictures = (): number => {
      screen.texts.length = 0;
      let count = 0;
      for (let i = 0; i < 10; i++) {
        link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i }, STRIKES, [[0, "put.ltp", value++]]));
        const before = screen.texts.length;
        stage.pass(100);
        stage.runFrames();
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
    stage.pass(1000);
    stage.runFrames();
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 20 }, STRIKES, [[0, "put.ltp", 300]]));
    stage.runFrames();
    screen.texts.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 21 }, STRIKES, [[0, "put.ltp", 301]]));
    stage.runFrames();
    expect(screen.texts).toEqual([]);
    painter.post({ type: "focus", row: 2, column: 1 });
    stage.runFrames();
    expect(screen.texts.map((t) => t.text)).toContain("24,100");
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 22 }, STRIKES, [[0, "put.ltp", 302]]));
    stage.runFrames();
    screen.texts.length = 0;
    painter.post({ type: "scrolling", isScrolling: false });
    stage.runFrames();
    expect(screen.texts.map((t) => t.text).join(" ")).toContain("302");
    expect(pictures()).toBe(10);
  });

  test("a hidden tab's canvases are let go, and whole again when it is shown", () => {
    const { link, screen, painter } = stage.start();
    link.deliver(full());
    stage.runFrames();
    const { width, height } = screen.canvas;
    painter.post({ type: "shown", shown: false });
    stage.runFrames();
    expect([screen.canvas.width, screen.canvas.height]).toEqual([1, 1]);
    screen.texts.length = 0;
    painter.post({ type: "shown", shown: true });
    stage.runFrames();
    expect([screen.canvas.width, screen.canvas.height]).toEqual([width, height]);
    expect(screen.texts.map((t) => t.text)).toContain("24,000");
  });

  test("the first picture is of the strips on screen alone, and those around it follow by themselves", () => {
    const { link, painter } = stage.start({ hasCanvas: false });
    link.deliver(
      frame(
        FRAME_FULL,
        HEAD,
        Array.from({ length: 36 }, (_, row) => 24_000 + row * 50),
        [],
      ),
    );
    stage.runFrames();
    const canvases = [0, 1, 2].map((strip) => {
      const screen = fakeCanvas();
      painter.post({ type: "slot", slot: strip, canvas: screen.canvas });
      painter.post({ type: "assign", strips: [{ slot: strip, strip }] });
      return screen;
    });
    painter.post({ type: "seen", firstStrip: 1, lastStrip: 1 });
    const painted = (): boolean[] => canvases.map(({ texts }) => texts.length > 0);
    stage.runFrames();
    expect(painted()).toEqual([false, true, false]);
    expect(stage.events.filter(({ type }) => type === "drawn")).toHaveLength(1);
    stage.pass(100);
    stage.runFrames();
    expect(painted()).toEqual([true, true, true]);
    // Nothing is owed any more: no picture is asked for.
    for (const { texts } of canvases) texts.length = 0;
    stage.pass(1000);
    stage.runFrames();
    expect(painted()).toEqual([false, false, false]);
  });
});

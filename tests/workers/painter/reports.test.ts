import { beforeEach, describe, expect, test } from "vitest";
import { FRAME_DELTA, FRAME_FULL, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridTable } from "#protocol/frames/grid-table.ts";
import { FRAME_WINDOW } from "#workers/engine/tabs/credit.ts";
import { answerTo, createStage, frame, full, HEAD, STRIKES } from "./stage.ts";

describe("what a painter tells", () => {
  let stage = createStage();
  beforeEach(() => {
    stage = createStage();
  });

  test("[CHAIN-34] a frame is on screen when a canvas shows it, not before: told once, and the engine goes on sending", () => {
    const { painter, link, screen, giveCanvas } = stage.start({ hasCanvas: false });
    const drawn = () => stage.events.filter(({ type }) => type === "drawn");
    const logged = () => {
      painter.post({ type: "log" });
      const log = stage.events.at(-1);
      return log?.type === "log" ? log.frames : [];
    };
    link.deliver(full());
    for (let i = 2; i <= FRAME_WINDOW / 2; i++)
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: i }, STRIKES, [[0, "call.ltp", 120 + i]]));
    stage.pass(16);
    expect([drawn(), logged()]).toEqual([[], []]);
    expect(link.sent).toEqual([FRAME_WINDOW, FRAME_WINDOW / 2]);
    giveCanvas();
    stage.pass(200);
    expect(screen.texts.map(({ text }) => text)).toContain("88.00");
    expect(logged()).toMatchObject([{ frame: FRAME_WINDOW / 2, paintedAt: 1216 }]);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 9 }, STRIKES, [[0, "call.ltp", 99]]));
    stage.pass(16);
    expect(drawn()).toHaveLength(1);
    expect(logged()).toHaveLength(2);
  });

  test("[CHAIN-39] the table is of every row in the columns shown, painted or not", async () => {
    const { painter, link } = stage.start({ hasCanvas: false });
    link.deliver(full());
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<GridTable>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    painter.post({ type: "table", port: port2 });
    const { columns } = await answer;
    port1.close();
    const values = (id: string, side: string) =>
      columns.find((column) => column.id === id && column.side === side)?.values;
    expect([...(values("strike", "centre") ?? [])]).toEqual(STRIKES);
    expect([...(values("ltp", "call") ?? [])]).toEqual([120.5, 88, Number.NaN]);
  });

  test("what a hidden tab is sent is on no screen", () => {
    const { painter, link } = stage.start();
    painter.post({ type: "shown", shown: false });
    link.deliver(full());
    stage.pass(16);
    expect(stage.events.filter(({ type }) => type === "drawn")).toEqual([]);
    painter.post({ type: "shown", shown: true });
    stage.pass(16);
    expect(stage.events.filter(({ type }) => type === "drawn")).toHaveLength(1);
  });

  test("gives credit when attached, and back for what is painted, half a window at a time", () => {
    const { link } = stage.start();
    expect(link.sent).toEqual([FRAME_WINDOW]);
    link.deliver(full());
    stage.runFrames();
    for (let i = 2; i <= FRAME_WINDOW / 2; i++)
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: i }, STRIKES, [[0, "call.ltp", 120 + i]]));
    expect(link.sent).toHaveLength(1);
    stage.runFrames();
    expect(link.sent).toEqual([FRAME_WINDOW, FRAME_WINDOW / 2]);
  });

  test("says of a frame that is to be measured when it was taken and painted, as its log does; of others nothing", () => {
    const { painter, link } = stage.start();
    link.deliver(frame(FRAME_FULL, { ...HEAD, measured: 1 }, STRIKES, [[0, "call.ltp", 120.5]]));
    stage.now += 7;
    stage.runFrames();
    expect(link.sent[1]).toEqual({ frame: 1, takenAt: 1000, paintedAt: 1007 });
    painter.post({ type: "log" });
    const log = stage.events.at(-1);
    expect(log?.type === "log" && log.frames.at(-1)?.paintedAt).toBe(1007);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, measured: 0 }, STRIKES, [[0, "call.ltp", 121]]));
    stage.runFrames();
    expect(link.sent).toHaveLength(2);
  });

  test("[CHAIN-14] a row is read as it is painted", async () => {
    const { painter, link } = stage.start();
    link.deliver(full());
    const read = (row: number) => answerTo((port) => painter.post({ type: "read", row, port }));
    expect(await read(2)).toMatchObject({ row: 2, strike: 24_100, call: Number.NaN, put: 101.25 });
    expect(await read(99)).toBeNull();
  });

  test("[CHAIN-35] without the code that marks trades it says so, still reads rows, and marks when asked again", async () => {
    let isThere = false;
    const { painter, link } = stage.start({
      loadTagging: () =>
        isThere ? import("#workers/painter/tagging.ts") : Promise.reject(new TypeError("not fetched")),
    });
    link.deliver(frame(FRAME_FULL, { ...HEAD, underlying: 7, expiry: 20261124 }, STRIKES, []));
    painter.post({ type: "mirror", firstRow: 1, lastRow: 1, everyMs: 1000 });
    const place = { token: 1, expiry: "2026-11-24", strike: 24_050, option: "call", kind: "leg" } as const;
    const tag = { ...place, side: "SELL", count: 2, price: 88, spoken: "sell 2 lots" } as const;
    const mark = () =>
      answerTo((port) => painter.post({ type: "tags", kind: "leg", underlying: 7, tags: [tag], port }));
    const mirrored = () => JSON.stringify(stage.events.findLast((event) => event.type === "mirror"));
    expect(await mark()).toBe(false);
    expect(mirrored()).not.toContain("sell 2 lots");
    const read = await answerTo((port) => painter.post({ type: "read", row: 1, port }));
    expect(read).toMatchObject({ strike: 24_050 });
    isThere = true;
    expect(await mark()).toBe(true);
    expect(mirrored()).toContain("sell 2 lots");
  });

  test("[CHAIN-18] trades that are told while the code that marks them is on its way stay, though it is there for them first", async () => {
    let first: () => void = () => {};
    const late = new Promise<void>((resolve) => {
      first = resolve;
    });
    let asked = 0;
    const { painter, link } = stage.start({
      loadTagging: async () => {
        if (asked++ === 0) await late;
        return import("#workers/painter/tagging.ts");
      },
    });
    link.deliver(frame(FRAME_FULL, { ...HEAD, underlying: 7, expiry: 20261124 }, STRIKES, []));
    painter.post({ type: "mirror", firstRow: 1, lastRow: 1, everyMs: 1000 });
    const place = { token: 1, expiry: "2026-11-24", strike: 24_050, option: "call", kind: "leg" } as const;
    const tag = { ...place, side: "BUY", count: 1, price: 88, spoken: "buy 1 lot" } as const;
    const mark = (tags: readonly (typeof tag)[]) =>
      answerTo((port) => painter.post({ type: "tags", kind: "leg", underlying: 7, tags, port }));
    const [none, one] = [mark([]), mark([tag])];
    await import("#workers/painter/tagging.ts");
    first();
    await Promise.all([none, one]);
    await new Promise((resolve) => setTimeout(resolve));
    const mirrored = stage.events.findLast((event) => event.type === "mirror");
    expect(JSON.stringify(mirrored)).toContain("buy 1 lot");
  });

  test("the head reaches the page at once with a full frame and at most four times a second after", () => {
    const { link } = stage.start();
    link.deliver(full());
    for (let i = 0; i < 10; i++) {
      stage.pass(50);
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i, spot: 24000 + i }, STRIKES, []));
    }
    const heads = stage.events.filter((e) => e.type === "head");
    expect(heads.length).toBeGreaterThanOrEqual(2);
    expect(heads.length).toBeLessThanOrEqual(4);
    stage.pass(300);
    const last = stage.events.filter((e) => e.type === "head").at(-1)!;
    expect(last.head[HEAD_INDEX.spot]).toBe(24009);
  });

  test.each([
    ["soon after one that waited", [100, 270, 300]],
    ["a moment before its interval ends", [249.8]],
  ])("the head of the last frame reaches the page, %s", (_, times) => {
    const { link } = stage.start();
    stage.now = 0;
    link.deliver(full());
    times.forEach((at, i) => {
      while (stage.now < at) stage.pass(Math.min(10, at - stage.now));
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i, spot: at }, STRIKES, []));
    });
    for (let ms = 0; ms < 300; ms += 10) stage.pass(10);
    const last = stage.events.filter((e) => e.type === "head").at(-1)!;
    expect(last.head[HEAD_INDEX.spot]).toBe(times.at(-1));
  });

  test("mirrors the asked-for rows as text at most once a second", () => {
    const { link, painter } = stage.start();
    link.deliver(full());
    painter.post({ type: "mirror", firstRow: 1, lastRow: 2, everyMs: 1000 });
    for (let i = 0; i < 20; i++) {
      stage.pass(50);
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 + i }, STRIKES, [[1, "call.ltp", 88 + i]]));
    }
    stage.pass(1000);
    const mirrors = stage.events.filter((e) => e.type === "mirror");
    expect(mirrors.length).toBeLessThanOrEqual(4);
    const rows = mirrors.at(-1)!.rows;
    expect(rows.map((r) => r.row)).toEqual([1, 2]);
    expect(rows[0]!.cells).toContain("107.00");
  });

  test("the mirror is fresh a second after a chain's first frame, however rarely it is asked for, and rare from then on", () => {
    const { link, painter } = stage.start();
    painter.post({ type: "mirror", firstRow: 0, lastRow: 2, everyMs: 20_000 });
    link.deliver(full());
    const texts = (): string[] =>
      stage.events.filter((e) => e.type === "mirror").map((e) => e.rows[1]?.cells.join(" ") ?? "");
    const before = texts().length;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "call.ltp", 91.5]]));
    stage.pass(1000);
    expect(texts()).toHaveLength(before + 1);
    expect(texts().at(-1)).toContain("91.50");
    for (let i = 0; i < 19; i++) {
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 3 + i }, STRIKES, [[1, "call.ltp", 92 + i]]));
      stage.pass(1000);
    }
    expect(texts()).toHaveLength(before + 1);
    stage.pass(1000);
    expect(texts()).toHaveLength(before + 2);
    expect(texts().at(-1)).toContain("110.00");
  });

  test("while the grid is scrolled its mirror is not told, and goes on after that", () => {
    const { link, painter } = stage.start();
    const range = { type: "mirror", firstRow: 0, lastRow: 2, everyMs: 1000 } as const;
    painter.post(range);
    link.deliver(full());
    const texts = (): string[] =>
      stage.events.filter((e) => e.type === "mirror").map((e) => e.rows[1]?.cells.join(" ") ?? "");
    const tell = (ltp: number): void => {
      link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: ltp }, STRIKES, [[1, "call.ltp", ltp]]));
      stage.pass(1000);
    };
    tell(91);
    expect(texts().at(-1)).toContain("91.00");
    // Also what was due when the scrolling began.
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 92 }, STRIKES, [[1, "call.ltp", 92]]));
    const before = texts().length;
    painter.post({ type: "scrolling", isScrolling: true });
    for (const ltp of [93, 94, 95]) tell(ltp);
    expect(texts()).toHaveLength(before);
    painter.post({ type: "scrolling", isScrolling: false });
    // The page asks for it once the scrolling has come to rest.
    painter.post(range);
    expect(texts().at(-1)).toContain("95.00");
    tell(96);
    tell(97);
    expect(texts().at(-1)).toContain("97.00");
  });

  test("a mirror asked for more often does not wait for what was due before, nor is it sent twice", () => {
    const { link, painter } = stage.start();
    painter.post({ type: "mirror", firstRow: 0, lastRow: 2, everyMs: 20_000 });
    link.deliver(full());
    stage.pass(1000);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "call.ltp", 91.5]]));
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[1, "call.ltp", 91.6]]));
    stage.pass(100);
    painter.post({ type: "mirror", firstRow: 0, lastRow: 2, everyMs: 1000 });
    const count = (): number => stage.events.filter((e) => e.type === "mirror").length;
    const before = count();
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 3 }, STRIKES, [[1, "call.ltp", 92.5]]));
    stage.pass(1000);
    expect(count()).toBe(before + 1);
    stage.pass(20_000);
    expect(count()).toBe(before + 1);
    painter.post({ type: "mirror", firstRow: 0, lastRow: -1, everyMs: 1000 });
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 4 }, STRIKES, [[1, "call.ltp", 93.5]]));
    stage.pass(5000);
    expect(count()).toBe(before + 1);
  });

  test("logs every painted frame with the times it carries", () => {
    const { link, painter } = stage.start();
    link.deliver(frame(FRAME_FULL, { ...HEAD, serverTime: 900, sequence: 7 }, STRIKES, []));
    stage.pass(16);
    painter.post({ type: "log" });
    const log = stage.events.find((e) => e.type === "log")!;
    expect(log.frames).toMatchObject([{ sequence: 7, serverTime: 900, paintedAt: 1016 }]);
  });
});

import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { HistoryBlock } from "#server/market/history/repository.ts";
import { createHistoryWriter } from "#server/market/history/writer.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";

const block = (start: number): HistoryBlock => ({
  kind: "quarters",
  underlying: 1,
  expiry: 20261124,
  start,
  body: Uint8Array.of(start),
});
const close = (spot: number) => ({
  date: 20261120,
  closes: [{ underlying: 1, spot, iv30: null, origin: "recorded" as const }],
  expiries: [],
});

function openWriter(options: { mostWaiting?: number; isAway?: boolean } = {}) {
  const state = { isAway: options.isAway ?? false, blocks: [] as [string, number][], closes: [] as number[] };
  const metrics = createMetrics();
  const refuse = () => {
    if (state.isAway) throw new Error("storage is away");
  };
  const writer = createHistoryWriter({
    store: {
      async putBlocks(market, blocks) {
        refuse();
        await new Promise((resolve) => setTimeout(resolve, 1));
        state.blocks.push(...blocks.map(({ start }): [string, number] => [market, start]));
      },
      async putCloses(_market, _date, closes) {
        refuse();
        state.closes.push(...closes.map(({ spot }) => spot!));
      },
    },
    log: pino({ level: "silent" }),
    metrics,
    retryMs: 20,
    ...(options.mostWaiting !== undefined && { mostWaiting: options.mostWaiting }),
  });
  const figure = async (name: string) =>
    Number(new RegExp(`^strikewise_${name} (\\d+)`, "m").exec(await metrics.text())?.[1]);
  return { writer, state, figure };
}

describe("what is to be kept", () => {
  it("is written in order, each block once, under its market's name", async () => {
    const { writer, state, figure } = openWriter();
    writer.blocks(
      "a",
      Array.from({ length: 250 }, (_, i) => block(i)),
    );
    writer.blocks("b", [block(7)]);
    writer.closes("a", close(1));
    await expect.poll(() => state.blocks.length).toBe(251);
    expect(state.blocks.filter(([market]) => market === "a").map(([, start]) => start)).toEqual(
      Array.from({ length: 250 }, (_, i) => i),
    );
    expect(state.blocks.at(-1)).toEqual(["b", 7]);
    await expect.poll(() => state.closes).toEqual([1]);
    expect(await figure("history_written_total")).toBe(251);
    expect(await figure("history_waiting")).toBe(0);
  });

  it("waits while storage is away and is written when it is back; of a date's closes only the newest", async () => {
    const { writer, state, figure } = openWriter({ isAway: true });
    writer.blocks("a", [block(1), block(2)]);
    writer.closes("a", close(1));
    writer.closes("a", close(2));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await figure("history_waiting")).toBe(2);
    expect(state.blocks).toEqual([]);
    state.isAway = false;
    await expect
      .poll(() => state.blocks)
      .toEqual([
        ["a", 1],
        ["a", 2],
      ]);
    expect(state.closes).toEqual([2]);
    expect(await figure("history_dropped_total")).toBe(0);
  });

  it("is bounded: the oldest goes, and it is counted", async () => {
    const { writer, state, figure } = openWriter({ isAway: true, mostWaiting: 3 });
    for (let i = 0; i < 10; i++) writer.blocks("a", [block(i)]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await figure("history_dropped_total")).toBe(7);
    state.isAway = false;
    await writer.stop();
    expect(state.blocks.map(([, start]) => start)).toEqual([7, 8, 9]);
  });

  it("is tried once more at the end, and does not hold the end up when storage stays away", async () => {
    const { writer, state } = openWriter({ isAway: true });
    writer.blocks("a", [block(1)]);
    await writer.stop();
    expect(state.blocks).toEqual([]);
  });
});

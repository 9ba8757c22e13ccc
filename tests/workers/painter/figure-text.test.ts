import { describe, expect, test } from "vitest";
import type { Context2D } from "#workers/painter/canvas-context.ts";
import { createFigureText, cutOf } from "#workers/painter/figure-text.ts";

const WIDE = 9;
const NARROW = 4;
const widthOf = (text: string): number =>
  [...text].reduce((sum, c) => sum + (",.".includes(c) ? NARROW : WIDE), 0);

function fakeContext() {
  const drawn: { text: string; x: number; y: number }[] = [];
  let measured = 0;
  const context = {
    fillText: (text: string, x: number, y: number) => drawn.push({ text, x, y }),
    measureText(text: string) {
      measured++;
      return { width: widthOf(text) };
    },
  } as unknown as Context2D;
  return { context, drawn, measured: () => measured };
}

describe("figures in two pieces", () => {
  test("are cut before the decimals, else after the last comma, else not at all", () => {
    const pieces = (text: string) => [text.slice(0, cutOf(text)), text.slice(cutOf(text))];
    expect(pieces("24,512.35")).toEqual(["24,512", ".35"]);
    expect(pieces("1,23,456")).toEqual(["1,23,", "456"]);
    expect(pieces("+0.05%")).toEqual(["+0", ".05%"]);
    expect(pieces("512")).toEqual(["", "512"]);
    expect(pieces("--")).toEqual(["", "--"]);
    expect(pieces(".5")).toEqual(["", ".5"]);
  });

  test("stand together as one text would, ending where asked", () => {
    const { context, drawn } = fakeContext();
    createFigureText().draw(context, "13px Inter", "24,512.35", 200, 14, 100);
    expect(drawn).toEqual([
      { text: ".35", x: 200, y: 14 },
      { text: "24,512", x: 200 - widthOf(".35"), y: 14 },
    ]);
  });

  test("are drawn narrower where they have no room, never cut: another figure would stand there", () => {
    const drawn: unknown[][] = [];
    const context = {
      fillText: (...told: unknown[]) => void drawn.push(told),
      measureText: (text: string) => ({ width: widthOf(text) }),
    } as unknown as Context2D;
    const figures = createFigureText();
    const width = widthOf("−1,295.00");
    expect(figures.draw(context, "13px Inter", "−1,295.00", 60, 14, width)).toBe(width);
    expect(drawn.every(([, , , room]) => room === undefined)).toBe(true);
    drawn.length = 0;
    expect(figures.draw(context, "13px Inter", "−1,295.00", 60, 14, width - 1)).toBe(width);
    expect(drawn).toEqual([["−1,295.00", 60, 14, width - 1]]);
  });

  test("are measured in the font that is named, whatever the context was left in: a point would be drawn over", () => {
    const context = {
      font: "11px Inter",
      fillText: () => {},
      measureText: (text: string) => ({ width: text.length * Number.parseInt(context.font, 10) }),
    };
    const figures = createFigureText();
    expect(figures.width(context as unknown as Context2D, "13px Inter", "742.78")).toBe(6 * 13);
    expect(figures.width(context as unknown as Context2D, "11px Inter", "742.78")).toBe(6 * 11);
    expect(figures.width(context as unknown as Context2D, "13px Inter", "742.78")).toBe(6 * 13);
  });

  test("measure a piece once a font, and not at all again however many prices come", () => {
    const { context, measured } = fakeContext();
    const figures = createFigureText();
    for (let i = 0; i < 5000; i++)
      figures.draw(context, "13px Inter", (100 + i * 0.05).toFixed(2), 90, 14, 80);
    // 250 prices to the rupee, and twenty ends of them.
    expect(measured()).toBe(270);
    figures.draw(context, "11px Inter", "7.05", 90, 14, 80);
    expect(measured()).toBe(272);
    expect(figures.width(context, "13px Inter", "24,512.35")).toBe(widthOf("24,512.35"));
  });

  test("keep no more widths than a bound, and are right beyond it", () => {
    const { context } = fakeContext();
    const figures = createFigureText();
    for (let i = 0; i < 20_000; i++) {
      const text = `${i}.5`;
      expect(figures.width(context, "f", text)).toBe(widthOf(text));
    }
  });
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AdjustFigures } from "#domain/strategy/adjust/figures.ts";
import { BeforeAfter } from "#src/strategy/more/adjust/BeforeAfter.tsx";
import { ROWS } from "#src/strategy/more/adjust/written.ts";

const figures = (delta: number): AdjustFigures => ({
  ...(Object.fromEntries(ROWS.map((row) => [row, 100])) as unknown as AdjustFigures),
  isNet: false,
  delta,
});

const cellsOf = (html: string) => ({
  heads: [...html.matchAll(/<th scope="col">([^<]*)</g)].map(([, text]) => text),
  cells: [...html.matchAll(/<td>([^<]*)</g)].map(([, text]) => text),
});

test("[STRAT-39] until a change is chosen there are no columns of after", () => {
  const { heads, cells } = cellsOf(
    renderToStaticMarkup(<BeforeAfter before={figures(10)} after={null} title={null} isOld={false} />),
  );
  expect(heads).toEqual(["Figure", "Now"]);
  expect(cells).toHaveLength(ROWS.length);
});

test("[STRAT-39] once it is chosen they are there, unknown until they are computed", () => {
  const shown = (after: AdjustFigures | null) =>
    cellsOf(
      renderToStaticMarkup(
        <BeforeAfter before={figures(10)} after={after} title="After roll" isOld={false} />,
      ),
    );
  expect(shown(null).heads).toEqual(["Figure", "Now", "After roll", "Change"]);
  expect(shown(null).cells.slice(0, 3)).toEqual(["₹100", "--", "--"]);
  const delta = ROWS.indexOf("delta") * 3;
  expect(shown(figures(4)).cells.slice(delta, delta + 3)).toEqual(["10.00", "4.00", "−6.00"]);
});

test("[STRAT-39] profit, loss and chance of profit say whether charges are taken off them", () => {
  for (const isNet of [false, true]) {
    const html = renderToStaticMarkup(
      <BeforeAfter before={{ ...figures(10), isNet }} after={null} title={null} isOld={false} />,
    );
    const tagged = [
      ...html.matchAll(/data-figure="(\w+)"(?:(?!<\/tr>).)*data-testid="net-tag"[^>]*>([^<]*)/g),
    ];
    expect(tagged.map(([, row, tag]) => [row, tag])).toEqual(
      ["maxProfit", "maxLoss", "pop"].map((row) => [row, isNet ? "net of charges" : "before charges"]),
    );
  }
});

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Implied } from "#src/features/calculator/results/Implied.tsx";

const said = (premium: number | null): string =>
  renderToStaticMarkup(createElement(Implied, { answered: null, premium, onUse: () => {} }));

test("[CALC-7] a market price is asked for where there is none, and not while the one that is there is worked on", () => {
  expect(said(null)).toContain("Type a market price for its IV");
  expect(said(111.3)).toContain("IV of the market price --");
  expect(said(111.3)).not.toContain("Type");
});

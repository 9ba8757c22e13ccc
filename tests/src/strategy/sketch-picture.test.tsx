import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SketchPicture } from "#src/strategy/sketch/SketchPicture.tsx";
import { HEIGHT, outlineOf, WIDTH } from "#src/strategy/sketch/sketch.ts";

const POINTS = [
  [90, -10],
  [110, 10],
] as const;
const html = (forward: number, rest: { readonly isStretched?: boolean; readonly testId?: string } = {}) =>
  renderToStaticMarkup(<SketchPicture sketch={outlineOf(POINTS, forward)} className="own" {...rest} />);

test("a sketch is what is won, what is lost, nothing, the forward and the curve, in its own box", () => {
  const drawn = html(95);
  expect(drawn).toContain(`viewBox="0 0 ${WIDTH} ${HEIGHT}"`);
  expect(drawn).toContain('class="own"');
  expect(drawn.match(/<path/g)).toHaveLength(3);
  // Halfway up, and a quarter of the way from the lowest price to the highest.
  expect(drawn).toContain(`y1="${HEIGHT / 2}"`);
  expect(drawn).toContain(`x1="${WIDTH / 4}"`);
  expect(drawn).not.toContain("preserveAspectRatio");
});

test("without a forward there is no line of it, and without a sketch its place stays, empty", () => {
  expect(html(Number.NaN).match(/<line/g)).toHaveLength(1);
  const empty = renderToStaticMarkup(<SketchPicture sketch={null} className="own" isStretched testId="it" />);
  expect(empty).toBe(
    `<svg class="own" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" data-testid="it"></svg>`,
  );
});

// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from "vitest";
import { readChartTheme } from "#src/components/chart/frame/chart-theme.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function hostOn(ground: string): HTMLElement {
  const page = document.createElement("div");
  page.style.backgroundColor = ground;
  const clear = document.createElement("div");
  clear.style.backgroundColor = "transparent";
  const host = document.createElement("div");
  clear.append(host);
  page.append(clear);
  document.body.append(page);
  return host;
}

describe("what a chart is drawn in", () => {
  test.each(["rgb(255, 255, 0)", "rgb(0, 0, 0)"])("has the ground that it stands on, %s", (ground) => {
    expect(readChartTheme(hostOn(ground)).colours.surface).toBe(ground);
  });

  test("is the reader's own where colours are forced", () => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("forced-colors") }));
    const { colours } = readChartTheme(hostOn("rgb(0, 0, 0)"));
    expect([colours.surface, colours.ink, colours.accent, colours["oi-put-ink"]]).toEqual([
      ...["Canvas", "CanvasText", "Highlight", "CanvasText"],
    ]);
  });
});

// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { infoActions } from "#src/app/palette/info-actions.ts";
import { createUnderlyingSearch } from "#src/app/palette/underlying-search.ts";
import { pushToList } from "#src/browser/kept-list.ts";
import { instrumentWindows } from "#src/shared/instrument-windows.ts";
import { CRUDEOIL, NIFTY, SBIN } from "../features/info/world.ts";

const ALL = [NIFTY, SBIN, CRUDEOIL];
const search = createUnderlyingSearch(ALL);
const offered = (typed: string, here: string | null = null): string[] =>
  infoActions(typed, { all: ALL, search, here }).map(({ label }) => label);

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("[INFO-13] an instrument that is typed offers its info, asked for or not", () => {
  expect(offered("crude")).toEqual(["CRUDEOIL info"]);
  expect(offered("sbin info")).toEqual(["SBIN info"]);
  expect(offered("sbin inf")).toEqual(["SBIN info"]);
  expect(offered("zzzz info")).toEqual([]);
});

test("[INFO-13] info alone is of the page's instrument and of those looked at lately, each once", () => {
  expect(offered("info")).toEqual([]);
  expect(offered("info", "NIFTY")).toEqual(["NIFTY info"]);
  for (const symbol of ["NIFTY", "CRUDEOIL", "GONE"]) pushToList("recent", symbol, 3);
  expect(offered("info", "NIFTY")).toEqual(["NIFTY info", "CRUDEOIL info"]);
});

test("[INFO-13] chosen, it opens the window once the search is gone", () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (next: FrameRequestCallback) => frames.push(next));
  infoActions("sbin", { all: ALL, search, here: null })[0]!.run();
  expect(instrumentWindows.info).toBeNull();
  while (frames.length > 0) frames.shift()!(0);
  expect(instrumentWindows.info).toBe("SBIN");
  instrumentWindows.info = null;
});

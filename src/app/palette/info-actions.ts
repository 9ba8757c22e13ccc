import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { readList } from "../../browser/kept-list.ts";
import { openChartAfterwards } from "../../shared/chart-window.ts";
import { openInfoAfterwards } from "../../shared/instrument-windows.ts";
import type { Action } from "./actions.ts";
import { TEXTS } from "./texts.ts";
import type { UnderlyingSearch } from "./underlying-search.ts";

/** Instruments that the window is offered on at most. */
const MOST = 3;

interface Sources {
  readonly all: readonly UnderlyingSummary[];
  readonly search: UnderlyingSearch;
  /** symbol of the page's own instrument; of several chains, of the one that is worked with */
  readonly here: string | null;
}

const infoAction = (symbol: string): Action => ({
  id: `info-${symbol}`,
  label: TEXTS.info(symbol),
  run: () => openInfoAfterwards(symbol),
});

const chartAction = (symbol: string): Action => ({
  id: `chart-${symbol}`,
  label: TEXTS.chart(symbol),
  run: () => openChartAfterwards({ symbol }),
});

/** Only of a word that is typed as far: one letter may begin anything. */
const LEAST_LETTERS = 2;

/** What words ask for of instruments, by the word that it is asked by: on the likeliest that they find, without one on the page's own and those looked at lately. */
function windowActions(
  typed: string,
  { all, search, here }: Sources,
  word: string,
  action: (symbol: string) => Action,
): readonly Action[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const last = words.at(-1) ?? "";
  const asks = last.length >= LEAST_LETTERS && word.startsWith(last);
  const rest = (asks ? words.slice(0, -1) : words).join(" ");
  if (rest !== "")
    return search(rest)
      .slice(0, 1)
      .map(({ symbol }) => action(symbol));
  const near = [...(here === null ? [] : [here]), ...readList("recent")];
  const known = new Set(all.map(({ symbol }) => symbol));
  return [...new Set(near)]
    .filter((symbol) => known.has(symbol))
    .slice(0, MOST)
    .map(action);
}

/** The windows on instruments that words ask for (rule INFO-13). */
export const infoActions = (typed: string, sources: Sources): readonly Action[] =>
  windowActions(typed, sources, TEXTS.infoWord, infoAction);

/** The charts in a window that words ask for (rule CHART-15). */
export const chartActions = (typed: string, sources: Sources): readonly Action[] =>
  windowActions(typed, sources, TEXTS.chartWord, chartAction);

import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { readList } from "../../browser/kept-list.ts";
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

/** Only of a word that is typed as far: one letter may begin anything. */
const LEAST_LETTERS = 2;

/**
 * The windows on instruments that words ask for (rule INFO-13): on the likeliest that they find, and where they ask for info alone on
 * the page's own and those looked at lately.
 */
export function infoActions(typed: string, { all, search, here }: Sources): readonly Action[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const last = words.at(-1) ?? "";
  const asks = last.length >= LEAST_LETTERS && TEXTS.infoWord.startsWith(last);
  const rest = (asks ? words.slice(0, -1) : words).join(" ");
  if (rest !== "")
    return search(rest)
      .slice(0, 1)
      .map(({ symbol }) => infoAction(symbol));
  const near = [...(here === null ? [] : [here]), ...readList("recent")];
  const known = new Set(all.map(({ symbol }) => symbol));
  return [...new Set(near)]
    .filter((symbol) => known.has(symbol))
    .slice(0, MOST)
    .map(infoAction);
}

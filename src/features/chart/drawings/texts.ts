import type { DrawnKind } from "../../../components/chart/prices/drawn/drawn-lines.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";
import type { DrawingFault } from "./drawing-store.ts";
import { MOST_DRAWINGS } from "./kept-drawings.ts";

/** What is read of lines that a reader draws. */
export const TEXTS = inLanguage({
  en: {
    tools: "Drawing tools",
    kinds: { level: "Horizontal line", trend: "Trend line", ray: "Ray" } satisfies Record<DrawnKind, string>,
    remove: "Delete the selected line",
    next: "Select the next line",
    hint: {
      none: "Choose a line to draw",
      select: "Press a line to select it",
      level: "Press where the line is to be; Escape ends it",
      first: "Press where the line begins; Escape ends it",
      second: "Press where it goes; Escape ends it",
      selected: (name: string) => `${name}: drag its handles, Delete takes it away`,
      keys: "On the chart arrow keys move the point, Enter sets it",
    },
    at: (time: string, price: string) => `${time}, ${price}`,
    list: "Lines drawn",
    line: (kind: string, points: string) => `${kind} ${points}`,
    between: " to ",
    faults: {
      full: `There are ${MOST_DRAWINGS} lines on this chart, which is the most: delete one first.`,
      noRoom: "There is no room for more lines in this browser: delete some, on this or other charts.",
      notKept: "This browser does not keep the lines: they are there until the tab is closed.",
      damaged: "The lines that were kept in this browser were damaged and could not be read. They are gone.",
    } satisfies Record<DrawingFault, string>,
    understood: "OK",
  },
});

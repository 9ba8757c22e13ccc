import { PREFIX } from "../../../browser/kept-preferences.ts";

/** What is kept begins and ends like this, as `kept-drawings.ts` writes it. */
const [START, END] = ['{"version":1,"symbols":{', "}}"];

/**
 * Whether the code of drawings is wanted: something may have been drawn on a symbol's chart, or what is kept is damaged, which that code
 * says (rule CHART-12).
 */
export function mayHaveDrawings(symbol: string): boolean {
  try {
    const text = localStorage.getItem(`${PREFIX}chart.drawings`);
    if (text === null) return false;
    return text.includes(`"${symbol}"`) || !text.startsWith(START) || !text.endsWith(END);
  } catch {
    return false;
  }
}

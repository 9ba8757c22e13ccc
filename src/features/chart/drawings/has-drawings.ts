import { PREFIX } from "../../../browser/kept-preferences.ts";

/** Whether something may have been drawn on a symbol's chart, so that the code that draws it is wanted. */
export function mayHaveDrawings(symbol: string): boolean {
  try {
    return localStorage.getItem(`${PREFIX}chart.drawings`)?.includes(`"${symbol}"`) ?? false;
  } catch {
    return false;
  }
}

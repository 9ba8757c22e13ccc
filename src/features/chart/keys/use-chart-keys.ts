import { useEffect, useRef } from "react";
import { isPagesKey } from "../../../shared/pages-key.ts";
import { searchFor } from "../../../shared/shell-state.ts";
import { type Interval, intervalOfDigits, mayGoOn } from "../address/intervals.ts";

/** After a digit that may be the first of two, the second is waited for. */
const SECOND_DIGIT_MS = 700;
const LETTER = /^[a-z]$/i;

/** Digits choose the interval, letters open the search with what is typed (rule CHART-6). */
export function useChartKeys(choose: (interval: Interval) => void): void {
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    let digits = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = (): void => {
      const interval = intervalOfDigits(digits);
      digits = "";
      if (interval !== null) latest.current(interval);
    };
    const onKey = (event: KeyboardEvent): void => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !isPagesKey(event)) return;
      // The zero of 30 and 60; alone it is the chart's own, and shows all of it.
      if (/^\d$/.test(key) && (key !== "0" || digits !== "")) {
        clearTimeout(timer);
        digits = intervalOfDigits(digits + key) === null && !mayGoOn(digits + key) ? key : digits + key;
        if (mayGoOn(digits)) timer = setTimeout(done, SECOND_DIGIT_MS);
        else done();
      } else if (LETTER.test(key)) searchFor(key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", onKey, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", onKey, true);
    };
  }, []);
}

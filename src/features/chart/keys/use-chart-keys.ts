import { useEffect, useRef } from "react";
import { isPagesKey } from "../../../shared/pages-key.ts";
import { type Interval, intervalOfDigits, mayGoOn } from "../address/intervals.ts";
import type { ChartHolder } from "../holder.ts";

/** After a digit that may be the first of two, the second is waited for. */
const SECOND_DIGIT_MS = 700;
const LETTER = /^[a-z]$/i;

/** Digits choose the interval, letters open the search with what is typed (rule CHART-6). */
export function useChartKeys(
  holder: Pick<ChartHolder, "hears" | "pick">,
  choose: (interval: Interval) => void,
): void {
  const latest = useRef({ holder, choose });
  latest.current = { holder, choose };
  useEffect(() => {
    let digits = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = (): void => {
      const interval = intervalOfDigits(digits);
      digits = "";
      if (interval !== null) latest.current.choose(interval);
    };
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !isPagesKey(event)) return;
      if (!latest.current.holder.hears(target)) return;
      // The zero of 30 and 60; alone it is the chart's own, and shows all of it.
      if (/^\d$/.test(key) && (key !== "0" || digits !== "")) {
        clearTimeout(timer);
        digits = intervalOfDigits(digits + key) === null && !mayGoOn(digits + key) ? key : digits + key;
        if (mayGoOn(digits)) timer = setTimeout(done, SECOND_DIGIT_MS);
        else done();
      } else if (LETTER.test(key)) latest.current.holder.pick(key);
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

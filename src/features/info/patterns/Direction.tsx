import css from "./Patterns.module.css";
import { TEXTS } from "./texts.ts";

/** Which way a pattern points, by a mark and a word beside the colour. */
export function Direction({ isBullish }: { readonly isBullish: boolean }) {
  return (
    <span className={css.direction} data-tone={isBullish ? "up" : "down"}>
      <span aria-hidden="true">{isBullish ? "▲" : "▼"} </span>
      {isBullish ? TEXTS.bullish : TEXTS.bearish}
    </span>
  );
}

import css from "./OtherUnderlying.module.css";
import { TEXTS } from "./texts.ts";

/** The way out of what cannot be shown; the key is said where there is likely to be one. */
export function OtherUnderlying() {
  const { next, orPress } = TEXTS.other;
  return (
    <>
      {next}
      <span className={css.key}>{orPress}</span>.
    </>
  );
}

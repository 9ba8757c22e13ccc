import type { BuildUp } from "#domain/chain/measures.ts";
import css from "./BuildUpWord.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly of: BuildUp;
  /** beside figures that say what moved how */
  readonly isShort?: boolean;
}

/** Builds up or goes, long or short: in words, with what moved how, and a colour beside them. */
export function BuildUpWord({ of, isShort = false }: Props) {
  const signs = TEXTS.signs[of];
  return (
    <span className={css.word} data-build-up={of}>
      {TEXTS.words[of]}
      {signs === "" || isShort ? null : <span className={css.signs}>{signs}</span>}
    </span>
  );
}

import css from "./NetTag.module.css";
import { TEXTS } from "./texts.ts";

/** Says of figures whether charges are taken off them (rule STRAT-32). */
export function NetTag({ isNet }: { readonly isNet: boolean }) {
  return (
    <span className={css.tag} title={isNet ? TEXTS.netTitle : TEXTS.grossTitle} data-testid="net-tag">
      {isNet ? TEXTS.net : TEXTS.gross}
    </span>
  );
}

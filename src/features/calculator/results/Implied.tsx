import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import type { OptionAnswer, OptionQuestion } from "#domain/pricing/calculator/option-calculator.ts";
import { Button } from "../../../components/button/Button.tsx";
import { BOUNDS, isWithin } from "../inputs.ts";
import { premiumDecimals } from "./figures.ts";
import css from "./Results.module.css";
import { TEXTS } from "./texts.ts";

const { implied: texts, result } = TEXTS;

interface Props {
  readonly answered: { readonly question: OptionQuestion; readonly answer: OptionAnswer } | null;
  /** The market price that is typed now, rupees; null: none. */
  readonly premium: number | null;
  /** Percent. */
  readonly onUse: (iv: number) => void;
}

/** The volatility of the price that was typed, or why it has none. */
export function Implied({ answered, premium, onUse }: Props) {
  const question = answered?.question ?? null;
  const implied = answered?.answer.implied ?? null;
  if (question === null || question.premium === null || implied === null || answered === null) {
    return (
      <section className={css.implied} aria-label={texts.name}>
        <p className={css.quiet}>{premium === null ? texts.ask : `${texts.name} ${UNKNOWN}`}</p>
      </section>
    );
  }
  const { side, price } = question.premium;
  const decimals = premiumDecimals(question.strike);
  const iv = implied.sigma === null ? null : Number((implied.sigma * 100).toFixed(4));
  const { intrinsic } = answered.answer[side === "CE" ? "call" : "put"];
  return (
    <section className={css.implied} aria-label={texts.name} role="status" data-testid="calculator-implied">
      <span className={css.quiet}>{texts.of(result.sides[side], formatFixed(price, decimals))}</span>
      {iv === null ? (
        <span className={css.reason} data-reason={implied.reason}>
          {texts.reasons[implied.reason ?? "NO_PRICE"](formatFixed(intrinsic, decimals))}
        </span>
      ) : (
        <>
          <strong className={css.iv}>{texts.iv(formatFixed(iv, 2))}</strong>
          <Button size="small" disabled={!isWithin(iv, BOUNDS.iv)} onClick={() => onUse(iv)}>
            {texts.use}
          </Button>
        </>
      )}
    </section>
  );
}

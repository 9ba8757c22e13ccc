import { formatFixed } from "#domain/format/number.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { OptionAnswer, OptionQuestion } from "#domain/pricing/calculator/option-calculator.ts";
import { premiumDecimals, underlyingText } from "./figures.ts";
import css from "./Sketch.module.css";
import { HEIGHT, priceSketch, WIDTH } from "./sketch.ts";
import { TEXTS } from "./texts.ts";

const { sketch: texts, result } = TEXTS;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

interface Props {
  readonly answer: OptionAnswer;
  readonly question: OptionQuestion;
  readonly side: OptionType;
  readonly isOld: boolean;
}

/** The option's price over prices of the underlying, now and at expiry. */
export function Sketch({ answer, question, side, isOld }: Props) {
  const { now, atExpiry, x, strike, y, low, high } = priceSketch(answer, side, question);
  const name = result.sides[side];
  const worth = formatFixed(answer[side === "CE" ? "call" : "put"].price, premiumDecimals(question.strike));
  return (
    <figure className={css.part} data-old={isOld ? "" : undefined}>
      <figcaption className={css.heading}>
        {texts.name(name)}
        <span className={css.keys} aria-hidden="true">
          <span className={css.keyNow}>{texts.now}</span>
          <span className={css.keyExpiry}>{texts.expiry}</span>
        </span>
      </figcaption>
      <div className={css.room}>
        <svg
          className={css.plot}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={texts.said(name, underlyingText(low), underlyingText(high), worth)}
          data-testid="calculator-sketch"
        >
          <line className={css.strike} x1={strike * WIDTH} x2={strike * WIDTH} y1={0} y2={HEIGHT} />
          <line className={css.here} x1={x * WIDTH} x2={x * WIDTH} y1={0} y2={HEIGHT} />
          <path className={css.atExpiry} d={atExpiry} />
          <path className={css.now} d={now} />
        </svg>
        <span className={css.dot} style={{ left: percent(x), top: percent(y) }} aria-hidden="true" />
      </div>
      <div className={css.axis} aria-hidden="true">
        <span>{underlyingText(low)}</span>
        <span className={css.middle} style={{ left: percent(x) }}>
          {underlyingText(question.price)}
        </span>
        <span>{underlyingText(high)}</span>
      </div>
    </figure>
  );
}

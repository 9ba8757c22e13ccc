import { formatFixed } from "#domain/format/number.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { OptionAnswer } from "#domain/pricing/calculator/option-calculator.ts";
import { moveText, premiumDecimals, underlyingText } from "./figures.ts";
import css from "./PriceTable.module.css";
import { TEXTS } from "./texts.ts";

const { table: texts, result } = TEXTS;

function dayText(days: readonly number[], at: number): string {
  if (at === 0) return texts.now;
  return at === days.length - 1 ? texts.expiry : texts.days(days[at]!);
}

interface Props {
  readonly answer: OptionAnswer;
  readonly side: OptionType;
  readonly strike: number | null;
  readonly isOld: boolean;
}

/** What the option is worth at other prices of the underlying, now and later. */
export function PriceTable({ answer: { table, call, put }, side, strike, isOld }: Props) {
  const decimals = premiumDecimals(strike);
  const now = side === "CE" ? call.price : put.price;
  const tone = (price: number) => {
    const [shown, here] = [formatFixed(price, decimals), formatFixed(now, decimals)];
    return shown === here ? undefined : price > now ? "up" : "down";
  };
  return (
    <section className={css.part} data-old={isOld ? "" : undefined}>
      <h2 className={css.heading}>{texts.name(result.sides[side])}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div className={css.room} tabIndex={0} role="region" aria-label={texts.name(result.sides[side])}>
        <table className={css.table} data-testid="calculator-table">
          <thead>
            <tr>
              <th scope="col">{texts.underlying}</th>
              {table.days.map((days, at) => (
                <th key={days} scope="col">
                  {dayText(table.days, at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ move, price, call: calls, put: puts }) => (
              <tr key={move} data-here={move === 0 ? "" : undefined}>
                <th scope="row">
                  {underlyingText(price)} <span className={css.move}>{moveText(move)}</span>
                </th>
                {(side === "CE" ? calls : puts).map((value, at) => (
                  <td key={table.days[at]} data-tone={tone(value)}>
                    {formatFixed(value, decimals)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

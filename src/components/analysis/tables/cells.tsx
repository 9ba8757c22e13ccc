import { formatPct, formatSigned } from "#domain/format/number.ts";
import { toneOf } from "../figures.ts";
import { TEXTS } from "../texts.ts";
import type { Figure, PnlRow } from "../types.ts";
import css from "./AnalysisTable.module.css";

interface MoneyProps {
  readonly rupees: Figure;
  readonly decimals: number;
  /** Written beside it as a share of these rupees, NaN where they are not known; null: no such column. */
  readonly percentOf: number | null;
  /** What the share is of where that is more than the rupees beside it. */
  readonly whole?: Figure | undefined;
}

/** A share of rupees that are above 0; NaN else. */
const shareOf = (rupees: Figure, whole: number): number =>
  rupees === null || !(whole > 0) ? Number.NaN : rupees / whole;

/** A gain or a loss: sign and colour, and its share in a cell of its own. */
export function MoneyCells({ rupees, decimals, percentOf, whole = rupees }: MoneyProps) {
  return (
    <>
      <td className={css.figure} data-tone={toneOf(rupees)}>
        {formatSigned(rupees, decimals)}
      </td>
      {percentOf === null ? null : <td className={css.share}>{formatPct(shareOf(whole, percentOf))}</td>}
    </>
  );
}

/** The head of the cells above. */
export const moneyColumns = (key: string, head: string, percentOf: number | null) => [
  { key, head, unit: TEXTS.payoffTable.rupees },
  ...(percentOf === null ? [] : [{ key: `${key}-share`, head: TEXTS.payoffTable.share }]),
];

type NameProps = Pick<PnlRow, "name" | "quantity" | "quantityText" | "isSelected" | "isExpired"> & {
  readonly isPosition?: boolean;
};

/** What a row is of: its side, its contract, how much of it, and what is special about it. */
export function NameCell({ name, quantity, quantityText, isSelected, isExpired, isPosition }: NameProps) {
  const side = quantity < 0 ? "sell" : "buy";
  const { pnlTable } = TEXTS;
  return (
    <th scope="row">
      <span className={css.name}>
        <span className={css.side} data-side={side} aria-hidden="true">
          {TEXTS.sideLetters[side]}
        </span>
        <span className="visually-hidden">{TEXTS.sides[side]}</span>
        {name}
        <span className={css.quantity}>{quantityText}</span>
        {isPosition === true ? <span className={css.tag}>{pnlTable.position}</span> : null}
        {isExpired ? <span className={css.tag}>{pnlTable.expired}</span> : null}
        {isSelected ? null : <span className={css.tag}>{pnlTable.left}</span>}
      </span>
    </th>
  );
}

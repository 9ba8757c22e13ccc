import { type ChainColumn, type ChainViewLayout, currencyScaleOf } from "#domain/format/chain-columns.ts";
import { formatFixed } from "#domain/format/number.ts";
import { TEXTS } from "./texts.ts";

/** What a heading tells. */
export interface HeadLines {
  readonly says: string;
  readonly formula: string;
  /** What the letters of the formula stand for; empty where it has none. */
  readonly letters: string;
  /** How its figures are written: of a lot, times something, in which unit; null as they are. */
  readonly shown: string | null;
}

/** A letter that stands alone, or beside another in a product, and is none of a word's. */
const stands = (letter: string, formula: string): boolean =>
  new RegExp(`(?<!\\p{L})${letter}(?!\\p{L})`, "u").test(formula.replace(/r(?=T)/gu, "$& "));

function shownOf(column: ChainColumn, layout: ChainViewLayout): string | null {
  const { quantities } = TEXTS;
  const told: string[] = [];
  const scale = currencyScaleOf(layout, column);
  if (scale !== 1) told.push(TEXTS.scaled(scale));
  if (column.ofLot && layout.perLot !== null) told.push(TEXTS.ofLot(formatFixed(layout.perLot, 0)));
  if (column.format === "quantity" || column.format === "signedQuantity") {
    const { name, divisor } = layout.quantity;
    told.push(name === "lots" ? quantities.lots(formatFixed(divisor, 0)) : quantities[name]);
  }
  return told.length === 0 ? null : told.join(" ");
}

export function headLines(column: ChainColumn, layout: ChainViewLayout): HeadLines {
  const { says, formula } = TEXTS.columns[column.id];
  const letters = TEXTS.letters
    .filter(([letter]) => stands(letter, formula))
    .map(([letter, means]) => TEXTS.letter(letter, means))
    .join(", ");
  return { says, formula, letters, shown: shownOf(column, layout) };
}

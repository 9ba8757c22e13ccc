import { type ChainColumn, type ChainViewLayout, currencyScaleOf } from "#domain/format/chain-columns.ts";
import { TEXTS } from "./texts.ts";

interface ColumnWords {
  readonly heading: string;
  readonly spoken: string;
}

/** Those of columns that no built-in view shows are learnt with the first of them. */
const words: Partial<Record<ChainColumn["id"], ColumnWords>> = { ...TEXTS.columns };

export function learnHeadings(more: Partial<Record<ChainColumn["id"], ColumnWords>>): void {
  Object.assign(words, more);
}

const UNNAMED: ColumnWords = { heading: "", spoken: "" };

/** What is written over a column and read out of it. */
export const wordsOf = ({ id }: ChainColumn): ColumnWords => words[id] ?? UNNAMED;

const isQuantity = ({ format }: ChainColumn): boolean => format === "quantity" || format === "signedQuantity";

/** Width of a letter of a heading, and the room beside the text, CSS pixels. */
const LETTER = 6.2;
const BESIDE = 14;

const { heads } = TEXTS;

/** A heading's forms from the fullest on. */
function formsOf(layout: ChainViewLayout, column: ChainColumn): readonly string[] {
  const { heading } = wordsOf(column);
  const scale = currencyScaleOf(layout, column);
  const scaled = scale === 1 ? heading : heads.scaled(heading, scale);
  if (column.ofLot)
    return [heads.ofLot(scaled), heads.ofLotShort(scaled), heads.ofLotShort(heading), heading];
  if (scale !== 1) return [scaled, heading];
  if (!isQuantity(column) || layout.quantity.name === "units") return [heading];
  if (layout.quantity.name === "lots") return [heads.inLots(heading), heading];
  return [layout.compact || !hasRoomForLakh(layout) ? heads.inLakhShort(heading) : heads.inLakh(heading)];
}

/** One word for one unit: where it does not fit over one column it stands over none. */
function hasRoomForLakh({ columns, edges }: ChainViewLayout): boolean {
  return columns.every(
    (each, i) => !isQuantity(each) || fits(heads.inLakh(wordsOf(each).heading), edges[i + 1]! - edges[i]!),
  );
}

const fits = (text: string, width: number): boolean => text.length * LETTER + BESIDE <= width;

/** A column's heading as it has room for it: where lakh does not fit, L does; where a scale does not, it is not told. */
export function headingOf(layout: ChainViewLayout, column: ChainColumn, width: number): string {
  const forms = formsOf(layout, column);
  return forms.find((text) => fits(text, width)) ?? forms[forms.length - 1]!;
}

/** The same for who hears it. */
export function spokenHeadingOf(layout: ChainViewLayout, column: ChainColumn): string {
  const { spoken } = wordsOf(column);
  const own = column.side === "centre" ? spoken : heads.spokenSides[column.side](spoken);
  const name = column.companion !== null && !layout.compact ? heads.spokenChange(own) : own;
  const scale = currencyScaleOf(layout, column);
  const scaled = scale === 1 ? name : heads.spokenScaled(name, scale);
  if (column.ofLot) return heads.ofLot(scaled);
  if (scale !== 1 || !isQuantity(column) || layout.quantity.name === "units") return scaled;
  return layout.quantity.name === "lots" ? heads.inLots(name) : heads.inLakh(name);
}

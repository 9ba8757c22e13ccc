import { type ChainColumn, type ChainViewLayout, scaleOf } from "#domain/format/chain-columns.ts";
import { TEXTS } from "./texts.ts";

const isInLakh = ({ quantity }: ChainViewLayout, { format }: ChainColumn): boolean =>
  quantity.divisor > 1 && (format === "quantity" || format === "signedQuantity");

/** Width of a letter of a heading, and the room beside the text, CSS pixels. */
const LETTER = 6.2;
const BESIDE = 14;

/** A column's heading as it has room for it: where lakh does not fit, L does; where a scale does not, it is not told. */
export function headingOf(layout: ChainViewLayout, column: ChainColumn, width: number): string {
  const { heading } = TEXTS.columns[column.id];
  const fits = (text: string) => text.length * LETTER + BESIDE <= width;
  const scale = scaleOf(layout, column);
  if (scale !== 1) {
    const scaled = TEXTS.heads.scaled(heading, scale);
    return fits(scaled) ? scaled : heading;
  }
  if (!isInLakh(layout, column)) return heading;
  const whole = TEXTS.heads.inLakh(heading);
  return layout.compact || !fits(whole) ? TEXTS.heads.inLakhShort(heading) : whole;
}

/** The same for who hears it. */
export function spokenHeadingOf(layout: ChainViewLayout, column: ChainColumn): string {
  const { spoken } = TEXTS.columns[column.id];
  const name = column.side === "centre" ? spoken : TEXTS.heads.spokenSides[column.side](spoken);
  const scale = scaleOf(layout, column);
  if (scale !== 1) return TEXTS.heads.spokenScaled(name, scale);
  return isInLakh(layout, column) ? TEXTS.heads.inLakh(name) : name;
}

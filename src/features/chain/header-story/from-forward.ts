import { formatFixed } from "#domain/format/number.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

const TEXTS = inLanguage({
  en: {
    below: (strike: string, distance: string) => `${strike}, ${distance} below the forward`,
    above: (strike: string, distance: string) => `${strike}, ${distance} above the forward`,
  },
});

/**
 * The at-the-money strike with how far it is from the forward: where strikes are wide that is much.
 * @param decimals of a price of the underlying
 */
export function strikeFromForward(text: string, strike: number, forward: number, decimals: number): string {
  const away = strike - forward;
  if (Number.isNaN(away)) return text;
  return (away < 0 ? TEXTS.below : TEXTS.above)(text, formatFixed(Math.abs(away), decimals));
}

import { formatFixed } from "#domain/format/number.ts";
import { TEXTS } from "./texts.ts";

/**
 * The at-the-money strike with how far it is from the forward: where strikes are wide that is much.
 * @param decimals of a price of the underlying
 */
export function strikeFromForward(text: string, strike: number, forward: number, decimals: number): string {
  const away = strike - forward;
  if (Number.isNaN(away)) return text;
  return (away < 0 ? TEXTS.belowForward : TEXTS.aboveForward)(text, formatFixed(Math.abs(away), decimals));
}

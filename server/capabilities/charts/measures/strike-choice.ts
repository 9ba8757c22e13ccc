import { atmStrikeIndex } from "#domain/chain/measures.ts";
import { AppError } from "#domain/errors.ts";
import { MOST_IV_STRIKES } from "#protocol/http/chart-limits.ts";
import {
  type ChartMeasuresRequest,
  type ExpiryMeasure,
  STRIKE_MEASURES,
} from "#protocol/http/chart-measures.ts";
import type { OptionTable } from "../chart-expiries.ts";

/** Which strikes figures are of: so many to each side of the money, or those that are named. */
export type StrikeChoice =
  | { readonly around: number }
  /** rupees, ascending, each once */
  | { readonly strikes: readonly number[] };

export const isOfStrikes = (name: ExpiryMeasure): name is (typeof STRIKE_MEASURES)[number] =>
  STRIKE_MEASURES.some((each) => each === name);

/**
 * @returns null where figures are of all strikes
 * @throws AppError request.invalid
 */
export function strikeChoice({
  around,
  strikes,
  measures,
}: Pick<ChartMeasuresRequest, "around" | "strikes" | "measures">): StrikeChoice | null {
  const refuse = (text: string): AppError => new AppError("request.invalid", text);
  const wantsIv = measures?.includes("strike_iv") ?? false;
  if (around !== undefined && strikes !== undefined) {
    throw refuse("Give strikes, or how many around the money; not both");
  }
  if (strikes === undefined) {
    if (wantsIv) throw refuse(`strike_iv is of named strikes: give "strikes", at most ${MOST_IV_STRIKES}`);
    return around === undefined ? null : { around };
  }
  const twice = strikes.find((strike, i) => strikes.indexOf(strike) !== i);
  if (twice !== undefined) throw refuse(`${twice} is named twice; name each strike once`);
  if (wantsIv && strikes.length > MOST_IV_STRIKES) {
    throw refuse(
      `${strikes.length} strikes are too many for strike_iv: name ${MOST_IV_STRIKES} at most, or leave it out`,
    );
  }
  return { strikes: [...strikes].sort((a, b) => a - b) };
}

/** Strikes of a choice at most, by which an answer's cost is known before it is made. */
export const countOf = (choice: StrikeChoice): number =>
  "around" in choice ? 2 * choice.around + 1 : choice.strikes.length;

/** @throws AppError request.invalid for strikes that the expiry does not have, with the nearest that it has */
export function mustBeListed(choice: StrikeChoice, { strikes, expiries }: OptionTable): void {
  if (!("strikes" in choice)) return;
  const unknown = choice.strikes.find((strike) => !strikes.includes(strike));
  if (unknown === undefined) return;
  const nearest = strikes[atmStrikeIndex(strikes.length, Float64Array.from(strikes), unknown)];
  const text = `${unknown} is no strike of ${expiries[0]}; the nearest is ${nearest}`;
  throw new AppError("request.invalid", text, { strike: unknown });
}

/**
 * The chosen strikes of an expiry.
 * @param forward by which the money is known, rupees, NaN unknown
 * @returns ascending; empty where the money is not known, or the expiry lacks one of those named: part of a choice is not it
 */
export function chosenStrikes(
  choice: StrikeChoice,
  { strikes, nearStrikes }: OptionTable,
  forward: number,
): readonly number[] {
  if ("strikes" in choice) {
    return choice.strikes.every((strike) => strikes.includes(strike)) ? choice.strikes : [];
  }
  const atm = atmStrikeIndex(nearStrikes.length, nearStrikes, forward);
  if (atm < 0) return [];
  return strikes.slice(Math.max(0, atm - choice.around), atm + choice.around + 1);
}

/** A table of one expiry with some of its strikes. @param strikes ascending, at least one */
export function tableOf(table: OptionTable, strikes: readonly number[]): OptionTable {
  const rows = new Map(strikes.map((strike, row) => [strike, row]));
  return {
    ...table,
    strikes,
    options: table.options.flatMap((each) => {
      const row = rows.get(table.strikes[each.row]!);
      return row === undefined ? [] : [{ ...each, row }];
    }),
    nearStrikes: Float64Array.from(strikes),
  };
}

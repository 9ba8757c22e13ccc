/** The steps from entry to the P&L at the target, and the bars that are drawn of them: pure. */

import type { Attribution } from "#domain/strategy/attribution/attribution.ts";
import { writtenCharges, writtenSoFar, writtenTerms } from "#domain/strategy/attribution/written.ts";
import { moneyDecimals } from "../../../components/analysis/figures.ts";

export const TERMS = ["delta", "gamma", "theta", "vega", "rest"] as const;
export type StepName = "soFar" | (typeof TERMS)[number] | "booked" | "charges" | "atTarget";

export interface Step {
  readonly name: StepName;
  /** As it is written, rupees. */
  readonly value: number;
  /** Where its bar begins and ends, per cent of the picture; NaN: none is drawn. */
  readonly from: number;
  readonly to: number;
}

export interface Steps {
  readonly steps: readonly Step[];
  /** Per cent at which nothing is made. */
  readonly zero: number;
  readonly decimals: number;
}

/** Each bar begins where the one before ended; the last is the whole, from nothing. */
export function stepsOf(told: Attribution): Steps {
  const { move, booked, charges } = told;
  const taken = charges === null ? 0 : charges.entry + charges.exit;
  const decimals = moneyDecimals([
    told.soFar,
    told.atTarget,
    booked,
    taken,
    ...TERMS.map((term) => move[term]),
  ]);
  const written = writtenTerms(move, decimals);
  const soFar = writtenSoFar(told, decimals);
  const values: (readonly [StepName, number])[] = [
    ["soFar", soFar],
    ...TERMS.map((term) => [term, written[term]] as const),
    ...(booked === 0 ? [] : [["booked", booked] as const]),
    ...(charges === null ? [] : [["charges", writtenCharges(told, decimals)] as const]),
  ];
  let sum = 0;
  const places = values.map(([, value]) => {
    const from = sum;
    sum += value;
    return [from, sum] as const;
  });
  const ends = [0, ...places.flat()];
  const least = Math.min(...ends);
  const span = Math.max(...ends) - least;
  const percent = (rupees: number): number => (span > 0 ? (100 * (rupees - least)) / span : Number.NaN);
  return {
    steps: [
      ...values.map(([name, value], i) => ({
        name,
        value,
        from: percent(places[i]![0]),
        to: percent(places[i]![1]),
      })),
      { name: "atTarget", value: sum, from: percent(0), to: percent(sum) },
    ],
    zero: percent(0),
    decimals,
  };
}

/** Whether the target is another place than now. */
export function hasMoved(
  { from, to }: Pick<Attribution, "from" | "to">,
  ivOffset: number,
  vega: number,
): boolean {
  return to.price !== from.price || to.time > from.time || ivOffset !== 0 || Math.abs(vega) > 0;
}

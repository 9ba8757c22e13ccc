/** What is said of the strikes that some charts are of alone (rule LCHART-12). Pure. */

import { formatFixed } from "#domain/format/number.ts";
import { MOST_IV_STRIKES } from "#protocol/http/chart-limits.ts";
import type { LiveSearch } from "../address.ts";
import { type Kind, partedMeasures } from "../kinds.ts";
import { TEXTS } from "../texts.ts";
import type { LiveTold } from "./live-told.ts";

type Choice = Pick<LiveSearch, "around" | "strikes">;

export const strikeText = (strike: number): string => formatFixed(strike, Number.isInteger(strike) ? 0 : 2);

/** As they were chosen. */
export const strikesSaid = ({ around, strikes }: Choice): string =>
  around === null ? TEXTS.strikeList(strikes.map(strikeText)) : TEXTS.controls.around(around);

/** Which they are in the newest session, for the charts that are of them; nothing where none is. */
export function strikesRead(
  search: Choice,
  kinds: readonly Kind[],
  { strikes }: Pick<LiveTold, "strikes">,
): readonly string[] {
  const isSome = search.around !== null || search.strikes.length > 0;
  const { ofStrikes } = partedMeasures(kinds, isSome);
  const tooMany = kinds.includes("atm-iv") && search.strikes.length > MOST_IV_STRIKES;
  const [first, last] = [strikes?.[0], strikes?.at(-1)];
  const which =
    first === undefined || last === undefined
      ? TEXTS.strikesUnknown
      : search.around === null
        ? TEXTS.strikeList((strikes ?? []).map(strikeText))
        : `${TEXTS.controls.around(search.around)} (${TEXTS.range(strikeText(first), strikeText(last))})`;
  return [
    ...(ofStrikes.length > 0 ? [TEXTS.ofStrikes(which)] : []),
    ...(tooMany ? [TEXTS.ivTooMany(MOST_IV_STRIKES)] : []),
  ];
}

/** Indicators as an address has them: `ema-20,bollinger-20-2.5` (rules CHART-7, STRADDLE-11). What is not understood is left out. */
import { goodParams, INDICATOR_IDS, INDICATOR_TERMS, type IndicatorId } from "#domain/indicators/terms.ts";

export interface ChosenIndicator {
  readonly id: IndicatorId;
  /** one for each of the numbers that it takes, in their order */
  readonly params: readonly number[];
}

/** Lines over one another tell nothing any more. */
export const MOST_INDICATORS = 8;
/** Beside the panes that a chart has anyhow. */
export const MOST_INDICATOR_PANES = 3;

export const defaultOf = (id: IndicatorId): ChosenIndicator => ({
  id,
  params: INDICATOR_TERMS[id].params.map((param) => param.default),
});

/** Numbers by their names, as the indicator takes them. */
export const paramsOf = ({ id, params }: ChosenIndicator): Readonly<Record<string, number>> =>
  Object.fromEntries(INDICATOR_TERMS[id].params.map((param, i) => [param.id, params[i] ?? param.default]));

/** Why it cannot be figured; null when it can. */
export function faultOf(chosen: ChosenIndicator): string | null {
  try {
    goodParams(chosen.id, paramsOf(chosen));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const isInPane = ({ id }: ChosenIndicator): boolean => INDICATOR_TERMS[id].place === "pane";

/** ema-20 */
export const keyOf = ({ id, params }: ChosenIndicator): string => [id, ...params].join("-");

/** Each once, and no more than there is room for. */
export function allowed(indicators: readonly ChosenIndicator[]): readonly ChosenIndicator[] {
  const seen = new Set<string>();
  let panes = 0;
  return indicators
    .filter((chosen) => {
      if (seen.has(keyOf(chosen))) return false;
      seen.add(keyOf(chosen));
      return !isInPane(chosen) || ++panes <= MOST_INDICATOR_PANES;
    })
    .slice(0, MOST_INDICATORS);
}

/** "ema-20"; null of what is none of those that are offered. */
function indicatorOf(word: string, offered: readonly IndicatorId[]): ChosenIndicator | null {
  const [name = "", ...numbers] = word.toLowerCase().split("-");
  const id = offered.find((each) => each === name);
  if (id === undefined || numbers.length > INDICATOR_TERMS[id].params.length) return null;
  const params = defaultOf(id).params.map((usual, i) =>
    numbers[i] === undefined ? usual : Number(numbers[i]),
  );
  const chosen = { id, params };
  return faultOf(chosen) === null ? chosen : null;
}

/** @param offered by the page */
export function readIndicators(
  text: string,
  offered: readonly IndicatorId[] = INDICATOR_IDS,
): readonly ChosenIndicator[] {
  return allowed(text.split(",").flatMap((word) => indicatorOf(word, offered) ?? []));
}

/** Words of which none can be shown, and those for which there is no room. */
export function unreadIndicators(text: string, offered: readonly IndicatorId[]): readonly string[] {
  const shown = new Set(readIndicators(text, offered).map(keyOf));
  return [...new Set(text.split(","))].filter((word) => {
    const chosen = indicatorOf(word, offered);
    return word !== "" && (chosen === null || !shown.has(keyOf(chosen)));
  });
}

export const writeIndicators = (indicators: readonly ChosenIndicator[]): string =>
  indicators.map(keyOf).join(",");

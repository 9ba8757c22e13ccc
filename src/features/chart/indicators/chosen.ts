/** Indicators as the address has them: `ema-20,bollinger-20-2.5` (rule CHART-7). What is not understood is left out. */
import { INDICATOR_IDS, INDICATORS, type IndicatorId } from "#domain/indicators/catalogue.ts";

export interface ChosenIndicator {
  readonly id: IndicatorId;
  /** one for each of the numbers that it takes, in their order */
  readonly params: readonly number[];
}

/** Lines over one another tell nothing any more. */
export const MOST_INDICATORS = 8;
/** Beside price, volume and open interest. */
export const MOST_INDICATOR_PANES = 3;

export const defaultOf = (id: IndicatorId): ChosenIndicator => ({
  id,
  params: INDICATORS[id].params.map((param) => param.default),
});

/** Numbers by their names, as the indicator takes them. */
export const paramsOf = ({ id, params }: ChosenIndicator): Readonly<Record<string, number>> =>
  Object.fromEntries(INDICATORS[id].params.map((param, i) => [param.id, params[i] ?? param.default]));

/** Why it cannot be figured; null when it can. */
export function faultOf(chosen: ChosenIndicator): string | null {
  try {
    INDICATORS[chosen.id].create(paramsOf(chosen));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const isInPane = ({ id }: ChosenIndicator): boolean => INDICATORS[id].place === "pane";

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

export function readIndicators(text: string): readonly ChosenIndicator[] {
  const all = text.split(",").flatMap((word): ChosenIndicator[] => {
    const [name = "", ...numbers] = word.toLowerCase().split("-");
    const id = INDICATOR_IDS.find((each) => each === name);
    if (id === undefined || numbers.length > INDICATORS[id].params.length) return [];
    const params = defaultOf(id).params.map((usual, i) =>
      numbers[i] === undefined ? usual : Number(numbers[i]),
    );
    const chosen = { id, params };
    return faultOf(chosen) === null ? [chosen] : [];
  });
  return allowed(all);
}

export const writeIndicators = (indicators: readonly ChosenIndicator[]): string =>
  indicators.map(keyOf).join(",");

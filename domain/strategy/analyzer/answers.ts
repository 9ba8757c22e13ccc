/** What was asked and answered, and what answers and the live market say of the legs (rules ANZ-39 to ANZ-41). */

import type { QuoteFacts, SummaryFacts } from "./actions.ts";
import { isExpired } from "./analyzer-legs.ts";
import type { AnalyzerInstance, AnalyzerLeg, Answers, Asked } from "./model.ts";
import { boundsOf, clampedTarget } from "./targets.ts";

/** What a failure is called; the details are logged. */
export const ANALYZER_ERRORS = {
  summary: "Oops! Something went wrong",
  noBroker: "Could not determine broker",
  strategyChart: "Failed to fetch strategy chart",
} as const;

/** What is logged of one. */
export const ANALYZER_LOGS = {
  summary: "Error fetching strategy summary",
  strategyChart: "Error fetching strategy chart",
} as const;

export const pending = <T>(asked: Asked<T>): Asked<T> => ({ ...asked, isLoading: true });

export const answered = <T>(value: T): Asked<T> => ({ value, isLoading: false, error: null, errors: 0 });

/** What was answered before stays. */
export const failed = <T>(asked: Asked<T>, error: string | null): Asked<T> => ({
  ...asked,
  isLoading: false,
  error,
  errors: asked.errors + 1,
});

/** Given up for a newer question: no failure. */
export const aborted = <T>(asked: Asked<T>): Asked<T> =>
  asked.isLoading ? { ...asked, isLoading: false } : asked;

function toldOf(
  { iv, ...quote }: QuoteFacts,
  quotedAt: number,
): Pick<AnalyzerLeg, "quote" | "marketIv" | "quotedAt"> {
  return { quote, marketIv: iv >= 0 && iv < Infinity ? iv : Number.NaN, quotedAt };
}

function told<L extends AnalyzerLeg>(
  legs: readonly L[],
  { quotes, now }: SummaryFacts,
  at: number,
): readonly L[] {
  let isSame = true;
  const after = legs.map((leg) => {
    const quote = quotes.get(leg.token);
    const isOver = leg.isExpired || isExpired(leg, { contracts: null, now });
    if (quote === undefined && isOver === leg.isExpired) return leg;
    isSame = false;
    return { ...leg, ...(quote === undefined ? {} : toldOf(quote, at)), isExpired: isOver };
  });
  return isSame ? legs : after;
}

const expiredOf = ({ legs, positions }: AnalyzerInstance): number =>
  [...legs, ...positions].filter((leg) => leg.isExpired).length;

/** Newest prices and bounds. An expiry that passed meanwhile asks for another analysis, prices do not. */
export function withFacts<A extends AnalyzerInstance>(
  instance: A,
  facts: SummaryFacts,
  receivedAt: number,
): A {
  const bounds = boundsOf(facts, instance.targetDateTimeBounds);
  const interval = facts.selectedTargetInterval;
  const after = {
    ...instance,
    legs: told(instance.legs, facts, receivedAt),
    positions: told(instance.positions, facts, receivedAt),
    targetDateTimeBounds: bounds,
    targetDateTime: clampedTarget(instance.targetDateTime, bounds, facts.now),
    selectedTargetInterval: Number.isNaN(interval) ? instance.selectedTargetInterval : interval,
    pricesLastUpdatedAt: receivedAt,
  };
  return expiredOf(after) === expiredOf(instance) ? after : { ...after, revision: instance.revision + 1 };
}

/** The latest question wins: an answer to an older one changes nothing, its prices and bounds neither. */
export function withSummary<A extends Answers>(
  instance: AnalyzerInstance<A>,
  answer: {
    readonly revision: number;
    readonly summary: A["summary"];
    readonly facts: SummaryFacts;
    readonly receivedAt: number;
  },
): AnalyzerInstance<A> {
  if (answer.revision !== instance.revision) return instance;
  return withFacts(
    { ...instance, strategySummary: answered(answer.summary) },
    answer.facts,
    answer.receivedAt,
  );
}

import { type AccessSubject, type Feature, isAllowed } from "./features.ts";

/** The feature that an analysis of a strategy belongs to: rows of the HTTP contract that answer one name it. */
export const ANALYSIS_FEATURE = "builder" satisfies Feature;

/**
 * Whether a caller may be given an analysis, by the server or by their own browser: what the server would refuse is computed
 * nowhere (rule STRAT-21). @param subject null while it is not known who asks
 */
export function mayAnalyse(subject: AccessSubject | null): boolean {
  return subject !== null && isAllowed(ANALYSIS_FEATURE, subject);
}

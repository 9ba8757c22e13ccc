/** Limits of charts that a page keeps to as well: apart from the schemas, which no page loads. */

/** Legs of a chart: each costs a look at its past. */
export const MOST_CHART_LEGS = 40;

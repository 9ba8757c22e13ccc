/** Limits of charts that a page keeps to as well: apart from the schemas, which no page loads. */

/** Legs of a chart: each costs a look at its past. */
export const MOST_CHART_LEGS = 40;
/** Figures of one answer about contracts, bars times columns: forty of them through eleven sessions of an exchange by the minute. */
export const MOST_CONTRACT_FIGURES = 550_000;

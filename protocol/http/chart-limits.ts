/** Limits of charts that a page keeps to as well: apart from the schemas, which no page loads. */

/** Legs of a chart: each costs a look at its past. */
export const MOST_CHART_LEGS = 40;
/** Figures of one answer about contracts, bars times columns: forty of them through eleven sessions of an exchange by the minute. */
export const MOST_CONTRACT_FIGURES = 550_000;

/** Strikes that measures may be of alone, and how many to each side of the money. */
export const MOST_STRIKES = 40;
export const MOST_STRIKES_AROUND = 20;
/** Strikes whose volatility is drawn through the day: each of them has a line. */
export const MOST_IV_STRIKES = 6;

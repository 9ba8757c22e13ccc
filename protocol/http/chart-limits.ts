/** Limits and words of charts' calls that a page keeps to as well: apart from the schemas, which no page loads. */

/** Legs of a chart: each costs a look at its past. */
export const MOST_CHART_LEGS = 40;
/** Figures of one answer about contracts, bars times columns: forty of them through eleven sessions of an exchange by the minute. */
export const MOST_CONTRACT_FIGURES = 550_000;

/** Strikes that measures may be of alone, and how many to each side of the money. */
export const MOST_STRIKES = 40;
export const MOST_STRIKES_AROUND = 20;
/** Strikes whose volatility is drawn through the day: each of them has a line. */
export const MOST_IV_STRIKES = 6;

/** Strategies of a chart of premiums, and legs of each. */
export const MOST_PREMIUM_STRATEGIES = 6;
export const MOST_PREMIUM_LEGS = 6;
/** Listed strikes that a rolling strangle is away from the one at the money. */
export const MOST_PREMIUM_STEPS = 40;

export const PREMIUM_INTERVALS = ["1M", "3M", "5M", "15M"] as const;
export type PremiumInterval = (typeof PREMIUM_INTERVALS)[number];
/** What a rolling line's strike follows. */
export const PREMIUM_REFERENCES = ["forward", "spot"] as const;
export type PremiumReference = (typeof PREMIUM_REFERENCES)[number];

/**
 * How far figures go: far above any market, and what the server takes (`protocol/http/builder.ts`,
 * `protocol/http/builder-settings.ts`).
 */

/** Trades of one strategy. */
export const MOST_LEGS = 500;
export const MOST_RUPEES = 1e12;
export const MOST_UNITS = 1e12;
/** Of a booked or manual P&L, either side of 0. */
const MOST_PNL = 1e15;
/** Fraction. */
const MOST_IV = 1e6;
/** Vol points, either side of 0. */
const MOST_OFFSET = 1e6;
/** The year 2103. */
const LAST_INSTANT = 4.2e12;
const MOST_SD_DAYS = 3_650;

const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Of a share, an option or an underlying: 0 is a price. */
export const isPrice = (rupees: number): boolean => isWithin(rupees, 0, MOST_RUPEES);

/** By so much something on the axis of prices is moved. */
export const isDistance = (rupees: number): boolean => isWithin(rupees, -MOST_RUPEES, MOST_RUPEES);

/** Odd lots are quantities. */
export const isUnits = (units: number): boolean => Number.isInteger(units) && isWithin(units, 1, MOST_UNITS);

export const isMultiplier = (multiplier: number): boolean => isUnits(multiplier);

export const isIv = (fraction: number): boolean => isWithin(fraction, 0, MOST_IV);

export const isIvOffset = (points: number): boolean => isWithin(points, -MOST_OFFSET, MOST_OFFSET);

export const isInstant = (time: number): boolean => isWithin(time, 0, LAST_INSTANT);

/** Between rows of the payoff table. */
export const isInterval = (fraction: number): boolean => fraction > 0 && fraction <= 1;

export const isPnl = (rupees: number): boolean => isWithin(rupees, -MOST_PNL, MOST_PNL);

export const isSdDays = (days: number): boolean => Number.isInteger(days) && isWithin(days, 1, MOST_SD_DAYS);

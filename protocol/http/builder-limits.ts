/** Limits of strategies that a page and its worker keep to as well: apart from the schemas, which no page loads. */

/** Of one request: trades, expired trades and positions together. */
export const MOST_TRADES = 500;

/** What may be chosen of a chain in the address and in the settings alike. */

export const STRIKE_COUNTS = [10, 20, 30, 40] as const;
export type StrikeCount = (typeof STRIKE_COUNTS)[number];

export const SIZES = ["small", "medium", "large"] as const;
export type RowSize = (typeof SIZES)[number];

/** Id of a view: short, of letters, digits, - and _. */
export const VIEW_ID = /^[A-Za-z0-9_-]{1,24}$/;

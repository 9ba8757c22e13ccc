/** What a settlement distribution was made of, by number. */

/** Unknown: no volatility or no forward. */
export const SETTLEMENT_UNKNOWN = 0;
/** −dP/dK of the fitted smile. */
export const SETTLEMENT_SMILE = 1;
/** The fallback: lognormal with the ATM IV. */
export const SETTLEMENT_ATM = 2;
/** As answers name them, by number. */
export const SETTLEMENT_NAMES = [null, "SMILE", "ATM_IV"] as const;
export type SettlementSource = typeof SETTLEMENT_UNKNOWN | typeof SETTLEMENT_SMILE | typeof SETTLEMENT_ATM;

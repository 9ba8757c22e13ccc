/** What a leg is worth, as kernels are told it. */

export const LEG_CALL = 0;
export const LEG_PUT = 1;
/** Futures and equity: worth the forward. */
export const LEG_LINEAR = 2;

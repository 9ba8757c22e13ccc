/** Times of the shell, as the specification states them (spec 1 §9, spec 3 §9), ms. Those of one place alone stand there. */

export const PAYMENT_REDIRECT_MS = 4_000;
export const RESIZE_DEBOUNCE_MS = 200;
/** Who only passes through a page is not counted. */
export const PAGE_EVENT_DELAY_MS = 500;
/** Third parties come after what the visitor came for. */
export const ANALYTICS_LOAD_DELAY_MS = 1_950;
export const RECORDING_DELAY_MS = 2_000;

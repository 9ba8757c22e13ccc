/* How often chains are solved, and how much of the thread that may take. */

/** A watched chain is solved this often at most: the views show 10 frames a second. */
export const ACTIVE_INTERVAL_MS = 100;
/** A watched chain without ticks is still solved this often: time passes, trades grow stale, states change. */
export const ACTIVE_IDLE_MS = 1_000;
/** The same while its market is closed: nothing but time moves, and each telling wakes every tab that shows it. */
export const CLOSED_IDLE_MS = 5_000;
/** Everything else is solved this often, as far as the budget goes. */
export const BACKGROUND_INTERVAL_MS = 5_000;
/**
 * Without a tick a background chain is left alone for this long: so that history, which takes no figure that is older than its
 * minute, finds one of every minute.
 */
export const BACKGROUND_IDLE_MS = 25_000;
/** The same while its market is closed, where no minute is kept. */
export const BACKGROUND_CLOSED_IDLE_MS = 60_000;
/** Age a chain may have in an answer to a request. */
export const ANSWER_AGE_MS = 1_000;
/**
 * CPU that answers to first subscribers may take between two turns. A client that opens a chain gets it
 * solved at once; when many open many chains, the rest get the last state, seconds old at most, and the
 * newest with a turn that follows.
 */
export const ANSWER_BUDGET_MS = 10;
/** CPU that watched chains may take in one turn of 50 ms; what is left over comes first in the next. */
export const ACTIVE_BUDGET_MS = 25;
/** CPU the background may take in one turn of 50 ms: 5 % of the thread. */
export const BACKGROUND_BUDGET_MS = 2.5;

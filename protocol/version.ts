/**
 * Version of everything on the socket. `tests/protocol/version.test.ts` holds a hash of the schema beside it: when the
 * test fails, raise the version, add a line here and decide about old clients at the relay's door.
 *
 * 1  first: quotes, option chain, stats, events, ping
 * 2  the option chain's root ends with the discount of its expiry, and chain, stats and screener with how many closes an
 *    IV percentile rests on: a client of version 1 steps over them
 */
export const PROTOCOL_VERSION = 2;
export const MINIMUM_PROTOCOL_VERSION = 1;
export const SUBPROTOCOL_PREFIX = "strikewise.";

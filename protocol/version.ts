/**
 * Version of everything on the socket. `tests/protocol/version.test.ts` holds a hash of the schema beside it: when the
 * test fails, raise the version, add a line here and decide about old clients at the relay's door.
 *
 * 1  first: quotes, option chain, stats, events, ping
 * 2  the option chain's root ends with the discount of its expiry, and chain, stats and screener with how many closes an
 *    IV percentile rests on: a client of version 1 steps over them
 * 3  a chain's deltas are packet 4, cells in place of whole rows: clients of earlier versions get theirs as packet 3
 * 4  the option chain's root ends with the last real spot, of which a client of version 3 would refuse the cells: it gets
 *    packet 3. Stats end with volumes, expected move and straddle, which older clients step over
 * 5  what was zero in the option chain's root says where its discount comes from; clients of version 4 read past it
 * 6  the option chain's root ends with the 30-day IV and its rank, of which clients of versions 4 and 5 would refuse the
 *    cells: they get packet 3
 * 7  stats end with how many sessions their average volume is of, which older clients step over
 */
export const PROTOCOL_VERSION = 7;
/** From this version on a client takes packet 4 as it is today. */
export const CELLS_PROTOCOL_VERSION = 6;
export const MINIMUM_PROTOCOL_VERSION = 1;
export const SUBPROTOCOL_PREFIX = "strikewise.";
/** Before an embedded widget's token, offered beside the version: a browser gives a socket no other header, and an address is logged. */
export const TOKEN_SUBPROTOCOL_PREFIX = "strikewise.token.";

/** Seeded quote messages, in binary and as the JSON a plain feed would send. */
import { decodeQuotePacket, encodeFullQuote, encodeQuotes } from "#protocol/wire/codec.ts";

export interface Messages {
  readonly tokens: readonly number[];
  readonly binary: readonly Uint8Array[];
  readonly json: readonly string[];
  /** the quotes of each message */
  readonly packets: readonly (readonly Uint8Array[])[];
  readonly packetsPerMessage: number;
}

/** xorshift32: whole numbers below n. */
function createRandom(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

function quote(random: (n: number) => number, token: number): Uint8Array {
  const price = 5 + random(500_000);
  const level = (step: number) => ({
    quantity: 65 * random(500),
    price: price + step * 5,
    orders: random(60),
    padding: 0,
  });
  return encodeFullQuote({
    token,
    lastPrice: price,
    lastQuantity: 65 * random(40),
    averagePrice: price + random(100),
    volume: random(50_000_000),
    buyQuantity: random(5_000_000),
    sellQuantity: random(5_000_000),
    open: price + random(900),
    high: price + 1_000,
    low: Math.max(5, price - 1_000),
    close: price + random(500),
    lastTradeTime: 1_795_000_000 + random(20_000),
    oi: random(90_000_000),
    oiDayHigh: random(90_000_000),
    oiDayLow: random(90_000_000),
    exchangeTime: 1_795_000_000 + random(20_000),
    buy: [1, 2, 3, 4, 5].map((step) => level(-step)),
    sell: [1, 2, 3, 4, 5].map(level),
  });
}

/**
 * @param packetsPerMessage full quotes in each message, of random tokens
 * @param tokenCount distinct instruments
 */
export function createMessages(packetsPerMessage: number, tokenCount: number): Messages {
  const random = createRandom(20_261_124);
  const tokens = Array.from({ length: tokenCount }, (_, i) => (40_000 + i * 3) * 256 + 2);
  // Enough messages that none stays in the nearest cache between two visits, as in a real stream.
  const count = Math.max(64, Math.ceil(12_800 / packetsPerMessage));
  const batches = Array.from({ length: count }, () =>
    Array.from({ length: packetsPerMessage }, () => quote(random, tokens[random(tokenCount)]!)),
  );
  return {
    tokens,
    binary: batches.map((packets, i) => encodeQuotes(packets, 1, i, 1_795_000_000_000 + i)),
    json: batches.map((packets) => JSON.stringify(packets.map(decodeQuotePacket))),
    packets: batches,
    packetsPerMessage,
  };
}

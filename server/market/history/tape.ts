import {
  QUOTE_FULL_LAST_PRICE,
  QUOTE_FULL_OI,
  QUOTE_FULL_SIZE,
  QUOTE_FULL_TOKEN,
  QUOTE_FULL_VOLUME,
  QUOTE_INDEX_OPEN,
  QUOTE_INDEX_SIZE,
  QUOTE_TRAILER_SERVER_TIME,
  QUOTE_TRAILER_SIZE,
} from "#protocol/generated/layout.ts";

/** What was last heard of every instrument; `slot` numbers them in the order in which they came. */
export interface Tape {
  readonly count: number;
  readonly tokens: Uint32Array;
  /** wire integers; 0 while the instrument has not traded on this market day */
  readonly prices: Int32Array;
  /** units traded on this market day */
  readonly volumes: Uint32Array;
  readonly oi: Uint32Array;
  slot(token: number): number | undefined;
  /** Takes a quote-batch message. @param heard told the slot of every packet that tells a price of today */
  take(message: Uint8Array, heard: (slot: number) => void): void;
  /** Takes of a quote-batch message what nothing was heard of yet: it is no news of anything else. */
  fill(message: Uint8Array): void;
}

/** When the feed stamped a quote-batch message, epoch ms of its wall clock. */
export const serverTimeOf = (message: Uint8Array): number =>
  new DataView(message.buffer, message.byteOffset, message.byteLength).getFloat64(
    message.length - QUOTE_TRAILER_SIZE + QUOTE_TRAILER_SERVER_TIME,
  );

const FIRST_ROOM = 1024;
const BATCH_HEADER = 3;

export function createTape(): Tape {
  const slots = new Map<number, number>();
  let count = 0;
  let tokens = new Uint32Array(FIRST_ROOM);
  let prices = new Int32Array(FIRST_ROOM);
  let volumes = new Uint32Array(FIRST_ROOM);
  let oi = new Uint32Array(FIRST_ROOM);

  function grow(): void {
    const room = 2 * tokens.length;
    const grown = <T extends Int32Array | Uint32Array>(old: T): T => {
      const next = new (old.constructor as new (length: number) => T)(room);
      next.set(old);
      return next;
    };
    tokens = grown(tokens);
    prices = grown(prices);
    volumes = grown(volumes);
    oi = grown(oi);
  }

  function slotOf(token: number): number {
    const known = slots.get(token);
    if (known !== undefined) return known;
    if (count === tokens.length) grow();
    tokens[count] = token;
    slots.set(token, count);
    return count++;
  }

  function read(
    message: Uint8Array,
    isWanted: (token: number) => boolean,
    heard: (slot: number) => void,
  ): void {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    let at = BATCH_HEADER;
    for (let left = view.getUint16(1); left > 0; left--) {
      const size = view.getUint16(at);
      at += 2;
      const token = view.getUint32(at + QUOTE_FULL_TOKEN);
      if (isWanted(token)) {
        const slot = slotOf(token);
        keep(view, at, size, slot);
        if (prices[slot]! > 0) heard(slot);
      }
      at += size;
    }
  }

  function keep(view: DataView, at: number, size: number, slot: number): void {
    const price = view.getInt32(at + QUOTE_FULL_LAST_PRICE);
    if (size === QUOTE_FULL_SIZE) {
      const volume = view.getUint32(at + QUOTE_FULL_VOLUME);
      volumes[slot] = volume;
      oi[slot] = view.getUint32(at + QUOTE_FULL_OI);
      prices[slot] = volume > 0 ? price : 0;
    } else if (size === QUOTE_INDEX_SIZE) {
      // An index without an open shows the close of another day.
      prices[slot] = view.getInt32(at + QUOTE_INDEX_OPEN) > 0 ? price : 0;
    }
  }

  return {
    get count() {
      return count;
    },
    get tokens() {
      return tokens;
    },
    get prices() {
      return prices;
    },
    get volumes() {
      return volumes;
    },
    get oi() {
      return oi;
    },
    slot: (token) => slots.get(token),
    take: (message, heard) => read(message, () => true, heard),
    fill: (message) =>
      read(
        message,
        (token) => !slots.has(token),
        () => {},
      ),
  };
}

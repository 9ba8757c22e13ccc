/** How the clients of each server greet, subscribe, and count what arrives. */
import { CHAIN_PACKET_ID, EXPIRY, UNDERLYING } from "./chain.ts";
import { clientFrame } from "./frame-reader.ts";
import { OWN_TOKENS, TOKENS } from "./load.ts";

export type DialectName =
  | "relay"
  | "relay, idle"
  | "relay, own selection"
  | "plain"
  | "socket.io"
  | "nats"
  | "raw";

const RELAY_PATH = "/broker/1?consumerType=platform_pro";
const TEXT = 1;
const BINARY = 2;
const QUOTES = 2;

export interface Dialect {
  /** of the websocket; null speaks no HTTP, just frames */
  readonly path: string | null;
  /** what to say once the socket is open */
  greet(index: number): readonly Buffer[];
  /** what to answer a frame, null nothing */
  answer?(opcode: number, head: Buffer): Buffer | null;
  /** the frame after which a client counts as ready; without it the handshake is enough */
  isReady?(opcode: number, head: Buffer): boolean;
  /** deliveries in a frame, in the unit of `unitsOf` */
  count(opcode: number, length: number, head: Buffer): number;
  /** units of one message of so many quotes and bytes */
  unitsOf(quotes: number, bytes: number): number;
}

export function subscribeQuotes(tokens: readonly number[]): Buffer {
  return clientFrame(
    TEXT,
    JSON.stringify({
      command: "subscribe",
      dataSource: "quote-batch",
      brokerId: 1,
      uniqueId: "bench",
      quoteBatch: [{ mode: "full", tokens }],
    }),
  );
}

export function subscribeChain(): Buffer {
  return clientFrame(
    TEXT,
    JSON.stringify({
      command: "subscribe",
      dataSource: "option-chain",
      brokerId: 1,
      uniqueId: "bench",
      underlyingExpiry: [{ underlying: UNDERLYING, expiry: EXPIRY }],
    }),
  );
}

export const isChain = (opcode: number, head: Buffer): boolean =>
  opcode === BINARY && head[0] === CHAIN_PACKET_ID;

/** The relay joins a turn's quotes into one message, so its clients count quotes. */
const relay = (tokensOf: (index: number) => readonly number[]): Dialect => ({
  path: RELAY_PATH,
  greet: (index) => [subscribeQuotes(tokensOf(index))],
  isReady: (opcode, head) => opcode === BINARY && head[0] === QUOTES,
  count: (opcode, _length, head) => (opcode === BINARY && head[0] === QUOTES ? head.readUInt16BE(1) : 0),
  unitsOf: (quotes) => quotes,
});

const plain: Dialect = {
  path: "/",
  greet: () => [],
  count: (opcode) => (opcode === BINARY ? 1 : 0),
  unitsOf: () => 1,
};

const NATS_SUBJECT = "q";

export function natsMessageBytes(payload: number): number {
  return `MSG ${NATS_SUBJECT} 1 ${payload}\r\n`.length + payload + 2;
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  relay: relay(() => TOKENS),
  "relay, own selection": relay((index) => [...TOKENS, OWN_TOKENS[index % OWN_TOKENS.length]!]),
  "relay, idle": { ...plain, path: RELAY_PATH },
  plain,
  raw: { ...plain, path: null },
  "socket.io": {
    ...plain,
    path: "/socket.io/?EIO=4&transport=websocket",
    // Engine.IO: "0" opens, "40" joins the namespace, "2" is a ping that wants a "3".
    answer: (opcode, head) => {
      if (opcode !== TEXT) return null;
      if (head[0] === 0x30) return clientFrame(TEXT, "40");
      return head[0] === 0x32 ? clientFrame(TEXT, "3") : null;
    },
    isReady: (opcode, head) => opcode === TEXT && head.toString("latin1", 0, 2) === "40",
  },
  nats: {
    // NATS joins messages into frames as it likes, so its clients count bytes of its protocol.
    path: "/",
    greet: () => [clientFrame(BINARY, `CONNECT {"verbose":false}\r\nSUB ${NATS_SUBJECT} 1\r\nPING\r\n`)],
    answer: (_opcode, head) =>
      head.toString("latin1", 0, 6) === "PING\r\n" ? clientFrame(BINARY, "PONG\r\n") : null,
    isReady: (_opcode, head) => head.toString("latin1", 0, 4) === "PONG",
    count: (opcode, length) => (opcode === BINARY ? length : 0),
    unitsOf: (_quotes, bytes) => natsMessageBytes(bytes),
  },
};

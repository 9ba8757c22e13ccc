import { WebSocket } from "ws";

/** A stream's socket as the feed uses it. */
export interface StreamSocket {
  send(message: string | Uint8Array): void;
  /** Ends it at once; no event follows. */
  drop(): void;
}

interface StreamEvents {
  opened(): void;
  /** text as a string, binary as bytes */
  message(data: string | Uint8Array): void;
  /** a ping frame, which some brokers send in place of heartbeats */
  pinged(): void;
  /** The handshake was answered with an HTTP status. */
  refused(status: number): void;
  /** Ended without being refused: could not be opened, or closed. */
  ended(why: string): void;
}

export interface StreamAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The outside world of a broker's feed, replaced in tests. */
export interface BrokerEdges {
  readonly fetch: typeof fetch;
  openSocket(address: StreamAddress, events: StreamEvents): StreamSocket;
  /** uniform in [0, 1) */
  random(): number;
}

const HANDSHAKE_MS = 10_000;
/** A snapshot of 3,000 instruments in mode full is 560 kB; Upstox's of 2,000 is of that order. */
const MOST_BYTES = 16 * 1024 * 1024;

function openSocket(address: StreamAddress, events: StreamEvents): StreamSocket {
  const socket = new WebSocket(address.url, {
    headers: address.headers,
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  });
  let isOver = false;
  const once = (tell: () => void): void => {
    if (isOver) return;
    isOver = true;
    tell();
  };
  socket.on("open", () => {
    if (!isOver) events.opened();
  });
  socket.on("message", (data, isBinary) => {
    if (isOver) return;
    const bytes = data as Buffer;
    events.message(isBinary ? bytes : bytes.toString("utf8"));
  });
  socket.on("ping", () => {
    if (!isOver) events.pinged();
  });
  socket.on("unexpected-response", (request, response) => {
    request.destroy();
    once(() => events.refused(response.statusCode ?? 0));
  });
  socket.on("error", (error) => once(() => events.ended(error.message)));
  socket.on("close", (code) => once(() => events.ended(`closed with code ${code}`)));
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
    drop() {
      isOver = true;
      socket.terminate();
    },
  };
}

export const networkEdges: BrokerEdges = { fetch, openSocket, random: Math.random };

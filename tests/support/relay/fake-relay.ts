import type { SocketLike } from "#workers/engine/edges.ts";

/** A message as the engine sent it. */
export interface UpText {
  readonly command: string;
  readonly dataSource: string;
  readonly brokerId: number;
  readonly uniqueId: string;
  readonly underlyingExpiry?: readonly { readonly underlying: number; readonly expiry: string }[];
  readonly tokens?: readonly number[];
  readonly quoteBatch?: readonly { readonly mode: string; readonly tokens: readonly number[] }[];
}

/** One socket as its server's end sees it. */
export interface FakeSocket extends SocketLike {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly sent: UpText[];
  /** Monotonic moment of the attempt. */
  readonly at: number;
  isClosed: boolean;
  open(): void;
  say(data: Uint8Array | string): void;
  drop(code?: number): void;
}

export interface FakeRelay {
  connect(url: string, protocols: readonly string[]): FakeSocket;
  readonly sockets: FakeSocket[];
  /** The newest socket. */
  readonly socket: FakeSocket;
}

export function createFakeRelay(now: () => number): FakeRelay {
  const sockets: FakeSocket[] = [];
  return {
    sockets,
    get socket() {
      return sockets[sockets.length - 1]!;
    },
    connect(url, protocols) {
      const socket: FakeSocket = {
        url,
        protocols,
        sent: [],
        at: now(),
        isClosed: false,
        binaryType: "blob",
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
        send(text) {
          socket.sent.push(JSON.parse(text) as UpText);
        },
        close() {
          socket.isClosed = true;
        },
        open() {
          socket.onopen?.(undefined as never);
        },
        say(data) {
          // As a browser hands it over: an ArrayBuffer of exactly the message.
          socket.onmessage?.({ data: typeof data === "string" ? data : data.slice().buffer });
        },
        drop(code = 1006) {
          socket.isClosed = true;
          socket.onclose?.({ code, reason: "" });
        },
      };
      sockets.push(socket);
      return socket;
    },
  };
}

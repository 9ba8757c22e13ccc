import { WebSocket } from "ws";
import type { SocketLike } from "#workers/engine/edges.ts";

export interface RealSocket extends SocketLike {
  readonly ws: WebSocket;
}

/** A real socket as the engine sees sockets. `takes` may let a message get lost on the way. */
export function connectSocket(
  url: string,
  protocols: readonly string[],
  options: { readonly origin: string; readonly takes?: (data: unknown) => boolean },
): RealSocket {
  const ws = new WebSocket(url, [...protocols], { origin: options.origin, perMessageDeflate: false });
  const takes = options.takes ?? (() => true);
  const socket: RealSocket = {
    ws,
    get binaryType() {
      return ws.binaryType;
    },
    set binaryType(_) {
      ws.binaryType = "arraybuffer";
    },
    send: (data) => ws.send(data),
    close: (code, reason) => ws.close(code, reason),
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  ws.onopen = (event) => socket.onopen?.(event as never);
  ws.onmessage = ({ data }) => {
    if (takes(data)) socket.onmessage?.({ data });
  };
  ws.onclose = ({ code, reason }) => socket.onclose?.({ code, reason });
  ws.onerror = (event) => socket.onerror?.(event as never);
  return socket;
}

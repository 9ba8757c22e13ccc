import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { AppError } from "#domain/errors.ts";
import { offeredToken } from "../../../identity/identify-bus.ts";
import { type Identity, SESSION_COOKIE } from "../../../identity/identity.ts";
import { clientAddress } from "../../../platform/http/addresses.ts";
import { rawErrorResponse } from "../../../platform/http/http-errors.ts";
import type { OriginPolicy } from "../../../platform/http/origins.ts";
import type { Log } from "../../../platform/lib/log.ts";
import type { Identify } from "../rooms/guests.ts";
import { type Handshake, parseHandshake } from "./handshake.ts";

/** 64 KiB; larger messages end the connection with 1009. */
const MAX_MESSAGE_BYTES = 65_536;
const WEBSOCKET_VERSION = "13";

/** Who stands at the door. */
export interface Guest {
  readonly handshake: Handshake;
  readonly identity: Identity;
  /** asks again who it is */
  readonly identify: Identify;
  readonly hasCookie: boolean;
  /** an embedded widget's token was offered: it counts, and no cookie does */
  readonly hasToken: boolean;
  readonly address: string;
}

interface UpgradeOptions {
  readonly origins: () => OriginPolicy;
  readonly isProxy: (address: string) => boolean;
  readonly identify: (request: IncomingMessage, address: string) => Promise<Identity> | Identity;
  /** no connection is taken any more */
  readonly isDraining: () => boolean;
  /** given every connection whose handshake was in order */
  readonly accept: (ws: WebSocket, socket: Socket, guest: Guest) => void;
  readonly log: Log;
}

/** From an `upgrade` of the HTTP server to a websocket, or to a refusal that says why. */
interface Upgrades {
  /** The socket is the relay's from here on. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

function refuse(socket: Duplex, error: AppError, status?: number, headers?: Record<string, string>): void {
  // A refused peer may hang up at once; its reset is no error.
  socket.on("error", () => socket.destroy());
  socket.end(rawErrorResponse(error, status, headers));
  setTimeout(() => socket.destroy(), 1_000).unref();
}

export function createUpgrades(options: UpgradeOptions): Upgrades {
  const { isProxy, isDraining, accept, log } = options;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Pongs are ours: the library would queue one for every ping of a peer that does not read.
    autoPong: false,
    handleProtocols: (_offered, request) => handshakes.get(request)?.subprotocol ?? false,
  });
  const handshakes = new WeakMap<IncomingMessage, Handshake>();
  server.on("wsClientError", (error, socket) =>
    refuse(socket, new AppError("relay.protocol", error.message)),
  );

  function checkDraining(): void {
    if (isDraining()) throw new AppError("relay.restart", "The relay is restarting; connect again shortly");
  }

  async function welcome(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Until it is known whose the connection is, nothing else listens to the socket.
    const onHangUp = (): void => void socket.destroy();
    socket.on("error", onHangUp);
    try {
      checkDraining();
      const address = clientAddress(request, isProxy);
      const handshake = parseHandshake(request, address, options.origins());
      const version = request.headers["sec-websocket-version"];
      if (version !== undefined && version !== WEBSOCKET_VERSION) {
        const text = `Websockets are served in version ${WEBSOCKET_VERSION} (RFC 6455) only`;
        refuse(socket, new AppError("relay.protocol", text), 426, {
          "sec-websocket-version": WEBSOCKET_VERSION,
        });
        return;
      }
      const identify = () => options.identify(request, address);
      const identity = await identify();
      if (socket.destroyed) return;
      checkDraining();
      handshakes.set(request, handshake);
      const hasCookie = request.headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;
      const hasToken = offeredToken(request) !== null;
      const guest = { handshake, identity, identify, hasCookie: hasCookie && !hasToken, hasToken, address };
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, socket as Socket, guest));
      socket.off("error", onHangUp);
    } catch (error) {
      refuse(socket, expected(error));
    }
  }

  function expected(error: unknown): AppError {
    if (error instanceof AppError) return error;
    log.error({ err: error }, "relay: a handshake failed");
    return new AppError("server.internal", "The connection failed; it was logged, try again later");
  }

  return {
    take: (request, socket, head) => void welcome(request, socket, head),
    close: () => server.close(),
  };
}

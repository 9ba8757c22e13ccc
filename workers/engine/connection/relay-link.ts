import type { ErrorCode } from "#domain/errors.ts";
import type { PingRoot } from "#protocol/generated/records.ts";
import { SUBPROTOCOL_PREFIX, TOKEN_SUBPROTOCOL_PREFIX } from "#protocol/version.ts";
import type { ConnectionState } from "../api.ts";
import type { EngineEdges } from "../edges.ts";
import type { HttpCalls } from "../http-calls.ts";
import { type Connection, createConnection } from "./connection.ts";
import { createReconnectPolicy } from "./reconnect.ts";
import { createSubscriptions, type Subscriptions } from "./relay-subscriptions.ts";
import { createServerClock, type ServerClock } from "./server-clock.ts";
import { BROKER_ID, type ServerUrls } from "./server-urls.ts";
import { MARKET_REFUSED } from "./socket-faults.ts";

/** What the connection says of every figure that comes over it. */
export interface ConnectionFacts {
  readonly state: ConnectionState;
  readonly error: boolean;
  readonly problem: ErrorCode | null;
  /** Age of the newest tick that the relay holds, ms; NaN unknown. */
  readonly feedAge: number;
}

/** The market itself may not be given to us, which nothing that we do changes. */
export const isRefused = ({ problem }: Pick<ConnectionFacts, "problem">): boolean =>
  problem === MARKET_REFUSED;

/** The engine's one line to a relay: its socket, what is asked of the relay over it, and the relay's clock. */
export interface RelayLink {
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
  readonly serverClock: ServerClock;
  facts(): ConnectionFacts;
  /** Sockets from the next one on are an embedded widget's. */
  prove(token: string): void;
  /** Takes a ping. @returns true when the market's clock is known from here on, and was not before */
  ping(serverTime: number, root: PingRoot): boolean;
}

interface RelayLinkHandlers {
  /** @returns true when the message was a ping */
  onMessage(data: unknown): boolean;
  /** The socket is gone, and with it what was asked for on it. */
  onLost(): void;
  /** Something that health reports has changed. */
  onChange(): void;
}

export function createRelayLink(
  edges: Pick<EngineEdges, "clock" | "random" | "connect" | "protocol"> & Pick<HttpCalls, "mayHaveMarket">,
  urls: ServerUrls,
  handlers: RelayLinkHandlers,
): RelayLink {
  const { clock } = edges;
  const serverClock = createServerClock();
  let pingedAt = Number.NaN;
  const offered = [`${SUBPROTOCOL_PREFIX}${edges.protocol}`];

  const subscriptions = createSubscriptions({
    clock,
    brokerId: BROKER_ID,
    send: (text) => connection.send(text),
  });
  const connection = createConnection(
    {
      clock,
      policy: createReconnectPolicy(edges.random),
      connect: () => edges.connect(urls.relay, [...offered]),
      mayHaveMarket: edges.mayHaveMarket,
    },
    {
      onOpen: () => subscriptions.opened(),
      onMessage: handlers.onMessage,
      onLost() {
        subscriptions.lost();
        handlers.onLost();
        serverClock.forget();
      },
      onWake: () => serverClock.forget(),
      onChange: handlers.onChange,
    },
  );

  return {
    connection,
    subscriptions,
    serverClock,
    facts: () => ({
      state: connection.state,
      error: connection.error,
      problem: connection.problem,
      feedAge: serverClock.feedAge + Math.max(clock.monotonic() - pingedAt - serverClock.interval, 0),
    }),
    prove(token) {
      offered[1] = `${TOKEN_SUBPROTOCOL_PREFIX}${token}`;
    },
    ping(serverTime, root) {
      pingedAt = clock.monotonic();
      const isFirst = Number.isNaN(serverClock.latency);
      serverClock.ping(serverTime, root, pingedAt);
      return isFirst;
    },
  };
}

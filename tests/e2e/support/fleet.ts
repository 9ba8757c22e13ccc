import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { PROTOCOL_VERSION, SUBPROTOCOL_PREFIX } from "#protocol/version.ts";
import { type Connection, createConnection } from "#workers/engine/connection/connection.ts";
import { createReconnectPolicy } from "#workers/engine/connection/reconnect.ts";
import { realClock } from "../../support/engine/live-engine.ts";
import { connectSocket, type RealSocket } from "../../support/relay/socket-like.ts";

const QUOTES = 2;
const CHAIN = 3;
const CHAIN_DELTA = 4;
const PING = 253;

/** One client: the engine's own connection, policy and all, over a real socket, watching a chain and an index. */
export interface FleetClient {
  readonly connection: Connection;
  /** When it was fed last, and for the first time on the present connection (NaN not yet): monotonic ms. */
  fedAt: number;
  firstFedAt: number;
  /** Its longest time without being fed since this was last set to 0, ms. */
  longestSilence: number;
  readonly closes: number[];
  pause(): void;
}

export interface Fleet {
  readonly clients: readonly FleetClient[];
  /** Every client is fed on the connection that is open now. */
  areFed(): boolean;
  stop(): void;
}

interface Market {
  readonly indices: readonly number[];
  readonly chains: readonly { readonly underlying: number; readonly expiry: string }[];
}

/** What a server has to subscribe to. */
export async function readMarket(origin: string): Promise<Market> {
  const response = await fetch(`${origin}/v1/compute/cache/instrument_metacache/1`);
  const { underlyers, chains } = (await response.json()) as MetacacheBody;
  return {
    indices: underlyers.token.filter((_, i) => underlyers.kind[i] === "index"),
    chains: chains.underlyer.map((underlyer, i) => ({
      underlying: underlyers.token[underlyer]!,
      expiry: String(chains.expiry[i]).replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3"),
    })),
  };
}

export async function startFleet(origin: string, count: number): Promise<Fleet> {
  const market = await readMarket(origin);
  const clients = Array.from({ length: count }, (_, i) => startClient(origin, market, i));
  return {
    clients,
    areFed: () => clients.every(({ firstFedAt }) => !Number.isNaN(firstFedAt)),
    stop() {
      for (const { connection } of clients) connection.release();
    },
  };
}

function startClient(origin: string, market: Market, index: number): FleetClient {
  const url = `${origin.replace(/^http/, "ws")}/broker/1?consumerType=platform_pro`;
  const chain = market.chains[index % Math.min(market.chains.length, 8)]!;
  let socket: RealSocket | null = null;
  const connection = createConnection(
    {
      clock: realClock,
      policy: createReconnectPolicy(Math.random),
      mayHaveMarket: async () => null,
      connect() {
        socket = connectSocket(url, [`${SUBPROTOCOL_PREFIX}${PROTOCOL_VERSION}`], { origin });
        socket.ws.once("close", (code) => client.closes.push(code));
        return socket;
      },
    },
    {
      onOpen() {
        client.firstFedAt = Number.NaN;
        const subscribe = { command: "subscribe", brokerId: 1 };
        const quoteBatch = [{ mode: "full", tokens: market.indices }];
        connection.send(
          JSON.stringify({ ...subscribe, dataSource: "quote-batch", uniqueId: "q", quoteBatch }),
        );
        connection.send(
          JSON.stringify({
            ...subscribe,
            dataSource: "option-chain",
            uniqueId: "c",
            underlyingExpiry: [chain],
          }),
        );
      },
      onMessage(data) {
        if (!(data instanceof ArrayBuffer)) return false;
        const id = new Uint8Array(data, 0, 1)[0];
        if (id === QUOTES || id === CHAIN || id === CHAIN_DELTA) {
          const now = performance.now();
          client.longestSilence = Math.max(client.longestSilence, now - client.fedAt);
          client.fedAt = now;
          if (Number.isNaN(client.firstFedAt)) client.firstFedAt = now;
        }
        return id === PING;
      },
      onLost() {
        client.firstFedAt = Number.NaN;
      },
      onWake() {},
      onChange() {},
    },
  );
  const client: FleetClient = {
    connection,
    fedAt: performance.now(),
    firstFedAt: Number.NaN,
    longestSilence: 0,
    closes: [],
    pause: () => socket?.ws.pause(),
  };
  connection.want();
  return client;
}

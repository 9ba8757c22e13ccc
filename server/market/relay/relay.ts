import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { CLOSE, closeReason } from "#protocol/control/close-codes.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";
import type { Log } from "../../platform/lib/log.ts";
import { createLateBus } from "../bus/late.ts";
import { RelayClient } from "./clients/relay-client.ts";
import { DEFAULT_LIMITS, Session, type SessionLimits } from "./clients/session.ts";
import { DEFAULT_SHARE, type ShareLimits } from "./clients/share.ts";
import { createUpgrades, type Guest } from "./clients/upgrades.ts";
import { buildFrame, OPCODE_PING, OPCODE_PONG } from "./frames.ts";
import { Hub } from "./hub.ts";
import { Guests } from "./rooms/guests.ts";
import { createTimePings } from "./time-pings.ts";

/** Times of the relay in ms; tests shorten them. */
export interface RelayTimes {
  readonly ping: number;
  readonly interest: number;
  /** running bars that changed are sent this often */
  readonly charts: number;
  /** QUOTES_UPDATED is said this often while the market's clock moves */
  readonly events: number;
  /** a peer that has not read for this long (its socket did not drain, its pings have no answer) is closed with 4001 */
  readonly stall: number;
  /** websocket-level pings, and the silence after which a peer is taken for gone: together below 75 s */
  readonly keepAlive: number;
  readonly silence: number;
  /** over which a restart closes connections, so that they do not all come back at once */
  readonly drainSpread: number;
  /** a session with connections is asked about again this often at least */
  readonly sessionCheck: number;
}

const RELAY_TIMES: RelayTimes = {
  ping: 2_000,
  interest: 3_000,
  charts: 250,
  events: 30_000,
  stall: 10_000,
  keepAlive: 3_000,
  silence: 60_000,
  drainSpread: 2_000,
  sessionCheck: 300_000,
};

/** Connections of one account, however many browsers it is signed in with (docs/wire-protocol.md). */
const CONNECTIONS_PER_ACCOUNT = 20;
/** What peers get at the end to answer our close frames. */
const GOODBYE_MS = 500;
const OTHER_CLOSE = 3_000;

interface RelayOptions {
  readonly bus: Bus;
  readonly log: Log;
  readonly origins: () => OriginPolicy;
  readonly isProxy?: (address: string) => boolean;
  /** who asks; its market is late or not by what this says, whatever the address of the request claims */
  readonly identify: (request: IncomingMessage, address: string) => Promise<Identity> | Identity;
  /** connections that one anonymous address may hold */
  readonly connectionsPerAddress: number;
  readonly connectionsPerAccount?: number;
  /** what an account, or the strangers of an address, may hold together */
  readonly share?: ShareLimits;
  readonly limits?: SessionLimits;
  readonly times?: Partial<RelayTimes>;
}

export interface Relay {
  /** Takes an `upgrade` of the HTTP server; the socket is the relay's from here on. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** the market of now */
  readonly hub: Hub;
  /** the market a minute behind */
  readonly lateHub: Hub;
  /** Closes a session's connections with 4003: it was signed out, revoked or has expired. @returns how many */
  endSession(sessionId: string): number;
  /**
   * Closes all connections with 4012, at once: who may be given this market has changed, and each is judged by that when it
   * comes back. @returns how many
   */
  judgeAgain(): number;
  /** closed connections by code; codes of the peer's own invention are counted as 3000 */
  readonly closes: ReadonlyMap<number, number>;
  /** Refuses new connections and closes the open ones with 4012, spread over a moment. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** The websocket server: connections, heartbeats, slow and silent peers. Market data is the hub's business. */
export function createRelay(options: RelayOptions): Relay {
  const { log } = options;
  const times = { ...RELAY_TIMES, ...options.times };
  const limits = options.limits ?? DEFAULT_LIMITS;
  const now = () => performance.now();
  const hub = new Hub({ bus: options.bus, log, now, wallNow: Date.now });
  const lateHub = new Hub({ bus: createLateBus(options.bus), log, now, wallNow: Date.now });
  const hubs = [hub, lateHub] as const;
  const closes = new Map<number, number>();
  const guests = new Guests({
    perAddress: options.connectionsPerAddress,
    perAccount: options.connectionsPerAccount ?? CONNECTIONS_PER_ACCOUNT,
    share: options.share ?? DEFAULT_SHARE,
    checkMs: times.sessionCheck,
    wallNow: Date.now,
    onEnded: (client) => end(client, CLOSE.sessionEnded, "signed out"),
    onKnown: (client) => end(client, CLOSE.restart, "signed in"),
    log,
  });
  /** every connection that has not ended yet, those that were told to included */
  const sockets = new Set<WebSocket>();
  const keepAliveFrame = buildFrame(OPCODE_PING, new Uint8Array(0));
  const timePing = createTimePings({ now, intervalMs: times.ping });
  let isDraining = false;
  const upgrades = createUpgrades({
    origins: options.origins,
    isProxy: options.isProxy ?? (() => false),
    identify: options.identify,
    isDraining: () => isDraining,
    accept,
    log,
  });

  function hubOf({ identity }: Pick<RelayClient, "identity">): Hub {
    return identity.delayMs > 0 ? lateHub : hub;
  }

  function accept(
    ws: WebSocket,
    socket: Socket,
    { handshake, identity, identify, hasCookie, hasToken, address }: Guest,
  ): void {
    sockets.add(ws);
    ws.once("close", () => sockets.delete(ws));
    ws.on("error", () => {
      // The library closes with the right code by itself; what it says would only repeat it.
    });
    if (handshake.isOutdated) return ws.close(CLOSE.protocol, "no common protocol version");
    // A browser sees this, and not why a handshake was refused. A widget is never made a visitor behind its back.
    if (hasToken && !((identity.provedForMs ?? 0) > 0)) {
      return ws.close(CLOSE.sessionEnded, "the token is not good, or no longer");
    }
    const market = hubOf({ identity });
    const client = new RelayClient(
      ws,
      socket,
      identity,
      handshake.version,
      guests.shareOf(identity, address),
      market.turns,
      now(),
    );
    const refusal = guests.enter(client, identify, hasCookie);
    if (refusal !== null) {
      return ws.close(refusal, refusal === CLOSE.limit ? "too many connections" : "signed out");
    }
    const session = new Session(client, market, limits, now);
    market.clients.add(client);
    ws.on("message", (data, isBinary) => session.onMessage(data as Buffer, isBinary));
    ws.on("ping", (data) => {
      if (session.onPing()) client.sendPong(buildFrame(OPCODE_PONG, data));
    });
    ws.on("pong", () => {
      client.onPong(now());
    });
    ws.on("close", (code) => {
      market.remove(client);
      guests.leave(client);
      // A peer may close with any of two thousand numbers; each would be a time series.
      const counted = code < 3_000 || closeReason(code) !== null ? code : OTHER_CLOSE;
      closes.set(counted, (closes.get(counted) ?? 0) + 1);
    });
    client.send(timePing(market));
  }

  /** Ends a connection with our code; it leaves the hub now, not when the peer has answered. */
  function end(client: RelayClient, code: number, reason: string): void {
    client.ws.close(code, reason);
    hubOf(client).remove(client);
  }

  /** The same for a peer that would not read our code before what waits for it, and whose memory is wanted back. */
  function cut(client: RelayClient): void {
    end(client, CLOSE.slow, "too much waits for this address");
    setTimeout(() => client.ws.terminate(), GOODBYE_MS).unref();
  }

  function* everybody(): Generator<RelayClient> {
    for (const each of hubs) yield* each.clients;
  }

  function sweep(): void {
    guests.check();
    const at = now();
    for (const client of everybody()) {
      if (client.stalledFor(at) > times.stall) end(client, CLOSE.slow, "not reading");
      else if (at - client.lastSeenAt > times.silence) client.ws.terminate();
      else if (client.isBlocked && client.share.waiting > client.share.most.waiting) cut(client);
    }
  }

  function sayTime(): void {
    for (const each of hubs) {
      if (each.clients.size === 0) continue;
      const frame = timePing(each);
      for (const client of each.clients) client.send(frame);
      each.turns.hurry();
    }
  }

  function sendPings(): void {
    const at = now();
    for (const client of everybody()) client.sendPing(keepAliveFrame, at);
  }

  const timers = [
    setInterval(sayTime, times.ping),
    ...hubs.flatMap((each) => [
      setInterval(() => each.chains.sayInterest(), times.interest),
      setInterval(() => each.stats.sayInterest(), times.interest),
      setInterval(() => each.charts.flush(), times.charts),
      setInterval(() => each.events.tick(), times.events),
    ]),
    setInterval(sweep, Math.min(1_000, times.stall / 4)),
    setInterval(sendPings, times.keepAlive),
  ];
  for (const timer of timers) timer.unref();

  async function drain(): Promise<void> {
    if (isDraining) return;
    isDraining = true;
    const clients = [...everybody()];
    const stepMs = clients.length === 0 ? 0 : times.drainSpread / clients.length;
    const startedAt = now();
    for (const [i, client] of clients.entries()) {
      // As many as are due by now: thousands of timers of a fraction of a millisecond would take far longer than the spread.
      while (now() - startedAt < i * stepMs) await new Promise((resolve) => setTimeout(resolve, 10));
      end(client, CLOSE.restart, "restarting");
    }
    log.info({ clients: clients.length }, "relay: closed all connections");
  }

  return {
    handleUpgrade: (request, socket, head) => upgrades.take(request, socket, head),
    hub,
    lateHub,
    endSession: (sessionId) => guests.endSession(sessionId),
    judgeAgain() {
      const clients = [...everybody()];
      for (const client of clients) end(client, CLOSE.restart, "another market");
      return clients.length;
    },
    closes,
    drain,
    async close() {
      isDraining = true;
      for (const timer of timers) clearInterval(timer);
      for (const client of [...everybody()]) end(client, CLOSE.restart, "restarting");
      for (const each of hubs) each.close();
      upgrades.close();
      for (let waited = 0; sockets.size > 0 && waited < GOODBYE_MS; waited += 20) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (const ws of sockets) ws.terminate();
    },
  };
}

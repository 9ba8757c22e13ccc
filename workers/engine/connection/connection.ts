import type { ErrorCode } from "#domain/errors.ts";
import type { ConnectionState } from "../api.ts";
import type { Clock, SocketLike, Timer } from "../edges.ts";
import { type ConnectionEvent, transition } from "./connection-state.ts";
import type { ReconnectPolicy } from "./reconnect.ts";
import { createSleepWatch } from "./sleep-watch.ts";
import { createSocketFaults } from "./socket-faults.ts";
import { createSocketWatch } from "./socket-watch.ts";

interface ConnectionHandlers {
  /** The socket is open: send what is subscribed. */
  onOpen(): void;
  /** @returns true when the message was a ping */
  onMessage(data: unknown): boolean;
  /** The socket is gone; nothing sent on it counts any more. */
  onLost(): void;
  /** The device slept: clocks that stand still in sleep have lost time. */
  onWake(): void;
  /** Something that health reports has changed. */
  onChange(): void;
}

interface ConnectionCounters {
  connections: number;
  reconnects: number;
}

/**
 * The engine's only socket (its states are connection-state.ts).
 *
 * Every wait is the reconnect policy's. After `online` or a wake from sleep the retry count is forgotten and the first
 * attempt is made at once (only the policy's minimum waits, its guard against storms, still hold).
 */
export interface Connection {
  /** Opens when there is a tab to serve, and stays open. */
  want(): void;
  /** No tab is left: closes and forgets. */
  release(): void;
  setOnline(online: boolean): void;
  /** A new tab arrived while a refusal keeps us waiting: perhaps with a new session. */
  retrySoon(): void;
  /**
   * The account changed for which the socket was opened: the socket gives way to one of the new account, and
   * refusals are forgotten.
   */
  renew(): void;
  /** @returns false when there is no open socket */
  send(text: string): boolean;
  readonly state: ConnectionState;
  readonly error: boolean;
  /** Why the relay refuses us; null while it does not. */
  readonly problem: ErrorCode | null;
  /** Monotonic moment of the newest message, NaN before the first. */
  readonly heardAt: number;
  readonly counters: Readonly<ConnectionCounters>;
}

interface ConnectionEdges {
  readonly clock: Clock;
  connect(): SocketLike;
  readonly policy: ReconnectPolicy;
  /** Whether we may be given the market at all; null while the server does not say. Never rejects. */
  mayHaveMarket(): Promise<boolean | null>;
}

const OFFLINE_RETRY_MS = 5_000;
/** After so long a sleep the socket may be half open, and finding out takes longer than a fresh one. */
const DEAD_AFTER_SLEEP_MS = 10_000;
/** As the platform says it of a connection that just broke. */
const BROKEN = 1006;

export function createConnection(edges: ConnectionEdges, handlers: ConnectionHandlers): Connection {
  const { clock, policy } = edges;
  const counters: ConnectionCounters = { connections: 0, reconnects: 0 };
  const faults = createSocketFaults(clock, handlers.onChange);
  const watch = createSocketWatch();
  const looks = createSleepWatch(clock, look);
  let state: ConnectionState = "idle";
  let socket: SocketLike | null = null;
  let online = true;
  let retryCount = 0;
  let attemptTimer: Timer | null = null;
  /** Counts what makes an answer about the handshake before it worthless. */
  let question = 0;

  function move(event: ConnectionEvent): void {
    const next = transition(state, event);
    if (next === state) return;
    state = next;
    handlers.onChange();
  }

  function cancelAttempt(): void {
    if (attemptTimer !== null) clock.clearTimeout(attemptTimer);
    attemptTimer = null;
  }

  /** Makes the next attempt after the wait, or looks again in 5 s when there is no network. */
  function schedule(waitMs: number): void {
    cancelAttempt();
    if (!online) {
      move("unplugged");
      attemptTimer = clock.setTimeout(() => schedule(0), OFFLINE_RETRY_MS);
    } else if (waitMs > 0) {
      move("wait");
      if (waitMs < Infinity) attemptTimer = clock.setTimeout(() => schedule(0), waitMs);
    } else {
      attempt();
    }
  }

  function attempt(): void {
    const now = clock.monotonic();
    question++;
    policy.attempted(now);
    watch.attempted(now);
    counters.connections++;
    if (counters.connections > 1) counters.reconnects++;
    move("attempt");
    try {
      socket = edges.connect();
    } catch {
      lost(BROKEN);
      return;
    }
    listen(socket);
  }

  function listen(opened: SocketLike): void {
    opened.binaryType = "arraybuffer";
    opened.onopen = () => {
      if (socket !== opened) return;
      watch.opened(clock.monotonic());
      move("opened");
      handlers.onOpen();
    };
    opened.onmessage = (event) => {
      if (socket === opened) heard(event.data);
    };
    opened.onclose = (event) => {
      if (socket === opened) lost(event.code);
    };
    // An error is always followed by close, which carries the code.
    opened.onerror = () => {};
  }

  function heard(data: unknown): void {
    const now = clock.monotonic();
    watch.heard(now);
    const isCleared = faults.forget();
    move("heard");
    if (isCleared) handlers.onChange();
    if (!handlers.onMessage(data)) return;
    watch.pinged(now);
    if (watch.isProven) retryCount = 0;
  }

  /** Detaches the socket at once: a dead peer can keep a closing socket for minutes. */
  function drop(): void {
    const dropped = socket;
    socket = null;
    if (dropped === null) return;
    dropped.onopen = null;
    dropped.onmessage = null;
    dropped.onclose = null;
    try {
      dropped.close(1000);
    } catch {
      // already closed
    }
    handlers.onLost();
  }

  /** To a browser every refused handshake looks like a network that failed: over HTTP it is told which of them it was. */
  async function askWhy(): Promise<void> {
    const asked = ++question;
    const mayHave = await edges.mayHaveMarket();
    if (asked !== question || mayHave === null) return;
    const waitMs = faults.mayHaveMarket(mayHave);
    if (waitMs !== undefined) schedule(policy.wait(clock.monotonic(), retryCount, waitMs));
    handlers.onChange();
  }

  function lost(code: number): void {
    const wasOpen = state !== "connecting";
    drop();
    if (state === "idle") return;
    retryCount++;
    schedule(policy.wait(clock.monotonic(), retryCount, faults.closed(code)));
    handlers.onChange();
    if (!wasOpen && online) void askWhy();
  }

  /** The world changed for the better: old failures say nothing about the next attempt. */
  function attemptAtOnce(): void {
    drop();
    retryCount = 0;
    schedule(policy.wait(clock.monotonic(), 0));
  }

  function look(now: number, slept: number): void {
    if (slept > 0) {
      handlers.onWake();
      if (socket === null || slept > DEAD_AFTER_SLEEP_MS) attemptAtOnce();
      else watch.suspect(now);
    } else if (state === "connecting") {
      if (watch.isConnectingTooLong(now)) lost(BROKEN);
    } else if (state === "live" || state === "stale") {
      if (watch.isCondemned(now)) return attemptAtOnce();
      if (watch.isSilent(now)) move("silent");
      if (watch.isPingless(now)) lost(BROKEN);
    }
  }

  return {
    want() {
      if (state !== "idle") return;
      looks.start();
      schedule(policy.wait(clock.monotonic(), retryCount));
    },
    release() {
      if (state === "idle") return;
      cancelAttempt();
      looks.stop();
      faults.forget();
      question++;
      retryCount = 0;
      move("released");
      drop();
    },
    setOnline(next) {
      if (next === online) return;
      online = next;
      if (!next) {
        // An open socket may well live on (loopback, VPN); only attempts stop.
        if (state === "backoff") schedule(0);
      } else if (state === "offline" || state === "backoff" || state === "connecting") {
        attemptAtOnce();
      } else if (socket !== null) {
        const now = clock.monotonic();
        watch.suspect(now);
        if (watch.isCondemned(now)) attemptAtOnce();
      }
      handlers.onChange();
    },
    retrySoon() {
      if (state !== "backoff" || faults.problem === null) return;
      schedule(policy.wait(clock.monotonic(), 1));
    },
    renew() {
      if (state === "idle") return;
      faults.forget();
      question++;
      attemptAtOnce();
      handlers.onChange();
    },
    send(text) {
      if (socket === null || (state !== "live" && state !== "stale")) return false;
      socket.send(text);
      return true;
    },
    get state() {
      return state;
    },
    get error() {
      return faults.error;
    },
    get problem() {
      return faults.problem;
    },
    get heardAt() {
      return watch.heardAt;
    },
    counters,
  };
}

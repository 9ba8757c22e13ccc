import type { ErrorCode } from "#domain/errors.ts";
import { type CloseReason, closeReason } from "#protocol/control/close-codes.ts";
import type { ConnectionState } from "../api.ts";
import type { Clock, SocketLike, Timer } from "../edges.ts";
import type { ReconnectPolicy } from "./reconnect.ts";

/**
 * The engine's only socket, as an explicit state machine.
 *
 *   connecting ─opened▶ live ⇄ stale      (silent / heard)
 *     any of them ─attempt▶ connecting, ─wait▶ backoff, ─unplugged▶ offline, ─released▶ idle
 *
 * Every wait is the reconnect policy's. After `online` or a wake from sleep the retry count is forgotten and the first
 * attempt is made at once (only the policy's minimum waits, its guard against storms, still hold).
 */
export type ConnectionEvent = "attempt" | "wait" | "unplugged" | "opened" | "heard" | "silent" | "released";

/** The next state; an event that has no meaning in a state leaves it as it is. */
export function transition(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event) {
    case "released":
      return "idle";
    case "wait":
      return "backoff";
    case "unplugged":
      return "offline";
    case "attempt":
      return "connecting";
    case "opened":
      return state === "connecting" ? "live" : state;
    case "heard":
      return state === "stale" ? "live" : state;
    case "silent":
      return state === "live" ? "stale" : state;
  }
}

export const OFFLINE_RETRY_MS = 5_000;
export const PING_CHECK_MS = 15_000;
export const PING_TIMEOUT_MS = 60_000;
/** More pings than this prove the connection and reset the retry count. */
export const PROVING_PINGS = 4;
/** A dropped packet or a short switch of networks must not flash an error. */
export const ERROR_DELAY_MS = 2_000;
/** Pings come every 2 s: so long without any message and figures are shown as stale (at most 5 s after the loss). */
export const SILENCE_MS = 3_500;
/** Just after waking or coming online an open socket is under suspicion, and silence this long condemns it. */
const SUSPECT_SILENCE_MS = 2_500;
const SUSPECT_FOR_MS = 10_000;
/** The platform's own handshake timeout is minutes. */
const CONNECT_TIMEOUT_MS = 15_000;
const LOOK_MS = 1_000;
/** A look that comes this much late means that the device slept or the process was frozen. */
const SLEPT_MS = 4_000;
/** After so long a sleep the socket may be half open, and finding out takes longer than a fresh one. */
const DEAD_AFTER_SLEEP_MS = 10_000;

/** Closings that are a verdict on us. A wait of Infinity is ended only by a new tab, `online` or a wake. */
const REFUSALS: Readonly<
  Partial<Record<CloseReason, { readonly code: ErrorCode; readonly waitMs: number }>>
> = {
  sessionEnded: { code: "relay.session_ended", waitMs: Infinity },
  protocol: { code: "relay.protocol", waitMs: Infinity },
  abuse: { code: "relay.abuse", waitMs: 30_000 },
  limit: { code: "relay.limit_connections", waitMs: 30_000 },
};

/** A market that may not be passed on to us: only a login here, or whoever runs the server, changes that. */
export const MARKET_REFUSED: ErrorCode = "access.denied";
export const MARKET_REFUSED_RETRY_MS = 60_000;

export interface ConnectionHandlers {
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

export interface ConnectionCounters {
  connections: number;
  reconnects: number;
}

export interface Connection {
  /** Opens when there is somebody to serve, and stays open. */
  want(): void;
  /** Nobody is left: closes and forgets. */
  release(): void;
  setOnline(online: boolean): void;
  /** Somebody new arrived while a refusal keeps us waiting: perhaps with a new session. */
  retrySoon(): void;
  /** Whoever the socket was opened for has signed in or out: it gives way to one of its own, refusals are forgotten. */
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

export interface ConnectionEdges {
  readonly clock: Clock;
  connect(): SocketLike;
  readonly policy: ReconnectPolicy;
  /** Whether we may be given the market at all; null while nobody says. Never rejects. */
  mayHaveMarket(): Promise<boolean | null>;
}

export function createConnection(edges: ConnectionEdges, handlers: ConnectionHandlers): Connection {
  const { clock, policy } = edges;
  const counters: ConnectionCounters = { connections: 0, reconnects: 0 };
  let state: ConnectionState = "idle";
  let socket: SocketLike | null = null;
  let online = true;
  let retryCount = 0;
  let pings = 0;
  let error = false;
  let problem: ErrorCode | null = null;
  let heardAt = Number.NaN;
  let pingAt = 0;
  let attemptedAt = 0;
  let suspectedAt = Number.NEGATIVE_INFINITY;
  let attemptTimer: Timer | null = null;
  let errorTimer: Timer | null = null;
  let lookTimer: Timer | null = null;
  let lookedAt = 0;
  let lookedWall = 0;
  let pingCheckedAt = 0;
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
    attemptedAt = now;
    pingAt = now;
    pingCheckedAt = now;
    pings = 0;
    counters.connections++;
    if (counters.connections > 1) counters.reconnects++;
    move("attempt");
    let opened: SocketLike;
    try {
      opened = edges.connect();
    } catch {
      lost(1006);
      return;
    }
    opened.binaryType = "arraybuffer";
    socket = opened;
    opened.onopen = () => {
      if (socket !== opened) return;
      suspectedAt = Number.NEGATIVE_INFINITY;
      heardAt = clock.monotonic();
      pingAt = heardAt;
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
    heardAt = clock.monotonic();
    const cleared = error || problem !== null;
    forgetError();
    move("heard");
    if (cleared) handlers.onChange();
    if (!handlers.onMessage(data)) return;
    pingAt = heardAt;
    if (++pings > PROVING_PINGS) retryCount = 0;
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

  function forgetError(): void {
    if (errorTimer !== null) clock.clearTimeout(errorTimer);
    errorTimer = null;
    error = false;
    problem = null;
  }

  /** To a browser every refused handshake looks like a network that failed: over HTTP it is told which of them it was. */
  async function askWhy(): Promise<void> {
    const asked = ++question;
    const mayHave = await edges.mayHaveMarket();
    if (asked !== question || mayHave === null) return;
    if (mayHave) {
      if (problem === MARKET_REFUSED) problem = null;
    } else {
      forgetError();
      problem = MARKET_REFUSED;
      schedule(policy.wait(clock.monotonic(), retryCount, MARKET_REFUSED_RETRY_MS));
    }
    handlers.onChange();
  }

  function lost(code: number): void {
    const wasOpen = state !== "connecting";
    drop();
    if (state === "idle") return;
    retryCount++;
    const reason = closeReason(code);
    const refusal = reason === null ? undefined : REFUSALS[reason];
    problem = refusal?.code ?? problem;
    if (problem !== MARKET_REFUSED)
      errorTimer ??= clock.setTimeout(() => {
        errorTimer = null;
        error = true;
        handlers.onChange();
      }, ERROR_DELAY_MS);
    const waitMs = refusal?.waitMs ?? (problem === MARKET_REFUSED ? MARKET_REFUSED_RETRY_MS : undefined);
    schedule(policy.wait(clock.monotonic(), retryCount, waitMs));
    handlers.onChange();
    if (!wasOpen && online) void askWhy();
  }

  /** The world changed for the better: old failures say nothing about the next attempt. */
  function attemptAtOnce(): void {
    drop();
    retryCount = 0;
    schedule(policy.wait(clock.monotonic(), 0));
  }

  function look(): void {
    const now = clock.monotonic();
    const wall = clock.now();
    const gap = Math.max(wall - lookedWall, now - lookedAt) - LOOK_MS;
    lookedAt = now;
    lookedWall = wall;
    lookTimer = clock.setTimeout(look, LOOK_MS);
    if (gap > SLEPT_MS) {
      handlers.onWake();
      if (socket === null || gap > DEAD_AFTER_SLEEP_MS) attemptAtOnce();
      else suspectedAt = now;
      return;
    }
    if (state === "connecting") {
      if (now - attemptedAt > CONNECT_TIMEOUT_MS) lost(1006);
      return;
    }
    if (state !== "live" && state !== "stale") return;
    const silence = now - heardAt;
    if (silence > SUSPECT_SILENCE_MS && now - suspectedAt <= SUSPECT_FOR_MS) {
      attemptAtOnce();
      return;
    }
    if (silence > SILENCE_MS) move("silent");
    if (now - pingCheckedAt >= PING_CHECK_MS) {
      pingCheckedAt = now;
      if (now - pingAt > PING_TIMEOUT_MS) lost(1006);
    }
  }

  return {
    want() {
      if (state !== "idle") return;
      lookedAt = clock.monotonic();
      lookedWall = clock.now();
      lookTimer = clock.setTimeout(look, LOOK_MS);
      schedule(policy.wait(lookedAt, retryCount));
    },
    release() {
      if (state === "idle") return;
      cancelAttempt();
      if (lookTimer !== null) clock.clearTimeout(lookTimer);
      lookTimer = null;
      forgetError();
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
        handlers.onChange();
        return;
      }
      if (state === "offline" || state === "backoff" || state === "connecting") {
        attemptAtOnce();
      } else if (socket !== null) {
        suspectedAt = clock.monotonic();
        if (!(suspectedAt - heardAt <= SUSPECT_SILENCE_MS)) attemptAtOnce();
      }
      handlers.onChange();
    },
    retrySoon() {
      if (state !== "backoff" || problem === null) return;
      schedule(policy.wait(clock.monotonic(), 1));
    },
    renew() {
      if (state === "idle") return;
      forgetError();
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
      return error;
    },
    get problem() {
      return problem;
    },
    get heardAt() {
      return heardAt;
    },
    counters,
  };
}

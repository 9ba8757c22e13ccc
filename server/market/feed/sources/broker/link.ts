import { AppError } from "#domain/errors.ts";
import { retryDelay } from "./backoff.ts";
import type { BrokerEdges, StreamAddress, StreamSocket } from "./broker-edges.ts";

/** What a message was, as the protocol read it. */
export type Received = "data" | "heartbeat" | "text" | "garbled" | "rejected";

export interface LinkTimes {
  /** Without any byte for this long the connection is dead, ms. */
  readonly silence: number;
  /** In session without a price for this long the feed is stalled, ms. */
  readonly stall: number;
  /** The whole way to an open socket, ms. */
  readonly connect: number;
}

interface LinkOptions {
  readonly edges: BrokerEdges;
  readonly times: LinkTimes;
  /** Where the stream is for a token; rejects with feed.token_rejected when the broker refuses it. */
  address(token: string): Promise<StreamAddress>;
  commands(kind: "subscribe" | "unsubscribe", tokens: readonly number[]): readonly (string | Uint8Array)[];
  receive(message: string | Uint8Array): Received;
  /** The broker refused the token. */
  onRejected(token: string, why: string): void;
  onProblem(problem: AppError): void;
}

export interface LinkSession {
  /** when it began, epoch ms */
  readonly since: number;
  /** so few of its instruments are on this connection that a quiet minute says little */
  readonly isThin: boolean;
}

type LinkPhase = "off" | "connecting" | "open" | "waiting";

/**
 * One connection of a feed. It has no timers: its owner calls `tick` a few times a second. Every loss is
 * followed by another try with a growing wait; after a refused token the link waits for another one.
 */
export interface Link {
  readonly phase: LinkPhase;
  /** epoch ms of the last price, -Infinity never */
  readonly lastDataAt: number;
  readonly tokens: ReadonlySet<number>;
  readonly reconnects: number;
  /** Follows exactly these from now on. */
  follow(tokens: ReadonlySet<number>): void;
  use(token: string): void;
  /**
   * @param session the session that these tokens trade in, null while none is on
   * @param mayConnect false holds it back: one connection finds out whether a token is good, not all of them
   */
  tick(now: number, session: LinkSession | null, mayConnect: boolean): void;
  stop(): void;
}

/** A connection that has carried data for so long has earned a fresh start of the waits. */
const CALM_MS = 30_000;
/** A connection with few instruments is given so many times longer before silence counts. */
const THIN_PATIENCE = 4;
/** Patience doubles with every stall up to this many times. */
const MOST_PATIENCE = 8;
/** HTTP statuses by which a broker says that it does not want this token. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);
/** After "too many requests" or "too many connections", at least. */
const BUSY_WAIT_MS = 60_000;

export function createLink(options: LinkOptions): Link {
  const { edges, times } = options;
  let phase: LinkPhase = "off";
  let token: string | null = null;
  let socket: StreamSocket | null = null;
  /** counts tries, so that what an earlier one still says is not heard */
  let attempt = 0;
  let failures = 0;
  let reconnects = 0;
  let now = -Infinity;
  let phaseSince = -Infinity;
  let retryAt = -Infinity;
  let lastByteAt = -Infinity;
  let lastDataAt = -Infinity;
  /** times in a row that it was opened again for want of data */
  let stalls = 0;
  let wanted: ReadonlySet<number> = new Set();
  const told = new Set<number>();

  function enter(next: LinkPhase): void {
    phase = next;
    phaseSince = now;
  }

  function hangUp(): void {
    attempt++;
    socket?.drop();
    socket = null;
    told.clear();
  }

  function wait(problem: AppError, ms: number): void {
    hangUp();
    reconnects++;
    retryAt = now + ms;
    enter("waiting");
    options.onProblem(problem);
  }

  function lose(problem: AppError, leastWait = 0): void {
    failures++;
    wait(problem, Math.max(leastWait, retryDelay(failures, edges.random())));
  }

  /** The broker is there and says nothing: come back soon, and listen longer each time. */
  function stall(seconds: number): void {
    stalls++;
    const text = `No price for ${seconds} s while the market is open; connecting again.`;
    wait(new AppError("feed.stalled", text, { seconds }), retryDelay(1, edges.random()));
  }

  function reject(why: string): void {
    const refused = token;
    hangUp();
    token = null;
    enter("off");
    if (refused !== null) options.onRejected(refused, why);
  }

  function tell(): void {
    if (phase !== "open" || socket === null) return;
    const gone = [...told].filter((each) => !wanted.has(each));
    const come = [...wanted].filter((each) => !told.has(each));
    for (const each of gone) told.delete(each);
    for (const each of come) told.add(each);
    // Room is made before it is taken: the broker counts.
    if (gone.length > 0) for (const message of options.commands("unsubscribe", gone)) socket.send(message);
    if (come.length > 0) for (const message of options.commands("subscribe", come)) socket.send(message);
  }

  function onMessage(message: string | Uint8Array): void {
    lastByteAt = now;
    const received = options.receive(message);
    if (received === "rejected") return reject("the broker ended the session");
    if (received !== "data") return;
    lastDataAt = now;
    stalls = 0;
    if (failures > 0 && now - phaseSince >= CALM_MS) failures = 0;
  }

  function onRefused(status: number): void {
    if (REFUSALS.has(status)) return reject(`the stream answered ${status}`);
    const problem = new AppError(
      "feed.unreachable",
      `The broker's stream answered ${status}; it is tried again.`,
      {
        status,
      },
    );
    lose(problem, status === 429 ? BUSY_WAIT_MS : 0);
  }

  function unreachable(why: string): AppError {
    return new AppError("feed.unreachable", `The broker's stream is gone (${why}); it is tried again.`);
  }

  function connect(withToken: string): void {
    const mine = ++attempt;
    const isMine = (): boolean => mine === attempt;
    enter("connecting");
    async function open(): Promise<void> {
      const address = await options.address(withToken);
      if (!isMine()) return;
      socket = edges.openSocket(address, {
        opened() {
          if (!isMine()) return;
          enter("open");
          lastByteAt = now;
          tell();
        },
        message: (data) => {
          if (isMine()) onMessage(data);
        },
        pinged: () => {
          if (isMine()) lastByteAt = now;
        },
        refused: (status) => {
          if (isMine()) onRefused(status);
        },
        ended: (why) => {
          if (isMine()) lose(unreachable(why));
        },
      });
    }
    // An address that cannot be opened at all throws there and then.
    open().catch((error: unknown) => {
      if (!isMine()) return;
      if (error instanceof AppError && error.code === "feed.token_rejected") reject(error.message);
      else lose(error instanceof AppError ? error : unreachable(String(error)));
    });
  }

  return {
    get phase() {
      return phase;
    },
    get lastDataAt() {
      return lastDataAt;
    },
    get tokens() {
      return wanted;
    },
    get reconnects() {
      return reconnects;
    },
    follow(tokens) {
      wanted = tokens;
      tell();
    },
    use(next) {
      if (next === token) return;
      hangUp();
      token = next;
      failures = 0;
      retryAt = -Infinity;
      enter("waiting");
    },
    tick(at, session, mayConnect) {
      now = at;
      if (phase === "waiting" && token !== null && wanted.size > 0) {
        if (mayConnect && now >= retryAt) connect(token);
      } else if (phase === "connecting" && now - phaseSince > times.connect) lose(unreachable("no answer"));
      else if (phase === "open" && wanted.size === 0) {
        hangUp();
        enter("waiting");
      } else if (phase === "open") {
        const quietSince = session === null ? Infinity : Math.max(lastDataAt, phaseSince, session.since);
        const thin = session?.isThin ? THIN_PATIENCE : 1;
        const patience = times.stall * thin * Math.min(MOST_PATIENCE, 2 ** stalls);
        if (now - lastByteAt > times.silence) lose(unreachable("it fell silent"));
        else if (now - quietSince > patience) stall(Math.round((now - quietSince) / 1000));
      }
    },
    stop() {
      hangUp();
      token = null;
      enter("off");
    },
  };
}

/** What a socket's silence says of it. All moments are monotonic. */
interface SocketWatch {
  /** Of the newest message, NaN before the first. */
  readonly heardAt: number;
  attempted(now: number): void;
  opened(now: number): void;
  heard(now: number): void;
  pinged(now: number): void;
  /** It may be half open: for a while little silence condemns it. */
  suspect(now: number): void;
  /** The platform's own handshake timeout is minutes. */
  isConnectingTooLong(now: number): boolean;
  /** It has been silent too long for one that is under suspicion. */
  isCondemned(now: number): boolean;
  /** So silent that its figures are old. */
  isSilent(now: number): boolean;
  /** Without a ping for so long that it must be dead; looked at every 15 s. */
  isPingless(now: number): boolean;
  /** More pings than prove the connection have come. */
  readonly isProven: boolean;
}

const PING_CHECK_MS = 15_000;
const PING_TIMEOUT_MS = 60_000;
const PROVING_PINGS = 4;
/** Pings come every 2 s: so long without any message and figures are shown as stale (at most 5 s after the loss). */
export const SILENCE_MS = 3_500;
/** Just after waking or coming online an open socket is under suspicion, and silence this long condemns it. */
const SUSPECT_SILENCE_MS = 2_500;
const SUSPECT_FOR_MS = 10_000;
const CONNECT_TIMEOUT_MS = 15_000;

export function createSocketWatch(): SocketWatch {
  let heardAt = Number.NaN;
  let pings = 0;
  let pingAt = 0;
  let pingCheckedAt = 0;
  let attemptedAt = 0;
  let suspectedAt = Number.NEGATIVE_INFINITY;

  return {
    get heardAt() {
      return heardAt;
    },
    attempted(now) {
      attemptedAt = now;
      pingAt = now;
      pingCheckedAt = now;
      pings = 0;
    },
    opened(now) {
      suspectedAt = Number.NEGATIVE_INFINITY;
      heardAt = now;
      pingAt = now;
    },
    heard(now) {
      heardAt = now;
    },
    pinged(now) {
      pingAt = now;
      pings++;
    },
    suspect(now) {
      suspectedAt = now;
    },
    isConnectingTooLong: (now) => now - attemptedAt > CONNECT_TIMEOUT_MS,
    isCondemned: (now) => !(now - heardAt <= SUSPECT_SILENCE_MS) && now - suspectedAt <= SUSPECT_FOR_MS,
    isSilent: (now) => now - heardAt > SILENCE_MS,
    isPingless(now) {
      if (now - pingCheckedAt < PING_CHECK_MS) return false;
      pingCheckedAt = now;
      return now - pingAt > PING_TIMEOUT_MS;
    },
    get isProven() {
      return pings > PROVING_PINGS;
    },
  };
}

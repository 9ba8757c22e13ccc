import type { ErrorCode } from "#domain/errors.ts";
import { type CloseReason, closeReason } from "#protocol/control/close-codes.ts";
import type { Clock, Timer } from "../edges.ts";

/** What is wrong with the connection, as users are told. */
interface SocketFaults {
  /** A connection has been gone for longer than a switch of networks takes. */
  readonly error: boolean;
  /** Why the relay refuses us; null while it does not. */
  readonly problem: ErrorCode | null;
  /**
   * A socket was closed, or did not come to be.
   * @returns what the refusal asks us to wait, ms; undefined when it was none. Infinity is ended only by a new tab, `online`
   * or a wake.
   */
  closed(code: number): number | undefined;
  /** The market may not be passed on to us, or may be again. @returns what to wait before the next attempt; undefined none */
  mayHaveMarket(may: boolean): number | undefined;
  /** @returns whether there was anything to forget */
  forget(): boolean;
}

/** A dropped packet or a short switch of networks must not flash an error. */
const ERROR_DELAY_MS = 2_000;

/** Closings that are a verdict on us. */
const REFUSALS: Readonly<
  Partial<Record<CloseReason, { readonly code: ErrorCode; readonly waitMs: number }>>
> = {
  sessionEnded: { code: "relay.session_ended", waitMs: Infinity },
  protocol: { code: "relay.protocol", waitMs: Infinity },
  abuse: { code: "relay.abuse", waitMs: 30_000 },
  limit: { code: "relay.limit_connections", waitMs: 30_000 },
};

/** A market that may not be passed on to us: only a login here, or the one who runs the server, changes that. */
export const MARKET_REFUSED: ErrorCode = "access.denied";
const MARKET_REFUSED_RETRY_MS = 60_000;

export function createSocketFaults(clock: Clock, onChange: () => void): SocketFaults {
  let error = false;
  let problem: ErrorCode | null = null;
  let timer: Timer | null = null;

  function forget(): boolean {
    const wasAny = error || problem !== null;
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    error = false;
    problem = null;
    return wasAny;
  }

  return {
    get error() {
      return error;
    },
    get problem() {
      return problem;
    },
    closed(code) {
      const reason = closeReason(code);
      const refusal = reason === null ? undefined : REFUSALS[reason];
      problem = refusal?.code ?? problem;
      const isMarketRefused = problem === MARKET_REFUSED;
      if (!isMarketRefused) {
        timer ??= clock.setTimeout(() => {
          timer = null;
          error = true;
          onChange();
        }, ERROR_DELAY_MS);
      }
      return refusal?.waitMs ?? (isMarketRefused ? MARKET_REFUSED_RETRY_MS : undefined);
    },
    mayHaveMarket(may) {
      if (may) {
        if (problem === MARKET_REFUSED) problem = null;
        return undefined;
      }
      forget();
      problem = MARKET_REFUSED;
      return MARKET_REFUSED_RETRY_MS;
    },
    forget,
  };
}

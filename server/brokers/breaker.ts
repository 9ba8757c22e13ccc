import { AppError } from "#domain/errors.ts";

/** Epoch ms, as `Date.now` gives it. */
export type Clock = () => number;

/** Failures in a row after which a provider is left alone: one is chance, five are an outage. */
const FAILURES = 5;
/**
 * How long it is left alone. A visitor who signs in meanwhile is told at once instead of after the deadline.
 */
const REST_MS = 15_000;

interface Breaker {
  /**
   * Runs a call unless the provider is being left alone; after the rest one call at a time tries it again.
   * @throws AppError `broker.unavailable` without a call while it rests; else whatever the call throws
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  readonly isOpen: () => boolean;
}

function isOutage(error: unknown): boolean {
  return !(error instanceof AppError) || error.code !== "broker.rejected";
}

/**
 * Keeps a provider that is down or talks nonsense from holding every sign-in for the whole deadline. A
 * refusal is an answer and counts as health, so that no visitor can shut a broker off for others by sending
 * bad tokens.
 * @param name the provider as people read it
 */
export function createBreaker(name: string, clock: Clock): Breaker {
  let failures = 0;
  let restUntil = 0;
  let isTrying = false;

  function refuse(): never {
    const seconds = Math.max(1, Math.ceil((restUntil - clock()) / 1_000));
    throw new AppError(
      "broker.unavailable",
      `${name} did not answer the last ${FAILURES} times. Please try again in ${seconds} s`,
      { broker: name, retryAfterSeconds: seconds },
    );
  }

  return {
    isOpen: () => failures >= FAILURES && clock() < restUntil,
    async run(call) {
      const isResting = failures >= FAILURES;
      if (isResting && (clock() < restUntil || isTrying)) refuse();
      if (isResting) isTrying = true;
      try {
        const answer = await call();
        failures = 0;
        return answer;
      } catch (error) {
        if (!isOutage(error)) failures = 0;
        else if (++failures >= FAILURES) restUntil = clock() + REST_MS;
        throw error;
      } finally {
        if (isResting) isTrying = false;
      }
    },
  };
}

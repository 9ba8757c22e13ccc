import { ApiFailure } from "../../api/api-failure.ts";

/** What the server says while its storage opens, or is away for a moment: a login has only to wait. */
const CODES: readonly string[] = ["storage.unavailable", "server.unavailable"];

/** A start takes seconds, a repair of storage may take a minute; who waits longer is better told. */
export const PREPARING_MS = 90_000;

export const isPreparingCode = (code: string | null): boolean => code !== null && CODES.includes(code);

export function isPreparing(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 503 && isPreparingCode(error.code);
}

/**
 * How long to wait for the next try, ms: soon at first, then ever later, so that a minute of tries stays within what the
 * server takes of one address.
 * @param waited since the first try, ms
 */
export const nextTryIn = (waited: number): number => Math.min(15_000, Math.max(3_000, waited / 2));

interface WaitEdges {
  wait(ms: number): Promise<void>;
  now(): number;
}

const EDGES: WaitEdges = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => Date.now(),
};

/**
 * Tries a step of a login until the server is prepared for it.
 * @param onPreparing the step waits
 * @throws what the step failed with for another reason, or still fails with after PREPARING_MS
 */
export async function oncePrepared<T>(
  step: () => Promise<T>,
  onPreparing: () => void,
  { wait, now }: WaitEdges = EDGES,
): Promise<T> {
  const began = now();
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const waited = now() - began;
      if (!isPreparing(error) || waited >= PREPARING_MS) throw error;
      onPreparing();
      await wait(nextTryIn(waited));
    }
  }
}

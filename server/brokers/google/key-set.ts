import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Clock } from "../breaker.ts";

/** Keys are asked for again after this long, and at once (but no oftener than the cooldown) when a token names another. */
const FRESH_MS = 10 * 60_000;
/** Tokens with invented key ids can't make us ask more often than this. */
const COOLDOWN_MS = 30_000;
/** While the issuer's key page is away its last keys are good for this long; Google rotates over days. */
const STALE_MS = 6 * 60 * 60_000;

/**
 * An issuer's signing keys, cached and rotated. Unlike jose's remote set it keeps the last good keys through an outage of the
 * key page, and takes its time from the given clock.
 * @param fetchKeys reads the key set; rejects with AppError
 */
export function createKeySet(fetchKeys: () => Promise<JSONWebKeySet>, clock: Clock): JWTVerifyGetKey {
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  function refresh(): Promise<void> {
    asking ??= (async () => {
      askedAt = clock();
      try {
        keys = createLocalJWKSet(await fetchKeys());
        fetchedAt = clock();
      } finally {
        asking = null;
      }
    })();
    return asking;
  }

  return async (header, token) => {
    const age = clock() - fetchedAt;
    if (keys === null || age > STALE_MS) await refresh();
    else if (age > FRESH_MS && clock() - askedAt > COOLDOWN_MS) await refresh().catch(() => undefined);
    try {
      return await keys!(header, token);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || clock() - askedAt < COOLDOWN_MS) throw error;
      await refresh();
      return keys!(header, token);
    }
  };
}

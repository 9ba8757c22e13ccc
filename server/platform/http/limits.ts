import rateLimit from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import type { App } from "./fastify-app.ts";

const MINUTE_MS = 60_000;
/** Keys of one count that are remembered at once; beyond it the one seen longest ago starts anew. */
const MOST_COUNTED = 50_000;

/** Requests that are counted together, in windows of a minute. */
interface Count {
  readonly perMinute: number;
  /** whose requests these are: an address, an account */
  readonly keyOf: (request: FastifyRequest) => string;
}

/**
 * More requests than a count allows are answered with 429 and Retry-After.
 * @param costs counts that a request adds to, one after the other; the first that is full refuses it
 */
export async function addLimits<Name extends string>(
  app: App,
  counts: Readonly<Record<Name, Count>>,
  costs: (request: FastifyRequest) => readonly Name[],
): Promise<void> {
  await app.register(rateLimit, { global: false, cache: MOST_COUNTED });
  const limiter = ({ perMinute, keyOf }: Count) =>
    app.createRateLimit({ max: perMinute, timeWindow: MINUTE_MS, keyGenerator: keyOf });
  const limiters = new Map<string, ReturnType<typeof limiter>>();
  for (const name in counts) limiters.set(name, limiter(counts[name]));

  app.addHook("onRequest", async (request) => {
    for (const name of costs(request)) {
      const answer = await limiters.get(name)!(request);
      if (answer.isAllowed || !answer.isExceeded) continue;
      const seconds = Math.max(1, answer.ttlInSeconds);
      throw new AppError("request.rate_limited", `Too many requests; try again in ${seconds} s`, {
        retry_after: seconds,
      });
    }
  });
}

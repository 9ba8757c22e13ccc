import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import type { App } from "./fastify-app.ts";
import { createMeter, type Taken } from "./meters.ts";

/** What is measured together. */
interface Count {
  /** a window */
  readonly most: number;
  readonly windowMs: number;
  /** whose requests these are: an address, an account */
  readonly keyOf: (request: FastifyRequest) => string;
}

/** What a request takes of a count. */
export interface Charge<Name extends string> {
  readonly of: Name;
  readonly amount: number;
  /** taken beside it, and given back when the request succeeds: failures count more */
  readonly deposit?: number;
}

interface Owed {
  readonly taken: Taken;
  readonly amount: number;
}

function refuse(waitMs: number): never {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  throw new AppError("request.rate_limited", `Too many requests; try again in ${seconds} s`, {
    retry_after: seconds,
  });
}

/**
 * More than a count allows is answered with 429 and Retry-After.
 * @param charges what a request takes of counts, one after the other; the first that has no room refuses it, and what was taken
 * of the others is given back
 */
export function addLimits<Name extends string>(
  app: App,
  counts: Readonly<Record<Name, Count>>,
  charges: (request: FastifyRequest) => readonly Charge<Name>[],
): void {
  const meters = new Map<string, ReturnType<typeof createMeter>>();
  for (const name in counts) meters.set(name, createMeter(counts[name].most, counts[name].windowMs));
  const owed = new WeakMap<FastifyRequest, readonly Owed[]>();

  app.addHook("onRequest", async (request) => {
    const all: Owed[] = [];
    const success: Owed[] = [];
    for (const { of: name, amount, deposit = 0 } of charges(request)) {
      const taken = meters.get(name)!.take(counts[name].keyOf(request), amount, deposit);
      if ("waitMs" in taken) {
        for (const each of all) each.taken.giveBack(each.amount);
        refuse(taken.waitMs);
      }
      all.push({ taken, amount: amount + deposit });
      if (deposit > 0) success.push({ taken, amount: deposit });
    }
    if (success.length > 0) owed.set(request, success);
  });

  app.addHook("onResponse", async (request: FastifyRequest, reply: FastifyReply) => {
    if (reply.statusCode >= 400) return;
    for (const { taken, amount } of owed.get(request) ?? []) taken.giveBack(amount);
  });
}

import type { FastifyReply, FastifyRequest } from "fastify";
import { ANONYMOUS } from "#domain/access/brokers.ts";
import { type Feature, isAllowed, requiredLevel } from "#domain/access/features.ts";
import { AppError } from "#domain/errors.ts";
import type { Auth } from "../auth.ts";
import type { LiveSession } from "../identities.ts";
import type { Identity } from "../identity.ts";
import { requireAccount, sessionOver } from "./caller.ts";

/** An admin signs in again after this long (decisions). */
export const ADMIN_MS = 15 * 60_000;

/** What stands in the way of a feature; null when nothing does. */
export function featureRefusal(feature: Feature, identity: Identity): AppError | null {
  if (isAllowed(feature, identity)) return null;
  const required = requiredLevel(feature, identity.broker);
  const details = { feature, required, plan: identity.plan };
  if (identity.broker === ANONYMOUS) return new AppError("auth.required", "Log in to use this", details);
  if (required === "disabled" || required === "hidden") {
    return new AppError("access.denied", "This is not available for accounts of your broker", details);
  }
  const plan = required === "pro" ? "Pro" : "Lite";
  return new AppError("access.upgrade_needed", `This comes with the ${plan} plan`, details);
}

/**
 * A preHandler that lets only those in whose plan and broker reach the feature.
 * @throws AppError auth.required, auth.expired, access.denied, access.upgrade_needed, storage.*
 */
export function requireFeature(auth: Auth, feature: Feature) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const refusal = featureRefusal(feature, request.identity);
    if (refusal === null) return;
    const { live, failure, dead } = request.caller;
    // Who could not be asked, or was somebody until now, is told that rather than to sign in.
    if (live === null && failure !== null) throw failure;
    if (live === null && dead !== null) throw await sessionOver(auth, dead, reply);
    throw refusal;
  };
}

/**
 * Whoever runs the product, and signed in within the last fifteen minutes. To everybody else there is nothing here.
 * @throws AppError request.not_found, or auth.required (details.reason "reauthenticate") for an admin
 */
export async function requireAdmin(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LiveSession> {
  const { identity, caller } = request;
  if (caller.failure !== null) throw caller.failure;
  if (!identity.isAdmin) throw new AppError("request.not_found", "There is nothing at this address");
  const live = await requireAccount(auth, request, reply);
  if (auth.clock() - live.session.createdAt > ADMIN_MS) {
    throw new AppError("auth.required", "Log in again to go on as an admin", { reason: "reauthenticate" });
  }
  return live;
}

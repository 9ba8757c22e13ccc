import type { FastifyReply, FastifyRequest } from "fastify";
import { ANONYMOUS } from "#domain/access/brokers.ts";
import { type Feature, isAllowed, requiredLevel } from "#domain/access/features.ts";
import { AppError } from "#domain/errors.ts";
import type { Auth } from "../auth.ts";
import type { LiveSession } from "../identities.ts";
import type { EndReason, Identity } from "../identity.ts";
import type { Caller } from "./caller.ts";
import { noSessionCookie } from "./cookies.ts";

/** An admin signs in again after this long (rule ACC-15). */
const ADMIN_MS = 15 * 60_000;

const ENDED: Readonly<Record<EndReason, string>> = {
  elsewhere: "You were logged out because you logged in elsewhere. Please log in again.",
  expired: "Your session has ended. Please log in again.",
  revoked: "This device was logged out from another one. Please log in again.",
  broker: "Your broker has ended your session. Please log in again.",
};

/** Whether a request may go on, as the routes of capabilities ask it. */
export interface Guards {
  /**
   * The account that is signed in. @param isOwn whether it is about the account itself, which a widget's token
   * does not open
   * @throws AppError auth.required, auth.expired (details.reason) or storage.*
   */
  account(request: FastifyRequest, reply: FastifyReply, isOwn?: boolean): Promise<LiveSession>;
  /**
   * An admin who signed in within the last fifteen minutes. For all other callers there is nothing here.
   * @throws AppError request.not_found, or auth.required (details.reason "reauthenticate") for an admin
   */
  admin(request: FastifyRequest, reply: FastifyReply): Promise<LiveSession>;
  /**
   * A preHandler that lets only those in whose plan and broker reach the feature.
   * @throws AppError auth.required, auth.expired, access.denied, access.upgrade_needed, storage.*
   */
  feature(feature: Feature): (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** What stands in the way of a feature; null when nothing does. */
function featureRefusal(feature: Feature, identity: Identity): AppError | null {
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

export function createGuards({ ended, clock }: Pick<Auth, "ended" | "clock">): Guards {
  /** Forgets the cookie of a session that is over, and says why it is. */
  async function sessionOver(
    { sessionId, fallback }: NonNullable<Caller["dead"]>,
    reply: FastifyReply,
  ): Promise<AppError> {
    const reason = await ended.reasonOf(sessionId, fallback);
    // Another tab's answer may overtake the login's own, and would take the new session away again.
    if (!ended.wasReplaced(sessionId)) reply.header("set-cookie", noSessionCookie());
    return new AppError("auth.expired", ENDED[reason], { reason });
  }

  async function account(
    { caller }: FastifyRequest,
    reply: FastifyReply,
    isOwn = true,
  ): Promise<LiveSession> {
    const { live, via, failure, dead } = caller;
    if (live !== null && !(isOwn && via === "widget")) return live;
    if (failure !== null) throw failure;
    if (dead !== null) throw await sessionOver(dead, reply);
    throw new AppError("auth.required", "Log in to do this", { reason: "anonymous" });
  }

  return {
    account,
    async admin(request, reply) {
      const { identity, caller } = request;
      if (caller.failure !== null) throw caller.failure;
      if (!identity.isAdmin) throw new AppError("request.not_found", "There is nothing at this address");
      const live = await account(request, reply);
      if (clock() - live.session.createdAt > ADMIN_MS) {
        const details = { reason: "reauthenticate" };
        throw new AppError("auth.required", "Log in again to go on as an admin", details);
      }
      return live;
    },
    feature: (feature) => async (request, reply) => {
      const refusal = featureRefusal(feature, request.identity);
      if (refusal === null) return;
      const { live, failure, dead } = request.caller;
      // A caller that could not be looked up, or whose session has just ended, is told that rather than to
      // sign in.
      if (live === null && failure !== null) throw failure;
      if (live === null && dead !== null) throw await sessionOver(dead, reply);
      throw refusal;
    },
  };
}

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Guards } from "./guards.ts";
import type { RowGuard } from "./register-row.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Keeps those out whom a row's `access` and `feature` do not let in. Compute is asked before the body is read: who may not ask
 * need not have sent it; admins' calls before the query is looked at: to others there is nothing there to be wrong about; all
 * others after the schemas.
 */
export function createRowGuard(guards: Guards): RowGuard {
  const account =
    (isOwn: boolean): Hook =>
    async (request, reply) =>
      void (await guards.account(request, reply, isOwn));
  const admin: Hook = async (request, reply) => void (await guards.admin(request, reply));
  return ({ access, feature, class: kind, opensToWidgets = false }) => {
    if (access === "privileged") return { preValidation: admin };
    const hooks: Hook[] = [
      ...(access === "authenticated" ? [account(!opensToWidgets)] : []),
      ...(feature === undefined ? [] : [guards.feature(feature)]),
    ];
    if (hooks.length === 0) return {};
    return kind === "compute" ? { onRequest: hooks } : { preHandler: hooks };
  };
}

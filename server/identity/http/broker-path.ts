import type { FastifyRequest } from "fastify";
import { ANONYMOUS, type BrokerId, parseBrokerId } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";

/**
 * The broker that a path names. It is written one way only: neither 01 nor %31 is 1, so that a proxy which
 * counts or guards addresses in front of the server sees the same broker as the server.
 * @param text the path's parameter, decoded
 * @throws AppError request.not_found for a broker that does not exist
 */
export function brokerOfPath({ url }: Pick<FastifyRequest, "url">, text: string): BrokerId {
  const [path = ""] = url.split("?", 1);
  const broker = path.split("/").includes(text) ? parseBrokerId(text) : null;
  if (broker === null) throw new AppError("request.not_found", "Could not determine broker");
  return broker;
}

/**
 * The path names the caller's own broker, or none in particular (0).
 * @throws AppError request.not_found for a broker that does not exist, access.denied for another one than
 *   the caller's
 */
export function mustBeOwnBroker(request: Pick<FastifyRequest, "identity" | "url">, text: string): void {
  const { identity } = request;
  const broker = brokerOfPath(request, text);
  if (broker === ANONYMOUS || broker === identity.broker) return;
  const details = { broker, own: identity.broker };
  throw new AppError("access.denied", "This is the address of another broker's accounts", details);
}

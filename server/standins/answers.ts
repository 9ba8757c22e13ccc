import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Options of every route of the sandbox: none is in the documentation of our own API. */
export const HIDDEN = { schema: { hide: true } };

/** Equal, in a time that tells nothing of where they differ. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(left!, right!);
}

export type Texts = Readonly<Record<string, string | undefined>>;

/** The fields of a form, a query or a JSON object that are single texts; whatever else a client sent is not there. */
export function textsOf(value: unknown): Texts {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === "string"));
}

/** The token of `Authorization: Bearer …`; empty where there is none. */
export function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
}

/** What a provider's gateway answers when its services are being worked on: a page where JSON was promised. */
export function sendMaintenance(reply: FastifyReply): FastifyReply {
  return reply.type("text/html; charset=utf-8").send("<!doctype html><title>Scheduled maintenance</title>");
}

/** Rupees to the paisa. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100) / 100;
}

/** Rupees as texts of two decimals, where an interface writes numbers so. */
export function text2(rupees: number): string {
  return rupees.toFixed(2);
}

/** Said of a token that the sandbox itself made and no longer knows; in no words that mean an invalid token anywhere. */
export const FORGOTTEN = "The sandbox was started again, or another process of it signed this account in";

import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply } from "fastify";

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

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** "24-Nov-2026" for "2026-11-24". */
export function longDate(date: string): string {
  return `${date.slice(8, 10)}-${MONTHS[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)}`;
}

/** Said of a token that the sandbox itself made and no longer knows; in no words that mean an invalid token anywhere. */
export const FORGOTTEN = "The sandbox was started again, or another process of it signed this account in";

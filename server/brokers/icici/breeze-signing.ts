import { createHash } from "node:crypto";
import type { ProviderKeys } from "../adapter.ts";

/** Breeze's clock: UTC to the second, written with zero milliseconds. */
export function breezeTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}.000Z`;
}

/**
 * Breeze's checksum: hex SHA-256 of time stamp, body and secret (Breeze API, "Checksum Computation & Login"). Calls carry it as
 * `X-Checksum: token …`; the login form carries it bare, over the JSON of its app key.
 */
export function breezeChecksum(timeStamp: string, body: string, secret: string): string {
  return createHash("sha256").update(`${timeStamp}${body}${secret}`).digest("hex");
}

/** What every signed call of Breeze carries. @param body as it is sent @param at epoch ms */
export function breezeHeaders(
  keys: ProviderKeys,
  access: string,
  body: string,
  at: number,
): Record<string, string> {
  const stamp = breezeTime(at);
  return {
    "x-appkey": keys.key,
    "x-sessiontoken": access,
    "x-timestamp": stamp,
    "x-checksum": `token ${breezeChecksum(stamp, body, keys.secret)}`,
  };
}

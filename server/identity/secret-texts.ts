import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Random bytes; tests give their own. */
export type Random = (count: number) => Uint8Array;

export const systemRandom: Random = (count) => randomBytes(count);

/** @param bits a multiple of 8 */
export function randomText(random: Random, bits: number): string {
  return Buffer.from(random(bits / 8)).toString("base64url");
}

export function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/** Compares secrets in a time that does not depend on where they differ. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

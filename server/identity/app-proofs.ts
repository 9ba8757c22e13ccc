import { Type } from "typebox";
import { APP_COOKIE, readCookie, writeCookie } from "./http/cookies.ts";
import { createSigning } from "./signing.ts";

/** How long an app that has proved itself is believed; its page proves itself anew before that. */
export const APP_PROOF_MS = 900_000;

/**
 * What a token of the mobile app is exchanged for: a cookie that no script reads, good for fifteen minutes
 * and for the device that the token named. It says nothing about who the user is.
 */
export interface AppProofs {
  /** @returns the cookie, as a header's value */
  issue(deviceId: string): string;
  /** Whether these cookies prove that the device's requests come out of the app. */
  isProved(cookies: string | undefined, deviceId: string | null): boolean;
}

/** device, and until when it is good, epoch ms */
const Claims = Type.Tuple([Type.String(), Type.Number()]);

/** @param isEnabled false where no app is known: then no cookie of before proves anything either */
export function createAppProofs(keys: readonly Buffer[], clock: () => number, isEnabled: boolean): AppProofs {
  const signing = createSigning(keys, "app", Claims);
  return {
    issue: (deviceId) =>
      writeCookie(APP_COOKIE, signing.sign([deviceId, clock() + APP_PROOF_MS]), APP_PROOF_MS / 1_000),
    isProved(cookies, deviceId) {
      if (!isEnabled || deviceId === null) return false;
      const text = readCookie(cookies, APP_COOKIE);
      const claims = text === null ? null : signing.open(text);
      return claims !== null && claims[0] === deviceId && claims[1] > clock();
    },
  };
}

import { AppError } from "#domain/errors.ts";
import type { PreferenceRepository } from "./repository.ts";

const VALUE_LIMIT_BYTES = 16 * 1_024;
/** Far more than any layout nests; what nests for its own sake overflows the stack of whatever writes it out. */
const MOST_LEVELS = 64;

export interface PreferenceService {
  /**
   * Keeps one preference of an account.
   * @throws AppError request.invalid for what nests too deep or is one too many, request.too_large, storage.*
   */
  keep(accountId: string, key: string, value: unknown): Promise<void>;
}

function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

export function createPreferenceService(preferences: Pick<PreferenceRepository, "set">): PreferenceService {
  return {
    async keep(accountId, key, value) {
      if (isTooDeep(value)) {
        const text = `A preference may nest ${MOST_LEVELS} levels at most`;
        throw new AppError("request.invalid", text, { key });
      }
      if (Buffer.byteLength(JSON.stringify(value)) > VALUE_LIMIT_BYTES) {
        throw new AppError("request.too_large", "A preference may take 16 KiB at most", { key });
      }
      if ((await preferences.set(accountId, key, value)) === "too_many") {
        throw new AppError("request.invalid", "An account may keep 100 preferences at most", { key });
      }
    },
  };
}

import { AppError } from "#domain/errors.ts";
import { PreferenceBody, SuccessResponse } from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/typed-app.ts";
import type { PreferenceRepository } from "./repository.ts";

const VALUE_LIMIT_BYTES = 16 * 1_024;
/** Far more than any layout nests; what nests for its own sake overflows the stack of whatever writes it out. */
const MOST_LEVELS = 64;

function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

export interface PreferenceNeeds {
  readonly guards: Pick<Guards, "account">;
  readonly store: { readonly preferences: Pick<PreferenceRepository, "set"> };
}

/** Preferences of an account: small JSON values by key. The specification's path has no version; both are served. */
export function addPreferenceRoutes(app: App, { guards, store }: PreferenceNeeds): void {
  for (const path of ["/user/preferences", "/v1/user/preferences"]) {
    app.post(
      path,
      {
        schema: {
          tags: ["account"],
          summary: "Keeps one preference",
          body: PreferenceBody,
          response: { 200: SuccessResponse, 400: ErrorResponse, 401: ErrorResponse, 413: ErrorResponse },
        },
      },
      async (request, reply) => {
        const { account } = await guards.account(request, reply);
        const [[key, value] = ["", null]] = Object.entries(request.body as Record<string, unknown>);
        if (isTooDeep(value)) {
          throw new AppError("request.invalid", `A preference may nest ${MOST_LEVELS} levels at most`, {
            key,
          });
        }
        if (Buffer.byteLength(JSON.stringify(value)) > VALUE_LIMIT_BYTES) {
          throw new AppError("request.too_large", "A preference may take 16 KiB at most", { key });
        }
        if ((await store.preferences.set(account.id, key, value)) === "too_many") {
          throw new AppError("request.invalid", "An account may keep 100 preferences at most", { key });
        }
        return { success: true };
      },
    );
  }
}

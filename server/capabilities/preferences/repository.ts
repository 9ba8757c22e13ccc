import { and, count, eq, ne } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import { lockAccount } from "../../identity/repositories/accounts.ts";
import type { Executor } from "../../platform/store/database.ts";
import { preferences } from "./schema.ts";

export interface PreferenceRepository {
  all(accountId: string): Promise<Readonly<Record<string, unknown>>>;
  /** one key, any JSON value up to 16 KiB; at most 100 keys an account (`too_many` otherwise) */
  set(accountId: string, key: string, value: unknown): Promise<"ok" | "too_many">;
}

/** Room for a layout of every page; an account does not become a file store. */
const MOST_KEYS = 100;
const MOST_BYTES = 16 * 1024;

/** @throws AppError request.invalid, request.too_large */
function textOf(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new AppError("request.invalid", "A preference is a JSON value");
  if (Buffer.byteLength(text) > MOST_BYTES) {
    throw new AppError("request.too_large", `A preference has at most ${MOST_BYTES} bytes of JSON`);
  }
  return text;
}

export function createPreferences(executor: Executor): PreferenceRepository {
  return {
    all: (accountId) =>
      executor.read(async ({ db }) => {
        const { key, value } = preferences;
        const rows = await db
          .select({ key, value })
          .from(preferences)
          .where(eq(preferences.accountId, accountId));
        return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value)]));
      }),
    async set(accountId, key, value) {
      const text = textOf(value);
      return await executor.transaction(async ({ db }) => {
        await lockAccount(db, accountId);
        const [others] = await db
          .select({ count: count() })
          .from(preferences)
          .where(and(eq(preferences.accountId, accountId), ne(preferences.key, key)));
        if ((others?.count ?? 0) >= MOST_KEYS) return "too_many";
        await db
          .insert(preferences)
          .values({ accountId, key, value: text })
          .onConflictDoUpdate({ target: [preferences.accountId, preferences.key], set: { value: text } });
        return "ok";
      });
    },
  };
}

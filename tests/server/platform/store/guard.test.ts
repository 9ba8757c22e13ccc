import { pino } from "pino";
import { expect, it } from "vitest";
import type { Database } from "#server/platform/store/database.ts";
import { SqlError } from "#server/platform/store/failures.ts";
import { guardSchema } from "#server/platform/store/guard.ts";

it("tells the operator what the database said of its tables, and no caller", async () => {
  const said = 'relation "accounts_number_seq" already exists';
  const fail = () => Promise.reject(new SqlError(said, "42P07"));
  const database: Database = {
    read: fail,
    write: fail,
    transaction: fail,
    up: async () => {},
    obstacle: () => null,
    close: async () => {},
  };
  const guarded = guardSchema(database, pino({ level: "silent" }));
  try {
    await expect.poll(() => guarded.obstacle()).toContain(said);
    const refusal = await guarded.read(async () => null).catch((error: Error) => error);
    expect(refusal).toMatchObject({ code: "storage.unavailable" });
    expect((refusal as Error).message).not.toContain("accounts_number_seq");
  } finally {
    await guarded.close();
  }
});

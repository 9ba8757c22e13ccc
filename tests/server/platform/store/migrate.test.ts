import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { migrationContract } from "#tests/contract/migrate.suite.ts";
import { openSharedDatabase } from "#tests/support/store/store.ts";

migrationContract("PGlite", async () => {
  const database = await openSharedDatabase();
  return { doors: [database, database, database], close: () => database.close() };
});

it("the steps that are committed lead to the schema that is in the code", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "drizzle-"));
  try {
    const committed = "server/platform/store/migrations";
    cpSync(committed, folder, { recursive: true });
    const schema = path.resolve(
      "server/{identity/schema/*,market/history/schema,market/history/daily/schema,capabilities/*/schema,platform/jobs/schema}.ts",
    );
    execFileSync(
      "node_modules/.bin/drizzle-kit",
      ["generate", "--dialect", "postgresql", "--schema", schema, "--out", path.relative(".", folder)],
      { stdio: "pipe" },
    );
    expect(readdirSync(folder).sort()).toEqual(readdirSync(committed).sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

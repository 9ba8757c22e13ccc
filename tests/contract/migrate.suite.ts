import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/platform/store/database.ts";
import { type Migration, migrate, readMigrations } from "#server/platform/store/migrate.ts";

export interface MigrationHarness {
  /** doors to one database: as many servers that start at once */
  readonly doors: readonly Database[];
  close(): Promise<void>;
}

const step = (number: number, ...statements: string[]): Migration => ({
  name: `000${number}_step`,
  hash: `hash ${statements.join()}`,
  statements,
});

const STEPS = [
  step(0, "create table first (id integer primary key)", "insert into first values (1)"),
  step(1, "alter table first add column word text not null default 'x'"),
  step(2, "create table second (id integer references first)", "insert into second values (1)"),
];

/** How the schema is brought up to date, on whatever database. */
export function migrationContract(name: string, open: () => Promise<MigrationHarness>): void {
  describe(`schema: ${name}`, () => {
    let harness: MigrationHarness;
    let database: Database;
    beforeAll(async () => {
      harness = await open();
      database = harness.doors[0]!;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() =>
      database.transaction(async ({ query }) => {
        await query("drop schema public cascade");
        await query("create schema public");
      }),
    );

    const value = async (text: string) => (await database.read(({ query }) => query(text)))[0]?.[0];

    it("takes every step once, in order", async () => {
      expect(await migrate(database, { migrations: STEPS })).toEqual(["0000_step", "0001_step", "0002_step"]);
      expect(await migrate(database, { migrations: STEPS })).toEqual([]);
      expect(await value("select word from first join second on first.id = second.id")).toBe("x");
      expect(await value("select count(*)::int from strikewise_migrations")).toBe(3);
    });

    it("goes on where an older version stopped, with what it wrote", async () => {
      for (let known = 1; known <= STEPS.length; known++) {
        expect(await migrate(database, { migrations: STEPS.slice(0, known) })).toEqual([
          `000${known - 1}_step`,
        ]);
      }
      expect(await value("select count(*)::int from second")).toBe(1);
    });

    it("leaves nothing of a step that fails, and takes it when it is mended", async () => {
      const broken = [STEPS[0]!, step(1, "create table half (id integer)", "select 1/0")];
      await expect(migrate(database, { migrations: broken })).rejects.toMatchObject({ code: "22012" });
      expect(await value("select to_regclass('half')::text")).toBe(null);
      expect(await value("select count(*)::int from strikewise_migrations")).toBe(1);
      expect(await migrate(database, { migrations: STEPS })).toEqual(["0001_step", "0002_step"]);
    });

    it("refuses a database of a newer version, and one of another build, and changes neither", async () => {
      await migrate(database, { migrations: STEPS });
      const older = migrate(database, { migrations: STEPS.slice(0, 2) });
      await expect(older).rejects.toMatchObject({
        code: "storage.schema",
        details: { applied: 3, known: 2 },
      });
      const other = [STEPS[0]!, step(1, "select 2"), STEPS[2]!];
      await expect(migrate(database, { migrations: other })).rejects.toMatchObject({
        code: "storage.schema",
      });
      expect(await migrate(database, { migrations: STEPS })).toEqual([]);
    });

    it("takes every step once when several servers start together", async () => {
      const taken = await Promise.all(harness.doors.map((door) => migrate(door, { migrations: STEPS })));
      expect(taken.flat().sort()).toEqual(["0000_step", "0001_step", "0002_step"]);
      expect(await value("select count(*)::int from second")).toBe(1);
    });

    it("brings a fresh database to what the schema in the code says", async () => {
      await migrate(database);
      expect(readMigrations().length).toBeGreaterThan(0);
      expect(await value("select count(*)::int from accounts")).toBe(0);
    });
  });
}

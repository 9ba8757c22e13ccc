import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pruneAudit } from "#server/identity/audit-retention.ts";
import { createAuditSealer } from "#server/identity/audit-sealing.ts";
import { verifyAudit } from "#server/identity/audit-verification.ts";
import type { Database } from "#server/platform/store/database.ts";
import { createStore, type Store } from "#server/roles/storage/store.ts";

export interface SealsHarness {
  readonly database: Database;
  /** takes every row away */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 22, 8);
const signal = new AbortController().signal;

/** What the seals of the audit log promise, whatever database it is in. */
export function sealsContract(name: string, open: () => Promise<SealsHarness>): void {
  describe(`seals contract: ${name}`, () => {
    let harness: SealsHarness;
    let store: Store;
    beforeAll(async () => {
      harness = await open();
      store = createStore(harness.database);
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const add = (n: number, subject: string | null = `s${n}`) =>
      store.audit.add({
        ...{ at: NOW + n, actor: n % 2 === 0 ? null : "a\u2028\ufffd'\"\\", action: "test", subject },
        ...{ address: "::1", details: { n, text: "é\n", none: null } },
      });
    const change = (text: string) => harness.database.write(({ query }) => query(text));
    const seal = () => createAuditSealer(store.seals).run(signal);
    const verdict = () => verifyAudit(store.seals);
    async function sealed(count: number): Promise<void> {
      for (let n = 1; n <= count; n++) await add(n);
      expect(await seal()).toMatchObject({ number: count });
    }

    it("are made for every row that is there, in order, and for what comes later after them", async () => {
      expect(await store.seals.isBehind()).toBe(false);
      expect(await verdict()).toMatchObject({ intact: 0, last: null, unsealed: 0, faults: 0 });
      await add(1);
      await add(2);
      expect(await store.seals.isBehind()).toBe(true);
      expect(await verdict()).toMatchObject({ intact: 0, unsealed: 2, faults: 0 });
      expect(await seal()).toMatchObject({ number: 2, previous: 1 });
      expect(await seal()).toBe(null);
      await add(3);
      expect(await seal()).toMatchObject({ number: 3, previous: 2 });
      expect(await store.seals.isBehind()).toBe(false);
      expect(await verdict()).toMatchObject({ intact: 3, first: 1, unsealed: 0, faults: 0, told: [] });
    });

    it("are made as the decision says, so that another program can check them", async () => {
      await add(2);
      const last = await seal();
      // printf, head -c 32 /dev/zero and the row as JSON, through sha256sum.
      const row = JSON.stringify([
        "1",
        String(NOW + 2),
        null,
        "test",
        "s2",
        "::1",
        '{"n":2,"text":"é\\n","none":null}',
      ]);
      const { createHash } = await import("node:crypto");
      const hash = createHash("sha256")
        .update(`strikewise audit 1\n${"\0".repeat(32)}${row}`)
        .digest("hex");
      expect(Buffer.from(last?.hash ?? []).toString("hex")).toBe(hash);
    });

    it("pass over the numbers of rows that were never committed", async () => {
      await add(1);
      const undone = store.transaction(async (tx) => {
        await tx.audit.add({
          at: NOW,
          actor: null,
          action: "undone",
          subject: null,
          address: null,
          details: {},
        });
        throw new Error("no");
      });
      await expect(undone).rejects.toThrow("no");
      await add(3);
      expect(await seal()).toMatchObject({ number: 3, previous: 1 });
      expect(await verdict()).toMatchObject({ intact: 2, faults: 0 });
    });

    it("of many rows are made in several transactions, by two at once without a row sealed twice", async () => {
      await change(
        `insert into audit (at, action, details) select ${NOW}, 'many', '{}' from generate_series(1, 2500)`,
      );
      await Promise.all([seal(), seal(), seal()]);
      expect(await verdict()).toMatchObject({ intact: 2_500, first: 1, unsealed: 0, faults: 0 });
    });

    it.each([
      ["time", 3, "at = at + 1"],
      ["actor", 3, "actor = 'another'"],
      ["actor that was none", 2, "actor = ''"],
      ["action", 3, "action = 'tested'"],
      ["subject", 3, "subject = null"],
      ["address", 3, "address = '::2'"],
      ["details", 3, "details = replace(details, '3', '4')"],
    ])("show that a row was edited: its %s", async (_, row, set) => {
      await sealed(5);
      await change(`update audit set ${set} where number = ${row}`);
      expect(await verdict()).toMatchObject({
        ...{ intact: 4, faults: 1 },
        told: [`row ${row} is not what was sealed: it was changed, or another one has its number`],
      });
    });

    it("show which row is missing, also when its seal was removed with it", async () => {
      await sealed(6);
      await change("delete from audit where number = 2");
      expect(await verdict()).toMatchObject({ faults: 1, told: ["row 2 was sealed and is missing"] });
      await change("delete from audit where number = 5");
      await change("delete from audit_seals where number = 5");
      expect((await verdict()).told).toEqual([
        "row 2 was sealed and is missing",
        "what was sealed between row 4 and row 6 is missing, the seals with it",
      ]);
    });

    const log = pino({ level: "silent" });
    /** As if so many of the first rows were older than they are kept. */
    const prune = (count: number) =>
      pruneAudit(store.seals, { days: 1, log, now: () => NOW + 86_400_000 + count + 1 }, signal);

    it("hold for what is left when the oldest rows are removed for their age, the chain saying so itself", async () => {
      await sealed(6);
      const noted = async (n: number) => {
        const found = await store.seals.byNumber(n);
        return { number: n, hash: Buffer.from(found!.hash).toString("hex") };
      };
      const [young, gone] = [await noted(5), await noted(2)];
      expect(await prune(3)).toBe(3);
      expect(await seal()).toMatchObject({ number: 7, previous: 6 });
      expect(await verdict()).toMatchObject({
        ...{ intact: 4, first: 4, prunedUpTo: 3, unsealed: 0, faults: 0, told: [] },
      });
      expect(await verifyAudit(store.seals, young)).toMatchObject({ faults: 0 });
      expect((await verifyAudit(store.seals, gone)).told.join()).toMatch(/row 2, .*removed for their age/);
      const [said] = await store.audit.list({ action: "audit_pruned", limit: 5 });
      expect(said).toMatchObject({ actor: "server", details: { upTo: 3, rows: 3 } });
      // Nothing is old enough now; later on it goes on from where it stopped.
      expect(await prune(3)).toBe(0);
      expect(await prune(5)).toBe(2);
      await seal();
      expect(await verdict()).toMatchObject({ first: 6, prunedUpTo: 5, faults: 0 });
      // What is left is guarded as before.
      await change("update audit set action = 'x' where number = 6");
      expect((await verdict()).told).toHaveLength(1);
    });

    it("let no row go that has none yet, and none that stands behind a younger one", async () => {
      for (let n = 1; n <= 3; n++) await add(n);
      expect(await prune(3)).toBe(0);
      await add(99);
      await add(4);
      await seal();
      expect(await prune(10)).toBe(3);
      expect(await store.audit.list({ action: "test", limit: 9 })).toHaveLength(2);
      await seal();
      expect(await verdict()).toMatchObject({ intact: 3, faults: 0 });
    });

    it("go in several transactions when many rows are old", async () => {
      await change(
        `insert into audit (at, action, details) select ${NOW}, 'many', '{}' from generate_series(1, 11000)`,
      );
      await seal();
      expect(await prune(1)).toBe(11_000);
      await seal();
      expect(await verdict()).toMatchObject({ intact: 3, prunedUpTo: 11_000, faults: 0 });
    });

    it("show a beginning that no row vouches for, or another than it names", async () => {
      await sealed(5);
      await change("delete from audit where number <= 2");
      await change("delete from audit_seals where number < 2");
      expect((await verdict()).told).toEqual(["row 2 was sealed and is missing"]);
      await change("delete from audit where number <= 3");
      await change("delete from audit_seals where number < 3");
      await change(
        `insert into audit (at, actor, action, details) values (${NOW}, 'server', 'audit_pruned', '{"upTo":3,"sha256":"00"}')`,
      );
      expect((await verdict()).told).toEqual(["row 3 was sealed and is missing"]);
    });

    it("show that the chain has lost its beginning", async () => {
      await sealed(3);
      await change("delete from audit where number = 1");
      await change("delete from audit_seals where number = 1");
      expect((await verdict()).told).toEqual([
        "what was sealed between the beginning and row 2 is missing, the seals with it",
      ]);
    });

    it("show that rows have changed places, and that a row was put in between", async () => {
      await sealed(4);
      await change("update audit set number = -number where number in (2, 3)");
      await change("update audit set number = 5 + number where number < 0");
      await change("delete from audit where number = 4");
      await change("delete from audit_seals where number = 4");
      await change("insert into audit_seals values (5, 3, '\\x00')");
      await change("insert into audit (number, at, action, details) values (4, 0, 'forged', '{}')");
      expect((await verdict()).told).toEqual([
        "row 2 is not what was sealed: it was changed, or another one has its number",
        "row 3 is not what was sealed: it was changed, or another one has its number",
        "row 5 was sealed and is missing",
        "row 4 stands among sealed rows and was never sealed",
      ]);
    });

    it("tell from a noted seal that the end was cut off, or all of it made anew", async () => {
      await sealed(3);
      const last = await store.seals.last();
      const noted = { number: 3, hash: Buffer.from(last?.hash ?? []).toString("hex") };
      expect(await verifyAudit(store.seals, noted)).toMatchObject({ faults: 0 });
      await change("delete from audit where number = 3");
      await change("delete from audit_seals where number = 3");
      expect(await verdict()).toMatchObject({ faults: 0 });
      expect((await verifyAudit(store.seals, noted)).told).toEqual([
        "the seal of row 3 is gone, which was noted",
      ]);
      await change("truncate audit_seals");
      await add(4, "forged");
      await seal();
      expect(await verifyAudit(store.seals, { ...noted, number: 1 })).toMatchObject({
        told: ["the seal of row 1 is not the one that was noted"],
      });
    });
  });
}

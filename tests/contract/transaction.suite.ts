import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import type { AccountIdentity } from "#server/identity/repositories/accounts.ts";
import type { Database } from "#server/platform/store/database.ts";
import { refuseNested } from "#server/platform/store/nesting.ts";
import { createStore, type Store } from "#server/roles/storage/store.ts";
import { pause } from "#tests/support/http/form.ts";

export interface TransactionHarness {
  readonly database: Database;
  /** takes every row away */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 22, 8);
const PERSON: AccountIdentity = { broker: ZERODHA, externalId: "AB1234", name: "Asha Rao", email: null };
const OTHER: AccountIdentity = { ...PERSON, broker: UPSTOX };
const NESTED = { code: "storage.nested" };

/** What a unit of work over all repositories promises, whatever database it is in. */
export function transactionContract(name: string, open: () => Promise<TransactionHarness>): void {
  describe(`transaction contract: ${name}`, () => {
    let harness: TransactionHarness;
    let store: Store;
    beforeAll(async () => {
      harness = await open();
      store = createStore(refuseNested(harness.database));
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const row = (action: string, subject: string | null = null) => ({
      ...{ at: NOW, actor: null, action, subject, address: null, details: {} },
    });
    const actions = async () => (await store.audit.list({ limit: 100 })).map(({ action }) => action);
    const accounts = async () => {
      const [count] = await harness.database.read(({ query }) => query("select count(*)::int from accounts"));
      return count?.[0];
    };

    it("keeps what several repositories have changed, and lets the work read it back before", async () => {
      const id = await store.transaction(async (tx) => {
        const { account } = await tx.accounts.signIn(PERSON, NOW);
        // Methods that are transactions of their own elsewhere are parts of this one.
        expect(await tx.preferences.set(account.id, "theme", "dark")).toBe("ok");
        await tx.audit.add(row("sign_in", account.id));
        await tx.accounts.setAdmin(account.id, true);
        expect(await tx.accounts.byId(account.id)).toMatchObject({ isAdmin: true });
        expect(await tx.preferences.all(account.id)).toEqual({ theme: "dark" });
        expect(await tx.audit.list({ limit: 5 })).toHaveLength(1);
        return account.id;
      });
      expect(await store.accounts.byId(id)).toMatchObject({ isAdmin: true });
      expect(await store.preferences.all(id)).toEqual({ theme: "dark" });
      expect(await actions()).toEqual(["sign_in"]);
    });

    it("keeps nothing of a work that throws, and passes its error on", async () => {
      const failing = store.transaction(async (tx) => {
        const { account } = await tx.accounts.signIn(PERSON, NOW);
        await tx.audit.add(row("sign_in", account.id));
        throw new RangeError("no");
      });
      await expect(failing).rejects.toThrow(new RangeError("no"));
      expect([await accounts(), await actions()]).toEqual([0, []]);
    });

    it("keeps nothing when a statement failed, even if the work goes on as if it had not", async () => {
      const taken = { hash: new Uint8Array([1]), kind: "login", payload: "", expiresAt: NOW };
      await store.tickets.put(taken);
      const deaf = store.transaction(async (tx) => {
        await tx.audit.add(row("before"));
        await tx.tickets.put(taken).catch(() => {});
        return "done";
      });
      await expect(deaf).rejects.toMatchObject({ code: "23505" });
      expect(await actions()).toEqual([]);
    });

    it("does what was asked for after the commit, in order and only then", async () => {
      const seen: unknown[] = [];
      await store.transaction(async (tx) => {
        tx.afterCommit(async () => {
          seen.push(await actions());
        });
        tx.afterCommit(() => void seen.push("second"));
        await tx.audit.add(row("sign_out"));
        seen.push("work");
      });
      expect(seen).toEqual(["work", ["sign_out"], "second"]);
      const failing = store.transaction(async (tx) => {
        tx.afterCommit(() => void seen.push("never"));
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(seen).not.toContain("never");
      const faulty = store.transaction(async (tx) => {
        tx.afterCommit(() => Promise.reject(new Error("an effect failed")));
        tx.afterCommit(() => void seen.push("all the same"));
        await tx.audit.add(row("kept"));
      });
      await expect(faulty).rejects.toThrow("an effect failed");
      expect(seen).toContain("all the same");
      expect(await actions()).toContain("kept");
    });

    it("refuses a transaction inside another, and a call past it, at once; the one around it goes on", async () => {
      const began = performance.now();
      await store.transaction(async (tx) => {
        await expect(tx.transaction()).rejects.toMatchObject(NESTED);
        await expect(store.transaction(async () => {})).rejects.toMatchObject(NESTED);
        await expect(store.accounts.byId("x")).rejects.toMatchObject(NESTED);
        await expect(store.audit.add(row("past it"))).rejects.toMatchObject(NESTED);
        await tx.audit.add(row("inside"));
        // What comes after the commit is outside again.
        tx.afterCommit(() => store.audit.add(row("after")));
      });
      expect(performance.now() - began).toBeLessThan(5_000);
      expect((await actions()).sort()).toEqual(["after", "inside"]);
    });

    it("ends by its deadline with storage.unavailable, and leaves nothing", async () => {
      let isOver = false;
      const late = store.transaction(
        async (tx) => {
          await tx.audit.add(row("late"));
          await pause(1_500);
          isOver = true;
          await tx.audit.add(row("later"));
        },
        { deadlineMs: 500 },
      );
      await expect(late).rejects.toMatchObject({ code: "storage.unavailable" });
      expect(isOver).toBe(false);
      await pause(1_200);
      await expect.poll(actions, { timeout: 5_000 }).toEqual([]);
    });

    it("lets no statement through that comes when it is over", async () => {
      let forgotten: () => Promise<void> = async () => {};
      await store.transaction(async (tx) => {
        forgotten = () => tx.audit.add(row("forgotten"));
        await tx.audit.add(row("awaited"));
      });
      await expect(forgotten()).rejects.toThrow(/not awaited/);
      expect(await actions()).toEqual(["awaited"]);
    });

    it("serves a hundred at once, each whole", async () => {
      const people = Array.from({ length: 100 }, (_, i) => ({ ...OTHER, externalId: `P${i}` }));
      await Promise.all(
        people.map((person) =>
          store.transaction(async (tx) => {
            const { account } = await tx.accounts.signIn(person, NOW);
            await tx.audit.add(row("sign_in", account.id));
          }),
        ),
      );
      expect([await accounts(), (await actions()).length]).toEqual([100, 100]);
    });
  });
}

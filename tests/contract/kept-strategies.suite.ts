import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { freeNames } from "#server/capabilities/kept-strategies/names.ts";
import type { Store } from "#server/roles/storage/store.ts";
import type { StoreHarness } from "./store.suite.ts";

const NOW = Date.UTC(2026, 10, 23, 5);
const MINUTE = 60_000;
const DAY = 86_400_000;

/** What every store promises of saved strategies and links, whatever it keeps its rows in. */
export function keptStrategiesContract(name: string, open: () => Promise<StoreHarness>): void {
  describe(`kept strategies contract: ${name}`, () => {
    let harness: StoreHarness;
    let store: Store;
    beforeAll(async () => {
      harness = await open();
      store = harness.store;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const account = async (externalId = "AB1234") =>
      (await store.accounts.signIn({ broker: ZERODHA, externalId, name: "A", email: null }, NOW)).account.id;
    const texts = { summary: "{}", content: '{"text":"\\u0000 é 😀"}' };
    const create = (accountId: string, label: string, most = 200, at = NOW) =>
      store.keptStrategies.create(
        { ...texts, accountId, name: label, nameKey: label.toLowerCase(), at },
        most,
      );
    async function made(accountId: string, label: string, at = NOW) {
      const head = await create(accountId, label, 200, at);
      if (typeof head === "string") throw new Error(head);
      return head;
    }

    it("keeps what was given, for its account alone (KEEP-6)", async () => {
      const [mine, other] = [await account(), await account("CD5678")];
      const head = await made(mine, "Iron condor");
      expect(head).toEqual({
        id: head.id,
        name: "Iron condor",
        revision: 1,
        createdAt: NOW,
        updatedAt: NOW,
      });
      expect(await store.keptStrategies.get(mine, head.id)).toEqual({ ...head, content: texts.content });
      expect(await store.keptStrategies.get(other, head.id)).toBeNull();
      expect(await store.keptStrategies.list(other)).toEqual([]);
      const change = { ...texts, id: head.id, revision: 1, at: NOW };
      expect(await store.keptStrategies.update({ ...change, accountId: other })).toBe("not_found");
      expect(await store.keptStrategies.remove(other, head.id, NOW)).toBe(false);
      const wanted = { name: "Mine", nameKey: "mine" };
      expect(await store.keptStrategies.rename(other, head.id, wanted)).toBe("not_found");
    });

    it("has a name once an account, and no more than the most, also when saved at once", async () => {
      const mine = await account();
      const all = await Promise.all(Array.from({ length: 12 }, (_, i) => create(mine, `S ${i % 6}`, 5)));
      expect(all.filter((each) => typeof each !== "string")).toHaveLength(5);
      expect(await store.keptStrategies.list(mine)).toHaveLength(5);
      const other = await account("CD5678");
      await made(other, "Straddle");
      expect(await create(other, "STRADDLE")).toBe("name_taken");
    });

    it("takes the first of two saves of one revision; the second is told the newer one (KEEP-7)", async () => {
      const mine = await account();
      const { id } = await made(mine, "A");
      const save = (content: string, at: number) =>
        store.keptStrategies.update({ accountId: mine, id, revision: 1, summary: "{}", content, at });
      const both = await Promise.all([save('"first"', NOW + 1), save('"second"', NOW + 2)]);
      const taken = both.filter((each) => typeof each === "object" && "revision" in each);
      expect(taken).toEqual([expect.objectContaining({ id, revision: 2 })]);
      expect(both.filter((each) => typeof each === "object" && "changed" in each)).toEqual([
        { changed: taken[0] },
      ]);
      const winner = both[0] === taken[0] ? '"first"' : '"second"';
      expect((await store.keptStrategies.get(mine, id))?.content).toBe(winner);
    });

    it("renames to a name that is free, its own in other letters among them (KEEP-8)", async () => {
      const mine = await account();
      const { id } = await made(mine, "A");
      await made(mine, "B");
      const rename = (label: string) =>
        store.keptStrategies.rename(mine, id, { name: label, nameKey: label.toLowerCase() });
      expect(await rename("b")).toBe("name_taken");
      expect(await rename("a")).toMatchObject({ name: "a", revision: 1 });
    });

    it("brings back what was deleted, for a while, under a name that is free (KEEP-9)", async () => {
      const mine = await account();
      const { id } = await made(mine, "A");
      expect(await store.keptStrategies.remove(mine, id, NOW)).toBe(true);
      expect(await store.keptStrategies.remove(mine, id, NOW)).toBe(false);
      expect(await store.keptStrategies.get(mine, id)).toBeNull();
      await made(mine, "A");
      const restore = (since: number, most = 200) =>
        store.keptStrategies.restore({ accountId: mine, id, since }, freeNames, most);
      expect(await restore(NOW)).toBe("not_found");
      expect(await restore(NOW - 1, 1)).toBe("too_many");
      expect(await restore(NOW - 1)).toMatchObject({ id, name: "A (2)", revision: 1 });
      expect(await restore(NOW - 1)).toBe("not_found");
      const names = (await store.keptStrategies.list(mine)).map(({ name: label }) => label);
      expect(names.sort()).toEqual(["A", "A (2)"]);
      await store.keptStrategies.remove(mine, id, NOW);
      await store.keptStrategies.sweep(NOW);
      expect(await restore(0)).toBe("not_found");
      expect(await store.keptStrategies.list(mine)).toHaveLength(1);
    });

    it("lists what was saved last first", async () => {
      const mine = await account();
      await made(mine, "old", NOW);
      const { id } = await made(mine, "new", NOW + 1);
      await made(mine, "newer", NOW + 2);
      await store.keptStrategies.update({ ...texts, accountId: mine, id, revision: 1, at: NOW + 3 });
      const listed = await store.keptStrategies.list(mine);
      expect(listed.map(({ name: label }) => label)).toEqual(["new", "newer", "old"]);
    });

    const put = (accountId: string, id: string, isShared = false, most = 10, at = NOW) =>
      store.strategyLinks.put(
        { id, accountId, isShared, content: '"c"', summary: "{}", sketch: "[]", at },
        most,
      );

    it("opens links by id, counts each kind by itself, and lists those that are shared (KEEP-10)", async () => {
      const mine = await account();
      expect(await put(mine, "a", false, 1)).toBe(true);
      expect(await put(mine, "b", false, 1)).toBe(false);
      expect(await put(mine, "c", true, 1)).toBe(true);
      expect(await store.strategyLinks.get("a")).toEqual({
        id: "a",
        isShared: false,
        content: '"c"',
        summary: "{}",
        sketch: "[]",
        createdAt: NOW,
        openedAt: NOW,
        ended: null,
      });
      expect(await store.strategyLinks.get("b")).toBeNull();
      expect((await store.strategyLinks.shared(mine)).map(({ id }) => id)).toEqual(["c"]);
    });

    it("ends links by their own account alone, and forgets what they held (KEEP-13)", async () => {
      const [mine, other] = [await account(), await account("CD5678")];
      await put(mine, "a", true);
      expect(await store.strategyLinks.end(other, "a", NOW)).toBe(false);
      expect(await store.strategyLinks.end(mine, "a", NOW)).toBe(true);
      expect(await store.strategyLinks.end(mine, "a", NOW)).toBe(false);
      expect(await store.strategyLinks.get("a")).toMatchObject({
        content: "",
        sketch: null,
        ended: "deleted",
      });
      expect(await store.strategyLinks.shared(mine)).toEqual([]);
    });

    it("ends what was not opened for long and is not shared, and forgets the ended later (KEEP-11)", async () => {
      const mine = await account();
      await put(mine, "idle");
      await put(mine, "opened");
      await put(mine, "shared", true);
      await store.strategyLinks.touch("opened", NOW + 20 * DAY);
      const sweep = (at: number) =>
        store.strategyLinks.sweep({ openedBefore: at - 31 * DAY, endedBefore: at - 180 * DAY, at });
      const ends = async () =>
        Promise.all(
          ["idle", "opened", "shared"].map(async (id) => {
            const link = await store.strategyLinks.get(id);
            return link === null ? "gone" : link.ended;
          }),
        );
      await sweep(NOW + 31 * DAY - MINUTE);
      expect(await ends()).toEqual([null, null, null]);
      await sweep(NOW + 31 * DAY);
      expect(await ends()).toEqual(["expired", null, null]);
      await sweep(NOW + 211 * DAY);
      expect(await ends()).toEqual(["gone", "expired", null]);
    });
  });
}

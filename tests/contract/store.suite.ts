import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GOOGLE, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import type { Subscription } from "#server/capabilities/subscriptions/repository.ts";
import type { AccountIdentity } from "#server/identity/repositories/accounts.ts";
import type { NewSession } from "#server/identity/repositories/sessions.ts";
import type { Store } from "#server/roles/storage/store.ts";

export interface StoreHarness {
  readonly store: Store;
  /** takes every row away */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21, 8, 0, 0, 123);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const hash = (text: string): Uint8Array => Uint8Array.from(createHash("sha256").update(text).digest());
const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

const PERSON: AccountIdentity = {
  broker: ZERODHA,
  externalId: "AB1234",
  name: "Asha Rao",
  email: "asha@example.com",
};

/** What every store promises, whatever it keeps its rows in. */
export function storeContract(name: string, open: () => Promise<StoreHarness>): void {
  describe(`store contract: ${name}`, () => {
    let harness: StoreHarness;
    let store: Store;
    beforeAll(async () => {
      harness = await open();
      store = harness.store;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const account = async (externalId = PERSON.externalId) =>
      (await store.accounts.signIn({ ...PERSON, externalId }, NOW)).account;

    function session(accountId: string, device: string, rest: Partial<NewSession> = {}): NewSession {
      return {
        accountId,
        deviceId: device,
        userAgent: "Mozilla/5.0",
        address: "127.0.0.1",
        createdAt: NOW,
        idleUntil: NOW + DAY,
        expiresAt: NOW + 7 * DAY,
        tokenHash: hash(`${device}${randomUUID()}`),
        ...rest,
      };
    }

    async function signedIn(accountId: string, device: string, rest: Partial<NewSession> = {}) {
      const made = await store.sessions.create(session(accountId, device, rest), 3);
      if (made === "too_many") throw new Error("too many");
      return made;
    }

    it("has no obstacle", async () => {
      await store.opened();
      expect(store.obstacle()).toBe(null);
    });

    describe("accounts", () => {
      it("makes an account at the first sign-in and finds it at the next, name and email renewed", async () => {
        const first = await store.accounts.signIn(PERSON, NOW);
        expect(first).toEqual({
          isFirst: true,
          account: {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            number: 1,
            ...PERSON,
            group: "A",
            cohort: null,
            whatsapp: null,
            hasTakenTrial: false,
            isAdmin: false,
            createdAt: NOW,
          },
        });
        const renewed = { ...PERSON, name: "Asha R", email: null };
        expect(await store.accounts.signIn(renewed, NOW + 1)).toEqual({
          isFirst: false,
          account: { ...first.account, name: "Asha R", email: null },
        });
      });

      it("keeps the same client id at two brokers apart", async () => {
        const one = await store.accounts.signIn(PERSON, NOW);
        const other = await store.accounts.signIn({ ...PERSON, broker: UPSTOX }, NOW);
        expect(other.isFirst).toBe(true);
        expect(other.account.id).not.toBe(one.account.id);
      });

      it("numbers accounts without gaps however often people sign in, and gives each group a third", async () => {
        const groups: string[] = [];
        for (let i = 0; i < 6; i++) {
          const made = await account(`C${i}`);
          await account(`C${i}`);
          expect(made.number).toBe(i + 1);
          groups.push(made.group);
        }
        expect(groups).toEqual(["A", "B", "C", "A", "B", "C"]);
      });

      it("makes one account of 50 first sign-ins at once", async () => {
        const all = await times(50, () => store.accounts.signIn(PERSON, NOW));
        expect(new Set(all.map((each) => each.account.id)).size).toBe(1);
        expect(all.filter(({ isFirst }) => isFirst)).toHaveLength(1);
      });

      it("is found by id, by number and by broker and client id, and by nothing else", async () => {
        const made = await account();
        for (const text of [made.id, made.id.toUpperCase(), " 1 ", "1:AB1234"]) {
          expect(await store.accounts.find(text), text).toEqual(made);
        }
        expect(await store.accounts.byId(made.id)).toEqual(made);
        const strangers = [
          "",
          "2",
          "3:AB1234",
          "9:AB1234",
          "1:ab1234",
          "AB1234",
          "' or 1=1 --",
          "99999999999",
        ];
        for (const text of strangers) expect(await store.accounts.find(text), text).toBe(null);
        expect(await store.accounts.byId("nobody")).toBe(null);
      });

      it("gives and takes the admin role", async () => {
        const { id } = await account();
        await store.accounts.setAdmin(id, true);
        expect((await store.accounts.byId(id))?.isAdmin).toBe(true);
        await store.accounts.setAdmin(id, false);
        expect((await store.accounts.byId(id))?.isAdmin).toBe(false);
      });

      it("keeps every character of a name; NUL, which Postgres cannot keep, becomes a replacement", async () => {
        const name = "Añjali 'quoted\" \\ 😀 \u2028 \u0001 %s $1";
        const { account: made } = await store.accounts.signIn({ ...PERSON, name }, NOW);
        expect(made.name).toBe(name);
        const nul: AccountIdentity = { ...PERSON, broker: GOOGLE, externalId: "a\u0000b" };
        const { account: odd } = await store.accounts.signIn(nul, NOW);
        expect(odd.externalId).toBe("a\ufffdb");
        expect((await store.accounts.signIn(nul, NOW)).isFirst).toBe(false);
      });
    });

    describe("sessions", () => {
      it("finds a live session by the hash of its token, without the hash", async () => {
        const { id: accountId } = await account();
        const tokenHash = hash("token");
        const { replaced, ...made } = await signedIn(accountId, "phone", { tokenHash });
        expect(replaced).toEqual([]);
        expect(made).not.toHaveProperty("tokenHash");
        expect(await store.sessions.live(tokenHash, NOW + 1)).toEqual(made);
        expect(await store.sessions.live(hash("another"), NOW + 1)).toBe(null);
      });

      it("ends a session when it idled too long, and when its time is over whatever it did", async () => {
        const { id: accountId } = await account();
        const tokenHash = hash("token");
        const { id } = await signedIn(accountId, "phone", { tokenHash });
        expect(await store.sessions.live(tokenHash, NOW + DAY - 1)).not.toBe(null);
        expect(await store.sessions.live(tokenHash, NOW + DAY)).toBe(null);
        await store.sessions.touch(id, NOW + HOUR, NOW + 30 * DAY);
        expect(await store.sessions.live(tokenHash, NOW + DAY)).toMatchObject({
          lastSeenAt: NOW + HOUR,
          idleUntil: NOW + 30 * DAY,
        });
        expect(await store.sessions.live(tokenHash, NOW + 7 * DAY)).toBe(null);
      });

      it("never takes time away by touches that overtake one another", async () => {
        const { id: accountId } = await account();
        const { id } = await signedIn(accountId, "phone");
        await store.sessions.touch(id, NOW + 10, NOW + DAY + 10);
        await store.sessions.touch(id, NOW + 5, NOW + DAY + 5);
        const [only] = await store.sessions.list(accountId, NOW);
        expect([only?.lastSeenAt, only?.idleUntil]).toEqual([NOW + 10, NOW + DAY + 10]);
      });

      it("refuses the session beyond the limit, of one account alone, and counts live ones only", async () => {
        const { id: accountId } = await account();
        await signedIn(accountId, "one", { idleUntil: NOW + 5 });
        await signedIn(accountId, "two");
        await signedIn(accountId, "three");
        const fourth = session(accountId, "four");
        expect(await store.sessions.create(fourth, 3)).toBe("too_many");
        const { id: other } = await account("ZZ9");
        await signedIn(other, "four");
        const later = await store.sessions.create({ ...fourth, createdAt: NOW + 5 }, 3);
        expect(later).toMatchObject({ deviceId: "four" });
      });

      it("replaces the session of the same device and says which ended", async () => {
        const { id: accountId } = await account();
        const tokenHash = hash("before");
        const before = await signedIn(accountId, "one", { tokenHash });
        await signedIn(accountId, "two");
        await signedIn(accountId, "three");
        const after = await signedIn(accountId, "one");
        expect(after.replaced).toEqual([before.id]);
        expect(await store.sessions.live(tokenHash, NOW)).toBe(null);
        expect(await store.sessions.list(accountId, NOW)).toHaveLength(3);
      });

      it("lets three in of 30 devices that log in at once", async () => {
        const { id: accountId } = await account();
        const made = await times(30, (i) => store.sessions.create(session(accountId, `device ${i}`), 3));
        expect(made.filter((each) => each !== "too_many")).toHaveLength(3);
        expect(await store.sessions.list(accountId, NOW)).toHaveLength(3);
      });

      it("leaves one session of a device that logs in 20 times at once", async () => {
        const { id: accountId } = await account();
        await times(20, () => store.sessions.create(session(accountId, "same"), 3));
        expect(await store.sessions.list(accountId, NOW)).toHaveLength(1);
      });

      it("lists the live ones, last seen first", async () => {
        const { id: accountId } = await account();
        const a = await signedIn(accountId, "a");
        const b = await signedIn(accountId, "b");
        await signedIn(accountId, "gone", { expiresAt: NOW + 1 });
        await store.sessions.touch(a.id, NOW + 2, NOW + DAY);
        const ids = (await store.sessions.list(accountId, NOW + 3)).map(({ id }) => id);
        expect(ids).toEqual([a.id, b.id]);
      });

      it("revokes one, all, or all but one, and answers which ended, each of them once", async () => {
        const { id: accountId } = await account();
        const { id: other } = await account("ZZ9");
        const [a, b, c] = [
          await signedIn(accountId, "a"),
          await signedIn(accountId, "b"),
          await signedIn(accountId, "c"),
        ];
        const spared = await signedIn(other, "a");
        expect(await store.sessions.revoke(a.id)).toEqual([a.id]);
        expect(await store.sessions.revoke(a.id)).toEqual([]);
        expect(await store.sessions.revokeAll(accountId, b.id)).toEqual([c.id]);
        expect(await store.sessions.revokeAll(accountId)).toEqual([b.id]);
        expect((await store.sessions.list(other, NOW)).map(({ id }) => id)).toEqual([spared.id]);
      });

      it("sweeps away what has ended", async () => {
        const { id: accountId } = await account();
        await signedIn(accountId, "idle", { idleUntil: NOW + 1 });
        await signedIn(accountId, "over", { expiresAt: NOW + 1 });
        await signedIn(accountId, "live");
        expect(await store.sessions.sweep(NOW + 1)).toBe(2);
        expect(await store.sessions.sweep(NOW + 1)).toBe(0);
      });
    });

    describe("tickets", () => {
      const put = (rest: object = {}) =>
        store.tickets.put({
          kind: "login",
          hash: hash("t"),
          payload: '{"a":1}',
          expiresAt: NOW + HOUR,
          ...rest,
        });

      it("gives a ticket's payload once", async () => {
        await put();
        expect(await store.tickets.take("login", hash("t"), NOW)).toBe('{"a":1}');
        expect(await store.tickets.take("login", hash("t"), NOW)).toBe(null);
      });

      it("gives nothing for another kind, an unknown one, or after its time", async () => {
        await put();
        expect(await store.tickets.take("device", hash("t"), NOW)).toBe(null);
        expect(await store.tickets.take("login", hash("u"), NOW)).toBe(null);
        expect(await store.tickets.take("login", hash("t"), NOW + HOUR)).toBe(null);
        expect(await store.tickets.take("login", hash("t"), NOW + HOUR - 1)).toBe('{"a":1}');
      });

      it("gives it to one of 50 who ask at once", async () => {
        await put();
        const got = await times(50, () => store.tickets.take("login", hash("t"), NOW));
        expect(got.filter((payload) => payload !== null)).toEqual(['{"a":1}']);
      });

      it("lets one that is not of our making be spent once, by one of 50 at once, until it is swept away", async () => {
        const spend = () =>
          store.tickets.spend({ kind: "app_token", hash: hash("s"), expiresAt: NOW + HOUR });
        expect((await times(50, spend)).filter((isFirst) => isFirst)).toHaveLength(1);
        await store.tickets.sweep(NOW + HOUR - 1);
        expect(await spend()).toBe(false);
        await store.tickets.sweep(NOW + HOUR);
        expect(await spend()).toBe(true);
      });

      it("sweeps away what is past its time", async () => {
        await put();
        await put({ hash: hash("later"), expiresAt: NOW + 2 * HOUR });
        expect(await store.tickets.sweep(NOW + HOUR)).toBe(1);
        expect(await store.tickets.take("login", hash("later"), NOW)).not.toBe(null);
      });
    });

    describe("broker tokens", () => {
      it("keeps the newest, byte for byte, until it expires or is removed", async () => {
        const { id } = await account();
        const all = Uint8Array.from({ length: 256 }, (_, i) => i);
        await store.brokerTokens.put(id, Uint8Array.from(randomBytes(32)), NOW + DAY);
        await store.brokerTokens.put(id, all, NOW + HOUR);
        expect(await store.brokerTokens.get(id, NOW)).toEqual(all);
        expect(await store.brokerTokens.get(id, NOW + HOUR)).toBe(null);
        await store.brokerTokens.remove(id);
        expect(await store.brokerTokens.get(id, NOW)).toBe(null);
      });
    });

    describe("preferences", () => {
      it("keeps any JSON value under a key, exactly", async () => {
        const { id } = await account();
        const values: Record<string, unknown> = {
          theme: "dark",
          digits: "123",
          number: 1.5e-7,
          none: null,
          yes: true,
          list: [1, "2", { b: 1, a: "\u0000 ' \\ 😀" }],
          __proto__x: {},
        };
        for (const [key, value] of Object.entries(values)) {
          expect(await store.preferences.set(id, key, value)).toBe("ok");
        }
        expect(await store.preferences.all(id)).toEqual(values);
        await store.preferences.set(id, "theme", "light");
        expect((await store.preferences.all(id)).theme).toBe("light");
        expect(await store.preferences.all("nobody")).toEqual({});
      });

      it("takes 100 keys and no more, however many come at once; a known key can still change", async () => {
        const { id } = await account();
        const answers = await times(110, (i) => store.preferences.set(id, `key ${i}`, i));
        expect(answers.filter((answer) => answer === "ok")).toHaveLength(100);
        const [known] = Object.keys(await store.preferences.all(id));
        expect(await store.preferences.set(id, known!, "changed")).toBe("ok");
        expect(await store.preferences.set(id, "one more", 1)).toBe("too_many");
      });

      it("refuses what is no JSON and what is too long", async () => {
        const { id } = await account();
        await expect(store.preferences.set(id, "k", undefined)).rejects.toMatchObject({
          code: "request.invalid",
        });
        await expect(store.preferences.set(id, "k", "x".repeat(16_383))).rejects.toMatchObject({
          code: "request.too_large",
        });
        expect(await store.preferences.set(id, "k", "x".repeat(16_382))).toBe("ok");
      });
    });

    describe("builder settings", () => {
      it("are nothing at first, and then what was set of them, account by account", async () => {
        const [{ id }, other] = [await account(), await account("ZZ9999")];
        expect(await store.builderSettings.of(id)).toEqual({});
        expect(await store.builderSettings.change(id, { OIMode: "off" })).toEqual({ OIMode: "off" });
        const both = { OIMode: "change", sdFixedDays: 30 } as const;
        expect(await store.builderSettings.change(id, both)).toEqual(both);
        expect(await store.builderSettings.of(id)).toEqual(both);
        expect(await store.builderSettings.of(other.id)).toEqual({});
        expect(await store.builderSettings.of("no-such-account")).toEqual({});
      });

      it("keep every one of many changes at once", async () => {
        const { id } = await account();
        const changes = [
          { tradeView: "units" },
          { invertPrice: true },
          { sdMode: "expiry" },
          { multiplyByLots: false },
          { showTabularPercentage: true },
        ] as const;
        await Promise.all(changes.map((change) => store.builderSettings.change(id, change)));
        expect(await store.builderSettings.of(id)).toEqual(Object.assign({}, ...changes));
      });

      it("leave out what another version has written and this one does not know", async () => {
        const { id } = await account();
        const odd = { OIMode: "sideways", sdFixedDays: 0, later: true, invertPrice: true };
        await store.builderSettings.change(id, odd as never);
        expect(await store.builderSettings.of(id)).toEqual({ invertPrice: true });
      });
    });

    describe("subscriptions", () => {
      const subscription = (
        accountId: string,
        rest: Partial<Subscription> = {},
      ): Omit<Subscription, "id"> => ({
        accountId,
        planId: "pro_1month",
        activatedAt: NOW,
        validTill: NOW + 30 * DAY,
        autoRenew: true,
        paymentSource: "razorpay",
        amountPaise: 80_000,
        isReminderAcknowledged: false,
        ...rest,
      });

      it("lists them newest first, also within a millisecond, with amounts to the paisa", async () => {
        const { id } = await account();
        const amountPaise = 9_007_199_254_740_991;
        const old = await store.subscriptions.add(subscription(id, { activatedAt: NOW - 1, amountPaise }));
        const first = await store.subscriptions.add(subscription(id));
        const second = await store.subscriptions.add(
          subscription(id, { planId: "free", validTill: null, paymentSource: null }),
        );
        expect(await store.subscriptions.list(id)).toEqual([second, first, old]);
        expect(await store.subscriptions.list("nobody")).toEqual([]);
      });

      it("changes what may change and leaves the rest", async () => {
        const { id } = await account();
        const made = await store.subscriptions.add(subscription(id));
        expect(await store.subscriptions.update(made.id, { autoRenew: false })).toEqual({
          ...made,
          autoRenew: false,
        });
        expect(await store.subscriptions.update(made.id, { isReminderAcknowledged: true })).toEqual({
          ...made,
          autoRenew: false,
          isReminderAcknowledged: true,
        });
        expect((await store.subscriptions.update(made.id, {}))?.autoRenew).toBe(false);
        expect(await store.subscriptions.update("nobody", { autoRenew: true })).toBe(null);
      });

      it("adds one endless free plan of ten asked for at once", async () => {
        const { id } = await account();
        const free = subscription(id, { planId: "free", validTill: null, paymentSource: null });
        const made = await Promise.all(Array.from({ length: 10 }, () => store.subscriptions.add(free)));
        expect(new Set(made.map((each) => each.id)).size).toBe(1);
        expect(await store.subscriptions.list(id)).toEqual([made[0]]);
      });

      it("starts one trial of 50 asked for at once, and marks the account", async () => {
        const { id } = await account();
        const trial = subscription(id, { planId: "trial", amountPaise: 0, paymentSource: null });
        const made = await times(50, () => store.subscriptions.startTrial(trial));
        expect(made.filter((each) => each !== "taken")).toHaveLength(1);
        expect(await store.subscriptions.list(id)).toHaveLength(1);
        expect((await store.accounts.byId(id))?.hasTakenTrial).toBe(true);
      });

      it("leaves the account its trial when the subscription cannot be written", async () => {
        const { id } = await account();
        const broken = subscription(id, { planId: null as unknown as "trial" });
        await expect(store.subscriptions.startTrial(broken)).rejects.toThrow();
        expect((await store.accounts.byId(id))?.hasTakenTrial).toBe(false);
      });
    });

    describe("audit", () => {
      const entry = { at: NOW, actor: null, action: "sign_in", subject: "s1", address: "::1", details: {} };

      it("answers newest first, by subject, by action, before a time, and not more than asked for", async () => {
        await store.audit.add({ ...entry, details: { broker: 1, ok: true, why: null } });
        await store.audit.add({ ...entry, at: NOW + 1, actor: "operator", action: "admin_granted" });
        await store.audit.add({ ...entry, at: NOW + 1, subject: "s2" });
        const at = async (filter: object) =>
          (await store.audit.list({ limit: 10, ...filter })).map(({ at, action, subject }) => [
            at,
            action,
            subject,
          ]);
        expect(await at({})).toEqual([
          [NOW + 1, "sign_in", "s2"],
          [NOW + 1, "admin_granted", "s1"],
          [NOW, "sign_in", "s1"],
        ]);
        expect(await at({ subject: "s1" })).toHaveLength(2);
        expect(await at({ action: "sign_in", subject: "s1" })).toEqual([[NOW, "sign_in", "s1"]]);
        expect(await at({ before: NOW + 1 })).toEqual([[NOW, "sign_in", "s1"]]);
        expect(await at({ limit: 1 })).toHaveLength(1);
        const [last] = await store.audit.list({ before: NOW + 1, limit: 1 });
        expect(last?.details).toEqual({ broker: 1, ok: true, why: null });
      });
    });
  });
}

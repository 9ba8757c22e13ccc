import { beforeEach, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { createDeviceService, type Holder } from "#server/capabilities/account/service.ts";
import type { SessionRecord, SessionRepository } from "#server/identity/repositories/sessions.ts";
import { transactionOver } from "#tests/support/store/fake-transaction.ts";

const NOW = Date.parse("2026-11-21T04:30:00Z");
const ADDRESS = "203.0.113.7";

const session = (id: string): SessionRecord => ({
  id,
  accountId: "a1",
  deviceId: `device of ${id}`,
  userAgent: "",
  address: ADDRESS,
  createdAt: NOW,
  lastSeenAt: NOW,
  idleUntil: NOW + 1,
  expiresAt: NOW + 1,
});
const holder: Holder = {
  account: {
    id: "a1",
    number: 1,
    broker: ZERODHA,
    externalId: "ZZ1",
    name: "A",
    email: null,
    group: "A",
    cohort: null,
    whatsapp: null,
    hasTakenTrial: false,
    isAdmin: false,
    createdAt: NOW,
  },
  session: session("this"),
  address: ADDRESS,
};

/** What was done, in order. */
let done: string[];
/** sessions that are no more when their end is asked for */
let over: string[];
beforeEach(() => {
  done = [];
  over = [];
});

const service = createDeviceService({
  kept: { list: async (accountId) => (accountId === "a1" ? [session("this"), session("other")] : []) },
  sessions: {
    async end(_tx, id, reason) {
      if (over.includes(id)) return false;
      done.push(`end ${id} ${reason}`);
      return true;
    },
    async endAll(_tx, accountId, reason, exceptId) {
      done.push(`end all of ${accountId} but ${exceptId} ${reason}`);
      return ["other", "third"];
    },
  },
  async logOut(_tx, account, id) {
    if (over.includes(id)) return false;
    done.push(`log ${account.id} out of ${id}`);
    return true;
  },
  transaction: transactionOver({
    sessions: {} as SessionRepository,
    audit: {
      add: async ({ at, action, actor, address, details }) => {
        expect(at).toBe(NOW);
        done.push(`note ${action} by ${actor} at ${address} ${JSON.stringify(details)}`);
      },
    },
  }),
  clock: () => NOW,
});

describe("devices of an account", () => {
  it("are left one at a time, which is written down", async () => {
    await service.leave(holder);
    expect(done).toEqual(["log a1 out of this", `note sign_out by a1 at ${ADDRESS} {"session":"this"}`]);
  });

  it("are all logged out but the one that asks", async () => {
    await service.endOthers(holder);
    expect(done).toEqual([
      "end all of a1 but this revoked",
      `note sessions_revoked by a1 at ${ADDRESS} {"ended":2}`,
    ]);
  });

  it("are told that another one logged them out", async () => {
    expect(await service.end(holder, "other")).toBe(false);
    expect(done).toEqual([
      "end other revoked",
      `note session_revoked by a1 at ${ADDRESS} {"session":"other"}`,
    ]);
  });

  it("that were gone a moment before leave nothing to write down", async () => {
    over = ["this", "other"];
    await service.leave(holder);
    expect(await service.end(holder, "other")).toBe(false);
    expect(done).toEqual([]);
  });

  it("may log themselves out like any other, and leave as by logging out", async () => {
    expect(await service.end(holder, "this")).toBe(true);
    expect(done[0]).toBe("log a1 out of this");
  });

  it("of other accounts are as unknown as those that never were", async () => {
    const stranger = { ...holder, account: { ...holder.account, id: "a2" } };
    const foreign = service.end(stranger, "other");
    await expect(foreign).rejects.toMatchObject({ code: "request.not_found" });
    await expect(service.end(holder, "none")).rejects.toMatchObject({ code: "request.not_found" });
    expect(done).toEqual([]);
  });
});

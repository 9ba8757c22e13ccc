import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { runAdmin } from "#server/identity/admin-command.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";
import { sharedApi } from "../../support/http/shared-api.ts";
import { newVisitor, signIn } from "../../support/http/visitor.ts";

const MINUTE = 60_000;
const OWNER = { broker: ZERODHA, externalId: "AB1234", name: "Meera Nair", email: null } as const;
const world = sharedApi();
const said: string[] = [];
const edges = () => ({
  open: async () => world.store,
  dataDir: "",
  clock: () => world.now,
  say: (text: string) => void said.push(text),
});
const admin = (...args: string[]): Promise<number> => runAdmin(args, edges());
beforeEach(() => {
  said.length = 0;
});

describe("npm run admin", () => {
  it("grants and revokes by number or by broker and client, and writes both down", async () => {
    const { account } = await world.store.accounts.signIn(OWNER, world.now);
    expect(await admin("grant", String(account.number))).toBe(0);
    expect(said.at(-1)).toMatch(/^1 \(Meera Nair, zerodha:AB1234\) is an admin now$/);
    expect(await world.store.accounts.byId(account.id)).toMatchObject({ isAdmin: true });
    expect(await admin("revoke", "zerodha:AB1234")).toBe(0);
    expect(await world.store.accounts.byId(account.id)).toMatchObject({ isAdmin: false });
    const log = await world.store.audit.list({ subject: account.id, limit: 10 });
    expect(log.map(({ action, actor }) => [action, actor])).toEqual(
      expect.arrayContaining([
        ["admin_granted", "operator"],
        ["admin_revoked", "operator"],
      ]),
    );
  });

  it("makes no admin of an account that any visitor can pick, and takes the role from one that has it", async () => {
    const { data } = (await signIn(newVisitor(world.api), "kite")).json<{ data: { id: string } }>();
    for (const user of ["1", "zerodha:sandbox:SBX001"]) expect(await admin("grant", user)).toBe(1);
    expect(said).toHaveLength(2);
    expect(said.join()).toMatch(/an account of the sandbox, which any visitor can pick/);
    expect(await world.store.accounts.byId(data.id)).toMatchObject({ isAdmin: false });
    expect(await world.store.audit.list({ action: "admin_granted", limit: 5 })).toEqual([]);
    await world.store.accounts.setAdmin(data.id, true);
    expect(await admin("revoke", "1")).toBe(0);
    expect(await world.store.accounts.byId(data.id)).toMatchObject({ isAdmin: false });
  });

  it("has the server do it that has the database open", async () => {
    const prepared = await prepareFolder();
    const config = { dataDir: prepared.copy(), databaseUrl: null };
    const open = () => openStore({ config, log: createLog("silent"), threadEntry: STORE_THREAD });
    const server = await open();
    try {
      await server.opened();
      const { account } = await server.accounts.signIn(OWNER, world.now);
      const asked = { ...edges(), open, dataDir: config.dataDir };
      expect(await runAdmin(["grant", "zerodha:AB1234"], asked)).toBe(0);
      expect(said.at(-1)).toMatch(/zerodha:AB1234\) is an admin now$/);
      expect(await server.accounts.byId(account.id)).toMatchObject({ isAdmin: true });
      expect(await runAdmin(["grant", "99"], asked)).toBe(1);
      expect(said.at(-1)).toContain("Nobody has signed in as");
      expect(readdirSync(config.dataDir).sort()).toEqual(["postgres", "storage.lock"]);
    } finally {
      await server.close();
      prepared.remove();
    }
  });

  it.each([[[]], [["grant"]], [["promote", "1"]], [["grant", "1", "2"]]])(
    "explains itself to %j",
    async (args) => {
      expect(await admin(...args)).toBe(2);
      expect(said.join()).toContain("npm run admin -- grant <user>");
    },
  );

  it.each(["99", "zerodha:NOBODY", "nobody:1", "'; drop table accounts"])(
    "finds no account called %s",
    async (user) => {
      expect(await admin("grant", user)).toBe(1);
      expect(said.join()).toContain("Nobody has signed in as");
    },
  );
});

describe("an admin's pages and calls", () => {
  const ask = (cookies: Map<string, string>, path = "/v1/admin/audit") =>
    world.api.call(path, {
      headers: { cookie: [...cookies].map(([n, v]) => `${n}=${v}`).join("; "), accept: "text/html" },
    });

  it("are not there for any other caller, whatever is wrong with the question", async () => {
    const visitor = newVisitor(world.api);
    const statuses = async (cookies: Map<string, string>) => [
      (await ask(cookies)).status,
      (await ask(cookies, "/v1/admin/audit?before=x")).status,
      (await ask(cookies, "/admin")).status,
      (await ask(cookies, "/admin/users/1")).status,
    ];
    expect(await statuses(visitor.cookies)).toEqual([404, 404, 404, 404]);
    await signIn(visitor, "kite");
    expect(await statuses(visitor.cookies)).toEqual([404, 404, 404, 404]);
  });

  it("open for a quarter of an hour after signing in, then ask to sign in again; every look is written down", async () => {
    const visitor = newVisitor(world.api);
    const { data } = (await signIn(visitor, "kite")).json<{ data: { id: string; user_id: number } }>();
    await world.store.accounts.setAdmin(data.id, true);
    world.now += 3_000;
    expect((await ask(visitor.cookies, "/admin/users")).status).toBe(200);
    const answer = await ask(visitor.cookies);
    expect(answer.status).toBe(200);
    const entries = answer.json<{ data: { action: string }[] }>().data;
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["sign_in"]));
    expect(await world.store.audit.list({ action: "audit_read", limit: 5 })).toMatchObject([
      { actor: data.id },
    ]);
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({ data: { is_admin: true } });
    world.now += 15 * MINUTE;
    const late = await ask(visitor.cookies);
    expect([late.status, late.json()]).toMatchObject([
      401,
      { error: { code: "auth.required", details: { reason: "reauthenticate" } } },
    ]);
    await signIn(visitor, "kite");
    expect((await ask(visitor.cookies)).status).toBe(200);
    await admin("revoke", String(data.user_id));
    world.now += 3_000;
    expect((await ask(visitor.cookies)).status).toBe(404);
  });
});

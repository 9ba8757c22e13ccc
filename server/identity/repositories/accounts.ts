import { and, eq, sql } from "drizzle-orm";
import { type BrokerId, parseBrokerId } from "#domain/access/brokers.ts";
import type { Db, Executor } from "../../platform/store/database.ts";
import { accounts } from "../schema/accounts.ts";

/** One person at one broker. */
export interface Account {
  readonly id: string;
  /** the small number that people and support see (`user_id`); recording and groups count by it */
  readonly number: number;
  readonly broker: BrokerId;
  /** the broker's client id, or Google's subject */
  readonly externalId: string;
  readonly name: string;
  readonly email: string | null;
  readonly group: "A" | "B" | "C";
  readonly cohort: string | null;
  readonly whatsapp: string | null;
  readonly hasTakenTrial: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: number;
}

export interface AccountIdentity {
  readonly broker: BrokerId;
  readonly externalId: string;
  readonly name: string;
  readonly email: string | null;
}

export interface AccountRepository {
  /** Finds or makes the account, its name and email renewed. */
  signIn(identity: AccountIdentity, at: number): Promise<{ account: Account; isFirst: boolean }>;
  byId(id: string): Promise<Account | null>;
  /** by number, by `broker:externalId`, or by id, as an operator types it */
  find(text: string): Promise<Account | null>;
  setAdmin(id: string, isAdmin: boolean): Promise<void>;
  /** Until the end of the transaction that this is a part of, others wait that hold the account too, sign it in or change it. */
  hold(id: string): Promise<void>;
}

const GROUPS = ["A", "B", "C"] as const;

type Row = typeof accounts.$inferSelect;

/** The group follows from the number, so that each has a third of the accounts. */
function asAccount(row: Row): Account {
  return { ...row, group: GROUPS[(row.number - 1) % GROUPS.length] ?? "A" };
}

const isHolder = ({ broker, externalId }: Pick<AccountIdentity, "broker" | "externalId">) =>
  and(eq(accounts.broker, broker), eq(accounts.externalId, externalId));

/** What an operator may have typed to name an account; null when no account can have that name. */
function condition(text: string) {
  if (/^\d{1,9}$/.test(text)) return eq(accounts.number, Number(text));
  const [, digits, externalId] = /^(\d{1,3}):(.+)$/s.exec(text) ?? [];
  if (digits === undefined || externalId === undefined) return eq(accounts.id, text.toLowerCase());
  const broker = parseBrokerId(digits);
  return broker === null ? null : isHolder({ broker, externalId });
}

async function first(db: Db, where: ReturnType<typeof condition>): Promise<Account | null> {
  if (where === null) return null;
  const [row] = await db.select().from(accounts).where(where).limit(1);
  return row === undefined ? null : asAccount(row);
}

export function createAccounts(executor: Executor, newId: () => string): AccountRepository {
  return {
    signIn: (identity, at) =>
      executor.transaction(async ({ db }) => {
        const renewed = { name: identity.name, email: identity.email };
        // Not only an upsert: that would use up a number at every sign-in.
        const [known] = await db.update(accounts).set(renewed).where(isHolder(identity)).returning();
        if (known !== undefined) return { account: asAccount(known), isFirst: false };
        const id = newId();
        const [row] = await db
          .insert(accounts)
          .values({ ...identity, id, createdAt: at })
          .onConflictDoUpdate({ target: [accounts.broker, accounts.externalId], set: renewed })
          .returning();
        if (row === undefined) throw new Error("an upsert that answered no row");
        return { account: asAccount(row), isFirst: row.id === id };
      }),
    byId: (id) => executor.read(({ db }) => first(db, eq(accounts.id, id))),
    find: (text) => executor.read(({ db }) => first(db, condition(text.trim()))),
    setAdmin: (id, isAdmin) =>
      executor.write(async ({ db }) => {
        await db.update(accounts).set({ isAdmin }).where(eq(accounts.id, id));
      }),
    hold: (id) => executor.write(({ db }) => lockAccount(db, id)),
  };
}

/** Holds the account's row until the transaction ends: what counts and then writes must not be overtaken. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db.select({ one: sql`1` }).from(accounts).where(eq(accounts.id, accountId)).for("update");
}

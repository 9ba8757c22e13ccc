/** Storage that goes away between the statements of a change: the caller is told 503, and nothing of the change is there. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "#server/platform/store/database.ts";
import { SqlError } from "#server/platform/store/failures.ts";
import { refuseNested } from "#server/platform/store/nesting.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { type ApiHarness, startApi } from "#tests/support/http/api-server.ts";
import {
  finish,
  newVisitor,
  signIn,
  signInFresh,
  toBroker,
  type Visitor,
} from "#tests/support/http/visitor.ts";
import { whatIsLeft } from "#tests/support/store/change-rows.ts";
import { stepping } from "#tests/support/store/stepping.ts";
import { emptyTables, openSharedDatabase } from "#tests/support/store/store.ts";

/** More than any change has. */
const MOST_STEPS = 20;

let database: Database;
let api: ApiHarness;
/** the step of a change at which the connection is lost, 0 for none */
let lostAt = 0;
/** how many steps the change under way has taken */
let taken = 0;
let ended: string[][];
beforeAll(async () => {
  database = await openSharedDatabase();
  api = await startApi({ store: createStore(losing(refuseNested(database))) });
  api.auth.ended.onEnded(({ sessionIds }) => ended.push([...sessionIds]));
});
afterAll(async () => {
  await api?.stop();
  await database?.close();
});
beforeEach(async () => {
  ended = [];
  await emptyTables(database);
});
afterEach(() => {
  lostAt = 0;
});

/** Each statement of a transaction is a step, and each write that comes after it: that one would be lost alone. */
function losing(whole: Database): Database {
  const step = (number: number): void => {
    taken = number;
    if (number === lostAt) throw new SqlError("the connection was lost", "08006");
  };
  const stepped = stepping(whole, async (number) => step(number));
  return {
    ...stepped,
    write: (work, options) =>
      stepped.write(async (session) => {
        if (taken > 0) step(taken + 1);
        return work(session);
      }, options),
  };
}

/** All that these changes may touch; not the attempt to sign in, which is taken before, nor refusals, which change nothing. */
async function kept(): Promise<unknown> {
  const sources = [
    "select * from accounts order by id",
    "select * from sessions order by id",
    "select * from broker_tokens order by account_id",
    "select * from subscriptions order by id",
    "select * from audit where action <> 'sign_in_failed' order by number",
  ];
  const rows = [];
  for (const source of sources) rows.push(await database.read(({ query }) => query(source)));
  return rows;
}

type Change = () => Promise<{ status: number; json(): unknown }>;

/**
 * Loses the connection before each step of a change in turn, then lets it be.
 * @param prepare leads up to the change, undisturbed
 * @returns how many times it was lost
 */
async function loseEverywhere(prepare: () => Promise<Change>): Promise<number> {
  for (let step = 1; step <= MOST_STEPS; step++) {
    const change = await prepare();
    const before = await kept();
    [lostAt, taken] = [step, 0];
    const answer = await change();
    lostAt = 0;
    if (answer.status === 200) {
      expect(await kept()).not.toEqual(before);
      return step - 1;
    }
    expect([answer.status, answer.json()], `step ${step}`).toMatchObject([
      503,
      { error: { code: "storage.unavailable" } },
    ]);
    expect(await kept(), `step ${step}`).toEqual(before);
    expect(ended).toEqual([]);
  }
  throw new Error("it never came through");
}

async function signedIn(): Promise<Visitor> {
  const visitor = newVisitor(api);
  expect((await signInFresh(visitor)).status).toBe(200);
  return visitor;
}

it("a sign-in, of a new account with its broker's tokens and its session", async () => {
  const visitor = newVisitor(api);
  const times = await loseEverywhere(async () => {
    const returned = await toBroker(visitor, "kite");
    return () => finish(visitor, "kite", returned);
  });
  expect(times).toBeGreaterThanOrEqual(7);
  expect((await whatIsLeft(database)).halves).toEqual([]);
  expect(visitor.cookies.has("__Host-sid")).toBe(true);
});

it("a change of plan", async () => {
  const visitor = newVisitor(api);
  expect((await signIn(visitor, "upstox")).status).toBe(200);
  const start = () => visitor.fetch("/v1/payment/register_for_trial", { method: "POST", body: {} });
  expect(await loseEverywhere(async () => start)).toBeGreaterThanOrEqual(5);
  expect((await whatIsLeft(database)).halves).toEqual([]);
});

it("a logout, whose cookie stays", async () => {
  const visitor = await signedIn();
  const times = await loseEverywhere(async () => {
    expect(visitor.cookies.has("__Host-sid")).toBe(true);
    return () => visitor.fetch("/v1/logout", { method: "DELETE" });
  });
  expect(times).toBe(3);
  expect((await whatIsLeft(database)).halves).toEqual([]);
  expect(visitor.cookies.has("__Host-sid")).toBe(false);
  await expect.poll(() => ended).toHaveLength(1);
});

it("a login that takes the place of three others: all of them stay, or it alone is there", async () => {
  for (let device = 0; device < 3; device++) expect((await signIn(newVisitor(api), "kite")).status).toBe(200);
  const fourth = newVisitor(api);
  const times = await loseEverywhere(async () => {
    // A ticket is good once, whatever comes of it.
    const refused = await signIn(fourth, "kite");
    expect(refused.status).toBe(403);
    const { error } = refused.json<{ error: { details: { request_token: string } } }>();
    const body = { request_token: error.details.request_token };
    return () => fourth.fetch("/v1/invalidate_old_sessions_and_login", { method: "POST", body });
  });
  expect(times).toBeGreaterThanOrEqual(6);
  const [count] = await database.read(({ query }) => query("select count(*)::int from sessions"));
  expect(count).toEqual([1]);
  expect(ended.flat()).toHaveLength(3);
});

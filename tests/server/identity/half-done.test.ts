/** Storage that goes away between the statements of a change: the caller is told 503, and nothing of the change is there. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "#server/platform/store/database.ts";
import { SqlError } from "#server/platform/store/failures.ts";
import { refuseNested } from "#server/platform/store/nesting.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { type ApiHarness, startApi } from "#tests/support/http/api-server.ts";
import { finish, newVisitor, signInFresh, toBroker, type Visitor } from "#tests/support/http/visitor.ts";
import { whatIsLeft } from "#tests/support/store/change-rows.ts";
import { stepping } from "#tests/support/store/stepping.ts";
import { emptyTables, openSharedDatabase } from "#tests/support/store/store.ts";

/** More than any change has. */
const MOST_STEPS = 20;

let database: Database;
let api: ApiHarness;
/** the step of a transaction at which the connection is lost, 0 for none */
let lostAt = 0;
let ended: string[][];
beforeAll(async () => {
  database = await openSharedDatabase();
  const store = createStore(
    stepping(refuseNested(database), async (step) => {
      if (step === lostAt) throw new SqlError("the connection was lost", "08006");
    }),
  );
  api = await startApi({ store });
  api.auth.ended.onEnded(({ sessionIds }) => ended.push([...sessionIds]));
}, 60_000);
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

/**
 * Loses the connection before each statement of a change in turn, then lets it be.
 * @returns how many times it was lost
 */
async function loseEverywhere(change: () => Promise<{ status: number; json(): unknown }>): Promise<number> {
  const before = await kept();
  for (let step = 1; step <= MOST_STEPS; step++) {
    lostAt = step;
    const answer = await change();
    lostAt = 0;
    if (answer.status === 200) {
      expect(await kept()).not.toEqual(before);
      expect((await whatIsLeft(database)).halves).toEqual([]);
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
  const times = await loseEverywhere(async () => finish(visitor, "kite", await toBroker(visitor, "kite")));
  expect(times).toBeGreaterThanOrEqual(7);
  expect(visitor.cookies.has("__Host-sid")).toBe(true);
});

it("a change of plan", async () => {
  const visitor = await signedIn();
  const start = () => visitor.fetch("/v1/payment/register_for_trial", { method: "POST", body: {} });
  expect(await loseEverywhere(start)).toBeGreaterThanOrEqual(5);
});

it("a logout, whose cookie stays", async () => {
  const visitor = await signedIn();
  const times = await loseEverywhere(async () => {
    expect(visitor.cookies.has("__Host-sid")).toBe(true);
    return visitor.fetch("/v1/logout", { method: "DELETE" });
  });
  expect(times).toBe(3);
  expect(visitor.cookies.has("__Host-sid")).toBe(false);
  await expect.poll(() => ended).toHaveLength(1);
});

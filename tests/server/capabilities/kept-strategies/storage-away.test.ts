/** Storage goes away under a trader who is signed in, and comes back: what is refused says so, and nothing is half saved. */

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { KeptListResponse } from "#protocol/http/kept-strategies.ts";
import type { Executor } from "#server/platform/store/database.ts";
import { unavailable } from "#server/platform/store/failures.ts";
import { refuseNested } from "#server/platform/store/nesting.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { type Answer, type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { newVisitor, signIn, type Visitor } from "../../../support/http/visitor.ts";
import { emptyTables, openSharedDatabase } from "../../../support/store/store.ts";
import { keptStrategy } from "../../../support/strategy/kept-strategy.ts";

const PATH = "/v1/strategies";
const LINKS = "/v1/user/analyze-builder-data";

let isAway = false;
let api: ApiHarness;
let trader: Visitor;

/** Refuses as a database does that does not answer. */
function whileThere<T extends Executor["read"]>(run: T): T {
  return ((work: never, options: never) =>
    isAway ? Promise.reject(unavailable("the database is away")) : run(work, options)) as T;
}

beforeAll(async () => {
  const database = await openSharedDatabase();
  await emptyTables(database);
  const { read, write, transaction } = database;
  const store = createStore(
    refuseNested({
      ...database,
      read: whileThere(read),
      write: whileThere(write),
      transaction: whileThere(transaction),
    }),
  );
  const limits = { writesPerMinute: 100_000, threadMsPerMinute: 10_000_000 };
  api = await startApi({ store, limits });
  trader = newVisitor(api);
  await signIn(trader, "kite", { account: "SBX001" });
}, 180_000);
afterAll(() => api.stop());
beforeEach(() => {
  isAway = false;
});

function expectAway(answer: Answer, what: string): void {
  const { error } = answer.json<{ error: { code: string; message: string } }>();
  expect([answer.status, error.code], what).toEqual([503, "storage.unavailable"]);
  expect(error.message, what).toContain("Try again");
  expect(Number(answer.headers["retry-after"]), what).toBeGreaterThan(0);
}

const post = (path: string, body: unknown) => trader.fetch(path, { method: "POST", body });
const list = async () => (await trader.fetch(PATH)).json<KeptListResponse>().data.strategies;

it("[KEEP-7] says 503 with its code and when to try again, saves nothing, and the same save goes through once it is back", async () => {
  const made = await post(PATH, { name: "Kept", strategy: keptStrategy() });
  const { id, revision } = made.json<{ data: { id: string; revision: number } }>().data;
  const before = await list();

  isAway = true;
  const body = { revision, strategy: keptStrategy({ tab: "greeksTable" }) };
  const update = () => trader.fetch(`${PATH}/${id}`, { method: "POST", body });
  for (const [what, ask] of Object.entries({
    create: () => post(PATH, { name: "New", strategy: keptStrategy() }),
    update,
    open: () => trader.fetch(`${PATH}/${id}`),
    list: () => trader.fetch(PATH),
    share: () => post(LINKS, { strategy: keptStrategy(), is_shared: true }),
  })) {
    expectAway(await ask(), what);
  }

  isAway = false;
  expect(await list()).toEqual(before);
  // The revision that was opened is still the newest: nothing was written by the attempt.
  expect((await update()).status).toBe(200);
  expect((await post(PATH, { name: "New", strategy: keptStrategy() })).status).toBe(200);
  expect((await list()).map(({ name }) => name).sort()).toEqual(["Kept", "New"]);
});

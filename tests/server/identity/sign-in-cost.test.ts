/** What a sign-in costs, in what it asks of the database: the time that it takes is measured in sign-in-cost.soak.ts. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/platform/store/database.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { type ApiHarness, startApi } from "#tests/support/http/api-server.ts";
import { finish, newVisitor, toBroker } from "#tests/support/http/visitor.ts";
import { stepping } from "#tests/support/store/stepping.ts";
import { openSharedDatabase } from "#tests/support/store/store.ts";

let database: Database;
let api: ApiHarness;
/** what was asked, in order: "statement" is one of a transaction, which ends with "commit" */
const asked: string[] = [];

/** Notes each call, and each step of a transaction. */
function noting(noted: Database): Database {
  const stepped = stepping(noted, async () => void asked.push("statement"));
  return {
    ...noted,
    read: (...rest) => {
      asked.push("read");
      return noted.read(...rest);
    },
    write: (...rest) => {
      asked.push("write");
      return noted.write(...rest);
    },
    async transaction(...rest) {
      asked.push("begin");
      const value = await stepped.transaction(...rest);
      // The step before the commit is no statement.
      asked[asked.lastIndexOf("statement")] = "commit";
      return value;
    },
  };
}

beforeAll(async () => {
  database = await openSharedDatabase();
  api = await startApi({ store: createStore(noting(database)) });
});
afterAll(async () => {
  await api?.stop();
  await database?.close();
});

it("a sign-in takes its attempt in one write, and changes all that it changes in one transaction", async () => {
  // A new account takes one statement more.
  for (const statements of [7, 6]) {
    const visitor = newVisitor(api);
    const returned = await toBroker(visitor, "kite");
    asked.length = 0;
    expect((await finish(visitor, "kite", returned)).status).toBe(200);
    const change = ["begin", ...Array.from({ length: statements }, () => "statement"), "commit"];
    // Whose session it is now, and what it may see, is read when the change is made.
    expect(asked).toEqual(["write", ...change, "read", "read"]);
  }
});

import { expect, it } from "vitest";
import { type Backend, createDatabase, type Query } from "#server/platform/store/database.ts";
import { SqlError } from "#server/platform/store/failures.ts";
import { createStoreFigures } from "#server/platform/store/store-metrics.ts";
import { settle } from "#tests/support/fake-clock.ts";

/** A connection that answers as it is told, and what was done with it. */
function connection(query: Query) {
  const ends: string[] = [];
  const lease = {
    query,
    release: () => void ends.push("released"),
    destroy: () => void ends.push("destroyed"),
  };
  const backend: Backend = {
    lease: async () => lease,
    up: async () => {},
    obstacle: () => null,
    close: async () => {},
  };
  return { database: createDatabase(backend, createStoreFigures()), ends };
}

it("a change is acknowledged when its commit has been answered, and not before", async () => {
  const said: string[] = [];
  let answerCommit = (): void => {};
  const { database, ends } = connection(async (text) => {
    said.push(text);
    if (text === "commit") await new Promise<void>((resolve) => void (answerCommit = resolve));
    return [];
  });
  let isAcknowledged = false;
  const change = database
    .transaction(async ({ query }) => void (await query("insert")))
    .then(() => void (isAcknowledged = true));
  await settle();
  expect([said, ends, isAcknowledged]).toEqual([["begin", "insert", "commit"], [], false]);
  answerCommit();
  await change;
  expect([ends, isAcknowledged]).toEqual([["released"], true]);
});

it("a change is refused when its commit gets no answer, and its connection is thrown away", async () => {
  const { database, ends } = connection(async (text) => {
    if (text === "commit") throw new SqlError("the connection was lost", "08006");
    return [];
  });
  const change = database.transaction(async ({ query }) => void (await query("insert")));
  await expect(change).rejects.toMatchObject({ code: "storage.unavailable" });
  expect(ends).toEqual(["destroyed"]);
});

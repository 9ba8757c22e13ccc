/** Jobs whose effect is a row in a table of its own, one each; doubles would be seen there. */
import { Type } from "typebox";
import { jobKind } from "#server/platform/jobs/jobs.ts";
import { createJobs } from "#server/platform/jobs/repository.ts";
import type { JobRunner } from "#server/platform/jobs/runner.ts";
import type { Database } from "#server/platform/store/database.ts";

/** A process may be killed while it does one as often as chance will have it; none may end for that. */
export const ADD = jobKind("test.add", Type.Object({ n: Type.Integer(), ms: Type.Integer() }), {
  attempts: 1_000,
});

export async function makeEffects(database: Database): Promise<void> {
  await database.write(({ query }) =>
    query("create table effects (n integer not null, pid integer not null)"),
  );
}

/** Jobs number `from` to `to` - 1, each of which takes so long. */
export async function addJobs(database: Database, from: number, to: number, ms: number): Promise<void> {
  const jobs = createJobs(database);
  await database.transaction(async (session) => {
    for (let n = from; n < to; n++) await jobs.enqueue(ADD, { n, ms }, { session });
  });
}

export async function countEffects(database: Database): Promise<number> {
  const [row] = await database.read(({ query }) => query("select count(*)::int from effects"));
  return Number(row?.[0]);
}

/** What is not there exactly once of 0 to count - 1. */
export async function oddEffects(database: Database, count: number): Promise<readonly unknown[]> {
  const rows = await database.read(({ query }) =>
    query(
      `select i, count(e.n)::int from generate_series(0, $1::int - 1) i left join effects e on e.n = i
       group by i having count(e.n) <> 1 order by i`,
      [count],
    ),
  );
  return rows;
}

/** Does them, and says which are done. */
export function doAdded(runner: JobRunner, onDone: (n: number) => void = () => {}): void {
  runner.handle(ADD, async ({ payload, complete }) => {
    await new Promise((resolve) => setTimeout(resolve, payload.ms));
    await complete(async ({ query }) => {
      await query("insert into effects (n, pid) values ($1, $2)", [payload.n, process.pid]);
    });
    onDone(payload.n);
  });
}

/** What sign-ins, trials and logouts have left in a database, and whether each change has its audit row and each row its change. */
import type { Database } from "#server/platform/store/database.ts";

interface Written {
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Left {
  /** people who have an account, by the name that vouches for them */
  readonly people: ReadonlySet<string>;
  /** those who have had a trial, and those who have logged out */
  readonly trials: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  /** changes without their row, rows without their change, and either of them twice; in words */
  readonly halves: readonly string[];
}

function differences(what: string, changes: readonly string[], rows: readonly string[]): string[] {
  const count = (all: readonly string[], one: string) => all.filter((each) => each === one).length;
  return [...new Set([...changes, ...rows])]
    .filter((one) => count(changes, one) !== 1 || count(rows, one) !== 1)
    .map((one) => `${what} ${one}: ${count(changes, one)} changes, ${count(rows, one)} rows`);
}

export async function whatIsLeft(database: Database): Promise<Left> {
  const read = (text: string) => database.read(({ query }) => query(text));
  const column = async (text: string) => (await read(text)).map(([value]) => String(value));
  const names = new Map(
    (await read("select id, external_id from accounts")).map(([id, name]) => [String(id), String(name)]),
  );
  const audit = (await read("select action, subject, details from audit")).map(
    ([action, subject, details]): Written => ({
      ...{ action: String(action), subject: String(subject) },
      details: JSON.parse(String(details)) as Written["details"],
    }),
  );
  const of = (action: string) => audit.filter((row) => row.action === action);
  const sessionsOf = (action: string) => of(action).map(({ details }) => String(details.session));
  const sessions = await column("select id from sessions");
  const signedOut = sessionsOf("sign_out");
  const trials = await column("select account_id from subscriptions where plan_id = 'trial'");
  const halves = [
    ...differences(
      "the account",
      [...names.keys()],
      of("sign_in").map(({ subject }) => subject),
    ),
    // A session is there until its logout, and its logout says which one it was.
    ...differences("the session", [...sessions, ...signedOut], sessionsOf("sign_in")),
    ...differences(
      "the trial",
      trials,
      of("trial_started").map(({ subject }) => subject),
    ),
    ...differences(
      "the mark of a trial",
      await column("select id from accounts where has_taken_trial"),
      trials,
    ),
  ];
  const nameOf = (id: string) => names.get(id) ?? `no person (${id})`;
  return {
    people: new Set(names.values()),
    trials: new Set(trials.map(nameOf)),
    gone: new Set(of("sign_out").map(({ subject }) => nameOf(subject))),
    halves,
  };
}

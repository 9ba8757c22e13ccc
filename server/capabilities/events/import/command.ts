import { Type } from "typebox";
import { createProblems } from "#analysis/market-files/problems.ts";
import { AppError } from "#domain/errors.ts";
import { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import { readText } from "../../../market/feed/sources/import/read-text.ts";
import { answerRequests, askServer } from "../../../platform/store/transfer/mailbox.ts";
import { untilOpened } from "../../../platform/store/until-opened.ts";
import type { EventBatch, EventRepository } from "../repository.ts";
import { readEventFile } from "./event-files.ts";
import type { EventFile } from "./rows.ts";

const USAGE = `usage: npm run events:import -- <file>…
  NSE's board meetings and corporate actions, its list of securities in ban, and our own lists of global events and bans:
  CSV, plain, .gz or .zip, told apart by their headers. docs/events.md says more.
Of an embedded database that a server has open, that server does it.`;

const Span = { from: Type.String(), to: Type.String() };
const Batch = Type.Union([
  Type.Object({ list: Type.Literal("global"), ...Span, events: Type.Array(GlobalEvent) }),
  Type.Object({
    list: Type.Union([Type.Literal("results"), Type.Literal("actions")]),
    ...Span,
    events: Type.Array(StockEvent),
  }),
  Type.Object({
    list: Type.Literal("bans"),
    ...Span,
    lists: Type.Array(Type.Object({ date: Type.String(), symbols: Type.Array(Type.String()) })),
  }),
]);
const IMPORT = {
  name: "events",
  request: Type.Object({ batches: Type.Array(Batch) }),
  answer: Type.Object({ batches: Type.Integer() }),
};

interface EventStore {
  readonly events: Pick<EventRepository, "replace">;
  opened(): Promise<void>;
  /** null while storage answers, else what is wrong */
  obstacle(): string | null;
  close(): Promise<void>;
}

interface ImportEdges {
  /** @throws AppError storage.locked when a server has the database open */
  readonly open: () => Promise<EventStore>;
  /** where that server is asked */
  readonly dataDir: string;
  readonly clock: () => number;
  readonly say: (text: string) => void;
}

/** Imports into a data folder what the command asks for. @returns what ends that */
export function answerEventImports(
  dataDir: string,
  events: Pick<EventRepository, "replace">,
  clock: () => number = Date.now,
): () => void {
  return answerRequests(dataDir, IMPORT, async ({ batches }) => {
    await events.replace(batches, clock());
    return { batches: batches.length };
  });
}

async function importHere({ open, clock }: ImportEdges, batches: readonly EventBatch[]): Promise<void> {
  const store = await open();
  try {
    await untilOpened(store);
    await store.events.replace(batches, clock());
  } finally {
    await store.close();
  }
}

/** Every file as it is to be kept. @throws AppError market.file_invalid, its message a line for each fault */
function readFiles(files: readonly string[]): EventFile[] {
  const problems = createProblems();
  const read = files.flatMap((file) => {
    const text = readText(file, problems);
    return (text === null ? null : readEventFile(file, text, problems)) ?? [];
  });
  problems.check();
  return read;
}

/** A request as the mailbox takes it. */
const asRequest = (batches: readonly EventBatch[]) => ({
  batches: batches.map((batch) =>
    batch.list === "bans"
      ? { ...batch, lists: batch.lists.map(({ date, symbols }) => ({ date, symbols: [...symbols] })) }
      : batch.list === "global"
        ? { ...batch, events: [...batch.events] }
        : { ...batch, events: [...batch.events] },
  ),
});

/**
 * Imports events, all of the files or, where one row of one is wrong, nothing. Of an embedded database that a server has open,
 * that server is asked.
 * @returns the exit code: 0 done, 1 a file is wrong, 2 not understood
 * @throws AppError storage.*
 */
export async function runEventImport(args: readonly string[], edges: ImportEdges): Promise<number> {
  const option = args.find((arg) => arg.startsWith("-"));
  if (option !== undefined || args.length === 0) {
    edges.say(USAGE);
    return option === "--help" || option === "-h" ? 0 : 2;
  }
  let read: EventFile[];
  try {
    read = readFiles(args);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    edges.say(`${error.message}\nNothing was imported.`);
    return 1;
  }
  const batches = read.map(({ batch }) => batch);
  try {
    await importHere(edges, batches);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "storage.locked") throw error;
    const unanswered = "The server that has the database open does not take the command: look at its log";
    await askServer(edges.dataDir, IMPORT, asRequest(batches), { unanswered });
  }
  for (const { says } of read) edges.say(says);
  return 0;
}

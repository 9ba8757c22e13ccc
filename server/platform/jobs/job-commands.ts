import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import type { Database } from "../store/database.ts";
import { mustBeCurrent } from "../store/migrate.ts";
import { type CommandContext, withDatabase } from "../store/transfer/commands.ts";
import { answerRequests, askServer } from "../store/transfer/mailbox.ts";
import { isJobState, jobLines } from "./job-list.ts";
import type { Jobs } from "./jobs.ts";
import { createJobs } from "./repository.ts";

export const JOBS_USAGE = `usage:
  npm run db -- jobs [running | queued | failed | cancelled | done]
                                             list jobs, those of one state or the first of each
  npm run db -- jobs retry <id>              queue a failed or cancelled job anew
  npm run db -- jobs cancel <id>             end a queued job, ask a running one to stop`;

interface Said {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

const COMMANDS = {
  name: "jobs",
  request: Type.Object({ words: Type.Array(Type.String(), { maxItems: 3 }) }),
  answer: Type.Object({ lines: Type.Array(Type.String()), exitCode: Type.Integer() }),
};

/** One command about jobs, on whatever database. */
export async function sayOfJobs(jobs: Jobs, words: readonly string[]): Promise<Said> {
  const [first, id, ...rest] = words;
  const said = (...lines: readonly string[]): Said => ({ lines, exitCode: 0 });
  const refused = (line: string): Said => ({ lines: [line], exitCode: 1 });
  if (id === undefined) {
    if (first === undefined) return said(...(await jobLines(jobs, null)));
    if (isJobState(first)) return said(...(await jobLines(jobs, first)));
  } else if (rest.length === 0 && (first === "retry" || first === "cancel")) {
    const job = await jobs.byId(id);
    if (job === null) return refused(`There is no job ${JSON.stringify(id)}`);
    if (first === "retry") {
      if (await jobs.retry(id)) return said(`${job.name} ${id} is queued again`);
      return refused(`${job.name} ${id} is ${job.state}: only what failed or was cancelled is tried again`);
    }
    const state = await jobs.cancel(id);
    if (state === "cancelled") return said(`${job.name} ${id} is cancelled`);
    if (state === "running")
      return said(`${job.name} ${id} is told to stop, by its next renewal at the latest`);
    return refused(`${job.name} ${id} is ${job.state}: there is nothing left to cancel`);
  }
  return { lines: [JOBS_USAGE], exitCode: 2 };
}

/** @throws AppError storage.schema of a database whose schema is older than its jobs */
async function sayHere(database: Database, words: readonly string[]): Promise<Said> {
  await mustBeCurrent(database);
  return await sayOfJobs(createJobs(database), words);
}

/** Answers commands about jobs that are asked in a data folder. @returns what ends that */
export function answerJobCommands(dataDir: string, jobs: Jobs): () => void {
  return answerRequests(dataDir, COMMANDS, async ({ words }) => {
    const { lines, exitCode } = await sayOfJobs(jobs, words);
    return { lines: [...lines], exitCode };
  });
}

/**
 * `npm run db -- jobs …`. Of an embedded database that a server has open, that server is asked.
 * @returns the exit code: 0 done, 1 refused, 2 not understood
 */
export async function runJobsCommand(words: readonly string[], context: CommandContext): Promise<number> {
  let said: Said;
  try {
    said = await withDatabase(context, (database) => sayHere(database, words));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "storage.locked") throw error;
    const unanswered = "The server that has the database open says nothing of its jobs: look at its log";
    const request = { words: words.slice(0, 3) };
    said = await askServer(context.config.dataDir, COMMANDS, request, { unanswered });
  }
  for (const line of said.lines) context.say(line);
  return said.exitCode;
}

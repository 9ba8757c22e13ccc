import { JOB_STATES, type Job, type JobState, type Jobs } from "./jobs.ts";

/** Of each state in a list of all; a list of one state has as many as an operator could want to read. */
const MOST_EACH = 20;
const MOST_OF_ONE = 1_000;
const MOST_TEXT = 300;

const TIME_OF: Readonly<Record<JobState, (job: Job) => string>> = {
  running: ({ dueAt }) => `lease until ${time(dueAt)}`,
  queued: ({ dueAt }) => `due ${time(dueAt)}`,
  failed: ({ endedAt }) => `failed ${time(endedAt)}`,
  cancelled: ({ endedAt }) => `ended ${time(endedAt)}`,
  done: ({ endedAt }) => `ended ${time(endedAt)}`,
};

const time = (at: number | null): string =>
  at === null ? "never" : `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** On one line, without what would move a terminal's cursor. */
function plain(text: string): string {
  const line = text.replace(/\p{C}+/gu, " ").trim();
  return line.length <= MOST_TEXT ? line : `${line.slice(0, MOST_TEXT)}…`;
}

function lineOf(job: Job, nameWidth: number): string {
  const { id, name, key, attempts, mostAttempts, progress, note, error, isCancelAsked } = job;
  const parts = [
    `  ${id}  ${name.padEnd(nameWidth)}`,
    TIME_OF[job.state](job),
    `attempts ${attempts} of ${mostAttempts}`,
  ];
  if (key !== null) parts.push(`key ${plain(key)}`);
  if (job.state === "running" || (progress > 0 && job.state !== "done"))
    parts.push(`${Math.floor(100 * progress)} %`);
  if (note !== null) parts.push(plain(note));
  if (isCancelAsked && job.state === "running") parts.push("to be cancelled");
  if (error !== null) parts.push(`error: ${plain(error)}`);
  return parts.join("  ");
}

export const isJobState = (text: string): text is JobState => JOB_STATES.some((state) => state === text);

/** What there is, by state: how many, and a line for each of the first. */
export async function jobLines(jobs: Jobs, only: JobState | null): Promise<readonly string[]> {
  const counts = await jobs.counts();
  const lines: string[] = [];
  for (const state of only === null ? JOB_STATES : [only]) {
    const count = counts.get(state) ?? 0;
    lines.push(`${state}: ${count}`);
    if (count === 0) continue;
    const some = await jobs.list(state, only === null ? MOST_EACH : MOST_OF_ONE);
    const width = Math.max(0, ...some.map(({ name }) => name.length));
    lines.push(...some.map((job) => lineOf(job, width)));
    if (count > some.length) lines.push(`  and ${count - some.length} more`);
  }
  return lines;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface JobsProcess {
  /** when it takes jobs; rejects when it ends before */
  readonly opened: Promise<void>;
  /** numbers of the jobs that it has said are done */
  readonly did: readonly number[];
  /** SIGKILL, and until it is gone */
  kill(): Promise<void>;
}

const alive = new Set<ChildProcess>();

/** Starts tests/support/jobs/jobs-child.ts on a database url or a data folder. */
export function startJobsProcess(place: string): JobsProcess {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/jobs/jobs-child.ts", place], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  alive.add(child);
  const ended = once(child, "close").then(() => void alive.delete(child));
  const did: number[] = [];
  const opened = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on("line", (line) => {
      if (line === "open") resolve();
      else did.push(Number(line.replace("did ", "")));
    });
    child.on("close", (code) => reject(new Error(`the process ended with ${code} before it took jobs`)));
  });
  opened.catch(() => {});
  return {
    opened,
    did,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

export async function killJobsProcesses(): Promise<void> {
  const closing = [...alive].map((child) => once(child, "close"));
  for (const child of alive) child.kill("SIGKILL");
  await Promise.all(closing);
}

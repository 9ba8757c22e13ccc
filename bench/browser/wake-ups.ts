/** How often threads went to sleep and were woken: what keeps a laptop's processor from resting even where it computes little. Linux tells. */
import { readdirSync, readFileSync } from "node:fs";

/** Times that a thread gave up the processor of its own accord so far. */
function switchesOf(pid: number, tid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/task/${tid}/status`, "utf8");
    return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    // It has ended since it was listed.
    return 0;
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** By thread, so far. */
export function wakeUps(pids: readonly number[]): Map<string, number> {
  return new Map(
    pids.flatMap((pid) =>
      threadsOf(pid).map((tid): [string, number] => [`${pid}/${tid}`, switchesOf(pid, tid)]),
    ),
  );
}

/** Of threads that were there both times; what began or ended between them is left out. */
export function wakeUpsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const [thread, count] of after) sum += count - (before.get(thread) ?? count);
  return sum;
}

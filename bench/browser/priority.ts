/**
 * Priorities of processes, told by Linux only. A browser that may change them puts what is not in front behind everybody's work,
 * and beside busy loops of the usual priority a core then looks far slower than it is.
 */
import { readdirSync, readFileSync } from "node:fs";

/** Place of the nice value behind the name in /proc/…/stat (proc(5), field 19). */
const NICE = 16;

function niceOf(file: string): number[] {
  try {
    const stat = readFileSync(file, "utf8");
    return [Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[NICE])];
  } catch {
    // It has ended since it was listed.
    return [];
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((tid) => `/proc/${pid}/task/${tid}/stat`);
  } catch {
    return [];
  }
}

/** The different nice values of all threads of these processes, lowest first; none where the system does not tell. */
export function nicesOf(pids: readonly number[]): number[] {
  return [...new Set(pids.flatMap(threadsOf).flatMap(niceOf))].sort((a, b) => a - b);
}

/**
 * Why a browser beside busy loops says nothing, or null: all of both must have one priority.
 * @param browser nice values of its threads
 * @param loops nice values of the loops; none where there are no loops, or the system does not tell
 */
export function priorityFault(browser: readonly number[], loops: readonly number[]): string | null {
  if (loops.length === 0 || new Set([...browser, ...loops]).size === 1) return null;
  return `the browser's threads have nice ${browser.join(", ")} beside loops of nice ${loops.join(", ")}`;
}

/** What each thread of a browser costs, and what other programs took of its core: told by Linux only. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Parts of the work a page causes: its main thread; the market that feeds it, which is the bench's and not the grid's; its
 * other workers; its compositor, raster and message threads; the display compositor, which puts the layers of a page together
 * (and has no GPU to help it here); the browser itself.
 */
export const PARTS = [
  "main thread",
  "market",
  "workers",
  "compositor and raster",
  "display",
  "browser",
] as const;
export type Part = (typeof PARTS)[number];

export interface ThreadTime {
  readonly thread: string;
  readonly part: Part;
  /** of its process: "browser", "renderer", "gpu-process" */
  readonly kind: string;
  /** as Chromium calls it; "" of a process's first one */
  readonly name: string;
  /** ms of CPU so far */
  readonly ms: number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

function timesOf(pid: number): ThreadTime[] {
  const kind = /--type=([a-z-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1] ?? "browser";
  const names = new Map(threadsOf(pid).map((tid) => [tid, read(`/proc/${pid}/task/${tid}/comm`).trim()]));
  const workers = [...names].filter(([, name]) => name.startsWith("DedicatedWorker")).map(([tid]) => tid);
  // The page of the bench starts its market before it mounts anything.
  const market = Math.min(...workers);
  const partOf = (tid: number): Part => {
    if (kind === "gpu-process") return "display";
    if (kind !== "renderer") return "browser";
    if (tid === pid) return "main thread";
    if (tid === market) return "market";
    return workers.includes(tid) ? "workers" : "compositor and raster";
  };
  return [...names].map(([tid, name]) => ({
    thread: `${pid}/${tid}`,
    part: partOf(tid),
    kind,
    name: tid === pid ? "" : name,
    ms: Number(read(`/proc/${pid}/task/${tid}/schedstat`).split(" ")[0]) / 1e6,
  }));
}

export const threadTimes = (pids: readonly number[]): ThreadTime[] => pids.flatMap(timesOf);

/** ms by part between two readings; null where threads cannot be told apart. */
export function partsBetween(
  before: readonly ThreadTime[],
  after: readonly ThreadTime[],
): Readonly<Record<Part, number>> | null {
  if (after.length === 0) return null;
  const was = new Map(before.map(({ thread, ms }) => [thread, ms]));
  const parts = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  for (const { thread, part, ms } of after) parts[part] += ms - (was.get(thread) ?? 0);
  return parts;
}

/** ms a process has used so far, all its threads together. */
export const processMs = (pid: number): number => timesOf(pid).reduce((sum, { ms }) => sum + ms, 0);

/** ms a core was not idle so far, stolen time included; null where the system does not tell. */
export function coreBusyMs(core: number): number | null {
  if (!existsSync("/proc/stat")) return null;
  const line = new RegExp(`^cpu${core} (.*)$`, "m").exec(read("/proc/stat"))?.[1]?.trim().split(/\s+/);
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.map(Number);
  return (user + nice + system + irq + softirq + steal) * 10;
}

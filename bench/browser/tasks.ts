/**
 * The page's main-thread tasks as the browser traced them: how long each took, and how much of that it had the processor.
 * On a core shared with others a task is set aside in the middle, and its length says how crowded the core is; its CPU says
 * how much the page asked of it.
 */
import type { Session } from "./cdp.ts";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** µs */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface LongestTasks {
  /** ms from its begin to its end */
  readonly wall: number;
  /** ms of processor */
  readonly cpu: number;
}

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "devtools.timeline", "__metadata"];

/** Traces for `ms`, then answers the longest by either measure. NaN where the trace holds no task. */
export async function traceTasks(session: Session, ms: number): Promise<LongestTasks> {
  const events: TraceEvent[] = [];
  let complete: (() => void) | null = null;
  session.on("Tracing.dataCollected", ({ value }: { value: readonly TraceEvent[] }) => {
    for (const event of value)
      if (event.name === "RunTask" || event.name === "thread_name") events.push(event);
  });
  session.on("Tracing.tracingComplete", () => complete?.());
  const done = new Promise<void>((resolve) => (complete = resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ["*"] },
  });
  await new Promise((resolve) => setTimeout(resolve, ms));
  await session.send("Tracing.end");
  await done;
  const key = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const mains = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(key),
  );
  const tasks = events.filter((event) => event.name === "RunTask" && mains.has(key(event)));
  if (tasks.length === 0) return { wall: Number.NaN, cpu: Number.NaN };
  const longest = (of: (task: TraceEvent) => number): number =>
    tasks.reduce((most, task) => Math.max(most, of(task)), 0) / 1000;
  return { wall: longest(({ dur }) => dur ?? 0), cpu: longest(({ tdur }) => tdur ?? 0) };
}

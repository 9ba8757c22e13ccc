/** What all processes of a browser cost, the main thread's being the least of it. */
import { existsSync, readFileSync } from "node:fs";
import type { Session } from "./cdp.ts";

interface ProcessInfo {
  readonly type: string;
  readonly id: number;
  /** s */
  readonly cpuTime: number;
}

export interface Cpu {
  /** ms */
  readonly all: number;
  /** ms by kind: browser, renderer, GPU, … */
  readonly kinds: Readonly<Record<string, number>>;
}

/** A tick of /proc is 10 ms on every Linux that Chromium runs on. */
const TICK_MS = 10;

function usedMs({ id, cpuTime }: ProcessInfo): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return cpuTime * 1000;
  }
}

/** Sums processes that have gone with what they had used when last seen. */
export function createCpuMeter(browser: Session): { read(): Promise<Cpu>; pids(): Promise<number[]> } {
  const seen = new Map<number, { kind: string; ms: number }>();
  const list = async (): Promise<readonly ProcessInfo[]> =>
    (await browser.send<{ processInfo: ProcessInfo[] }>("SystemInfo.getProcessInfo")).processInfo;
  return {
    async read() {
      for (const entry of await list()) seen.set(entry.id, { kind: entry.type, ms: usedMs(entry) });
      const kinds: Record<string, number> = {};
      let all = 0;
      for (const { kind, ms } of seen.values()) {
        kinds[kind] = (kinds[kind] ?? 0) + ms;
        all += ms;
      }
      return { all, kinds };
    },
    pids: async () => (await list()).map((entry) => entry.id),
  };
}

/** Proportional set size, MB: a page that n processes share counts as 1/n of it in each. */
export function memoryOf(pids: readonly number[]): number {
  let kilobytes = 0;
  for (const pid of pids) {
    const file = `/proc/${pid}/smaps_rollup`;
    if (!existsSync(file)) continue;
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

import { readFileSync } from "node:fs";

/** Linux counts a thread's time in these. */
const TICK_MS = 10;

/** Time that the first thread of a process has worked, ms: in Node the one that runs JavaScript. Linux only. */
export function mainThreadMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  // The name of the program stands in parentheses and may hold spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory that a process holds, MiB. Linux only. */
export function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / 1_024;
}

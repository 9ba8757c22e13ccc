import { execFileSync } from "node:child_process";
import { canPin, LAST_CORE } from "../browser/chromium.ts";

/** Cores of what is measured, and the one of what asks it. */
export const MEASURED_CORES = `0-${Math.max(0, LAST_CORE - 1)}`;
export const ASKING_CORE = String(LAST_CORE);

/** Whether asking and answering can have cores of their own here. */
export const canSeparate = (): boolean => canPin() && LAST_CORE > 0;

/** Moves all threads of a running process to these cores; what they start later follows them. */
export function pinProcess(pid: number, cores: string): void {
  execFileSync("/usr/bin/taskset", ["-a", "-c", "-p", cores, String(pid)], { stdio: "ignore" });
}

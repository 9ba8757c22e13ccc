import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Heard {
  readonly messages: number;
  readonly bytes: number;
  readonly longestSilenceMs: number;
  /** of the close, 0 while open */
  readonly code: number;
  readonly elapsedMs: number;
}

/** A client in a process of its own: what it hears is not delayed by what the test does. */
export interface Listener {
  /** What it heard since the last time it was asked. */
  heard(): Promise<Heard>;
  stop(): void;
}

/** @param cookie of an account, whose market moves more often than a visitor's */
export function startListener(origin: string, subscriptions: readonly unknown[], cookie?: string): Listener {
  const child = spawn(
    process.execPath,
    ["tests/e2e/support/listener.mjs", origin, JSON.stringify(subscriptions), ...(cookie ? [cookie] : [])],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const lines = createInterface(child.stdout);
  return {
    async heard() {
      child.stdin.write("\n");
      const [line] = (await once(lines, "line")) as [string];
      return JSON.parse(line) as Heard;
    },
    stop: () => child.stdin.end(),
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { marketClock } from "./run-time.ts";

export interface RunningServer {
  readonly port: number;
  readonly origin: string;
  /** of the process that runs now */
  readonly pid: number;
  /** Dies at once, like a pulled plug. */
  kill(): Promise<void>;
  /** Ends as an operator would end it. */
  stop(): Promise<void>;
  /** Starts the same server again on the same port. */
  start(): Promise<void>;
  /** What is left after two forced collections, bytes; of a server that was started to measure it. */
  memory(): Promise<NodeJS.MemoryUsage>;
  /** A figure of /metrics, summed over its labels; `match` narrows to lines that contain it. */
  metric(name: string, match?: string): Promise<number>;
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

async function until(check: () => Promise<boolean>, what: string, ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await check().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not happen within ${ms} ms`);
}

const MEASURES = ["--expose-gc", "--import", "./tests/support/relay/memory-hook.mjs"];

/** Another clock of the machine, for servers alone (`npm run test:any-day`). */
const SERVER_CLOCK = JSON.parse(process.env.STRIKEWISE_SERVER_CLOCK ?? "{}") as Record<string, string>;

/** Imports, replays and brokers' feeds have clocks of their own. */
const isSimulated = ({ MARKET_SOURCE = "sim" }: Record<string, string>): boolean => MARKET_SOURCE === "sim";

/**
 * The built product as a process of its own, on a free port with a data folder of its own. A simulated market is at the time of
 * the run, unless the environment names another clock.
 * @param measures `memory` will be asked
 */
export async function startServer(
  env: Record<string, string> = {},
  measures = false,
): Promise<RunningServer> {
  const port = await freePort();
  const metricsPort = await freePort();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "strikewise-e2e-"));
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = "";

  async function start(): Promise<void> {
    output = "";
    const next = spawn(process.execPath, [...(measures ? MEASURES : []), "dist/server/main.js"], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        ...(isSimulated(env) && { MARKET_CLOCK: marketClock() }),
        ...SERVER_CLOCK,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe", ...(measures ? (["ipc"] as const) : [])],
    });
    child = next;
    next.stdout?.on("data", (text) => (output += text));
    next.stderr?.on("data", (text) => (output += text));
    let code: number | null = null;
    next.on("exit", (status) => (code = status ?? -1));
    try {
      await until(
        async () => {
          if (code !== null) throw new Error("gone");
          return (await fetch(`${origin}/readyz`)).ok;
        },
        "readiness",
        120_000,
      );
    } catch (error) {
      throw new Error(`server: ${String(error)}\n${output}`);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const gone = child;
    child = null;
    if (gone === null || gone.exitCode !== null) return;
    gone.kill(signal);
    await once(gone, "exit");
  }

  await start();
  return {
    port,
    origin,
    get pid() {
      return child?.pid ?? -1;
    },
    start,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    async memory() {
      if (child === null) throw new Error("no server runs");
      const answer = once(child, "message");
      child.send("memory");
      return (await answer)[0] as NodeJS.MemoryUsage;
    },
    async metric(name, match = "") {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return text
        .split("\n")
        .filter(
          (line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(match),
        )
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
    },
  };
}

/** The built product as a process of its own, in its simulated market. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { signInToSandbox } from "../lib/sandbox-session.ts";
import { canPin, LAST_CORE, onCores } from "./chromium.ts";

export interface ProductServer {
  readonly origin: string;
  /** Cookie of an account that is signed in, and so has real-time prices. */
  readonly session: string;
  readonly pid: number;
  /** A figure of /metrics, summed over its labels. */
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

interface ServerOptions {
  /** keeps off the core that the slow laptop runs on */
  readonly away?: boolean;
  /** settings of the server beside its defaults */
  readonly env?: Readonly<Record<string, string>>;
}

export async function launchServer(options: ServerOptions = {}): Promise<ProductServer> {
  if (!existsSync("dist/server/main.js")) throw new Error("not built: run npm run build first");
  const port = await freePort();
  const metricsPort = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(path.join(os.tmpdir(), "strikewise-bench-"));
  const plain: [string, string[]] = [process.execPath, ["dist/server/main.js"]];
  const [command, args] =
    options.away && canPin() && LAST_CORE > 0 ? onCores(`0-${LAST_CORE - 1}`, ...plain) : plain;
  const child: ChildProcess = spawn(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: data,
      LOG_LEVEL: "error",
      ...options.env,
    },
  });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${origin}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) break;
    if (tries > 600 || child.exitCode !== null) {
      child.kill("SIGKILL");
      throw new Error("the server did not start within a minute");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const session = await signInToSandbox(origin).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    origin,
    session,
    pid: child.pid!,
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return text
        .split("\n")
        .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
    },
    async stop() {
      process.off("exit", killAtExit);
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  return port;
}

export async function launchBrowser(): Promise<Browser> {
  const { findBrowser } = (await import("../../scripts/find-browser.mjs" as string)) as {
    findBrowser(): Promise<string | null>;
  };
  const executablePath = await findBrowser();
  if (executablePath === null)
    throw new Error("no Chrome or Chromium: install one, or name it in STRIKEWISE_BROWSER");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
}

/** The built server on a free port, ready. */
export async function launchServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(process.execPath, ["dist/server/main.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: mkdtempSync(path.join(os.tmpdir(), "strikewise-bench-")),
      LOG_LEVEL: "error",
    },
  });
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${origin}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) break;
    if (tries > 600 || child.exitCode !== null)
      throw new Error("the server did not start; run npm run build first");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** The p-th percentile (0 to 1) by nearest rank. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

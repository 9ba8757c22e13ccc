import { execFileSync } from "node:child_process";
import os from "node:os";
import { chromium } from "playwright-core";
import { peerVersions } from "./peers.ts";

/** What a figure depends on beside the code. */
export function machine(): Record<string, string | number> {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? "unknown",
    cores: cpus.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    platform: `${os.platform()} ${os.arch()}`,
    loadAtStart: Number((os.loadavg()[0] ?? 0).toFixed(2)),
  };
}

/** First line that a program says of its version, null when there is no such program. */
export function versionOf(program: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync(program, args.length > 0 ? [...args] : ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 10_000,
    })
      .split("\n")[0]!
      .trim();
  } catch {
    return null;
  }
}

/** Looks only, unlike scripts/find-browser.mjs, which would install one for a bench that needs none. */
function browserVersion(): string | null {
  const named = [process.env.STRIKEWISE_BROWSER, chromium.executablePath()].filter((file) => file);
  for (const program of [...named, "google-chrome", "chromium", "chromium-browser"]) {
    const version = versionOf(program as string);
    if (version !== null) return version;
  }
  return null;
}

/** Versions of everything that takes part; "absent" where it does not. */
export function versions(): Record<string, string> {
  const found: Record<string, string | null> = {
    node: process.versions.node,
    v8: process.versions.v8,
    chromium: browserVersion(),
    "C compiler": versionOf("cc"),
    "nats-server": versionOf("nats-server"),
    ...peerVersions(),
  };
  return Object.fromEntries(Object.entries(found).map(([name, version]) => [name, version ?? "absent"]));
}

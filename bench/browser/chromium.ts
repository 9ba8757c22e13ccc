/**
 * A real Chromium as its users run it, started by hand rather than by a test driver: tabs in the background are hidden and
 * throttled as they are at home. On the slow laptop all its processes share one core with two busy loops.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sessionCookie } from "../lib/sandbox-session.ts";
import { type Cdp, connectCdp, type Session } from "./cdp.ts";
import { nicesOf, priorityFault } from "./priority.ts";
import { type Cpu, createCpuMeter, memoryOf } from "./processes.ts";
import { createTab, type Tab, type TabOptions } from "./tab.ts";
import { coreBusyMs, processMs } from "./threads.ts";

export interface ChromiumOptions {
  /** All processes of the browser run on the machine's last core. */
  readonly oneCore?: boolean;
  /** Busy loops that share that core. */
  readonly busyLoops?: number;
  readonly width?: number;
  readonly height?: number;
}

export interface Chromium {
  /** The browser is signed in there. */
  signIn(server: { readonly origin: string; readonly session: string }): Promise<void>;
  open(url: string, options?: TabOptions): Promise<Tab>;
  /** where programs that drive the browser themselves connect */
  readonly debuggerPort: number;
  /** CPU of all processes so far, ms, by kind of process. */
  cpu(): Promise<Cpu>;
  pids(): Promise<number[]>;
  /** ms the browser's core was busy so far, and with whom; null where it has no core of its own or the system does not tell. */
  coreLoad(): Promise<{ readonly busy: number; readonly own: number } | null>;
  /** Memory of all processes, shared pages counted once, MB. */
  memory(): Promise<number>;
  /** Why nothing may be concluded from this browser beside its busy loops; null where there is no such reason. */
  priorityFault(): Promise<string | null>;
  /** @throws where its priority was another than its busy loops' at the end: what was measured is void */
  stop(): Promise<void>;
}

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-extensions",
  "--disable-quic",
  "--disable-search-engine-choice-screen",
  "--disable-features=OptimizationHints,MediaRouter,Translate",
  "--enable-blink-features=ForceEagerMeasureMemory",
  "--hide-scrollbars=false",
  "--remote-debugging-port=0",
];

export const LAST_CORE = os.cpus().length - 1;

/** A command on chosen cores, where the system can choose; elsewhere as it is. */
export function onCores(cores: string, command: string, args: readonly string[]): [string, string[]] {
  return existsSync("/usr/bin/taskset")
    ? ["/usr/bin/taskset", ["-c", cores, command, ...args]]
    : [command, [...args]];
}

export const canPin = (): boolean => existsSync("/usr/bin/taskset");

/** User and group without rights, as Debian and Red Hat number them. */
const UNPRIVILEGED = 65_534;

/**
 * Root's browser would change the priority of its own processes, as a laptop's cannot: it runs as that user then, at home in the
 * folder of its profile. Whoever is not root starts it as they are.
 */
function browserUser(home: string): Pick<SpawnOptions, "uid" | "gid" | "env"> {
  if (process.getuid?.() !== 0) return {};
  for (const folder of [home, path.join(home, "profile")]) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  // Folders of root's own session are closed to it.
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("XDG_"));
  return { uid: UNPRIVILEGED, gid: UNPRIVILEGED, env: { ...Object.fromEntries(kept), HOME: home } };
}

export async function findChromium(): Promise<string> {
  const { findBrowser } = (await import("../../scripts/find-browser.mjs" as string)) as {
    findBrowser(): Promise<string | null>;
  };
  const found = await findBrowser();
  if (found === null) throw new Error("no Chrome or Chromium: install one, or name it in STRIKEWISE_BROWSER");
  return found;
}

async function debuggerUrl(profile: string, child: ChildProcess): Promise<string> {
  const file = path.join(profile, "DevToolsActivePort");
  let fault: Error | null = null;
  child.once("error", (error) => (fault = error));
  for (let tries = 0; tries < 600; tries += 1) {
    if (fault !== null || child.exitCode !== null)
      throw new Error(
        `the browser ended at once: ${fault === null ? `code ${child.exitCode}` : String(fault)}. Started by root it runs as user ${UNPRIVILEGED}, who must be able to read it: name another in STRIKEWISE_BROWSER`,
      );
    const [port, where] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    if (port !== undefined && where !== undefined) return `ws://127.0.0.1:${port}${where}`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the browser did not open its debugger within a minute");
}

/** Ends with the bench, however that ends: a loop left behind would falsify every figure after it. */
const BUSY =
  "const parent = process.ppid; for (;;) { const until = Date.now() + 500; while (Date.now() < until); if (process.ppid !== parent) process.exit(); }";

function busyLoop(): ChildProcess {
  const [command, args] = onCores(String(LAST_CORE), process.execPath, ["-e", BUSY]);
  return spawn(command, args, { stdio: "ignore" });
}

export async function launchChromium(options: ChromiumOptions = {}): Promise<Chromium> {
  const home = mkdtempSync(path.join(os.tmpdir(), "strikewise-bench-browser-"));
  const profile = path.join(home, "profile");
  mkdirSync(profile);
  const size = `${options.width ?? 1366},${options.height ?? 850}`;
  const plain: [string, string[]] = [
    await findChromium(),
    [...FLAGS, `--user-data-dir=${profile}`, `--window-size=${size}`, "about:blank"],
  ];
  const [command, args] = options.oneCore ? onCores(String(LAST_CORE), ...plain) : plain;
  const child = spawn(command, args, { stdio: "ignore", ...browserUser(home) });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  let cdp: Cdp;
  let address: string;
  try {
    address = await debuggerUrl(profile, child);
    cdp = await connectCdp(address);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  const loops = Array.from({ length: options.busyLoops ?? 0 }, busyLoop);
  const meter = createCpuMeter(cdp.root);
  const loopPids = loops.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  const fault = async (): Promise<string | null> =>
    priorityFault(nicesOf(await meter.pids()), nicesOf(loopPids));
  return {
    async signIn({ origin, session }) {
      await cdp.root.send("Storage.setCookies", { cookies: [sessionCookie(origin, session)] });
    },
    open: (url, tab) => openTab(cdp, url, tab),
    debuggerPort: Number(new URL(address).port),
    cpu: meter.read,
    pids: meter.pids,
    async coreLoad() {
      const busy = options.oneCore ? coreBusyMs(LAST_CORE) : null;
      if (busy === null) return null;
      const looped = loopPids.reduce((sum, pid) => sum + processMs(pid), 0);
      return { busy, own: looped + (await meter.read()).all };
    },
    memory: async () => memoryOf(await meter.pids()),
    priorityFault: fault,
    async stop() {
      const changed = await fault().catch(() => null);
      for (const loop of loops) loop.kill("SIGKILL");
      void cdp.root.send("Browser.close").catch(() => {});
      const kill = setTimeout(() => child.kill("SIGKILL"), 5000);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      clearTimeout(kill);
      process.off("exit", killAtExit);
      cdp.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      if (changed !== null) throw new Error(`void: ${changed}`);
    },
  };
}

async function openTab(cdp: Cdp, url: string, options: TabOptions = {}): Promise<Tab> {
  const { targetId } = await cdp.root.send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
  });
  const { sessionId } = await cdp.root.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const session: Session = cdp.session(sessionId);
  return createTab(cdp, session, targetId, url, options);
}

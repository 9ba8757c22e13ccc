// Finds a Chromium for the browser tests: one named in the environment, Playwright's own, the system's, or on Debian a fresh install.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];
/** Chromium without windows, Debian's name for what Playwright itself tests with: a page costs it a fifth less of the processor. */
const SHELL = "chromium-headless-shell";
const MAC = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const onPath = (name) =>
  (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

async function playwrightsOwn() {
  try {
    const { chromium } = await import("playwright-core");
    const file = chromium.executablePath();
    if (existsSync(file)) return file;
  } catch {
    // Not installed, or it has no browser: the system's will do.
  }
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), ".cache", "ms-playwright");
  if (!existsSync(cache)) return undefined;
  return readdirSync(cache)
    .filter((name) => name.startsWith("chromium"))
    .flatMap((name) =>
      ["chrome-linux/chrome", "chrome-linux/headless_shell", "chrome-linux64/chrome"].map((tail) =>
        path.join(cache, name, tail),
      ),
    )
    .find((file) => existsSync(file));
}

const system = (names) => names.map(onPath).find(Boolean) ?? MAC.find((file) => existsSync(file));

function installOnDebian(name) {
  if (!existsSync("/etc/debian_version") || onPath("apt-get") === undefined) return;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status !== 0) return;
  const apt = (...words) =>
    execFileSync(root ? "apt-get" : "sudo", root ? words : ["apt-get", ...words], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  console.log("test: no browser found; installing one of Debian's");
  const install = () => apt("install", "-y", "--no-install-recommends", name);
  try {
    install();
  } catch {
    apt("update");
    install();
  }
}

/**
 * @param {{ isShellEnough?: boolean }} options  whether one without windows will do, which tests prefer and benches do not measure
 * @returns {Promise<string | null>} the path of a browser, or null when there is none and none can be installed
 */
export async function findBrowser({ isShellEnough = false } = {}) {
  const named = process.env.STRIKEWISE_BROWSER;
  if (named !== undefined && named !== "") {
    if (existsSync(named)) return named;
    throw new Error(
      `STRIKEWISE_BROWSER=${named}: there is no such file. Name a Chrome or Chromium, or unset it.`,
    );
  }
  const shell = isShellEnough ? onPath(SHELL) : undefined;
  const found = shell ?? (await playwrightsOwn()) ?? system(NAMES);
  if (found) return found;
  for (const name of isShellEnough ? [SHELL, "chromium"] : ["chromium"]) {
    try {
      installOnDebian(name);
    } catch (error) {
      console.error(`test: could not install ${name}: ${error.message}`);
    }
    const installed = system([name]);
    if (installed) return installed;
  }
  return null;
}

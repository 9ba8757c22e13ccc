/** Other people's programs that we measure ourselves against. Nothing of the product needs them. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../peers");
const require = createRequire(path.join(FOLDER, "package.json"));

export const INSTALL_PEERS = "npm ci --prefix bench/peers";

function dependencies(): string[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(FOLDER, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies);
}

/** Where a peer is installed, null when it is not. */
export function peerFolder(name: string): string | null {
  const folder = path.join(FOLDER, "node_modules", name);
  return existsSync(path.join(folder, "package.json")) ? folder : null;
}

/** The peer's module, null when it is not installed. */
export function peerRequire(name: string): unknown {
  return peerFolder(name) === null ? null : require(name);
}

/** Installed version of each peer, null of those that are absent. */
export function peerVersions(): Record<string, string | null> {
  return Object.fromEntries(
    dependencies().map((name) => {
      const folder = peerFolder(name);
      if (folder === null) return [name, null];
      const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
        version: string;
      };
      return [name, version];
    }),
  );
}

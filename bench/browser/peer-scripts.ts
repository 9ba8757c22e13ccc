/** Peers that a page of a bench loads as the scripts that their packages ship. */
import { copyFileSync } from "node:fs";
import path from "node:path";
import { INSTALL_PEERS, peerFolder } from "../lib/peers.ts";

const SHIPPED = {
  echarts: "dist/echarts.min.js",
  "lightweight-charts": "dist/lightweight-charts.standalone.production.js",
} as const;

/**
 * Puts a peer's script beside a built page, under the package's name; where it is not installed it leaves a note.
 * @returns whether the page can load it
 */
export function putPeer(name: keyof typeof SHIPPED, out: string, notes: string[]): boolean {
  const folder = peerFolder(name);
  if (folder === null) notes.push(`${name} is not installed, so not compared with: ${INSTALL_PEERS}`);
  else copyFileSync(path.join(folder, SHIPPED[name]), path.join(out, `${name}.js`));
  return folder !== null;
}

/** Holds what project references cannot: `layers.ts` has the rules. Usage: npm run lint */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { faults } from "./layers.ts";

const FOLDERS = ["domain", "protocol", "analysis", "wasm", "workers", "src", "server"];

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const file = path.posix.join(folder, name);
    if (statSync(file).isDirectory()) yield* sources(file);
    else if (/\.tsx?$/.test(name)) yield file;
  }
}

const files = new Map<string, string>();
for (const folder of FOLDERS) for (const file of sources(folder)) files.set(file, readFileSync(file, "utf8"));
const found = faults(files);
if (found.length > 0) {
  console.error(found.join("\n"));
  process.exit(1);
}

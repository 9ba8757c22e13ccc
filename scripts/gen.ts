/**
 * Writes everything that follows from `protocol/wire/schema.ts`, from the rows of `protocol/http` and from those of
 * `domain/access/pages`; with `--check` fails when a file differs.
 * Usage: npm run gen | npm run gen:check
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { layoutFile } from "./gen/layout.ts";
import { pagePathsFile } from "./gen/page-paths.ts";
import { readerFiles } from "./gen/readers.ts";
import { recordsFile } from "./gen/records.ts";
import { wireDocument } from "./gen/wire-document.ts";

const files: Record<string, string> = {
  "domain/generated/page-paths.ts": pagePathsFile(),
  "protocol/generated/layout.ts": layoutFile(),
  "protocol/generated/records.ts": recordsFile(),
  "docs/wire-protocol.md": wireDocument(),
  ...(await readerFiles()),
};

const check = process.argv.includes("--check");
const stale: string[] = [];
for (const [file, text] of Object.entries(files)) {
  const current = existsSync(file) ? readFileSync(file, "utf8") : null;
  if (current === text) continue;
  stale.push(file);
  if (!check) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
for (const file of readdirSync("protocol/generated", { recursive: true, encoding: "utf8" })) {
  const whole = `protocol/generated/${file.replaceAll(path.sep, "/")}`;
  if (!whole.endsWith(".ts") || whole in files) continue;
  stale.push(whole);
  if (!check) rmSync(whole);
}
if (check && stale.length > 0) {
  console.error(`gen: ${stale.join(", ")} differ from the tables they are written from; run: npm run gen`);
  process.exit(1);
}
console.log(stale.length === 0 ? "gen: up to date" : `gen: wrote ${stale.join(", ")}`);

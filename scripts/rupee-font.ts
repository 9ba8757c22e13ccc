/**
 * Cuts the rupee sign out of Inter: `npx tsx scripts/rupee-font.ts`, after another version of Inter was installed. In Inter's own parts the sign
 * lies in one of 85 kB beside a thousand letters that no text of ours has; `tests/scripts/rupee-font.test.ts` holds that it is the installed Inter's.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import subsetFont from "subset-font";

export const RUPEE_FONT = "src/components/theme/inter-rupee-wght-normal.woff2";
const FROM = "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2";

/** The sign in all weights, as WOFF2. */
export function rupeeFont(): Promise<Buffer> {
  const inter = readFileSync(createRequire(import.meta.url).resolve(FROM));
  return subsetFont(inter, "₹", { targetFormat: "woff2" });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(RUPEE_FONT, await rupeeFont());

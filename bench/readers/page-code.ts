/** What code weighs that a page has to load. */
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

/** A module that is on no disk, beside this one. */
const ENTRY = path.join(import.meta.dirname, "page-entry.js");

/** Bytes of a module with all that it imports, built as pages are, in Brotli. @param source its text */
export async function builtBytes(source: string): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "page-entry",
        enforce: "pre",
        resolveId: (id) => (id === ENTRY ? ENTRY : null),
        load: (id) => (id === ENTRY ? source : null),
      },
    ],
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict" },
    },
  });
  const outputs = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  const code = outputs.map((each) => (each.type === "chunk" ? each.code : "")).join("");
  return brotliCompressSync(code).length;
}

import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { TEMPLATE_FILE } from "#server/platform/store/embedded/template.ts";
import { KEPT_TEMPLATE, keepTemplate } from "./scripts/store-template.ts";

const OUT = "dist/server";
const WASM = ".build/wasm/strikewise.wasm";
const WEB = "dist/web";
const COMPRESSED = /\.(?:js|css|html|svg|wasm|json|txt|webmanifest)$/;
/** Smaller files fit one packet anyway. */
const LEAST_BYTES = 1_024;

/** The decoder and pricing module lies beside the bundles that load it. */
function copyWasm(): Plugin {
  return {
    name: "copy-wasm",
    closeBundle() {
      if (!existsSync(WASM)) throw new Error(`${WASM} is missing: npm run build:wasm`);
      copyFileSync(WASM, path.join(OUT, "strikewise.wasm"));
    },
  };
}

/** The steps of the schema lie beside the bundle that takes them; each is read as a file. */
function copyMigrations(): Plugin {
  return {
    name: "copy-migrations",
    closeBundle: () =>
      cpSync("server/platform/store/migrations", path.join(OUT, "migrations"), { recursive: true }),
  };
}

/** An empty embedded database, so that the first start need not make one: it takes seconds. Made by the bundle itself. */
function copyStoreTemplate(): Plugin {
  return {
    name: "copy-store-template",
    async closeBundle() {
      await keepTemplate(path.resolve(OUT, "store-thread.js"));
      copyFileSync(KEPT_TEMPLATE, path.join(OUT, TEMPLATE_FILE));
    },
  };
}

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(file);
    else yield file;
  }
}

/** Compresses the web app once, as hard as it goes, so that the server never does it for a request. */
function compressWeb(): Plugin {
  return {
    name: "compress-web",
    closeBundle() {
      if (!existsSync(WEB)) return;
      for (const file of files(WEB)) {
        if (!COMPRESSED.test(file)) continue;
        const bytes = readFileSync(file);
        if (bytes.length < LEAST_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** The server: one bundle an entry, with what they share in chunks; dependencies stay in node_modules. */
export default defineConfig({
  plugins: [copyWasm(), copyMigrations(), copyStoreTemplate(), compressWeb()],
  // Files of the web app are none of the server's.
  publicDir: false,
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    target: "node20",
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: "server/main.ts",
        "feed-thread": "server/market/feed/feed-thread.ts",
        "compute-thread": "server/market/compute/compute-thread.ts",
        "store-thread": "server/platform/store/embedded/store-thread.ts",
        "market-import": "server/commands/market-import.ts",
        "events-import": "server/commands/events-import.ts",
        db: "server/commands/db.ts",
        admin: "server/commands/admin.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunk-[name]-[hash].js", format: "es" },
    },
  },
});

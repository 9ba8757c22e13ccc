import path from "node:path";
import { runMarketImport } from "../market/feed/sources/import/command.ts";

const { DATA_DIR } = process.env;

process.exitCode = runMarketImport(
  process.argv.slice(2),
  path.resolve(DATA_DIR === undefined || DATA_DIR.trim() === "" ? ".data" : DATA_DIR),
  {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  },
);

import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AppError } from "#domain/errors.ts";

const NAME = "secret.key";
const KEY_BYTES = 32;

function unusable(file: string, fix: string, cause?: unknown): AppError {
  const text = `The key file ${file} is not usable: ${fix}`;
  return new AppError("config.invalid", text, { variable: "SECRET_KEY" }, { cause });
}

/**
 * Writes it beside its place first and links it there: of two processes that start at once one wins, and
 * none reads half a key.
 */
function make(file: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
}

/**
 * The key for what is encrypted at rest where the operator gave none (SECRET_KEY): a file of the data folder that only this
 * user may read, made at the first start.
 * @throws AppError config.invalid when it cannot be read or made, or is no key
 */
export function keyFromFile(dataDir: string): Buffer {
  const file = path.join(dataDir, NAME);
  let text: string;
  try {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) make(file);
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw unusable(file, "this process must be able to write DATA_DIR, or SECRET_KEY be set", error);
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) throw unusable(file, "it must hold 64 hexadecimal digits");
  return Buffer.from(text, "hex");
}

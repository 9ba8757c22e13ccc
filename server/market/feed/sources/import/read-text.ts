import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import {
  DOWNLOAD_AGAIN,
  isText,
  MOST_FILE_BYTES,
  packingOf,
  unzipCsv,
} from "#analysis/market-files/packed.ts";
import type { Problems } from "#analysis/market-files/problems.ts";

function gunzipped(file: string, bytes: Buffer, problems: Problems): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_FILE_BYTES });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const what = code === "Z_BUF_ERROR" ? "the gzip file is cut short" : "the gzip file is damaged";
    problems.add(file, null, what, DOWNLOAD_AGAIN);
    return null;
  }
}

/** Why the system would not give a file, in words; the path is named elsewhere. */
function unreadable(error: unknown): [what: string, fix: string] {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return ["there is no such file", "check the path"];
    case "EISDIR":
      return ["this is a folder", "name the file in it"];
    case "EACCES":
    case "EPERM":
      return ["it may not be read", "give this user leave to read it"];
    default:
      return ["it cannot be read", "check the disk"];
  }
}

/**
 * Text of a plain, gzipped or zipped CSV, told apart by their first bytes.
 * @returns null after adding the fault
 */
export function readText(file: string, problems: Problems): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    problems.add(file, null, ...unreadable(error));
    return null;
  }
  const packing = packingOf(bytes);
  let text: Uint8Array | null = bytes;
  if (packing === "gzip") text = gunzipped(file, bytes, problems);
  else if (packing === "zip") text = unzipCsv(file, bytes, problems);
  else if (/\.(gz|zip)$/i.test(file) && bytes.length > 0) {
    problems.add(file, null, "its name says it is packed and its contents are not", DOWNLOAD_AGAIN);
    return null;
  }
  if (text === null || !isText(file, text, problems)) return null;
  return Buffer.from(text.buffer, text.byteOffset, text.length).toString("utf8");
}

import { readFileSync } from "node:fs";
import { crc32, gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import type { Problems } from "./problems.ts";

/** The largest real file is 8 MB of text; far more is not one of ours, and unpacking must end somewhere. */
const MOST_BYTES = 256 * 1024 * 1024;
const AGAIN = "download it again";

interface ZipEntry {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
}

/** The directory at the end of a zip file (APPNOTE.TXT 4.3.12, 4.3.16); empty when there is none. */
function zipEntries(bytes: Buffer): ZipEntry[] {
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0 || end + 22 > bytes.length) return [];
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  while (at + 46 <= end && bytes.readUInt32LE(at) === 0x02014b50) {
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + nameLength),
      crc: bytes.readUInt32LE(at + 16),
      size: bytes.readUInt32LE(at + 24),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function unzipped(file: string, bytes: Buffer, problems: Problems): Buffer | null {
  const entries = zipEntries(bytes);
  if (entries.length === 0) {
    problems.add(file, null, "the zip file is cut short or damaged", AGAIN);
    return null;
  }
  const sheets = entries.filter((entry) => /\.csv$/i.test(entry.name));
  const [sheet] = sheets;
  if (sheet === undefined || sheets.length > 1) {
    const holds = sheet === undefined ? "no CSV file" : `${sheets.length} CSV files`;
    problems.add(
      file,
      null,
      `the zip file holds ${holds}`,
      "give the exchange's zip with its one CSV, or the CSV itself",
    );
    return null;
  }
  if (sheet.size > MOST_BYTES) {
    problems.add(file, null, `${sheet.name} unpacks to ${sheet.size} bytes`, "give an exchange file");
    return null;
  }
  let text: Uint8Array | undefined;
  try {
    text = unzipSync(bytes, { filter: (entry) => entry.name === sheet.name })[sheet.name];
  } catch {
    text = undefined;
  }
  // The unpacker does not check sums: a flipped bit would pass as a price.
  if (text === undefined || text.length !== sheet.size || crc32(text) >>> 0 !== sheet.crc) {
    problems.add(file, null, `${sheet.name} inside the zip file is damaged`, AGAIN);
    return null;
  }
  return Buffer.from(text.buffer, text.byteOffset, text.length);
}

function gunzipped(file: string, bytes: Buffer, problems: Problems): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const what = code === "Z_BUF_ERROR" ? "the gzip file is cut short" : "the gzip file is damaged";
    problems.add(file, null, what, AGAIN);
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
  let text: Buffer | null = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) text = gunzipped(file, bytes, problems);
  else if (bytes[0] === 0x50 && bytes[1] === 0x4b) text = unzipped(file, bytes, problems);
  else if (/\.(gz|zip)$/i.test(file) && bytes.length > 0) {
    problems.add(file, null, "its name says it is packed and its contents are not", AGAIN);
    return null;
  }
  if (text === null) return null;
  if (text.length === 0) {
    problems.add(file, null, "the file is empty", AGAIN);
    return null;
  }
  if (text.subarray(0, 4096).includes(0)) {
    problems.add(file, null, "this is not text", "give a CSV file, plain, .gz or .zip");
    return null;
  }
  return text.toString("utf8");
}

import { unzipSync } from "fflate";
import type { Problems } from "./problems.ts";

/** The largest real file is 8 MB of text; far more is not one of ours, and unpacking must end somewhere. */
export const MOST_FILE_BYTES = 256 * 1024 * 1024;
export const DOWNLOAD_AGAIN = "download it again";

type Packing = "gzip" | "zip" | "plain";

/** How a file is packed, by its first bytes. */
export function packingOf(bytes: Uint8Array): Packing {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? "zip" : "plain";
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** CRC-32 as zip files carry it (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = CRC_TABLE[(c ^ bytes[i]!) & 0xff]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

interface ZipEntry {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
}

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;

/** The directory at the end of a zip file (APPNOTE.TXT 4.3.12, 4.3.16); empty when there is none. */
function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END_MARK) end -= 1;
  if (end < 0) return [];
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY_MARK) {
    const nameLength = view.getUint16(at + 28, true);
    const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
    entries.push({
      name: String.fromCharCode(...name),
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
    });
    at += ENTRY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The one CSV inside a zip file; null after adding the fault. */
export function unzipCsv(file: string, bytes: Uint8Array, problems: Problems): Uint8Array | null {
  const entries = zipEntries(bytes);
  if (entries.length === 0) {
    problems.add(file, null, "the zip file is cut short or damaged", DOWNLOAD_AGAIN);
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
  if (sheet.size > MOST_FILE_BYTES) {
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
  if (text === undefined || text.length !== sheet.size || crc32(text) !== sheet.crc) {
    problems.add(file, null, `${sheet.name} inside the zip file is damaged`, DOWNLOAD_AGAIN);
    return null;
  }
  return text;
}

const HEAD_BYTES = 4_096;

/** Whether a file, unpacked, can be text; adds the fault if it cannot. */
export function isText(file: string, bytes: Uint8Array, problems: Problems): boolean {
  if (bytes.length === 0) {
    problems.add(file, null, "the file is empty", DOWNLOAD_AGAIN);
    return false;
  }
  if (bytes.subarray(0, HEAD_BYTES).includes(0)) {
    problems.add(file, null, "this is not text", "give a CSV file, plain, .gz or .zip");
    return false;
  }
  return true;
}

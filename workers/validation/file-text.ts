import {
  DOWNLOAD_AGAIN,
  isText,
  MOST_FILE_BYTES,
  packingOf,
  unzipCsv,
} from "#analysis/market-files/packed.ts";
import type { Problems } from "#analysis/market-files/problems.ts";

async function gunzipped(name: string, bytes: Uint8Array<ArrayBuffer>, problems: Problems) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size <= MOST_FILE_BYTES) continue;
      void reader.cancel();
      problems.add(name, null, `it unpacks to more than ${MOST_FILE_BYTES} bytes`, "give an exchange file");
      return null;
    }
  } catch {
    problems.add(name, null, "the gzip file is cut short or damaged", DOWNLOAD_AGAIN);
    return null;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Text of a plain, gzipped or zipped file, told apart by its first bytes.
 * @returns null after adding the fault
 */
export async function fileText(file: File, problems: Problems): Promise<string | null> {
  const { name } = file;
  if (file.size > MOST_FILE_BYTES) {
    problems.add(name, null, `it has ${file.size} bytes`, "give an exchange file");
    return null;
  }
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    problems.add(name, null, "the browser may not read it, or it is a folder", "give the file itself");
    return null;
  }
  const packing = packingOf(bytes);
  let text: Uint8Array | null = bytes;
  if (packing === "gzip") text = await gunzipped(name, bytes, problems);
  else if (packing === "zip") text = unzipCsv(name, bytes, problems);
  if (text === null || !isText(name, text, problems)) return null;
  return new TextDecoder().decode(text);
}

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Gunzip } from "fflate";
import { AppError } from "#domain/errors.ts";
import {
  checksumOf,
  decodeEnd,
  END_MEMBER_BYTES,
  RECORD_CHECKED_BYTES,
  RECORD_HEAD_BYTES,
  RECORD_QUOTES,
  RECORD_UNIVERSE,
  RECORDING_MAGIC,
  type RecordingEnd,
} from "./market-recording.ts";

/** Compressed bytes read at a time: a few records, and no noticeable pause. */
const CHUNK_BYTES = 32 * 1024;
/** A universe of 65,536 instruments takes about 40 MB; far more than this is no recording of ours. */
const MOST_PAYLOAD_BYTES = 256 * 1024 * 1024;

export interface RecordingEntry {
  readonly kind: number;
  readonly marketTime: number;
  /** valid until the next entry is read */
  readonly payload: Uint8Array;
}

interface RecordingReader {
  readonly end: RecordingEnd;
  /** The next entry, null at the end. @throws AppError market.recording_invalid */
  next(): RecordingEntry | null;
  close(): void;
}

export function invalidRecording(file: string, why: string, cause?: unknown): AppError {
  return new AppError(
    "market.recording_invalid",
    `The recording ${file} cannot be replayed: ${why}. Record the session again or name another file in MARKET_FILE.`,
    { file },
    { cause },
  );
}

function openExisting(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      throw new AppError("market.file_missing", `There is no recording ${file}; correct MARKET_FILE.`, {
        file,
      });
    }
    throw invalidRecording(file, "it cannot be read", error);
  }
}

function readEnd(file: string, descriptor: number, size: number): RecordingEnd {
  const head = new Uint8Array(2);
  readSync(descriptor, head, 0, 2, 0);
  if (head[0] !== 0x1f || head[1] !== 0x8b) throw invalidRecording(file, "it is not a recording");
  const tail = new Uint8Array(END_MEMBER_BYTES);
  readSync(descriptor, tail, 0, END_MEMBER_BYTES, Math.max(0, size - END_MEMBER_BYTES));
  let end: RecordingEnd | null = null;
  try {
    end = decodeEnd(gunzipSync(tail));
  } catch {
    // Not a gzip member: no end mark.
  }
  if (end === null) throw invalidRecording(file, "it was cut off before its end, or is another kind of file");
  return end;
}

/**
 * Reads a recording as a stream: memory holds a chunk and the entry at hand, however long the session was.
 * @throws AppError market.file_missing, market.recording_invalid
 */
export function openRecording(file: string): RecordingReader {
  const descriptor = openExisting(file);
  let isOpen = true;
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    closeSync(descriptor);
  }

  let size: number;
  let end: RecordingEnd;
  try {
    size = fstatSync(descriptor).size;
    end = readEnd(file, descriptor, size);
  } catch (error) {
    close();
    throw error instanceof AppError ? error : invalidRecording(file, "it cannot be read", error);
  }
  const bodyBytes = size - END_MEMBER_BYTES;
  const chunk = new Uint8Array(CHUNK_BYTES);
  let position = 0;
  let unread = 0;
  let held = new Uint8Array(4 * CHUNK_BYTES);
  let from = 0;
  let to = 0;

  function keep(bytes: Uint8Array): void {
    if (to + bytes.length > held.length) {
      const needed = to - from + bytes.length;
      const target = needed > held.length ? new Uint8Array(2 * needed) : held;
      target.set(held.subarray(from, to));
      held = target;
      to -= from;
      from = 0;
    }
    held.set(bytes, to);
    to += bytes.length;
  }
  const gunzip = new Gunzip(keep);

  /** Makes `count` unzipped bytes available at `from`. @returns false when the recording ends first */
  function has(count: number): boolean {
    while (to - from < count) {
      if (!isOpen || position >= bodyBytes) return false;
      const read = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, bodyBytes - position), position);
      if (read === 0) return false;
      position += read;
      gunzip.push(chunk.slice(0, read), position >= bodyBytes);
    }
    return true;
  }

  function readEntry(): RecordingEntry | null {
    if (unread === 0) return null;
    if (!has(RECORD_HEAD_BYTES)) throw new Error("cut off");
    const view = new DataView(held.buffer, from, RECORD_HEAD_BYTES);
    const kind = view.getUint8(0);
    const marketTime = view.getFloat64(1, true);
    const length = view.getUint32(9, true);
    const checksum = view.getUint32(RECORD_CHECKED_BYTES, true);
    const head = held.slice(from, from + RECORD_CHECKED_BYTES);
    if (kind !== RECORD_UNIVERSE && kind !== RECORD_QUOTES) throw new Error(`unknown entry ${kind}`);
    if (length > MOST_PAYLOAD_BYTES || !Number.isFinite(marketTime)) throw new Error("impossible entry");
    from += RECORD_HEAD_BYTES;
    if (!has(length)) throw new Error("cut off");
    const payload = held.subarray(from, from + length);
    if (checksumOf(head, payload) !== checksum) throw new Error("checksum");
    from += length;
    unread--;
    return { kind, marketTime, payload };
  }

  function guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      close();
      throw invalidRecording(file, "it is damaged", error);
    }
  }

  guarded(() => {
    const length = RECORDING_MAGIC.length;
    if (!has(length) || RECORDING_MAGIC.some((byte, i) => held[from + i] !== byte)) throw new Error("magic");
    from += length;
    unread = end.records;
  });
  return { end, next: () => guarded(readEntry), close };
}

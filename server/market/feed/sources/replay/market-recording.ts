import { createWriteStream, mkdirSync, openSync, type WriteStream } from "node:fs";
import { dirname, parse, resolve } from "node:path";
import { crc32, createGzip, type Gzip, gzipSync } from "node:zlib";
import { AppError } from "#domain/errors.ts";
import type { MarketSource } from "../../market-source.ts";
import type { MarketTable } from "../../market-table.ts";
import { encodeUniverse } from "../../universe-file.ts";

/**
 * A recorded session. The file is two gzip members, so any gunzip reads it:
 *
 *   magic, then records: kind u8, market time f64, length u32, CRC-32 of those and the payload u32,
 *   payload (little-endian)
 *     universe: the universe and the whole table as it began (universe-file.ts); always the first record
 *     quotes:   one packet 2 of the loop
 *   end mark: magic, records u32, first and last market time f64. Stored, not deflated, so that it has one length and a
 *     reader finds out at once whether the recording was finished
 */
export const RECORDING_MAGIC = new TextEncoder().encode("strikewise recording 1\n");
export const RECORD_UNIVERSE = 1;
export const RECORD_QUOTES = 2;
export const RECORD_HEAD_BYTES = 17;
/** Bytes of the head that its checksum covers: all before it. */
export const RECORD_CHECKED_BYTES = 13;
const END_MAGIC = new TextEncoder().encode("strikewise end\n");
const END_BYTES = END_MAGIC.length + 4 + 8 + 8;

/** What a disk that cannot keep up may cost in memory before the recording is given up. */
const MOST_BUFFERED_BYTES = 64 * 1024 * 1024;

export interface RecordingEnd {
  readonly records: number;
  readonly firstTime: number;
  readonly lastTime: number;
}

export function checksumOf(head: Uint8Array, payload: Uint8Array): number {
  return crc32(payload, crc32(head.subarray(0, RECORD_CHECKED_BYTES)));
}

function encodeEnd(end: RecordingEnd): Uint8Array {
  const bytes = new Uint8Array(END_BYTES);
  bytes.set(END_MAGIC);
  const view = new DataView(bytes.buffer);
  view.setUint32(END_MAGIC.length, end.records, true);
  view.setFloat64(END_MAGIC.length + 4, end.firstTime, true);
  view.setFloat64(END_MAGIC.length + 12, end.lastTime, true);
  return gzipSync(bytes, { level: 0 });
}

/** Length of the end mark in the file. */
export const END_MEMBER_BYTES = encodeEnd({ records: 0, firstTime: 0, lastTime: 0 }).length;

/** @param bytes the unzipped end mark; null when it is none */
export function decodeEnd(bytes: Uint8Array): RecordingEnd | null {
  if (bytes.length !== END_BYTES || END_MAGIC.some((byte, i) => bytes[i] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    records: view.getUint32(END_MAGIC.length, true),
    firstTime: view.getFloat64(END_MAGIC.length + 4, true),
    lastTime: view.getFloat64(END_MAGIC.length + 12, true),
  };
}

/** Writes what the feed publishes. Compression and disk run outside the feed's thread. */
export interface Recorder {
  /** path of the file */
  readonly file: string;
  /** A universe has begun; its table is filled. */
  begin(
    table: MarketTable,
    source: Pick<MarketSource, "simulated" | "previousVolatility">,
    at: { readonly sessions: boolean; readonly marketTime: number },
  ): void;
  quotes(marketTime: number, message: Uint8Array): void;
  /** Finishes the file; without it the recording counts as cut off. */
  close(): Promise<void>;
}

/** A new file of that name; an existing recording is kept and the new one gets a number (`day.rec`, `day-2.rec`). */
function openNew(path: string): { file: string; descriptor: number } {
  const { dir, name, ext } = parse(path);
  for (let n = 1; ; n++) {
    const file = n === 1 ? path : resolve(dir, `${name}-${n}${ext}`);
    try {
      return { file, descriptor: openSync(file, "wx") };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/**
 * @param path where to record; folders are made
 * @param onProblem told once when the recording ends early (disk full, disk too slow); the feed goes on without it
 * @throws AppError config.invalid when the file cannot be created
 */
export function createRecorder(path: string, onProblem: (error: unknown) => void): Recorder {
  let opened: { file: string; descriptor: number };
  try {
    mkdirSync(dirname(path), { recursive: true });
    opened = openNew(path);
  } catch (error) {
    const why = (error as Error).message;
    throw new AppError(
      "config.invalid",
      `MARKET_RECORD=${path} cannot be written (${why}); name another file.`,
      {
        variable: "MARKET_RECORD",
        value: path,
      },
    );
  }
  const disk: WriteStream = createWriteStream("", { fd: opened.descriptor });
  // Level 1: the feed writes megabytes a second, and quotes shrink well even so.
  const gzip: Gzip = createGzip({ level: 1 });
  gzip.pipe(disk, { end: false });
  let records = 0;
  let firstTime = Number.NaN;
  let lastTime = Number.NaN;
  let broken = false;
  let closing: Promise<void> | null = null;

  function fail(error: unknown): void {
    if (broken) return;
    broken = true;
    gzip.unpipe(disk);
    gzip.destroy();
    disk.destroy();
    onProblem(error);
  }
  gzip.on("error", fail);
  disk.on("error", fail);
  gzip.write(RECORDING_MAGIC);

  function write(kind: number, marketTime: number, payload: Uint8Array): void {
    if (broken || closing !== null) return;
    const head = new Uint8Array(RECORD_HEAD_BYTES);
    const view = new DataView(head.buffer);
    view.setUint8(0, kind);
    view.setFloat64(1, marketTime, true);
    view.setUint32(9, payload.byteLength, true);
    view.setUint32(RECORD_CHECKED_BYTES, checksumOf(head, payload), true);
    gzip.write(head);
    gzip.write(payload);
    if (records++ === 0) firstTime = marketTime;
    lastTime = marketTime;
    if (gzip.writableLength + disk.writableLength > MOST_BUFFERED_BYTES + payload.byteLength) {
      fail(new Error(`The disk does not keep up with the recording ${opened.file}; it ends here.`));
    }
  }

  function finish(): Promise<void> {
    return new Promise((done) => {
      if (broken) return done();
      disk.on("close", done);
      gzip.on("end", () => disk.end(encodeEnd({ records, firstTime, lastTime })));
      gzip.end();
    });
  }

  return {
    file: opened.file,
    begin: (table, source, at) =>
      write(RECORD_UNIVERSE, at.marketTime, encodeUniverse(table, source, at.sessions)),
    // The bus's receivers may reuse a message's bytes, and gzip reads them later: it gets its own.
    quotes: (marketTime, message) => write(RECORD_QUOTES, marketTime, message.slice()),
    close: () => (closing ??= finish()),
  };
}

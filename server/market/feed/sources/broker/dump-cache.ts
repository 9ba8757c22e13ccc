import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** Older files than this many are removed. */
const KEPT = 5;

/** Files of a feed by trading day, under DATA_DIR: `instruments/kite-2026-08-19.csv`. */
interface DumpCache {
  /** newest day not after the given one that can be read, null none */
  newest(until: IsoDate): { readonly date: IsoDate; readonly bytes: Buffer } | null;
  /** Writes whole or not at all; a disk that refuses costs only the cache. @returns what went wrong, null nothing */
  save(date: IsoDate, bytes: Uint8Array): unknown;
}

export function createDumpCache(dataDir: string, name: string, extension: string): DumpCache {
  const folder = path.join(dataDir, "instruments");
  const pattern = new RegExp(`^${name}-(\\d{4}-\\d{2}-\\d{2})\\.${extension}$`);
  const fileOf = (date: IsoDate): string => path.join(folder, `${name}-${date}.${extension}`);

  function dates(): IsoDate[] {
    let names: string[];
    try {
      names = readdirSync(folder);
    } catch {
      return [];
    }
    return names.flatMap((each) => pattern.exec(each)?.[1] ?? []).sort();
  }

  return {
    newest(until) {
      for (const date of dates().reverse()) {
        if (date > until) continue;
        try {
          return { date, bytes: readFileSync(fileOf(date)) };
        } catch {
          // An older one may do.
        }
      }
      return null;
    },
    save(date, bytes) {
      const draft = path.join(folder, `.${name}.${randomBytes(6).toString("hex")}.tmp`);
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(draft, bytes);
        const descriptor = openSync(draft, "r");
        try {
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        renameSync(draft, fileOf(date));
        for (const old of dates().slice(0, -KEPT)) rmSync(fileOf(old), { force: true });
        return null;
      } catch (error) {
        rmSync(draft, { force: true });
        return error;
      }
    },
  };
}

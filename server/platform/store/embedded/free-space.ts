import { statfs } from "node:fs/promises";

/** Room that Postgres is left for its log of changes, which it must be able to write to come up again. */
const LOW_BYTES = 64 * 1024 * 1024;
/** Above this it counts as having room again; the distance keeps it from swinging. */
const HIGH_BYTES = 96 * 1024 * 1024;
const INTERVAL_MS = 1_000;
/** A disk that refused a write though it shows room (a quota) is tried again after this. */
const REFUSAL_MS = 5_000;

export type ReadFreeBytes = (folder: string) => Promise<number>;

export interface FreeSpace {
  /** newest reading, -1 before the first and where it cannot be read */
  readonly bytes: number;
  readonly isFull: boolean;
  /** Reads it now. */
  look(): Promise<void>;
  /** A write was refused for want of room. */
  refused(): void;
  stop(): void;
}

interface FreeSpaceOptions {
  readonly folder: string;
  readonly read?: ReadFreeBytes | undefined;
  readonly intervalMs?: number;
  readonly refusalMs?: number;
  /** told at every change */
  readonly onChange: (isFull: boolean, bytes: number) => void;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Watches the room on the disk of a folder. */
export function watchFreeSpace({
  folder,
  read = freeBytes,
  intervalMs = INTERVAL_MS,
  refusalMs = REFUSAL_MS,
  onChange,
}: FreeSpaceOptions): FreeSpace {
  let bytes = -1;
  let isFull = false;
  let refusedUntil = 0;

  function settle(): void {
    const isLow = bytes >= 0 && bytes < (isFull ? HIGH_BYTES : LOW_BYTES);
    const next = isLow || performance.now() < refusedUntil;
    if (next === isFull) return;
    isFull = next;
    onChange(isFull, bytes);
  }

  async function look(): Promise<void> {
    bytes = await read(folder).catch(() => -1);
    settle();
  }

  const timer = setInterval(() => void look(), intervalMs);
  timer.unref();
  return {
    get bytes() {
      return bytes;
    },
    get isFull() {
      return isFull;
    },
    look,
    refused() {
      refusedUntil = performance.now() + refusalMs;
      settle();
    },
    stop: () => clearInterval(timer),
  };
}

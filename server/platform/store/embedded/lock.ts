import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { AppError } from "#domain/errors.ts";

/*
 * PGlite does not notice a second opener of its folder, and both then lose rows. So a file beside it names who has it: process,
 * when that began (a number is given again), and machine. A file whose process is gone is taken over.
 */

const FILE = "storage.lock";
const HEARTBEAT_MS = 2_000;
/** Of another machine (or container) only the file's time tells whether its process is alive. */
const FOREIGN_SILENCE_MS = 15_000;
/** A file without content is one that is being written, or was when its process died. */
const WRITING_MS = 2_000;
const TAKEOVER_MS = 5_000;

const Holder = Type.Object({
  id: Type.String(),
  pid: Type.Integer(),
  /** start of the process in clock ticks since boot, null where the system does not tell */
  began: Type.Union([Type.String(), Type.Null()]),
  host: Type.String(),
  /** epoch ms */
  since: Type.Number(),
});
type Holder = Static<typeof Holder>;

interface FolderLock {
  release(): void;
}

/** State and start of a process as Linux tells them (proc(5), stat); null elsewhere, or when there is no such process. */
function processFacts(pid: number): { readonly state: string; readonly began: string } | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before them may hold spaces and brackets itself.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", began: fields[19] ?? "" };
  } catch {
    return null;
  }
}

function isProcessAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const facts = processFacts(pid);
  if (facts === null) return true;
  if (facts.state === "Z" || facts.state === "X") return false;
  return began === null || facts.began === began;
}

function readHolder(file: string): Holder | "none" | "unreadable" {
  try {
    return Value.Parse(Holder, JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "unreadable";
  }
}

function ageMs(file: string): number {
  try {
    return Date.now() - fs.statSync(file).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function locked(folder: string, holder: Holder | null): AppError {
  const since = holder === null ? "" : ` since ${new Date(holder.since).toISOString()}`;
  const isForeign = holder !== null && holder.host !== os.hostname();
  const who =
    holder === null ? "another process" : `process ${holder.pid}${isForeign ? ` on ${holder.host}` : ""}`;
  const text = `DATA_DIR=${JSON.stringify(folder)} is in use by ${who}${since}: end it, or set another DATA_DIR`;
  return new AppError("storage.locked", text, { folder, pid: holder?.pid ?? null });
}

/** @throws AppError storage.locked when a living process holds it */
function refuseIfHeld(folder: string, file: string): void {
  const holder = readHolder(file);
  if (holder === "none") return;
  if (holder === "unreadable") {
    if (ageMs(file) < WRITING_MS) throw locked(folder, null);
    return;
  }
  const isHeld = holder.host === os.hostname() ? isProcessAlive(holder) : ageMs(file) < FOREIGN_SILENCE_MS;
  if (isHeld) throw locked(folder, holder);
}

/** Only one at a time may put another's file away: a second one would put away the first one's new file. */
function takeTurn(folder: string, file: string): () => void {
  const turn = `${file}.takeover`;
  try {
    fs.mkdirSync(turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (ageMs(turn) < TAKEOVER_MS) throw locked(folder, null);
    fs.utimesSync(turn, new Date(), new Date());
  }
  return () => fs.rmSync(turn, { recursive: true, force: true });
}

/**
 * Takes the data folder for this process, at once or not at all.
 * @throws AppError storage.locked naming who has it
 */
export function lockFolder(folder: string): FolderLock {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, FILE);
  const me: Holder = {
    id: randomUUID(),
    pid: process.pid,
    began: processFacts(process.pid)?.began ?? null,
    host: os.hostname(),
    since: Date.now(),
  };
  refuseIfHeld(folder, file);
  const endTurn = takeTurn(folder, file);
  try {
    refuseIfHeld(folder, file);
    fs.rmSync(file, { force: true });
    fs.writeFileSync(file, JSON.stringify(me), { flag: "wx", mode: 0o600 });
  } finally {
    endTurn();
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      const holder = readHolder(file);
      if (typeof holder !== "string" && holder.id === me.id) fs.rmSync(file, { force: true });
    },
  };
}

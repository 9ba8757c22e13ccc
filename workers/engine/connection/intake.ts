import type { MessageCounters, MessageReader } from "./decode.ts";

/** What reads a message in place of its reader while the engine's performance is measured. */
export interface ReadWatch {
  /** @returns true when the message was a ping */
  read(reader: MessageReader, data: unknown): boolean;
}

/** Messages of the socket on their way to their reader: those that come while the decoder starts wait for it. */
export interface Intake {
  /** @returns true when the message was a ping */
  take(data: unknown): boolean;
  /** The reader is there: what has waited is read first. */
  open(reader: MessageReader): void;
  /** The connection is gone: what waits says nothing of the next one. */
  lost(): void;
  /** null before there is a reader. */
  readonly counters: Readonly<MessageCounters> | null;
}

/** Messages held while WebAssembly compiles. */
const MAX_EARLY = 256;

/** @param watch null while no tab watches the engine's performance */
export function createIntake(watch: () => ReadWatch | null): Intake {
  const early: unknown[] = [];
  let reader: MessageReader | null = null;

  return {
    take(data) {
      if (reader !== null) {
        const watching = watch();
        return watching === null ? reader.read(data) : watching.read(reader, data);
      }
      if (early.length < MAX_EARLY) early.push(data);
      return false;
    },
    open(opened) {
      reader = opened;
      for (const data of early.splice(0)) opened.read(data);
    },
    lost() {
      early.length = 0;
    },
    get counters() {
      return reader?.counters ?? null;
    },
  };
}

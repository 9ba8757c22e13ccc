/** Drawings of this browser, the same in all charts of it (rule CHART-12). */
import { PREFIX } from "../../../browser/kept-preferences.ts";
import type { DrawnLine } from "../../../components/chart/prices/drawn/drawn-lines.ts";
import { type KeptDrawings, MOST_DRAWINGS, readDrawings, writeDrawings } from "./kept-drawings.ts";

/** Why a drawing is not kept, or was not. */
export type DrawingFault = "full" | "noRoom" | "notKept" | "damaged";

interface Store {
  readonly drawings: KeptDrawings;
  /** what is to be told; null nothing */
  readonly fault: DrawingFault | null;
}

/** As `has-drawings.ts` has it, which the page begins with and shares no code with this. */
export const DRAWINGS_KEY = `${PREFIX}chart.drawings`;

const NONE: readonly DrawnLine[] = [];
let state: Store | null = null;
const listeners = new Set<() => void>();

/** @returns null where nothing is kept, or storage is forbidden */
function keptText(): string | null {
  try {
    return localStorage.getItem(DRAWINGS_KEY);
  } catch {
    return null;
  }
}

function readHere(): Store {
  const text = keptText();
  if (text === null) return { drawings: new Map(), fault: null };
  const drawings = readDrawings(text);
  // It stays until that was understood: what is shown is begun anew at times, or in another tab, and then reads it once more.
  return drawings === null ? { drawings: new Map(), fault: "damaged" } : { drawings, fault: null };
}

function removeDamaged(): void {
  const text = keptText();
  if (text === null || readDrawings(text) !== null) return;
  try {
    localStorage.removeItem(DRAWINGS_KEY);
  } catch {
    // It is as good as gone: the next drawing takes its place.
  }
}

function put(next: Store): void {
  state = next;
  for (const listener of listeners) listener();
}

function read(): Store {
  state ??= readHere();
  return state;
}

/** Another tab has drawn. */
function onStorage({ key }: StorageEvent): void {
  if (key !== DRAWINGS_KEY && key !== null) return;
  const { fault } = read();
  const next = readHere();
  // What is to be told is told until it was understood.
  put({ ...next, fault: next.fault ?? fault });
}

export function subscribeDrawings(listener: () => void): () => void {
  // The same listener is added once, and stays: what is drawn elsewhere while no chart is open here is known all the same.
  window.addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const drawingsOf = (symbol: string): readonly DrawnLine[] => read().drawings.get(symbol) ?? NONE;
export const drawingFault = (): DrawingFault | null => read().fault;
/** What is told was understood. */
export function forgetFault(): void {
  removeDamaged();
  put({ ...read(), fault: null });
}

/** @returns whether they are drawn: where they are too many, nothing has changed */
export function keepDrawings(symbol: string, lines: readonly DrawnLine[]): boolean {
  const { drawings, fault: told } = read();
  if (lines.length > MOST_DRAWINGS) {
    put({ drawings, fault: "full" });
    return false;
  }
  const next = new Map(drawings);
  if (lines.length === 0) next.delete(symbol);
  else next.set(symbol, lines);
  const text = writeDrawings(next);
  if (text === null) {
    put({ drawings, fault: "noRoom" });
    return false;
  }
  let fault: DrawingFault | null = told === "damaged" ? told : null;
  try {
    localStorage.setItem(DRAWINGS_KEY, text);
  } catch {
    fault = "notKept";
  }
  put({ drawings: next, fault });
  return true;
}

import { TEXTS } from "./texts.ts";

const MOST_CHARACTERS = 80;

/** @returns null for a name that can be one */
export function nameFaultOf(name: string): string | null {
  const length = [...name.trim()].length;
  if (length === 0) return TEXTS.name.empty;
  return length > MOST_CHARACTERS ? TEXTS.name.long : null;
}

import { PREFIX, writePreference } from "./kept-preferences.ts";

/** A short list of strings, newest first, such as recent underlyings. */
export function readList(name: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "[]");
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
  } catch {
    return [];
  }
}

export function pushToList(name: string, item: string, keep: number): void {
  writePreference(
    name,
    JSON.stringify([item, ...readList(name).filter((other) => other !== item)].slice(0, keep)),
  );
}

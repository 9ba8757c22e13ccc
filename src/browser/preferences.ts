/** Small choices of this browser. Storage may be absent or full: a choice then lasts as long as the tab. */
const PREFIX = "strikewise.";

export function readPreference<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return allowed.find((value) => value === text) ?? fallback;
  } catch {
    return fallback;
  }
}

export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Nothing to do: the choice holds for this tab.
  }
}

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

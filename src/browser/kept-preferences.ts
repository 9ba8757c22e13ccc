/** Before every name that this app keeps in the browser. */
export const PREFIX = "strikewise.";

/** Small choices of this browser. Storage may be absent or full: a choice then lasts as long as the tab. */
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

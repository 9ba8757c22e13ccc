/** Strategies set aside to be compared with the one at hand (rules STRAT-56 and STRAT-57): how many, and how they are called. Pure. */

/** At most so many. */
export const MOST_SNAPSHOTS = 3;
export const LONGEST_NAME = 40;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Why a name will not do. */
export type NameRefusal = "EMPTY_NAME" | "LONG_NAME" | "NAME_TAKEN";

/** The first letter that none is called: A, B, C. */
export function freeName(held: readonly Named[]): string {
  const names = new Set(held.map(({ name }) => name));
  for (let code = "A".charCodeAt(0); ; code++) {
    const name = String.fromCharCode(code);
    if (!names.has(name)) return name;
  }
}

export const hasRoom = (held: readonly Named[]): boolean => held.length < MOST_SNAPSHOTS;

/** @returns null when it may be called so */
export function nameRefusal(held: readonly Named[], id: string, wanted: string): NameRefusal | null {
  const name = wanted.trim();
  if (name === "") return "EMPTY_NAME";
  if ([...name].length > LONGEST_NAME) return "LONG_NAME";
  const isTaken = held.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  return isTaken ? "NAME_TAKEN" : null;
}

/** The very list when it may not be called so. */
export function renamed<S extends Named>(held: readonly S[], id: string, wanted: string): readonly S[] {
  if (nameRefusal(held, id, wanted) !== null) return held;
  return held.map((each) => (each.id === id ? { ...each, name: wanted.trim() } : each));
}

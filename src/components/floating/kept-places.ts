import { PREFIX } from "../../browser/kept-preferences.ts";
import type { Place } from "./geometry.ts";

const NAME = `${PREFIX}windows`;

const isLength = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function readPlace(value: unknown): Place | null {
  if (typeof value !== "object" || value === null) return null;
  const { x, y, width, height } = value as Readonly<Record<string, unknown>>;
  return isLength(x) && isLength(y) && isLength(width) && isLength(height) ? { x, y, width, height } : null;
}

/** Where this tab left its windows; what is no place is left out (rule SHELL-27). */
export function readPlaces(): Record<string, Place> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const places = Object.entries(kept).map(([name, value]) => [name, readPlace(value)] as const);
    return Object.fromEntries(places.filter((each): each is readonly [string, Place] => each[1] !== null));
  } catch {
    return {};
  }
}

export function writePlaces(places: Readonly<Record<string, Place>>): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(places));
  } catch {
    // Nothing to do: they are known until the page is reloaded.
  }
}

import type { Press } from "../analyze-state.ts";
import { legsWithPresses } from "./legs-address.ts";

/** Loads the page anew, under an address that names what was pressed as well: a newer version of the server knows nothing of this one's parts. */
export function reloadWith(legs: string | undefined, presses: readonly Press[]): void {
  const address = new URL(window.location.href);
  if (presses.length > 0) address.searchParams.set("legs", legsWithPresses(legs, presses));
  window.location.replace(address);
}

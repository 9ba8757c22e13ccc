import { safeRedirectPath } from "#domain/access/redirects.ts";

const KEY = "strikewise.redirect_to";

/** Keeps for this tab where its arrival's `redirect_to` wants a login to end (rule SHELL-1). */
export function keepWantedPath(
  path: string,
  storage: () => Pick<Storage, "setItem"> = () => sessionStorage,
): void {
  try {
    storage().setItem(KEY, safeRedirectPath(path));
  } catch {
    // The address still says it until the visitor goes elsewhere.
  }
}

/** A login has ended there. */
export function forgetWantedPath(storage: () => Pick<Storage, "removeItem"> = () => sessionStorage): void {
  try {
    storage().removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}

/** Where a login of this tab is wanted to end: as the address says, else as it said on arrival; null where neither did. */
export function wantedPath(
  search: string = window.location.search,
  storage: () => Pick<Storage, "getItem"> = () => sessionStorage,
): string | null {
  const asked = new URLSearchParams(search).get("redirect_to");
  if (asked !== null) return safeRedirectPath(asked);
  try {
    const kept = storage().getItem(KEY);
    return kept === null ? null : safeRedirectPath(kept);
  } catch {
    return null;
  }
}

/** Where a login begun over this page ends. */
export const here = (): string => wantedPath() ?? window.location.pathname + window.location.search;

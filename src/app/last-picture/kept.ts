/** Where the picture is kept, and how long it may be shown: known to the build too, which writes them into the document (`show.ts`). */

/** In local storage. */
export const PICTURE_KEY = "strikewise.last_picture";
/** An older one is of another day's page: expiries and columns have changed since. */
export const PICTURE_MS = 86_400_000;
/** A page whose figures do not come says so itself, and must be seen then. */
export const PICTURE_SHOWN_MS = 5_000;

/** There is a picture in this browser. */
export function hasPicture(): boolean {
  try {
    return localStorage.getItem(PICTURE_KEY) !== null;
  } catch {
    return false;
  }
}

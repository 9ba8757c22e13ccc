import { DEFAULT_PAGE, safeRedirectPath } from "#domain/access/redirects.ts";

const KEY = "strikewise.redirect_path";
/** A login takes as long as the server keeps its attempt; a path older than that belongs to a login that was given up. */
const KEEP_MS = 10 * 60_000;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps the way back while the browser is at the broker's. */
export function keepRedirectPath(path: string, storage: Storage = localStorage, now = Date.now()): void {
  try {
    storage.setItem(KEY, JSON.stringify({ path: safeRedirectPath(path), at: now }));
  } catch {
    // Without storage the server's own copy leads back.
  }
}

/** The kept path, left where it is: for a login that is tried again. Null when there is none, or it is too old. */
export function keptRedirectPath(storage: Storage = localStorage, now = Date.now()): string | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    const { path, at } = (kept ?? {}) as { path?: unknown; at?: unknown };
    if (typeof path !== "string" || typeof at !== "number") return null;
    return now - at >= 0 && now - at < KEEP_MS ? safeRedirectPath(path) : null;
  } catch {
    return null;
  }
}

function forget(storage: Storage): void {
  try {
    storage.removeItem(KEY);
  } catch {
    // It grows too old by itself.
  }
}

/**
 * Where a login ends: the path that the server kept with the attempt; when it knows only the default (Google's has no
 * outward way to carry one), the path kept here. Takes the kept one away.
 */
export function takeRedirectPath(
  fromServer: string | null,
  storage: Storage = localStorage,
  now = Date.now(),
): string {
  const kept = keptRedirectPath(storage, now);
  forget(storage);
  const server = fromServer === null ? DEFAULT_PAGE : safeRedirectPath(fromServer);
  return server === DEFAULT_PAGE ? (kept ?? DEFAULT_PAGE) : server;
}

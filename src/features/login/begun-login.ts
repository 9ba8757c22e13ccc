import { PREPARING_MS } from "./preparing.ts";

const KEY = "strikewise.login_begun";
type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** Keeps for this tab where a login was begun: a server that was not prepared for it sends the browser back. */
export function keepBegun(
  address: string,
  storage: () => Storage = () => sessionStorage,
  now = Date.now(),
): void {
  try {
    storage().setItem(KEY, JSON.stringify({ address, at: now }));
  } catch {
    // Its holder presses the button once more.
  }
}

export interface BegunLogin {
  readonly address: string;
  /** ms since it was begun */
  readonly waited: number;
}

/** The login to begin again; null when it was begun too long ago, or not in this tab. */
export function begunLogin(
  storage: () => Pick<Storage, "getItem"> = () => sessionStorage,
  now = Date.now(),
): BegunLogin | null {
  try {
    const { address, at } = JSON.parse(storage().getItem(KEY) ?? "{}") as Record<string, unknown>;
    if (typeof address !== "string" || typeof at !== "number") return null;
    const waited = now - at;
    // An address of ours, whatever another page of this tab wrote.
    return waited >= 0 && waited < PREPARING_MS && /^\/v1\/[a-z_]+_login\?/.test(address)
      ? { address, waited }
      : null;
  } catch {
    return null;
  }
}

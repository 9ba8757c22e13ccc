/** Names a run of the app: support finds all that one tab asked for by it. */
export const SESSION_REFERENCE = "x-session-reference";
/** Names this browser: a login here takes the place of the last login here, not of another device's. */
export const DEVICE_ID = "x-device-id";

const KEY = "strikewise.device_id";
const SHAPE = /^[\w-]{8,64}$/;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** This browser's id, made once. Without storage every run of the app counts as a device of its own. */
function deviceId(storage: () => Storage, random: () => string): string {
  try {
    const kept = storage().getItem(KEY);
    if (kept !== null && SHAPE.test(kept)) return kept;
    const made = random();
    storage().setItem(KEY, made);
    return made;
  } catch {
    return random();
  }
}

/** The two headers of every call (rule SES-11). @param storage may throw where the browser allows none */
export function createClientIds(
  storage: () => Storage,
  random: () => string,
): () => Readonly<Record<string, string>> {
  let headers: Record<string, string> | null = null;
  return () => {
    headers ??= { [SESSION_REFERENCE]: random(), [DEVICE_ID]: deviceId(storage, random) };
    return headers;
  };
}

export const clientIds = createClientIds(
  () => localStorage,
  () => crypto.randomUUID(),
);

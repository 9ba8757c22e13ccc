const KEY = "strikewise.last_broker";

/** Id of the broker of the last login in this browser; 0 when there was none, or nothing can be kept. */
export function lastBroker(storage: () => Pick<Storage, "getItem"> = () => localStorage): number {
  try {
    return Number(storage().getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

export function rememberBroker(
  broker: number,
  storage: () => Pick<Storage, "setItem"> = () => localStorage,
): void {
  try {
    storage().setItem(KEY, String(broker));
  } catch {
    // Without storage the way back in offers all brokers.
  }
}

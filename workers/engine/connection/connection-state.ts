import type { ConnectionState } from "../api.ts";

/**
 * The connection as an explicit state machine.
 *
 *   connecting ─opened▶ live ⇄ stale      (silent / heard)
 *     any of them ─attempt▶ connecting, ─wait▶ backoff, ─unplugged▶ offline, ─released▶ idle
 */
export type ConnectionEvent = "attempt" | "wait" | "unplugged" | "opened" | "heard" | "silent" | "released";

/** The next state; an event that has no meaning in a state leaves it as it is. */
export function transition(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event) {
    case "released":
      return "idle";
    case "wait":
      return "backoff";
    case "unplugged":
      return "offline";
    case "attempt":
      return "connecting";
    case "opened":
      return state === "connecting" ? "live" : state;
    case "heard":
      return state === "stale" ? "live" : state;
    case "silent":
      return state === "live" ? "stale" : state;
  }
}

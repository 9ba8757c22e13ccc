import { subscribe } from "valtio";
import type { EndReason } from "../api/session-end.ts";
import { engine } from "../live/engine-client.ts";
import { live } from "../live/live-state.ts";
import { keeper, onFrameToken, onIdentityChange } from "../session/keeper.ts";

/**
 * Session and socket follow one another: who logs in or out gets a socket of their own, and a socket that the server closed
 * because its session ended (elsewhere, from another device, by time) has us ask who is still signed in.
 */
function followSocket(): void {
  onIdentityChange((account) => engine().identityChanged(account));
  onFrameToken((token) => engine().tokenChanged(token));
  let wasEnded = false;
  subscribe(live, () => {
    const isEnded = live.health?.problem === "relay.session_ended";
    if (isEnded && !wasEnded) keeper.recheck();
    wasEnded = isEnded;
  });
}

/**
 * Asks who is signed in, and keeps to it while the tab lives. Call once.
 * @returns what follows when a call is told that the session is over
 */
export function startSession(): (reason: EndReason) => void {
  followSocket();
  keeper.start();
  return keeper.ended;
}

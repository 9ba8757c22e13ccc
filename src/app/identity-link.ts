import { subscribe } from "valtio";
import { engine } from "../live/engine.ts";
import { live } from "../live/live-state.ts";
import { keeper, onIdentityChange } from "../session/keeper.ts";
import { session } from "../session/session-state.ts";

/** The engine's socket is who is signed in: told of every change, it is opened anew, and real-time turns on or off. */
export function linkIdentity(): void {
  const tell = (): void => engine().identityChanged(session.profile?.id ?? "");
  onIdentityChange(tell);
  let wasEnded = false;
  subscribe(live, () => {
    const isEnded = live.health?.problem === "relay.session_ended";
    if (isEnded && !wasEnded) {
      // The relay knew first: what the server says of this session decides, and the socket follows it.
      void keeper.refresh().then(tell);
    }
    wasEnded = isEnded;
  });
}

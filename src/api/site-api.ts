import { clientIds } from "../browser/client-ids.ts";
import { type Client, createClient, type SlowCall } from "./client.ts";
import { accessTokenForFrame } from "./frame-token.ts";
import { tellSessionEnd } from "./session-end.ts";

let reportSlow: (call: SlowCall) => void = () => {};

/** Sets the listener that is told of slow calls; there is none by default. */
export function setSlowCallReporter(report: (call: SlowCall) => void): void {
  reportSlow = report;
}

/** The door to our own server for pages; loaded with the first page that needs it. */
export const api: Client = createClient({
  fetch: (request) => fetch(request),
  now: () => performance.now(),
  headers: () => {
    const token = accessTokenForFrame();
    return token === null ? clientIds() : { ...clientIds(), "x-auth-token": token };
  },
  onSlow: (call) => reportSlow(call),
  onSessionEnded(reason) {
    // A widget's token opens less than its session: what it does not open is no news of the session.
    if (accessTokenForFrame() === null) tellSessionEnd(reason);
  },
});

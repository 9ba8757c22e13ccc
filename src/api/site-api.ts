import { clientIds } from "./client-ids.ts";
import { type Api, createApi, type SlowCall } from "./create-api.ts";
import { tellSessionEnd } from "./session-end.ts";

let reportSlow: (call: SlowCall) => void = () => {};

/** Who is told of slow calls; nobody by default. */
export function setSlowCallReporter(report: (call: SlowCall) => void): void {
  reportSlow = report;
}

/** The door to our own server for pages; loaded with the first page that needs it. */
export const api: Api = createApi({
  fetch: (request) => fetch(request),
  now: () => performance.now(),
  headers: clientIds,
  onSlow: (call) => reportSlow(call),
  onSessionEnded: tellSessionEnd,
});

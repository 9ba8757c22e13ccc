import type { Bus } from "../../platform/bus/bus.ts";
import { LATE_PREFIX } from "./market-subjects.ts";

/**
 * The late market's side of a bus: every subject stands under `late.`, so that a holder of this bus can
 * neither hear nor ask for anything of the market of now. Closing it leaves the bus itself open.
 */
export function createLateBus(bus: Bus): Bus {
  const inner = (subject: string) => subject.slice(LATE_PREFIX.length);
  return {
    publish: (subject, payload) => bus.publish(LATE_PREFIX + subject, payload),
    subscribe: (subject, handler) =>
      bus.subscribe(LATE_PREFIX + subject, (payload, from) => handler(payload, inner(from))),
    respond: (subject, responder) =>
      bus.respond(LATE_PREFIX + subject, (payload, from) => responder(payload, inner(from))),
    request: (subject, payload, timeoutMs) => bus.request(LATE_PREFIX + subject, payload, timeoutMs),
    close: async () => {},
  };
}

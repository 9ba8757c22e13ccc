import { createLatePart } from "../late-part.ts";
import type { EventEdges, Events } from "./market-events.ts";

/** Events whose code is loaded with the first one: no chain waits for it. */
export function createLateEvents(edges: EventEdges): Events {
  const events = createLatePart<Events>(async () => {
    const { createEvents } = await import("./market-events.ts");
    return () => createEvents(edges);
  });

  /** Without the code of it this event is lost; the next one tries again. */
  function use(what: (events: Events) => void): void {
    if (events.current !== null) return what(events.current);
    void events
      .load()
      .then(what)
      .catch((reason) => edges.log(String(reason)));
  }

  return {
    take: (message) => use((all) => all.take(message)),
    onEpoch: () => use((all) => all.onEpoch()),
    stop: () => events.current?.stop(),
    get bannerEtag() {
      return events.current?.bannerEtag ?? null;
    },
  };
}

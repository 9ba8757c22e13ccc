import { createLatePart } from "../late-part.ts";
import type { RefusalEdges, Refusals } from "./stream-refusals.ts";

/** Refusals whose code is loaded with the first word of the relay: it has none for a chain that is as it should be. */
export function createLateRefusals(edges: RefusalEdges): Refusals {
  const refusals = createLatePart<Refusals>(async () => {
    const { createRefusals } = await import("./stream-refusals.ts");
    return () => createRefusals(edges);
  });

  return {
    onText(text) {
      if (refusals.current !== null) return refusals.current.onText(text);
      void refusals
        .load()
        .then((all) => all.onText(text))
        .catch((reason) => edges.log(String(reason)));
    },
    retry: () => refusals.current?.retry(),
    forget: () => refusals.current?.forget(),
  };
}

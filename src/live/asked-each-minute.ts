import { type Asked, type AskedEdges, NOTHING_ASKED } from "./asked.ts";
import { createAsker } from "./asker.ts";
import { handleOf } from "./handle.ts";
import type { Handle } from "./streams.ts";

const MINUTE_MS = 60_000;
/** A page that is seen again after so long asks at once. */
const OLD_MS = 90_000;

/** An answer that is asked for again once each minute has ended, at a moment of this page's own, while the page is seen. */
export function askedEachMinute<A>(
  ask: (signal: AbortSignal) => Promise<A>,
  edges: AskedEdges,
): Handle<Asked<A>> {
  let shown: Asked<A> = NOTHING_ASKED;
  return handleOf(
    () => shown,
    (tell) => {
      let answeredAt = edges.now();
      const show = (next: Partial<Asked<A>>): void => {
        shown = { ...shown, ...next };
        tell();
      };
      const asker = createAsker<null, A>(edges, {
        ask: (_, signal) => ask(signal),
        either: () => null,
        done(answer) {
          answeredAt = edges.now();
          show({ answer, status: "known", error: null, isStale: false });
          asker.soon(null, MINUTE_MS - (answeredAt % MINUTE_MS));
        },
        failed: (error) => show({ status: "failed", error, isStale: shown.answer !== null }),
      });
      const endIdentity = edges.onIdentity(() => {
        asker.stop();
        show(NOTHING_ASKED);
        asker.now(null);
      });
      const endVisible = edges.onVisible(() => {
        if (edges.now() - answeredAt > OLD_MS) asker.now(null);
      });
      asker.now(null);
      return () => {
        endIdentity();
        endVisible();
        asker.close();
        shown = NOTHING_ASKED;
      };
    },
  );
}

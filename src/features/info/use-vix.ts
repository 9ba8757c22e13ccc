import { useMemo } from "react";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { type Stream, streamOf, useStream } from "../../live/streams.ts";
import { NO_VIX, type Vix } from "./fno-figures.ts";
import { isMcx } from "./info-view.ts";

const UNTOLD = { data: null, refused: null, isOld: false } as const;
/** Where there is no such index nothing is asked for. */
const NONE: Stream<"quotes"> = { subscribe: () => () => {}, read: () => UNTOLD };

/** India VIX, live; commodities do without. */
export function useVix(underlying: UnderlyingSummary): Vix {
  const token = isMcx(underlying) ? 0 : underlying.vixToken;
  const stream = useMemo(
    () => (token === 0 ? NONE : streamOf({ kind: "quotes", tokens: [token], mode: "mini" })),
    [token],
  );
  const quote = useStream(stream, ({ data }) => data?.[0]);
  return quote === undefined ? NO_VIX : { value: quote.lastPrice, previous: quote.previousClose };
}

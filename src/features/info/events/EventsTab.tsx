import { useInfo } from "../info-view.ts";
import { GlobalEvents } from "./GlobalEvents.tsx";
import { StockEvents } from "./StockEvents.tsx";

/** What may move the instrument: a share's own events, elsewhere those of economies (rule INFO-10). */
export function EventsTab() {
  const { underlying } = useInfo();
  return underlying.kind === "stock" ? <StockEvents symbol={underlying.symbol} /> : <GlobalEvents />;
}

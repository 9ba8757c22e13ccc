/**
 * The live market of an underlying and some expiries: frames go from the engine straight to the tab's compute worker, and pages hear
 * of them by `ComputeClient.onMarket`. Opened anew on an engine's successor, when the worker was started again, and after a refusal.
 */
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Refusal, StreamSpec } from "#workers/engine/api.ts";
import type { ComputeClient } from "./compute-client.ts";
import { engine } from "./engine-client.ts";
import type { OpenView, View } from "./views.ts";

export interface StrategyMarketSpec {
  /** Its token. */
  readonly underlying: number;
  /** One to twelve: those of the legs, and one that is looked at. */
  readonly expiries: readonly IsoDate[];
  /** Frames a second at most; 10 unless asked. */
  readonly maxRate?: number;
}

type StrategyMarketView = View<StrategyMarketSpec>;

const MOST_RATE = 10;
/** What the engine refuses may be possible a moment later: instruments that are still to come, a tab too many. */
const RETRY_MS = 5_000;

const streamSpec = ({ underlying, expiries, maxRate = MOST_RATE }: StrategyMarketSpec): StreamSpec => ({
  kind: "strategy-market",
  underlying,
  expiries,
  maxRate,
});

/**
 * @param onRefused the engine does not open it, or not as it was asked last; it is asked again after a moment. What the relay refuses
 *   comes with the heads.
 */
export function openStrategyMarket(
  compute: Pick<ComputeClient, "takeMarketPort" | "onRestart">,
  given: StrategyMarketSpec,
  onRefused: (refusal: Refusal) => void = () => {},
  openStream: OpenView<StreamSpec> = (...wanted) => engine().openStream(...wanted),
): StrategyMarketView {
  let spec = given;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let view = open();

  function open(): View<StreamSpec> {
    return openStream(streamSpec(spec), compute.takeMarketPort, (refusal) => {
      onRefused(refusal);
      clearTimeout(timer);
      timer = setTimeout(reopen, RETRY_MS);
    });
  }

  function reopen(): void {
    clearTimeout(timer);
    view.close();
    view = open();
  }

  const stop = compute.onRestart(reopen);
  return {
    configure(next) {
      spec = next;
      view.configure(streamSpec(next));
    },
    close() {
      clearTimeout(timer);
      stop();
      view.close();
    },
  };
}

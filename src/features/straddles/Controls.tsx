import { PREMIUM_INTERVALS } from "#protocol/http/chart-limits.ts";
import css from "../../shared/page-controls/Controls.module.css";
import { Radios } from "../../shared/page-controls/Radios.tsx";
import { intervalOf, SPANS } from "./address/address.ts";
import type { StraddlePage } from "./straddle-page.ts";
import { TEXTS } from "./texts.ts";

const { controls } = TEXTS;
type Given = Pick<StraddlePage, "search" | "set">;

/** Sessions, and how fine they are drawn. */
export function SpanChoice({ search, set }: Given) {
  return (
    <>
      <Radios
        name="straddle-span"
        label={controls.span}
        options={SPANS.map((span) => [span, controls.spans[span]] as const)}
        value={search.span}
        onChange={(span) => set({ span, interval: null, view: null })}
      />
      <Radios
        name="straddle-interval"
        label={controls.interval}
        options={PREMIUM_INTERVALS.map((each) => [each, controls.intervals[each]] as const)}
        value={intervalOf(search)}
        onChange={(interval) => set({ interval, view: null })}
      />
    </>
  );
}

export function VwapChoice({ search, set }: Given) {
  return (
    <button
      type="button"
      className={css.chip}
      aria-pressed={search.hasVwap}
      onClick={() => set({ hasVwap: !search.hasVwap }, "replace")}
      data-testid="straddle-vwap"
    >
      {controls.vwap}
    </button>
  );
}

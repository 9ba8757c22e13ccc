import { PCR_LEVELS } from "#domain/chain/measures.ts";
import type { ChartAxis, ChartBand, ChartPane } from "../../../components/chart/types.ts";
import { lastKnown } from "../../../shared/time-charts/lines.ts";
import { FREE_OI_AXIS, OI_AXIS } from "../../../shared/time-charts/oi-text.ts";
import { PRICE_AXIS } from "../../../shared/time-charts/time-chart.tsx";
import type { Kind } from "../kinds.ts";
import { TEXTS } from "../texts.ts";
import { spotPane } from "./kind-lines.ts";
import type { LiveTold } from "./live-told.ts";

const AXES: Readonly<Record<Kind, { readonly left: ChartAxis; readonly right?: ChartAxis }>> = {
  straddle: { left: PRICE_AXIS },
  pcr: { left: PRICE_AXIS },
  oi: { left: FREE_OI_AXIS },
  "oi-change": { left: OI_AXIS },
  "atm-iv": { left: PRICE_AXIS },
  ivp: { left: PRICE_AXIS, right: PRICE_AXIS },
  "max-pain": { left: PRICE_AXIS },
  "futures-oi": { left: FREE_OI_AXIS, right: PRICE_AXIS },
  "futures-price": { left: PRICE_AXIS, right: PRICE_AXIS },
  volume: { left: OI_AXIS },
};

const PCR_BANDS: readonly ChartBand[] = [
  { from: PCR_LEVELS.bullish, to: Number.POSITIVE_INFINITY, name: TEXTS.bands.bullish },
  { from: Number.NEGATIVE_INFINITY, to: PCR_LEVELS.bearish, name: TEXTS.bands.bearish },
];

/** Max pain within half a step of the forward says nothing: where that lies now (quant.md §8). */
function painBands(told: LiveTold, strikeStep: number): readonly ChartBand[] {
  const forward = lastKnown(told.expiry("forward"));
  const half = strikeStep / 2;
  if (!Number.isFinite(forward) || !(half > 0)) return [];
  return [{ from: forward - half, to: forward + half, name: TEXTS.bands.neutral }];
}

/** Charts under one another. @param told null before anything is */
export function panesOf(kinds: readonly Kind[], told: LiveTold | null, strikeStep: number): ChartPane[] {
  const withSpot = spotPane(kinds);
  return kinds.map((kind, pane) => {
    const { left, right } = AXES[kind];
    const bands = kind === "pcr" ? PCR_BANDS : kind === "max-pain" && told ? painBands(told, strikeStep) : [];
    return {
      name: TEXTS.kinds[kind],
      weight: 1,
      left,
      right: right ?? (pane === withSpot ? PRICE_AXIS : null),
      bands,
    };
  });
}

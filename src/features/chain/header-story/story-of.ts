import { oiChangeRatio } from "#domain/chain/measures.ts";
import { decimalsOfTick, formatFixed, formatFlexible, formatIv } from "#domain/format/number.ts";
import { lenderSymbol } from "#domain/pricing/discount-origin.ts";
import { FEED_STATES } from "#protocol/frames/chain-frame.ts";
import type { FigureStory, Line } from "../../../shared/provenance/provenance-lines.ts";
import { TEXTS as SHARED } from "../../../shared/texts.ts";
import type { ChainHead } from "../shown-chain.ts";
import { strikeFromForward } from "./from-forward.ts";
import { TEXTS } from "./texts.ts";

type Made = Omit<FigureStory, "formula">;

/** Figures of the header. */
export type StoryFigure =
  | "future"
  | "atmIv"
  | "ivp"
  | "pcr"
  | "maxPain"
  | "vix"
  | "lot"
  | "synthetic"
  | "discount"
  | "straddle";

function inputsOf(figure: StoryFigure, head: ChainHead, decimals: number): Made {
  const price = (value: number): string => formatFixed(value, decimals);
  const iv = (value: number): string => TEXTS.percent(formatIv(value));
  const { forwardSource } = head;
  const forward: Line = [TEXTS.forward, price(head.forward)];
  const spot: Line = [TEXTS.spot, price(head.spot)];
  const atmStrike: Line = [
    TEXTS.atmStrike,
    strikeFromForward(
      formatFixed(head.atmStrike, decimalsOfTick(head.strikeStep || 1)),
      head.atmStrike,
      head.forward,
      decimals,
    ),
  ];
  const openInterest: readonly Line[] = [
    [TEXTS.callOi, formatFlexible(head.callOi)],
    [TEXTS.putOi, formatFlexible(head.putOi)],
  ];
  switch (figure) {
    case "future":
    case "synthetic":
      return { inputs: [spot] };
    case "atmIv":
      return { inputs: [forward, atmStrike, [TEXTS.previousAtmIv, iv(head.atmIvPrevious)]], forwardSource };
    case "ivp":
      return {
        inputs: [
          [TEXTS.iv30, Number.isNaN(head.iv30) ? TEXTS.noIv30 : iv(head.iv30)],
          [TEXTS.ivRank, Number.isNaN(head.ivRank) ? TEXTS.noRank : formatFixed(head.ivRank, 0)],
        ],
        closes: { count: head.ivCloses, origins: head.ivCloseOrigins },
      };
    case "pcr": {
      const ratio = oiChangeRatio(head.putOiChange, head.callOiChange);
      return { inputs: [...openInterest, [TEXTS.oiChangeRatio, formatFixed(ratio, 2)]] };
    }
    case "maxPain":
      return { inputs: [...openInterest, forward], forwardSource };
    case "straddle":
      return { inputs: [atmStrike, forward], forwardSource };
    case "discount": {
      const lender = lenderSymbol(head.discountLender) ?? TEXTS.anotherIndex;
      const source = TEXTS.discountSources(lender)[head.discountSource];
      return source === undefined ? {} : { inputs: [[TEXTS.discountSource, source]] };
    }
    default:
      return {};
  }
}

/**
 * The story of a figure of the header.
 * @param head null while nothing is known of the chain; @param decimals of the underlying's price
 */
export function storyOf(figure: StoryFigure, head: ChainHead | null, decimals: number): FigureStory {
  const formula = figure === "ivp" ? SHARED.ivpStory : TEXTS.formulas[figure];
  if (head === null) return { formula };
  return { formula, asOf: head.asOf, state: FEED_STATES[head.state], ...inputsOf(figure, head, decimals) };
}

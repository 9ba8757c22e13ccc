import { FORWARD_NAMES } from "#domain/chain/flags.ts";
import { type MarketKind, originsOf } from "#domain/chain/origin.ts";
import { formatTime } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { TEXTS as SHARED } from "../texts.ts";
import { TEXTS } from "./texts.ts";

export type Line = readonly [label: string, value: string];

/** How a figure came to be. */
export interface FigureStory {
  /** What it is, in words; a formula and what its letters mean on lines of their own. */
  readonly formula: string;
  /** What it was made of, as it is written. */
  readonly inputs?: readonly Line[];
  /** Daily closes that it rests on, and their origins as `originBits` has them. */
  readonly closes?: { readonly count: number; readonly origins: number } | undefined;
  /** As in packet 3; left out where the figure rests on no forward. */
  readonly forwardSource?: number | undefined;
  /** Market time of the figure, epoch ms; the market's clock where it is left out. */
  readonly asOf?: number | undefined;
  readonly state?: FeedState | undefined;
  /** What speaks against the figure, in words. */
  readonly warnings?: readonly string[] | undefined;
}

/** What is known of the market as a whole. */
export interface MarketFacts {
  readonly kind: MarketKind | null;
  readonly isSimulated: boolean;
  readonly marketTime: number | null;
  readonly feed: FeedState;
  readonly isLate: boolean;
}

const PLACEHOLDERS: ReadonlySet<FeedState> = new Set(["stale", "closed", "offline", "failed", "refused"]);

/** Late is what a figure is when it would else be live. */
function stateOf({ state }: FigureStory, { feed, isLate }: MarketFacts): FeedState {
  const own = state ?? feed;
  return isLate && !PLACEHOLDERS.has(own) ? "delayed" : own;
}

function sourceText({ kind, isSimulated }: MarketFacts): string {
  if (kind !== null) return TEXTS.markets[kind];
  return isSimulated ? TEXTS.markets.simulated : TEXTS.exchange;
}

/** All that is said of a figure beside its formula, a line each: inputs, closes, forward, source, age. */
export function provenanceLines(story: FigureStory, market: MarketFacts): Line[] {
  const { labels } = TEXTS;
  const { closes, forwardSource, inputs = [] } = story;
  const lines: Line[] = [...inputs];
  if (closes !== undefined) {
    const from = originsOf(closes.origins).map((origin) => TEXTS.origins[origin]);
    lines.push([labels.closes, TEXTS.closes(SHARED.ivpCloses(closes.count), from.join(", "))]);
  }
  if (forwardSource !== undefined) {
    const name = FORWARD_NAMES[forwardSource];
    lines.push([labels.forward, name ? TEXTS.forwards[name] : UNKNOWN]);
  }
  lines.push([labels.source, sourceText(market)]);
  const at = story.asOf ?? market.marketTime;
  const time = at !== null && at > 0 ? formatTime(at) : UNKNOWN;
  lines.push([labels.asOf, TEXTS.asOf(time, TEXTS.states[stateOf(story, market)])]);
  return lines;
}

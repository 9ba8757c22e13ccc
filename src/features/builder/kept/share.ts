import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { type SketchPoint, sketchOf } from "#domain/strategy/kept/sketch.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { Analyzer } from "../../../analyzer/analyzer.ts";

/** Where a link leads: any browser opens the same strategy there. */
export function linkHref(id: string, origin = ""): string {
  return `${origin}${PAGE_PATHS.builder}?${new URLSearchParams({ builder_redirect_id: id })}`;
}

/** Where a saved strategy is found. */
export function strategyHref(id: string, underlying: string): string {
  const search = new URLSearchParams({ instrument_symbol: underlying, builder_strategy_id: id });
  return `${PAGE_PATHS.builder}?${search}`;
}

type Place = "whatsapp" | "x" | "telegram";

const query = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();

/** Pages of others that take a link to be shared. */
export const PLACES: readonly {
  readonly place: Place;
  readonly hrefOf: (url: string, text: string) => string;
}[] = [
  { place: "whatsapp", hrefOf: (url, text) => `https://wa.me/?${query({ text: `${text} ${url}` })}` },
  { place: "x", hrefOf: (url, text) => `https://x.com/intent/post?${query({ url, text })}` },
  { place: "telegram", hrefOf: (url, text) => `https://t.me/share/url?${query({ url, text })}` },
];

/** Part of the axis that has something to show: strikes, breakevens, two standard deviations. */
function aroundOf(payload: BuilderPayload, legs: readonly AnalyzerLeg[]): readonly [number, number] {
  const { lower_2, upper_2 } = payload.standard_deviation;
  const strikes = legs.flatMap(({ strike }) => (strike > 0 ? [strike] : []));
  const marks = [...payload.breakevens_at_expiry, ...strikes, lower_2, upper_2].filter(
    (each) => each !== null,
  );
  if (marks.length === 0) return [0, Number.POSITIVE_INFINITY];
  const [low, high] = [Math.min(...marks), Math.max(...marks)];
  const room = 0.15 * (high - low);
  return [low - room, high + room];
}

/** The payoff as a drawing without figures, whichever tab is open; null where it is not known what the strategy pays. */
export async function sketchNow(
  analyzer: Pick<Analyzer, "payoff" | "instance">,
): Promise<[number, number][] | null> {
  const legs = analyzer.instance()?.legs ?? [];
  const payload = await analyzer.payoff();
  if (payload === null) return null;
  const { payoff_prices: prices, payoffs_at_expiry: payoffs } = payload;
  const [low, high] = aroundOf(payload, legs);
  const near = prices.map((price, i) => [price, payoffs[i] ?? Number.NaN] as const);
  const shown = near.filter(([price]) => price >= low && price <= high);
  const points: readonly SketchPoint[] | null = sketchOf(
    shown.map(([price]) => price),
    shown.map(([, payoff]) => payoff),
  );
  return points?.map(([x, y]) => [x, y]) ?? null;
}

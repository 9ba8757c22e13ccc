import { useMemo } from "react";
import { useUnderlyings } from "../../live/use-underlyings.ts";
import type { LeftOut, Wish } from "./address/wishes.ts";
import { wishText } from "./address/wishes.ts";
import type { ShownLine, StraddlePage } from "./straddle-page.ts";
import { linesOf } from "./strategies/lines.ts";
import { lineName } from "./strategies/names.ts";

const NO_SYMBOLS: ReadonlySet<string> = new Set();

type Given = Pick<StraddlePage, "search" | "underlying" | "listed" | "nearest">;

interface Shown {
  readonly lines: readonly ShownLine[];
  readonly left: readonly LeftOut[];
  /** place of the one that is looked at alone, null none */
  readonly detail: number | null;
}

/** Strategies that are shown; the same objects for as long as they are the same. */
export function useLines({ search, underlying, listed, nearest }: Given, wishes: readonly Wish[]): Shown {
  const { symbol, strikeStep } = underlying;
  const all = useUnderlyings();
  const underlyings = useMemo(
    () => (all?.ok === true ? new Set(all.value.map((each) => each.symbol)) : NO_SYMBOLS),
    [all],
  );
  const texts = wishes.map(wishText).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts say all that wishes are
  const found = useMemo(
    () => linesOf(wishes, { symbol, listed, nearest, underlyings }),
    [texts, symbol, listed, nearest, underlyings],
  );
  const { hidden, detail } = search;
  const lines = useMemo(
    () =>
      found.lines.map(
        (line, place): ShownLine => ({
          ...line,
          place,
          text: wishText(line.wish),
          name: lineName(line, strikeStep),
          isHidden: hidden.includes(found.places[place]!),
        }),
      ),
    [found, hidden, strikeStep],
  );
  const at = detail === null ? -1 : found.places.indexOf(detail);
  return { lines, left: found.left, detail: at < 0 ? null : at };
}

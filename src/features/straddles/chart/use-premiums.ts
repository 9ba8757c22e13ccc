import { useMemo } from "react";
import { type Told, useTimeTold } from "../../../shared/time-charts/use-time-told.ts";
import { intervalOf, type StraddleSearch } from "../address/address.ts";
import { type Premiums, premiumSeries } from "../live/premium-series.ts";
import type { ShownLine } from "../straddle-page.ts";

interface Of {
  readonly symbol: string;
  readonly lines: readonly ShownLine[];
  readonly search: Pick<StraddleSearch, "span" | "interval">;
}

/** Premiums of all strategies, hidden ones among them: to show one again asks for nothing. */
export function usePremiums({ symbol, lines, search }: Of): Told<Premiums> {
  const { span, interval } = search;
  const texts = lines.map(({ text }) => text).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts say all that the lines are asked by
  const question = useMemo(
    () => ({
      body: {
        underlying_symbol: symbol,
        strategies: lines.map(({ asked }) => asked),
        interval: intervalOf({ span, interval }),
        sessions: Number(span),
      },
      lines: lines.map(({ live }) => live),
      texts: lines.map(({ text }) => text),
    }),
    [symbol, texts, span, interval],
  );
  return useTimeTold(premiumSeries, question, { of: symbol, isWanted: lines.length > 0 });
}

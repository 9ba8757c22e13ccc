import { useMemo } from "react";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import { TimePicture } from "../../../shared/time-charts/TimePicture.tsx";
import { timeNotice } from "../../../shared/time-charts/time-chart.tsx";
import type { Told } from "../../../shared/time-charts/use-time-told.ts";
import type { Premiums as Payload } from "../live/premium-series.ts";
import type { StraddlePage } from "../straddle-page.ts";
import { TEXTS } from "../texts.ts";
import css from "./Premiums.module.css";
import { noteOf, premiumLines, premiumPanes } from "./premium-lines.ts";

/** CSS pixels on a wide screen and on a narrow one. */
const HEIGHTS = [460, 400] as const;

interface Props {
  readonly page: StraddlePage;
  readonly told: Told<Payload>;
}

/** Every strategy that is shown, with its average, the underlying on the second axis, and the strikes of rolling ones under them. */
export function Premiums({ page, told: { answer, isOld, failure, retry } }: Props) {
  const { search, set, underlying, lines } = page;
  const { symbol, strikeStep } = underlying;
  const isNarrow = useIsNarrow();
  const told = lines.length === 0 ? null : answer;
  const drawn = useMemo(
    () =>
      told === null
        ? []
        : premiumLines({ told, lines, hasVwap: search.hasVwap, isNarrow, symbol, strikeStep }),
    [told, lines, search.hasVwap, isNarrow, symbol, strikeStep],
  );
  const panes = useMemo(() => premiumPanes(drawn), [drawn]);
  const premiums = drawn.filter(({ id }) => id.startsWith("premium-"));
  const isRolling = lines.some(({ wish, isHidden }) => wish.kind === "rolling" && !isHidden);
  const notice =
    lines.length === 0 ? (
      <p className={css.none}>{isNarrow ? TEXTS.strip.noneNarrow : TEXTS.strip.none}</p>
    ) : premiums.length === 0 && told !== null ? null : (
      timeNotice(told, premiums, failure)
    );
  return (
    <TimePicture
      symbol={symbol}
      view={search.view}
      onView={(view) => set({ view }, "replace")}
      name={TEXTS.chart.name(symbol)}
      told={told}
      panes={panes}
      lines={drawn}
      {...(told === null ? {} : { note: noteOf(told, lines) })}
      isStale={page.isStale || isOld}
      heights={HEIGHTS}
      notice={notice}
      failure={failure}
      retry={retry}
    >
      <p className={css.said} data-testid="straddle-said">
        {TEXTS.sign}
        {isRolling ? ` ${TEXTS.rolling}` : ""}
      </p>
    </TimePicture>
  );
}

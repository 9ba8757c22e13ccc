import { useMemo } from "react";
import { useCode } from "../../../components/use-code.ts";
import { readIndicators, unreadIndicators } from "../../../shared/indicators/chosen.ts";
import type { Drawing } from "../../../shared/indicators/indicator-lines.ts";
import { Controls } from "../../../shared/page-controls/Controls.tsx";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import { multistrikeOiSeries } from "../../../shared/series/oi-series.ts";
import { TimePicture } from "../../../shared/time-charts/TimePicture.tsx";
import { timeNotice } from "../../../shared/time-charts/time-chart.tsx";
import { type Told, useTimeTold } from "../../../shared/time-charts/use-time-told.ts";
import { intervalOf } from "../address/address.ts";
import { SpanChoice } from "../Controls.tsx";
import chartCss from "../chart/Premiums.module.css";
import { noteOf } from "../chart/premium-lines.ts";
import { type Premiums, strategyOf } from "../live/premium-series.ts";
import type { ShownLine, StraddlePage } from "../straddle-page.ts";
import { TEXTS } from "../texts.ts";
import css from "./Detail.module.css";
import { detailLines, detailPanes, heightsOf } from "./detail-lines.ts";
import { IndicatorChoice } from "./IndicatorChoice.tsx";
import { LegTable } from "./LegTable.tsx";
import type { DetailLeg } from "./legs-of.ts";
import { needsRange, OFFERED, premiumBars } from "./premium-bars.ts";
import { TEXTS as OF_INDICATORS } from "./texts.ts";

/** What figures indicators, and draws them. */
const loadIndicators = () =>
  Promise.all([
    import("../../../shared/indicators/indicator-lines.ts"),
    import("../../../shared/indicators/indicator-feed.ts"),
  ]).then(([{ indicatorLines }, { createIndicatorFeed, endedBars }]) => ({
    ...{ indicatorLines, createIndicatorFeed, endedBars },
  }));

interface Props {
  readonly page: StraddlePage;
  readonly line: ShownLine;
  readonly legs: readonly DetailLeg[];
  readonly told: Told<Premiums>;
}

/** One strategy: its premium with the average and indicators, its legs' prices and open interest, and what they are worth now. */
export function PremiumView({ page, line, legs, told }: Props) {
  const { search, set, underlying } = page;
  const { symbol, strikeStep } = underlying;
  const isNarrow = useIsNarrow();
  const { answer, failure, retry, isOld } = told;
  const { span, interval, ind } = search;
  const body = useMemo(
    () => ({
      underlying: symbol,
      legs: legs.map(({ contract }) => contract.tradingsymbol),
      interval: intervalOf({ span, interval }),
      sessions: Number(span),
    }),
    [symbol, legs, span, interval],
  );
  const ofLegs = useTimeTold(multistrikeOiSeries, body, {
    of: `${symbol} ${line.text}`,
    isWanted: legs.length > 0,
  });
  const chosen = useMemo(() => readIndicators(ind, OFFERED), [ind]);
  const unread = useMemo(() => unreadIndicators(ind, OFFERED), [ind]);
  const code = useCode(loadIndicators, chosen.length > 0);
  const feed = useMemo(() => code?.createIndicatorFeed() ?? null, [code]);
  const own = answer === null ? null : strategyOf(answer, line.text);
  const indicatorsOf = useMemo(() => {
    if (answer === null || own === null || code === null || feed === null) return null;
    const columnsOf = feed(premiumBars(own), code.endedBars(answer));
    return (drawing: Drawing) => code.indicatorLines(chosen, columnsOf, drawing);
  }, [answer, own, code, feed, chosen]);
  const lines = useMemo(
    () =>
      answer === null
        ? []
        : detailLines({
            told: answer,
            line,
            legs,
            ofLegs: ofLegs.answer,
            chosen,
            indicatorsOf,
            isNarrow,
            symbol,
            strikeStep,
          }),
    [answer, line, legs, ofLegs.answer, chosen, indicatorsOf, isNarrow, symbol, strikeStep],
  );
  const panes = useMemo(() => detailPanes(lines, chosen), [lines, chosen]);
  const isRolling = line.wish.kind === "rolling";
  const isByMinute = (answer?.interval ?? intervalOf(search)) === "1M";
  const range = needsRange(chosen) ? OF_INDICATORS.range[isByMinute ? "minute" : "longer"] : null;
  return (
    <>
      <Controls said={TEXTS.controls.spans[span]}>
        <SpanChoice search={search} set={set} />
        <IndicatorChoice chosen={chosen} range={range} set={set} />
      </Controls>
      {unread.length === 0 ? null : (
        <p className={css.unread} role="status" data-testid="straddle-indicators-left">
          {OF_INDICATORS.left(unread.join(", "))}
        </p>
      )}
      <LegTable page={page} legs={legs} />
      <TimePicture
        symbol={symbol}
        view={search.view}
        onView={(view) => set({ view }, "replace")}
        name={TEXTS.chart.name(symbol)}
        told={answer}
        panes={panes}
        lines={lines}
        {...(answer === null ? {} : { note: noteOf(answer, [{ ...line, isHidden: false }]) })}
        isStale={page.isStale || isOld}
        heights={heightsOf(chosen)}
        notice={timeNotice(answer, lines.slice(0, 1), failure)}
        failure={failure ?? ofLegs.failure}
        retry={failure === null ? ofLegs.retry : retry}
      >
        <p className={chartCss.said} data-testid="straddle-detail-said">
          {TEXTS.sign}
          {isRolling ? ` ${TEXTS.rolling} ${TEXTS.detail.rolling}` : ""}
          {range === null ? "" : ` ${range}`}
        </p>
      </TimePicture>
    </>
  );
}

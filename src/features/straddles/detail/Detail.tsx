import { ArrowLeft } from "lucide-react";
import { useMemo } from "react";
import { openingOfDeals } from "#domain/strategy/analyzer/opening.ts";
import { useOpenInBuilder } from "../../../analyzer/opening/use-open-in-builder.ts";
import { textOf } from "../../../api/api-failure.ts";
import { Button } from "../../../components/button/Button.tsx";
import { showToast } from "../../../components/toast/toast.ts";
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
import type { Premiums } from "../live/premium-series.ts";
import type { ShownLine, StraddlePage } from "../straddle-page.ts";
import { stripFigures } from "../strip/figures.ts";
import { TEXTS } from "../texts.ts";
import css from "./Detail.module.css";
import { detailLines, detailPanes } from "./detail-lines.ts";
import { LegTable } from "./LegTable.tsx";
import { legsOf } from "./legs-of.ts";

/** CSS pixels on a wide screen and on a narrow one. */
const HEIGHTS = [560, 520] as const;

interface Props {
  readonly page: StraddlePage;
  readonly line: ShownLine;
  readonly told: Told<Premiums>;
}

/** One strategy: its premium with the average, its legs' prices and open interest, and what they are worth now. */
export function Detail({ page, line, told }: Props) {
  const { search, set, underlying, listed } = page;
  const { symbol, strikeStep } = underlying;
  const isNarrow = useIsNarrow();
  const open = useOpenInBuilder();
  const { answer, failure, retry, isOld } = told;
  const strike =
    answer === null ? Number.NaN : (stripFigures(answer, line.text, line.multiplier)?.strike ?? Number.NaN);
  const legs = useMemo(() => legsOf(line, listed, strike), [line, listed, strike]);
  const { span, interval } = search;
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
  const lines = useMemo(
    () =>
      answer === null
        ? []
        : detailLines({ told: answer, line, legs, ofLegs: ofLegs.answer, isNarrow, symbol, strikeStep }),
    [answer, line, legs, ofLegs.answer, isNarrow, symbol, strikeStep],
  );
  const panes = useMemo(() => detailPanes(lines), [lines]);
  const isRolling = line.wish.kind === "rolling";
  return (
    <>
      <div className={css.head}>
        <Button size="small" onClick={() => set({ detail: null })} data-testid="straddle-back">
          <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" /> {TEXTS.detail.back}
        </Button>
        <h2>{line.name}</h2>
        <Button
          size="small"
          className={css.builder}
          disabled={legs.length === 0}
          onClick={() => {
            const deals = legs.map(({ contract, action, units }) => ({
              contract,
              deal: { action, quantity: units, entryPrice: null },
            }));
            open(openingOfDeals(symbol, deals)).catch((error: unknown) =>
              showToast(textOf(error), { tone: "error" }),
            );
          }}
          data-testid="straddle-builder"
        >
          {TEXTS.detail.builder}
        </Button>
      </div>
      <Controls said={TEXTS.controls.spans[span]}>
        <SpanChoice search={search} set={set} />
      </Controls>
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
        heights={HEIGHTS}
        notice={timeNotice(answer, lines.slice(0, 1), failure)}
        failure={failure ?? ofLegs.failure}
        retry={failure === null ? ofLegs.retry : retry}
      >
        <p className={chartCss.said}>
          {TEXTS.sign}
          {isRolling ? ` ${TEXTS.rolling} ${TEXTS.detail.rolling}` : ""}
        </p>
      </TimePicture>
    </>
  );
}

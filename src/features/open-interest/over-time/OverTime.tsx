import { useMemo } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { OiVsTimeResponse } from "#protocol/http/open-interest.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import { Controls } from "../../../shared/page-controls/Controls.tsx";
import { oiVsTimeSeries } from "../../../shared/series/oi-series.ts";
import { changed, divided, lessEach, ratioOf } from "../../../shared/time-charts/lines.ts";
import { changeText, FREE_OI_AXIS, OI_AXIS, oiText } from "../../../shared/time-charts/oi-text.ts";
import { TimePicture } from "../../../shared/time-charts/TimePicture.tsx";
import { PRICE_AXIS, RATIO_AXIS, timeNotice } from "../../../shared/time-charts/time-chart.tsx";
import { useTimeTold } from "../../../shared/time-charts/use-time-told.ts";
import { intervalOf, type Measure, sessionsOf } from "../address.ts";
import { MeasureChoice, SpanChoice, UnitChoice } from "../controls/Choices.tsx";
import { ExpiryChoice } from "../controls/ExpiryChoice.tsx";
import { NotListed } from "../NotListed.tsx";
import type { OiPage } from "../oi-page.ts";
import { TEXTS } from "../texts.ts";
import { divisorOf, shownUnit } from "../units.ts";
import { TEXTS as texts } from "./texts.ts";

type Told = OiVsTimeResponse["payload"];

/** CSS pixels on a wide screen and on a narrow one. */
const HEIGHTS = [560, 460] as const;

function linesOf(
  told: Told,
  show: Measure,
  divisor: number,
  symbol: string,
  priceText: (n: number) => string,
): ChartLine[] {
  const isChange = show === "change";
  const call = divided(isChange ? changed(told.call_oi, told.previous_call_oi) : told.call_oi, divisor);
  const put = divided(isChange ? changed(told.put_oi, told.previous_put_oi) : told.put_oi, divisor);
  const format = isChange ? changeText : oiText;
  return [
    {
      id: "call",
      name: texts.call,
      pane: 0,
      axis: "left",
      colour: "oi-call-ink",
      values: call,
      format,
    },
    {
      id: "put",
      name: texts.put,
      pane: 0,
      axis: "left",
      colour: "oi-put-ink",
      dash: [6, 3],
      values: put,
      format,
    },
    {
      id: "spot",
      name: texts.spot(symbol),
      pane: 0,
      axis: "right",
      colour: "ink-3",
      dash: [2, 3],
      width: 1.25,
      values: told.underlying_prices,
      format: priceText,
    },
    {
      id: "difference",
      name: texts.difference,
      pane: 1,
      axis: "left",
      colour: "accent",
      values: lessEach(put, call),
      format: changeText,
    },
    {
      id: "pcr",
      name: texts.pcr,
      pane: 2,
      axis: "left",
      colour: "ink",
      values: ratioOf(told.put_oi, told.call_oi),
      format: (value) => formatFixed(value, 2),
    },
  ];
}

/** Of open interest it counts how it moves, of its change where it lies to nothing. */
const panesOf = (show: Measure) => [
  {
    name: texts.oi,
    weight: 0.56,
    left: show === "change" ? OI_AXIS : FREE_OI_AXIS,
    right: PRICE_AXIS,
  },
  { name: texts.difference, weight: 0.22, left: FREE_OI_AXIS, right: null },
  { name: texts.pcr, weight: 0.22, left: RATIO_AXIS, right: null },
];

/** Open interest of calls and of puts over time, what lies between them, and the PCR (rule OI-10). */
export function OverTime({ page }: { readonly page: OiPage }) {
  const { search, set, underlying, expiries } = page;
  const { symbol } = underlying;
  const body = useMemo(
    () => ({
      underlying_symbol: symbol,
      expiries: [...expiries],
      interval: intervalOf({ span: search.span, interval: search.interval }),
      sessions: sessionsOf({ span: search.span }),
    }),
    [symbol, expiries, search.span, search.interval],
  );
  const {
    answer: told,
    isOld,
    failure,
    retry,
  } = useTimeTold(oiVsTimeSeries, body, {
    of: symbol,
    isWanted: expiries.length > 0,
  });
  const lotSize = told === null ? null : (told.lot_size ?? Number.NaN);
  const unit = lotSize === null ? search.unit : shownUnit(search.unit, lotSize);
  const divisor = divisorOf(search.unit, lotSize ?? Number.NaN);
  const lines = useMemo(
    () =>
      told === null ? [] : linesOf(told, search.show, divisor, symbol, (price) => formatFixed(price, 2)),
    [told, search.show, divisor, symbol],
  );
  const panes = useMemo(() => panesOf(search.show), [search.show]);
  const notice = timeNotice(told, lines, failure);
  if (expiries.length === 0) {
    return <NotListed title={TEXTS.empty.noExpiries(symbol)} />;
  }
  const name = texts.name(symbol);
  const said = [
    expiries.map((expiry) => formatExpiry(expiry)).join(" + "),
    TEXTS.controls.spans[search.span],
    TEXTS.controls.units[unit],
  ].join(" · ");
  return (
    <>
      <Controls said={said}>
        <ExpiryChoice page={page} />
        <MeasureChoice search={search} set={set} />
        <SpanChoice search={search} set={set} />
        <UnitChoice search={search} set={set} lotSize={lotSize} />
      </Controls>
      <TimePicture
        symbol={symbol}
        view={search.view}
        onView={(view) => set({ view }, "replace")}
        name={name}
        told={told}
        panes={panes}
        lines={lines}
        isStale={page.isStale || isOld}
        heights={HEIGHTS}
        notice={notice}
        failure={failure}
        retry={retry}
      />
    </>
  );
}

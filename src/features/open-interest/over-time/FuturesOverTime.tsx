import { useMemo } from "react";
import { buildUp, oiChange } from "#domain/chain/measures.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatSigned, formatSignedPct } from "#domain/format/number.ts";
import type { FutOiVsTimeResponse } from "#protocol/http/open-interest.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import { Controls } from "../../../shared/page-controls/Controls.tsx";
import { futOiVsTimeSeries } from "../../../shared/series/oi-series.ts";
import { changed, commonLot, divided, lastKnown, sumOf } from "../../../shared/time-charts/lines.ts";
import { changeText, OI_AXIS, oiText } from "../../../shared/time-charts/oi-text.ts";
import { TimePicture } from "../../../shared/time-charts/TimePicture.tsx";
import { PRICE_AXIS, timeNotice } from "../../../shared/time-charts/time-chart.tsx";
import { useTimeTold } from "../../../shared/time-charts/use-time-told.ts";
import { intervalOf, type Measure, sessionsOf } from "../address.ts";
import { BuildUpWord } from "../build-up/BuildUpWord.tsx";
import { MeasureChoice, SpanChoice, UnitChoice } from "../controls/Choices.tsx";
import { NotListed } from "../NotListed.tsx";
import type { OiPage } from "../oi-page.ts";
import { TEXTS } from "../texts.ts";
import { divisorOf, shownUnit } from "../units.ts";
import css from "./OverTime.module.css";
import { TEXTS as texts } from "./texts.ts";

type Told = FutOiVsTimeResponse["payload"];

/** CSS pixels on a wide screen and on a narrow one. */
const HEIGHTS = [480, 400] as const;
/** Near to far, each its own. */
const DASHES: readonly (readonly number[])[] = [
  [8, 3],
  [3, 3],
  [1, 3],
];

const nameOf = (expiry: string): string => texts.future(formatExpiry(expiry));
const priceText = (price: number): string => formatFixed(price, 2);

function linesOf(told: Told, show: Measure, divisor: number): ChartLine[] {
  const columns = told.futures.map(({ oi, previous_oi }) =>
    divided(show === "change" ? changed(oi, previous_oi) : oi, divisor),
  );
  const format = show === "change" ? changeText : oiText;
  const each = told.futures.map(
    ({ tradingsymbol, expiry }, i): ChartLine => ({
      id: tradingsymbol,
      name: nameOf(expiry),
      pane: 0,
      axis: "left",
      colour: i === 0 ? "accent" : "ink-2",
      dash: DASHES[i % DASHES.length]!,
      values: columns[i]!,
      format,
    }),
  );
  const sum: ChartLine = {
    id: "sum",
    name: texts.sum,
    pane: 0,
    axis: "left",
    colour: "ink",
    width: 2.25,
    values: sumOf(columns, told.times.length),
    format,
  };
  const near = told.futures[0];
  const prices: ChartLine[] =
    near === undefined
      ? []
      : [
          {
            id: "price",
            name: texts.priceOf(nameOf(near.expiry)),
            pane: 1,
            axis: "left",
            colour: "warn",
            values: near.price,
            format: priceText,
          },
        ];
  return [...(columns.length > 1 ? [sum] : []), ...each, ...prices];
}

const PANES = [
  { name: texts.oi, weight: 0.68, left: OI_AXIS, right: null },
  { name: texts.price, weight: 0.32, left: PRICE_AXIS, right: null },
];

interface TableProps {
  readonly told: Told;
  readonly divisor: number;
  readonly isStale: boolean;
  readonly isOneSession: boolean;
}

/** Of each future and of all together: what has changed, and what that builds. */
function Futures({ told, divisor, isStale, isOneSession }: TableProps) {
  const known = (value: number | null): number => value ?? Number.NaN;
  const rows = told.futures.map(({ tradingsymbol, expiry, oi, price, previous_oi, previous_price }) => {
    const now = { oi: lastKnown(oi), price: lastKnown(price) };
    const before = { oi: known(previous_oi), price: known(previous_price) };
    return { key: tradingsymbol, name: nameOf(expiry), now, before };
  });
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  const near = rows[0];
  const all =
    near === undefined || rows.length < 2
      ? []
      : [
          {
            key: "all",
            name: texts.sum,
            now: { oi: sum(({ now }) => now.oi), price: near.now.price },
            before: { oi: sum(({ before }) => before.oi), price: near.before.price },
          },
        ];
  return (
    <div className={css.scroll}>
      <table className={css.futures} data-stale={isStale ? "" : undefined} data-testid="oi-futures">
        <caption>{isOneSession ? texts.previousOne : texts.previous}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.contract}</th>
            <th scope="col">{texts.oiNow}</th>
            <th scope="col">{texts.oiChange}</th>
            <th scope="col">%</th>
            <th scope="col">{texts.price}</th>
            <th scope="col">{texts.priceChange}</th>
            <th scope="col">{texts.buildUp}</th>
          </tr>
        </thead>
        <tbody>
          {[...rows, ...all].map(({ key, name, now, before }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{oiText(now.oi / divisor)}</td>
              <td>{changeText((now.oi - before.oi) / divisor)}</td>
              <td>{formatSignedPct(oiChange(now.oi, before.oi))}</td>
              <td>{key === "all" ? "" : priceText(now.price)}</td>
              <td>{key === "all" ? "" : formatSigned(now.price - before.price, 2)}</td>
              <td>
                <BuildUpWord of={buildUp(now.price - before.price, oiChange(now.oi, before.oi))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Open interest of the first three futures and of all of them, with the price and what it builds (rule OI-11). */
export function FuturesOverTime({ page }: { readonly page: OiPage }) {
  const { search, set, underlying } = page;
  const { symbol } = underlying;
  const body = useMemo(
    () => ({
      underlying_symbol: symbol,
      interval: intervalOf({ span: search.span, interval: search.interval }),
      sessions: sessionsOf({ span: search.span }),
    }),
    [symbol, search.span, search.interval],
  );
  const { answer: told, isOld, failure, retry } = useTimeTold(futOiVsTimeSeries, body, { of: symbol });
  const lotSize = told === null ? null : commonLot(told.futures.map(({ lot_size }) => lot_size));
  const unit = lotSize === null ? search.unit : shownUnit(search.unit, lotSize);
  const divisor = divisorOf(search.unit, lotSize ?? Number.NaN);
  const lines = useMemo(
    () => (told === null ? [] : linesOf(told, search.show, divisor)),
    [told, search.show, divisor],
  );
  const isStale = page.isStale || isOld;
  const name = texts.futures(symbol);
  const said = [TEXTS.controls.spans[search.span], TEXTS.controls.units[unit]].join(" · ");
  if (told !== null && told.futures.length === 0) {
    return <NotListed title={TEXTS.empty.noFutures(symbol)} />;
  }
  return (
    <>
      <Controls said={said}>
        <MeasureChoice search={search} set={set} />
        <SpanChoice search={search} set={set} />
        <UnitChoice search={search} set={set} lotSize={lotSize} noLots={TEXTS.controls.noLotsFutures} />
      </Controls>
      <TimePicture
        symbol={symbol}
        view={search.view}
        onView={(view) => set({ view }, "replace")}
        name={name}
        told={told}
        panes={PANES}
        lines={lines}
        isStale={isStale}
        heights={HEIGHTS}
        notice={timeNotice(told, lines, failure)}
        failure={failure}
        retry={retry}
      >
        {told === null ? null : (
          <Futures told={told} divisor={divisor} isStale={isStale} isOneSession={search.span === "1"} />
        )}
      </TimePicture>
    </>
  );
}

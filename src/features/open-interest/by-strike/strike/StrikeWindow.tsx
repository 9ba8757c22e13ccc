import { useMemo, useState } from "react";
import { buildUp, oiChange } from "#domain/chain/measures.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatSigned } from "#domain/format/number.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { TimeChart } from "../../../../components/chart/TimeChart.tsx";
import type { ChartLine } from "../../../../components/chart/types.ts";
import { FloatingWindow } from "../../../../components/floating/FloatingWindow.tsx";
import { marketNow } from "../../../../live/market-now.ts";
import { useListed } from "../../../../live/use-listed.ts";
import { useSleepless } from "../../../../shared/answers/use-sleepless.ts";
import type { View } from "../../../../shared/page/address-parts.ts";
import { multistrikeOiSeries } from "../../../../shared/series/oi-series.ts";
import { Foot } from "../../../../shared/time-charts/Foot.tsx";
import { divided, lastKnown } from "../../../../shared/time-charts/lines.ts";
import { changeText, FREE_OI_AXIS, oiText } from "../../../../shared/time-charts/oi-text.ts";
import {
  asOfOf,
  isRunningAt,
  PRICE_AXIS,
  sourceOf,
  timeNotice,
} from "../../../../shared/time-charts/time-chart.tsx";
import { useTimeTold } from "../../../../shared/time-charts/use-time-told.ts";
import { BuildUpWord } from "../../build-up/BuildUpWord.tsx";
import type { OiPage } from "../../oi-page.ts";
import { divisorOf } from "../../units.ts";
import { earlierSessions, presentSession } from "../sessions.ts";
import { type DayOfContract, dayOf } from "./day-of.ts";
import css from "./StrikeWindow.module.css";
import { sliceMinutes, slicesOf } from "./slices.ts";
import { TEXTS as texts } from "./texts.ts";

const SIZE = { width: 680, height: 620 };
/** CSS pixels. */
const HEIGHT = 250;
const SIDES = ["CE", "PE"] as const;
const LOOKS = { CE: { colour: "oi-call-ink" }, PE: { colour: "oi-put-ink", dash: [6, 3] } } as const;

const PANES = [
  { name: texts.oi, weight: 0.58, left: FREE_OI_AXIS, right: null },
  { name: texts.price, weight: 0.42, left: PRICE_AXIS, right: null },
];

const priceText = (price: number): string => formatFixed(price, 2);

function linesOf(days: readonly DayOfContract[], divisor: number): ChartLine[] {
  return days.flatMap(({ side, oi, price }): ChartLine[] => [
    {
      id: `${side} oi`,
      name: texts.lines.oi(texts.sides[side]),
      pane: 0,
      axis: "left",
      ...LOOKS[side],
      values: divided(oi, divisor),
      format: oiText,
    },
    {
      id: `${side} price`,
      name: texts.lines.price(texts.sides[side]),
      pane: 1,
      axis: "left",
      ...LOOKS[side],
      values: price,
      format: priceText,
    },
  ]);
}

/** Of each side: what has changed since the close before, and what that builds. */
function Now({ days, divisor }: { readonly days: readonly DayOfContract[]; readonly divisor: number }) {
  return (
    <dl className={css.now} data-testid="oi-strike-now">
      {days.map(({ side, oi, price, previousOi, previousPrice }) => {
        const [nowOi, nowPrice] = [lastKnown(oi), lastKnown(price)];
        const [wasOi, wasPrice] = [previousOi ?? Number.NaN, previousPrice ?? Number.NaN];
        return (
          <div key={side}>
            <dt>{texts.sides[side]}</dt>
            <dd>
              <span>
                {texts.oiChange} <b>{oiText(nowOi / divisor)}</b> {changeText((nowOi - wasOi) / divisor)}
              </span>
              <span>
                {texts.priceChange} <b>{priceText(nowPrice)}</b> {formatSigned(nowPrice - wasPrice, 2)}
              </span>
              <BuildUpWord of={buildUp(nowPrice - wasPrice, oiChange(nowOi, wasOi))} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface SlicesProps {
  readonly days: readonly DayOfContract[];
  readonly open: number;
  readonly divisor: number;
}

/** What was built through the day, newest first. */
function Slices({ days, open, divisor }: SlicesProps) {
  const width = sliceMinutes(days[0]?.times.length ?? 0);
  const sides = days.map((day) => ({ side: day.side, slices: slicesOf(day, open, width) }));
  const rows = sides[0]?.slices ?? [];
  return (
    <table className={css.slices}>
      <caption>{texts.built(width)}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.until}</th>
          {sides.map(({ side }) => (
            <th key={side} scope="colgroup" colSpan={3}>
              {texts.sides[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .map(({ from, to }, i) => (
            <tr key={from}>
              <th scope="row">{formatClock(to)}</th>
              {sides.flatMap(({ side, slices }) => [
                <td key={`${side} oi`}>{changeText((slices[i]?.oiChange ?? Number.NaN) / divisor)}</td>,
                <td key={`${side} price`}>{formatSigned(slices[i]?.priceChange, 2)}</td>,
                <td key={`${side} built`}>
                  <BuildUpWord of={slices[i]?.buildUp ?? "none"} isShort />
                </td>,
              ])}
            </tr>
          ))
          .reverse()}
      </tbody>
    </table>
  );
}

/** How many sessions back a day lies, the present one being the first. */
function useSessionsTo({ underlying }: OiPage, date: IsoDate | null): number {
  const isSleepless = useSleepless() ?? false;
  return useMemo(() => {
    if (date === null) return 1;
    const exchange = underlying.derivativeExchange;
    const newest = presentSession(marketNow(underlying), exchange, isSleepless);
    const at = [newest, ...earlierSessions(newest, exchange, isSleepless)].indexOf(date);
    return Math.max(0, at) + 1;
  }, [underlying, date, isSleepless]);
}

interface Props {
  readonly page: OiPage;
  readonly strike: number;
  readonly strikeName: string;
  /** null: the present session */
  readonly date: IsoDate | null;
  readonly onClose: () => void;
}

/** A strike through a day: open interest and price of its call and its put, and what they built (rule OI-8). */
export function StrikeWindow({ page, strike, strikeName, date, onClose }: Props) {
  const { underlying, expiries, search } = page;
  const { symbol } = underlying;
  const listed = useListed(symbol);
  const [chosen, setChosen] = useState<IsoDate | null>(null);
  const [view, setView] = useState<View | null>(null);
  const expiry = expiries.find((each) => each === chosen) ?? expiries[0]!;
  const contracts = useMemo(
    () => SIDES.flatMap((side) => listed?.option(side, expiry, strike) ?? []),
    [listed, expiry, strike],
  );
  const sessions = useSessionsTo(page, date);
  const body = useMemo(
    () => ({
      underlying: symbol,
      legs: contracts.map(({ tradingsymbol }) => tradingsymbol),
      interval: "1M" as const,
      sessions,
    }),
    [symbol, contracts, sessions],
  );
  const { answer, isOld, failure, retry } = useTimeTold(multistrikeOiSeries, body, {
    of: `${symbol} ${strike} ${expiry}`,
    isWanted: contracts.length > 0,
  });
  const told = contracts.length === 0 ? null : answer;
  const day = useMemo(() => (told === null ? null : dayOf(told, date)), [told, date]);
  const divisor = divisorOf(search.unit, contracts[0]?.lotSize ?? Number.NaN);
  const lines = useMemo(() => (day === null ? [] : linesOf(day.contracts, divisor)), [day, divisor]);
  const name = `${symbol} ${formatExpiry(expiry)} ${strikeName}`;
  const title = texts.chart(name);
  return (
    <FloatingWindow id="oi-strike" title={texts.title(name)} size={SIZE} onClose={onClose}>
      <div className={css.window}>
        {expiries.length < 2 ? null : (
          <label className={css.expiry}>
            {texts.expiry}
            <select value={expiry} onChange={({ target }) => setChosen(target.value)}>
              {expiries.map((each) => (
                <option key={each} value={each}>
                  {formatExpiry(each)}
                </option>
              ))}
            </select>
          </label>
        )}
        {listed !== null && contracts.length === 0 ? (
          <p role="status">{texts.none(name)}</p>
        ) : (
          <div className={css.chart}>
            <TimeChart
              name={title}
              times={day?.times ?? []}
              panes={PANES}
              lines={lines}
              {...sourceOf(day, { symbol, title })}
              isStale={page.isStale || isOld}
              height={HEIGHT}
              view={view}
              onView={setView}
              notice={timeNotice(day, lines, failure)}
            />
          </div>
        )}
        {day === null ? null : (
          <>
            <p className={css.since}>{texts.since}</p>
            <Now days={day.contracts} divisor={divisor} />
            <Slices days={day.contracts} open={day.open} divisor={divisor} />
          </>
        )}
        <Foot
          sessions={day?.sessions ?? []}
          isRunning={isRunningAt(day)}
          asOf={asOfOf(day)}
          failure={failure}
          retry={retry}
        />
      </div>
    </FloatingWindow>
  );
}

import { type CSSProperties, type KeyboardEvent, memo, useMemo, useRef, useState } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatSignedPct } from "#domain/format/number.ts";
import { HEAT_STEPS, type HeatSteps } from "#domain/strategy/heat/heat-prices.ts";
import type { HeatTable as Heat } from "#domain/strategy/heat/heat-table.ts";
import { useLook } from "../../analyzer/looks/use-look.ts";
import { useAnalyzer, useAnalyzerFact } from "../../analyzer/use-analyzer.tsx";
import { shortTime, toneOf } from "../../components/analysis/figures.ts";
import { Choice } from "../more/Choice.tsx";
import { NetTag } from "../net/NetTag.tsx";
import { spotDecimals } from "../summary/figures.ts";
import { cellText, deepest, HEAT_UNITS, type HeatUnit, type Place, placeAfter, shade } from "./cells.ts";
import css from "./HeatTable.module.css";
import { TEXTS } from "./texts.ts";

interface GridProps {
  readonly heat: Heat;
  readonly unit: HeatUnit;
  readonly isStale: boolean;
}

function Grid({ heat, unit, isStale }: GridProps) {
  const { dispatch } = useAnalyzer();
  const capital = useAnalyzerFact(({ instance }) => instance?.marginSpanData.capitalRequired ?? null);
  const targetPrice = useAnalyzerFact(({ instance }) => instance?.targetPrice ?? null);
  const targetTime = useAnalyzerFact(({ instance }) => instance?.targetDateTime ?? null);
  const decimals = useAnalyzerFact(({ underlying }) => spotDecimals(underlying?.spotTickSize ?? 0.05));
  const { prices, times, pnl, spotRow } = heat;
  const [at, setAt] = useState<Place>({ row: Math.max(0, spotRow), column: 0 });
  const body = useRef<HTMLTableSectionElement>(null);
  const most = useMemo(() => deepest(heat), [heat]);
  const focused: Place = {
    row: Math.min(at.row, prices.length - 1),
    column: Math.min(at.column, times.length - 1),
  };
  const spot = prices[spotRow] ?? Number.NaN;
  const wanted = (row: number): number | null => (row === spotRow ? null : prices[row]!);
  const wantedTime = (column: number): number | null => (column === 0 ? null : times[column]!);
  const move = (event: KeyboardEvent): void => {
    const to = placeAfter(event.key, focused, prices.length, times.length);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    body.current?.rows[to.row]?.querySelectorAll("button")[to.column]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={css.room} aria-label={TEXTS.name} tabIndex={0}>
      <table className={css.table} data-stale={isStale || undefined} data-testid="heat-table">
        <caption className="visually-hidden">
          {TEXTS.name}. {TEXTS.hint}
        </caption>
        <thead>
          <tr>
            <th scope="col">{TEXTS.price}</th>
            {times.map((time, column) => (
              <th key={column === 0 ? "now" : time} scope="col" data-now={column === 0 || undefined}>
                {column === 0 ? TEXTS.now : formatExpiry(istDate(time))}
                <span className={css.small}>{formatClock(time)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={move}>
          {prices.map((price, row) => {
            const isSpot = row === spotRow;
            const name = formatFixed(price, decimals);
            return (
              // A row keeps its place while the spot moves through the prices.
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are places
              <tr key={row} data-spot={isSpot || undefined}>
                <th scope="row">
                  {name}
                  <span className={css.small}>
                    {isSpot ? TEXTS.spot : formatSignedPct(price / spot - 1, 1)}
                  </span>
                </th>
                {times.map((time, column) => {
                  const value = pnl[row]![column]!;
                  const text = cellText(value, unit, capital);
                  const isTarget = wanted(row) === targetPrice && wantedTime(column) === targetTime;
                  const date = column === 0 ? TEXTS.now : shortTime(time);
                  const style = { "--deep": `${shade(value, most)}%` } as CSSProperties;
                  return (
                    <td key={column === 0 ? "now" : time} data-now={column === 0 || undefined}>
                      <button
                        type="button"
                        className={css.cell}
                        style={style}
                        data-tone={toneOf(value)}
                        aria-pressed={isTarget}
                        aria-label={TEXTS.cell(name, date, text)}
                        tabIndex={focused.row === row && focused.column === column ? 0 : -1}
                        onFocus={() => setAt({ row, column })}
                        onClick={() =>
                          dispatch({ type: "set-target", price: wanted(row), time: wantedTime(column) })
                        }
                      >
                        {text}
                      </button>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** P&L by price and date, as figures on their colour; a cell is the target when it is pressed (rules STRAT-47 to STRAT-49). */
export const HeatTable = memo(function HeatTable() {
  const [steps, setSteps] = useState<HeatSteps>("strikes");
  const [unit, setUnit] = useState<HeatUnit>("rupees");
  const hasLegs = useAnalyzerFact(({ instance }) => instance !== null && instance.legs.length > 0);
  const { look, isStale, isMissing } = useLook(hasLegs ? { heat: steps } : null);
  if (!hasLegs) return null;
  const heat = look?.heat ?? null;
  return (
    <div className={css.heat}>
      <div className={css.bar}>
        <h3 className={css.title}>{TEXTS.name}</h3>
        {look === null ? null : <NetTag isNet={look.isNet} />}
        <Choice
          label={TEXTS.steps}
          options={HEAT_STEPS}
          names={TEXTS.stepNames}
          selected={steps}
          onSelect={setSteps}
        />
        <Choice
          label={TEXTS.unit}
          options={HEAT_UNITS}
          names={TEXTS.units}
          selected={unit}
          onSelect={setUnit}
        />
      </div>
      {heat === null || heat.prices.length === 0 ? (
        <p className={css.none}>{isMissing ? TEXTS.missing : TEXTS.coming}</p>
      ) : (
        <Grid heat={heat} unit={unit} isStale={isStale} />
      )}
    </div>
  );
});

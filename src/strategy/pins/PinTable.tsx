import { X } from "lucide-react";
import { memo } from "react";
import { formatFixed, formatSigned, formatSignedPct } from "#domain/format/number.ts";
import type { PinMoment } from "#domain/strategy/pins/pin-figures.ts";
import { MOST_PINS } from "#domain/strategy/pins/pins.ts";
import type { LookTold } from "../../analyzer/looks/looks.ts";
import { useLook } from "../../analyzer/looks/use-look.ts";
import { useAnalyzer, useAnalyzerFact } from "../../analyzer/use-analyzer.tsx";
import {
  expiryText,
  greekDecimals,
  moneyDecimals,
  shortTime,
  toneOf,
} from "../../components/analysis/figures.ts";
import { Button } from "../../components/button/Button.tsx";
import { afterCharges } from "../net/after-charges.ts";
import { NetTag } from "../net/NetTag.tsx";
import { spotDecimals } from "../summary/figures.ts";
import css from "./PinTable.module.css";
import { TEXTS } from "./texts.ts";

const MOMENTS = ["now", "target", "expiry"] as const;

interface MomentProps {
  /** Undefined: not told yet. */
  readonly moment: PinMoment | undefined;
  readonly places: { readonly money: number; readonly delta: number };
}

function MomentCell({ moment, places }: MomentProps) {
  const pnl = moment?.pnl ?? Number.NaN;
  return (
    <td>
      <span className={css.figure} data-tone={toneOf(pnl)}>
        {formatSigned(pnl, places.money)}
      </span>
      <span className={css.delta}>
        {TEXTS.delta(formatSigned(moment?.delta ?? Number.NaN, places.delta))}
      </span>
    </td>
  );
}

interface PinnedProps {
  readonly pins: readonly number[];
  readonly told: LookTold;
}

function Pinned({ pins, told: { look, isStale, isMissing } }: PinnedProps) {
  const { compare } = useAnalyzer();
  const decimals = useAnalyzerFact(({ underlying }) => spotDecimals(underlying?.spotTickSize ?? 0.05));
  const targetTime = useAnalyzerFact(({ payload }) => payload?.selected_target_datetime ?? Number.NaN);
  const expiry = useAnalyzerFact(({ payload }) => payload?.expiry ?? null);
  const told = look?.pins ?? [];
  const all = told.flatMap((pin) => MOMENTS.map((moment) => pin[moment]));
  const places = {
    money: moneyDecimals(all.map(({ pnl }) => pnl)),
    delta: Math.min(3, greekDecimals(all.map(({ delta }) => delta))),
  };
  const heads = {
    now: TEXTS.now,
    target: TEXTS.atTarget(shortTime(targetTime)),
    expiry: TEXTS.atExpiry(expiryText(expiry)),
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={css.room} aria-label={TEXTS.name} tabIndex={0}>
        <table className={css.table} data-stale={isStale || undefined} data-testid="pin-table">
          <caption className="visually-hidden">{TEXTS.name}</caption>
          <thead>
            <tr>
              <th scope="col">{TEXTS.price}</th>
              {MOMENTS.map((moment) => (
                <th key={moment} scope="col">
                  {heads[moment]}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{TEXTS.remove}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {pins.map((price) => {
              const pin = told.find((each) => each.price === price);
              const name = formatFixed(price, decimals);
              return (
                <tr key={price}>
                  <th scope="row">
                    {name}
                    <span className={css.delta}>
                      {formatSignedPct(price / (look?.spot ?? Number.NaN) - 1, 1)}
                    </span>
                  </th>
                  {MOMENTS.map((moment) => (
                    <MomentCell key={moment} moment={pin?.[moment]} places={places} />
                  ))}
                  <td>
                    <button
                      type="button"
                      className={css.remove}
                      aria-label={TEXTS.unpin(name)}
                      title={TEXTS.remove}
                      onClick={() => compare.unpin(price)}
                    >
                      <X size={14} strokeWidth={1.5} aria-hidden="true" />
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {isMissing && look === null ? <p className={css.none}>{TEXTS.missing}</p> : null}
    </>
  );
}

/** Prices a trader keeps an eye on, under the payoff (rules STRAT-50 and STRAT-51). */
export const PinTable = memo(function PinTable() {
  const { compare, state } = useAnalyzer();
  const pins = useAnalyzerFact((view) => view.pins);
  const hasFigures = useAnalyzerFact(({ payload }) => payload !== null);
  const told = useLook(pins.length > 0 ? { pins } : null);
  if (!hasFigures) return null;
  const pinMarks = (): void => {
    const { payload } = state;
    if (payload === null) return;
    const { lower_1: lower1, upper_1: upper1 } = payload.standard_deviation;
    const marks = { breakevens: afterCharges(payload).breakevens_at_expiry, lower1, upper1 };
    compare.pinMarks(marks, payload.underlying_price ?? Number.NaN);
  };
  const isFull = pins.length >= MOST_PINS;
  return (
    <div className={css.pins}>
      <div className={css.bar}>
        <h3 className={css.title}>{TEXTS.name}</h3>
        {told.look === null ? null : <NetTag isNet={told.look.isNet} />}
        <Button variant="quiet" size="small" onClick={pinMarks} data-testid="pin-marks">
          {TEXTS.marks}
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={isFull}
          title={isFull ? TEXTS.full : undefined}
          onClick={() => compare.pin(state.payload?.selected_target_price ?? Number.NaN)}
          data-testid="pin-target"
        >
          {TEXTS.target}
        </Button>
      </div>
      {pins.length === 0 ? null : <Pinned pins={pins} told={told} />}
    </div>
  );
});

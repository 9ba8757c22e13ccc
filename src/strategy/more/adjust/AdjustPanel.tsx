import { useEffect, useMemo, useRef, useState } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { Adjustment } from "#domain/strategy/adjust/adjustment.ts";
import type { DeltaNeutral } from "#domain/strategy/adjust/neutral.ts";
import { isRollable, type Roll, type RollOutcome, rollOf } from "#domain/strategy/adjust/roll.ts";
import type { AdjustGoal, Suggestion } from "#domain/strategy/adjust/suggest.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { AdjustAnswer, Weighed } from "#workers/compute/api.ts";
import type { AnalyzerView } from "../../../analyzer/analyzer.ts";
import type { PreviewWanted } from "../../../analyzer/preview.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { Button } from "../../../components/button/Button.tsx";
import { contractName } from "../../fields/leg-names.ts";
import { priceDecimals } from "../../price-decimals.ts";
import { useAct } from "../../use-act.ts";
import css from "./Adjust.module.css";
import { BeforeAfter } from "./BeforeAfter.tsx";
import { Cost } from "./Cost.tsx";
import { RollForm } from "./RollForm.tsx";
import { Suggestions } from "./Suggestions.tsx";
import { TEXTS } from "./texts.ts";
import { useAdjust } from "./use-adjust.ts";
import { useIsSeen } from "./use-is-seen.ts";
import { suggestionKey } from "./written.ts";

const NO_ROLL: Roll = { legId: null, strikes: 0, expiry: null };
/** What is previewed beside what is rolled by hand. */
const NEUTRAL = "neutral";

/** Expiries that a leg can be rolled to, and the one after the first that the strategy has. */
function expiriesOf({ contracts, instance, market }: AnalyzerView) {
  const now = market?.now ?? Number.NaN;
  const legs = (instance?.legs ?? []).filter((leg) => isRollable(leg, now));
  const first = legs.map(({ expiry }) => expiry!).sort()[0];
  const isOfFutures = legs.length > 0 && legs.every(({ type }) => type === "FUT");
  const listed = isOfFutures
    ? (contracts?.futures ?? []).map(({ expiry }) => expiry!)
    : (contracts?.expiries ?? []);
  const running: readonly IsoDate[] = Number.isNaN(now)
    ? listed
    : listed.filter((each) => each >= istDate(now));
  return { running, next: running.find((each) => first !== undefined && each > first) ?? null };
}

/** The market holds an expiry for as long as it is looked at. */
function useLookAt(expiry: IsoDate | null, by: string): void {
  const analyzer = useAnalyzer();
  useEffect(() => {
    analyzer.lookAt(expiry, by);
    return () => analyzer.lookAt(null, by);
  }, [analyzer, expiry, by]);
}

/** A change that is looked at before it is made. */
interface Chosen {
  readonly title: string;
  readonly adjustment: Adjustment;
  /** null: not known yet. */
  readonly weighed: Weighed | null;
}

/** What is previewed, else the roll; null: nothing is chosen, and there is nothing to say of after. */
function chosenOf(answer: AdjustAnswer | null, previewed: string | null, roll: RollOutcome): Chosen | null {
  const { after } = TEXTS.table;
  const neutral = answer?.neutral ?? null;
  if (previewed === NEUTRAL && neutral !== null && neutral.adjustment !== null) {
    return { title: after.neutral, adjustment: neutral.adjustment, weighed: neutral.weighed };
  }
  const all = answer?.suggestions.kind === "found" ? answer.suggestions.all : [];
  const suggestion = all.find((each) => suggestionKey(each) === previewed);
  if (suggestion !== undefined) {
    return { title: after.suggestion, adjustment: suggestion.adjustment, weighed: suggestion };
  }
  if (!roll.ok) return null;
  return { title: after.roll, adjustment: roll.adjustment, weighed: answer?.weighed ?? null };
}

/** The payoff draws the strategy after it beside the one at hand. */
function usePreview(chosen: Chosen | null): void {
  const analyzer = useAnalyzer();
  const key = JSON.stringify(chosen === null ? null : { name: chosen.title, adjustment: chosen.adjustment });
  useEffect(() => analyzer.preview(JSON.parse(key) as PreviewWanted | null), [analyzer, key]);
  useEffect(() => () => analyzer.preview(null), [analyzer]);
}

interface NeutralProps {
  readonly neutral: DeltaNeutral | null;
  readonly isPreviewed: boolean;
  readonly isOld: boolean;
  readonly onPreview: () => void;
  readonly onApply: (adjustment: Adjustment) => void;
}

/** Whole lots of the nearest future against the delta. */
function Neutral({ neutral, isPreviewed, isOld, onPreview, onApply }: NeutralProps) {
  const { neutral: words, suggestions } = TEXTS;
  const delta = (value: number): string => formatFixed(value, 1);
  const said = ((): string => {
    if (neutral === null) return words.missing;
    const { lots, future, deltaBefore, deltaAfter } = neutral;
    if (lots === 0) return words.none(contractName(future), delta(deltaBefore));
    const name = contractName(future);
    return lots > 0 ? words.buy(lots, name, delta(deltaAfter)) : words.sell(-lots, name, delta(deltaAfter));
  })();
  const adjustment = neutral?.adjustment ?? null;
  return (
    <div className={css.neutral} data-shown={isPreviewed ? "" : undefined} data-testid="adjust-neutral">
      <p className={css.words}>
        <strong>{words.name}</strong> {said}
      </p>
      {adjustment === null ? null : (
        <div className={css.presses}>
          <Button
            size="small"
            variant="quiet"
            aria-pressed={isPreviewed}
            aria-label={suggestions.previewOf(words.name)}
            onClick={onPreview}
          >
            {isPreviewed ? suggestions.previewed : suggestions.preview}
          </Button>
          <Button
            size="small"
            disabled={isOld}
            aria-label={suggestions.applyOf(words.name)}
            onClick={() => onApply(adjustment)}
          >
            {suggestions.apply}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Roll legs, or have it suggested what would cut delta or margin; nothing is ordered. */
export function AdjustPanel() {
  const act = useAct();
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(place);
  const view = useAnalyzerState();
  const { instance, contracts, market, marketRefused, underlying, local, preview } = view;
  const [roll, setRoll] = useState(NO_ROLL);
  const [goal, setGoal] = useState<AdjustGoal>("delta");
  const [previewed, setPreviewed] = useState<string | null>(null);
  const legs = instance?.legs ?? [];
  const now = market?.now ?? Number.NaN;
  const { running, next } = expiriesOf(view);
  // A leg that is gone is rolled no more.
  const wantedRoll = roll.legId === null || legs.some(({ id }) => id === roll.legId) ? roll : NO_ROLL;
  const outcome =
    contracts === null ? ({ ok: false, fault: "NO_LEG" } as const) : rollOf(legs, wantedRoll, contracts, now);
  const moves = JSON.stringify(outcome.ok ? outcome.adjustment : null);
  const wanted = useMemo(() => ({ goal, adjustment: JSON.parse(moves) as Adjustment | null }), [goal, moves]);
  const { outcome: answered, isOld } = useAdjust(wanted, isSeen);

  // What is drawn in the payoff stays while that is looked at instead of this.
  useLookAt(isSeen || previewed !== null ? next : null, "adjust");
  useLookAt(wantedRoll.expiry, "roll");

  const apply = (adjustment: Adjustment): void => {
    act({ type: "adjust", adjustment });
    setRoll({ ...NO_ROLL, legId: roll.legId });
    setPreviewed(null);
  };
  const change = (to: Roll): void => {
    setRoll(to);
    setPreviewed(null);
  };

  const answer = answered?.ok === true ? answered.answer : null;
  const chosen = chosenOf(answer, previewed, outcome);
  usePreview(chosen);
  const waits = answer === null;
  // What a worker refuses that runs is mostly that its market is still to come.
  const isHopeless =
    answered?.ok === false && (local === "none" || answered.refusal.code !== "prices.failed");
  const trouble = marketRefused?.message ?? (isHopeless ? answered.refusal.message : null);
  return (
    <div ref={place} className={css.panel} data-testid="adjust-panel">
      <div className={css.parts}>
        <div className={css.rolling}>
          <RollForm
            legs={legs}
            now={now}
            expiries={running}
            roll={wantedRoll}
            onRoll={change}
            outcome={outcome}
            canApply={outcome.ok && !isOld}
            onApply={() => {
              if (outcome.ok) apply(outcome.adjustment);
            }}
          />
          {market?.isClosed === true ? <p className={css.foot}>{TEXTS.closed}</p> : null}
          {market?.isStale === true ? <p className={css.warn}>{TEXTS.stale}</p> : null}
          <BeforeAfter
            before={answer?.before ?? null}
            after={chosen?.weighed?.after ?? null}
            title={chosen?.title ?? null}
            isOld={isOld}
          />
          {chosen === null || chosen.weighed === null ? null : (
            <Cost cost={chosen.weighed.cost} isOld={isOld} decimals={priceDecimals(underlying?.kind)} />
          )}
          {preview === null ? null : (
            <p className={css.foot} data-testid="adjust-drawn">
              {TEXTS.drawn(preview.name)}
            </p>
          )}
          <p className={css.foot}>{TEXTS.table.source}</p>
        </div>
        <div className={css.advising}>
          {waits ? (
            <p className={css.empty} role="status" data-testid="adjust-waiting">
              {trouble === null ? TEXTS.waiting : TEXTS.failed(trouble)}
            </p>
          ) : (
            <>
              <Suggestions
                goal={goal}
                onGoal={(to) => {
                  setGoal(to);
                  setPreviewed(null);
                }}
                found={answer.suggestions}
                before={answer.before}
                legs={legs}
                isOld={isOld}
                previewed={previewed}
                onPreview={setPreviewed}
                onApply={({ adjustment }: Suggestion) => apply(adjustment)}
              />
              <Neutral
                neutral={answer.neutral}
                isPreviewed={previewed === NEUTRAL}
                isOld={isOld}
                onPreview={() => setPreviewed(previewed === NEUTRAL ? null : NEUTRAL)}
                onApply={apply}
              />
            </>
          )}
          <p className={css.foot}>{TEXTS.cost.notOrdered}</p>
        </div>
      </div>
    </div>
  );
}

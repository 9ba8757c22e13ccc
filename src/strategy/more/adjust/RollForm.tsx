import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { formatSigned } from "#domain/format/number.ts";
import { isRollable, type Roll, type RollOutcome } from "#domain/strategy/adjust/roll.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { Button } from "../../../components/button/Button.tsx";
import { contractName, legName } from "../../fields/leg-names.ts";
import css from "./Adjust.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly legs: readonly AnalyzerLeg[];
  /** Market time. */
  readonly now: number;
  /** That legs can be rolled to, near to far. */
  readonly expiries: readonly IsoDate[];
  readonly roll: Roll;
  readonly onRoll: (roll: Roll) => void;
  readonly outcome: RollOutcome;
  readonly canApply: boolean;
  readonly onApply: () => void;
}

/** Where the rolled legs go, where that is one contract. */
function targetText(outcome: RollOutcome): string | null {
  if (!outcome.ok || outcome.adjustment.moves.length !== 1) return null;
  return TEXTS.roll.to(contractName(outcome.adjustment.moves[0]!.contract));
}

/** Which leg goes where. */
export function RollForm({ legs, now, expiries, roll, onRoll, outcome, canApply, onApply }: Props) {
  const { roll: words } = TEXTS;
  const own = useId();
  const rollable = legs.filter((leg) => isRollable(leg, now));
  const target = targetText(outcome);
  const step = (by: number): void => onRoll({ ...roll, strikes: roll.strikes + by });
  return (
    <div className={css.form}>
      <div className={css.field}>
        <label htmlFor={`${own}-leg`}>{words.leg}</label>
        <select
          id={`${own}-leg`}
          value={roll.legId ?? ""}
          onChange={(event) =>
            onRoll({ ...roll, legId: event.target.value === "" ? null : event.target.value })
          }
          data-testid="roll-leg"
        >
          <option value="">{words.all}</option>
          {rollable.map((leg) => (
            <option key={leg.id} value={leg.id}>
              {legName(leg)}
            </option>
          ))}
        </select>
      </div>
      <fieldset className={css.field} aria-label={words.strike}>
        <span aria-hidden="true">{words.strike}</span>
        <div className={css.stepper}>
          <button type="button" aria-label={words.down} onClick={() => step(-1)} data-testid="roll-down">
            <Minus size={14} strokeWidth={1.5} aria-hidden="true" />
          </button>
          <output data-testid="roll-strikes">
            {roll.strikes === 0 ? words.own : words.steps(formatSigned(roll.strikes, 0))}
          </output>
          <button type="button" aria-label={words.up} onClick={() => step(1)} data-testid="roll-up">
            <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
      </fieldset>
      <div className={css.field}>
        <label htmlFor={`${own}-expiry`}>{words.expiry}</label>
        <select
          id={`${own}-expiry`}
          value={roll.expiry ?? ""}
          onChange={(event) =>
            onRoll({ ...roll, expiry: event.target.value === "" ? null : event.target.value })
          }
          data-testid="roll-expiry"
        >
          <option value="">{words.keep}</option>
          {expiries.map((expiry) => (
            <option key={expiry} value={expiry}>
              {formatExpiry(expiry)}
            </option>
          ))}
        </select>
      </div>
      <div className={css.presses}>
        <Button size="small" disabled={!canApply} onClick={onApply} data-testid="roll-apply">
          {words.apply}
        </Button>
      </div>
      <p className={css.target} role="status" data-testid="roll-target">
        {outcome.ok ? target : words.faults[outcome.fault]}
      </p>
    </div>
  );
}

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { INDICATOR_IDS, INDICATOR_TERMS, type IndicatorId } from "#domain/indicators/terms.ts";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import toolCss from "../../page-controls/Tools.module.css";
import { allowed, type ChosenIndicator, defaultOf, faultOf, keyOf } from "../chosen.ts";
import { nameOf, TEXTS as ON_CHART } from "../texts.ts";
import css from "./Indicators.module.css";
import { TEXTS } from "./texts.ts";

interface RowProps {
  readonly chosen: ChosenIndicator;
  readonly change: (next: ChosenIndicator) => void;
  readonly remove: () => void;
}

/** One indicator with its numbers; one that cannot be is said, and not taken. */
function Row({ chosen, change, remove }: RowProps) {
  const [typed, setTyped] = useState<readonly string[]>(chosen.params.map(String));
  const { params } = INDICATOR_TERMS[chosen.id];
  const next = {
    id: chosen.id,
    params: typed.map((text) => (text.trim() === "" ? Number.NaN : Number(text))),
  };
  const fault = faultOf(next);
  const take = (): void => {
    if (fault === null && keyOf(next) !== keyOf(chosen)) change(next);
  };
  return (
    <li className={css.row} data-testid={`indicator-${keyOf(chosen)}`}>
      <b>{ON_CHART.names[chosen.id]}</b>
      {params.map((param, i) => (
        <label key={param.id} className={toolCss.field}>
          {TEXTS.params[param.id] ?? param.id}
          <input
            type="number"
            inputMode="decimal"
            min={param.min}
            max={param.max}
            step={param.step}
            value={typed[i]}
            onChange={({ target }) => setTyped(typed.map((text, at) => (at === i ? target.value : text)))}
            onBlur={take}
            onKeyDown={({ key }) => {
              if (key === "Enter") take();
            }}
          />
        </label>
      ))}
      <button
        type="button"
        className={css.remove}
        aria-label={TEXTS.remove(nameOf(chosen))}
        title={TEXTS.remove(nameOf(chosen))}
        onClick={remove}
      >
        <Trash2 size={15} strokeWidth={1.5} aria-hidden="true" />
      </button>
      {fault === null ? null : (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

interface Props {
  readonly indicators: readonly ChosenIndicator[];
  readonly offered?: readonly IndicatorId[];
  /** what is to be said of those that are shown; null nothing */
  readonly note?: string | null;
  readonly onChange: (next: readonly ChosenIndicator[]) => void;
  readonly onClose: () => void;
}

/** Indicators are added, left out and given other numbers (rules CHART-7, STRADDLE-11). */
export function Indicators({ indicators, offered = INDICATOR_IDS, note = null, onChange, onClose }: Props) {
  const [isFull, setFull] = useState(false);
  const put = (next: readonly ChosenIndicator[]): void => {
    const kept = allowed(next);
    setFull(kept.length < next.length);
    onChange(kept);
  };
  return (
    <Dialog title={TEXTS.title} isOpen onClose={onClose} size="small">
      <section aria-label={TEXTS.shown}>
        {indicators.length === 0 ? <p className={css.note}>{TEXTS.none}</p> : null}
        <ul className={css.rows}>
          {indicators.map((chosen, i) => (
            <Row
              key={keyOf(chosen)}
              chosen={chosen}
              change={(next) => put(indicators.map((each, at) => (at === i ? next : each)))}
              remove={() => put(indicators.filter((_, at) => at !== i))}
            />
          ))}
        </ul>
      </section>
      <div className={css.add} role="group" aria-label={TEXTS.add}>
        {offered.map((id) => (
          <button
            key={id}
            type="button"
            className={toolCss.tool}
            onClick={() => put([...indicators, defaultOf(id)])}
            data-testid={`add-${id}`}
          >
            {`+ ${ON_CHART.names[id]}`}
          </button>
        ))}
      </div>
      {isFull ? (
        <p className={css.fault} role="alert">
          {TEXTS.full}
        </p>
      ) : null}
      {note === null ? null : <p className={css.note}>{note}</p>}
    </Dialog>
  );
}

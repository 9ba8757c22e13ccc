import { useId, useState } from "react";
import { momentText, readMoment } from "../address.ts";
import { TIME_BOUNDS } from "../inputs.ts";
import css from "./Form.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly label: string;
  /** Epoch ms; null not known yet. */
  readonly value: number | null;
  readonly onCommit: (ms: number) => void;
  readonly testId: string;
}

/** A date and a time of India's clock. What is none is refused with its reason, and the last good one stays. */
export function MomentField({ label, value, onCommit, testId }: Props) {
  const own = useId();
  /** What is being typed while it is no moment yet; null: what is shown is the value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  return (
    <span className={css.moment}>
      <input
        className={css.momentField}
        type="datetime-local"
        aria-label={label}
        min={momentText(TIME_BOUNDS.least)}
        max={momentText(TIME_BOUNDS.most)}
        value={draft ?? (value === null ? "" : momentText(value))}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? own : undefined}
        data-testid={testId}
        onFocus={() => setRefused(false)}
        onChange={({ currentTarget }) => {
          const read = readMoment(currentTarget.value);
          setDraft(read === null ? currentTarget.value : null);
          setRefused(false);
          if (read !== null) onCommit(read);
        }}
        onBlur={({ currentTarget }) => {
          // Half a date reads as none; the field knows that there was something.
          if (draft !== null || currentTarget.validity.badInput) setRefused(true);
          setDraft(null);
        }}
      />
      {isRefused ? (
        <span id={own} className={css.refusal} role="alert">
          {TEXTS.refusals.moment}
        </span>
      ) : null}
    </span>
  );
}

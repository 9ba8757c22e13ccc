import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import css from "./NumberField.module.css";
import type { Reading } from "./read-figure.ts";

interface Props<T> {
  /** What it is, and of what. */
  readonly label: string;
  /** The last good value as it is written; "" shows the placeholder. */
  readonly text: string;
  readonly placeholder?: string;
  readonly read: (typed: string) => Reading<T>;
  readonly onCommit: (value: T) => void;
  /** Every figure that is one is taken while it is typed; Escape brings back what there was before. */
  readonly isEager?: boolean;
  /** Arrow keys; without it they stay the cursor's. */
  readonly onStep?: (direction: 1 | -1) => void;
  /** Id of what is said of the value though it is taken, such as the lot rule. */
  readonly warnedBy?: string | undefined;
  /** It was typed and is not the market's. */
  readonly isOwn?: boolean;
  readonly isDisabled?: boolean;
  /** Words are typed, not a figure. */
  readonly isWords?: boolean;
  readonly testId?: string;
  /** Stands at the end of the field, such as a unit. */
  readonly children?: ReactNode;
}

/**
 * A figure that is typed. Enter or leaving the field takes it. What is none is refused with its reason under the field, and the last
 * good value stays; Escape brings it back.
 */
export function NumberField<T>(props: Props<T>) {
  const { label, text, placeholder, read, onCommit, onStep, warnedBy, isOwn, isDisabled, testId, children } =
    props;
  const { isWords = false } = props;
  const { isEager = false } = props;
  /** Of the value when the field was entered. */
  const before = useRef("");
  const own = useId();
  /** What is being typed; null: what is shown is the value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  // The reason stays until the trader goes on to something else.
  useEffect(() => {
    if (refusal === null || draft !== null) return;
    const forget = (): void => setRefusal(null);
    const timer = requestAnimationFrame(() => {
      document.addEventListener("pointerdown", forget);
      document.addEventListener("keydown", forget);
    });
    return () => {
      cancelAnimationFrame(timer);
      document.removeEventListener("pointerdown", forget);
      document.removeEventListener("keydown", forget);
    };
  }, [refusal, draft]);

  function take(typed: string): void {
    const reading = read(typed);
    if (reading.ok) onCommit(reading.value);
  }

  /** @returns whether there is nothing left to take */
  function commit(): boolean {
    if (draft === null || draft.trim() === text) {
      setDraft(null);
      return true;
    }
    const reading = read(draft);
    if (!reading.ok) {
      setRefusal(reading.reason);
      return false;
    }
    setDraft(null);
    setRefusal(null);
    onCommit(reading.value);
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined;
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && (draft !== null || refusal !== null)) {
      setDraft(null);
      setRefusal(null);
      if (isEager) take(before.current);
    } else if (step !== undefined && onStep !== undefined) {
      if (commit()) onStep(step);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const describedBy = refusal === null ? warnedBy : own;
  return (
    <span className={css.place}>
      <input
        className={css.field}
        inputMode={isWords ? "text" : "decimal"}
        data-words={isWords ? "" : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        value={draft ?? text}
        placeholder={placeholder}
        disabled={isDisabled}
        aria-invalid={refusal !== null}
        aria-describedby={describedBy}
        data-own={isOwn ? "" : undefined}
        data-draft={draft === null ? undefined : ""}
        data-warned={warnedBy === undefined ? undefined : ""}
        data-testid={testId}
        onFocus={(event) => {
          setRefusal(null);
          before.current = text;
          event.target.select();
        }}
        onChange={(event) => {
          setDraft(event.target.value);
          setRefusal(null);
          if (isEager) take(event.target.value);
        }}
        onBlur={() => {
          commit();
          setDraft(null);
        }}
        onKeyDown={onKeyDown}
      />
      {children}
      {refusal === null ? null : (
        <span id={own} className={css.refusal} role="alert">
          {refusal}
        </span>
      )}
    </span>
  );
}

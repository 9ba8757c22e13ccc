import type { KeyboardEvent } from "react";
import css from "./Form.module.css";

interface Props<T extends string> {
  readonly label: string;
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChoose: (value: T) => void;
  readonly testId: string;
}

/** One of a few, side by side; arrows go from one to the other. */
export function Choice<T extends string>({ label, options, value, onChoose, testId }: Props<T>) {
  const names = Object.keys(options) as T[];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (names.indexOf(value) + step + names.length) % names.length;
    onChoose(names[at]!);
    (event.currentTarget.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <div
      className={css.choice}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      data-testid={testId}
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={name === value}
          tabIndex={name === value ? 0 : -1}
          className={css.option}
          onClick={() => onChoose(name)}
        >
          {options[name]}
        </button>
      ))}
    </div>
  );
}

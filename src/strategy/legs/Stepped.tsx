import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import css from "./Fields.module.css";

interface Way {
  readonly label: string;
  readonly isDisabled: boolean;
}

interface Props {
  /** For tests: what is stepped. */
  readonly name: string;
  readonly down: Way;
  readonly up: Way;
  readonly onStep: (direction: 1 | -1) => void;
  /** The field in between. */
  readonly children: ReactNode;
}

/** A field with the next and the previous value beside it; at the end of the way its button stays there and keeps the focus. */
export function Stepped({ name, down, up, onStep, children }: Props) {
  const step = ({ isDisabled }: Way, direction: 1 | -1): void => {
    if (!isDisabled) onStep(direction);
  };
  return (
    <span className={css.stepped}>
      <button
        type="button"
        className={css.step}
        aria-label={down.label}
        aria-disabled={down.isDisabled}
        onClick={() => step(down, -1)}
        data-testid={`leg-${name}-down`}
      >
        <Minus size={12} strokeWidth={2} aria-hidden="true" />
      </button>
      {children}
      <button
        type="button"
        className={css.step}
        aria-label={up.label}
        aria-disabled={up.isDisabled}
        onClick={() => step(up, 1)}
        data-testid={`leg-${name}-up`}
      >
        <Plus size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  );
}

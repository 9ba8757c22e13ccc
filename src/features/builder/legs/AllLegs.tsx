import {
  ChevronsDown,
  ChevronsUp,
  FoldHorizontal,
  ListPlus,
  SkipForward,
  UnfoldHorizontal,
} from "lucide-react";
import { type ComponentType, memo } from "react";
import type { Shift } from "#domain/strategy/legs/shift.ts";
import { useAnalyzer } from "../../../analyzer/use-analyzer.tsx";
import { Button } from "../../../components/button/Button.tsx";
import { useAct } from "../../../strategy/use-act.ts";
import { usePanel } from "../panel-state.ts";
import css from "./Legs.module.css";
import { TEXTS } from "./texts.ts";

interface Icon {
  readonly size: number;
  readonly strokeWidth: number;
  readonly "aria-hidden": "true";
}

const { toolbar } = TEXTS;
const SHIFTS: readonly (readonly [Shift, string, ComponentType<Icon>])[] = [
  ["down", toolbar.down, ChevronsDown],
  ["up", toolbar.up, ChevronsUp],
  ["narrower", toolbar.narrower, FoldHorizontal],
  ["wider", toolbar.wider, UnfoldHorizontal],
  ["next-expiry", toolbar.nextExpiry, SkipForward],
];

interface Props {
  readonly legs: number;
  /** Of them, those that are ticked. */
  readonly counted: number;
}

/** What is done to all legs by one press. */
export const AllLegs = memo(function AllLegs({ legs, counted }: Props) {
  const { dispatch } = useAnalyzer();
  const act = useAct();
  const panel = usePanel();
  const isEmpty = legs === 0;
  return (
    <div className={css.bar} role="toolbar" aria-label={toolbar.name}>
      <label className={css.all} hidden={isEmpty}>
        <input
          type="checkbox"
          checked={counted === legs}
          ref={(box) => {
            if (box) box.indeterminate = counted > 0 && counted < legs;
          }}
          aria-label={TEXTS.fields.selectAll}
          onChange={() => dispatch({ type: "toggle-all", isSelected: counted < legs })}
        />
      </label>
      <h2 className={css.title}>{isEmpty ? TEXTS.name : TEXTS.counts(legs)}</h2>
      <span className={css.spacer} />
      {SHIFTS.map(([shift, label, Picture]) => (
        <button
          key={shift}
          type="button"
          className={css.tool}
          disabled={isEmpty}
          aria-label={label}
          title={label}
          onClick={() => act({ type: "shift-legs", shift })}
          data-testid={`shift-${shift}`}
        >
          <Picture size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      ))}
      <Button
        size="small"
        variant={isEmpty ? "primary" : "secondary"}
        data-builder-picker=""
        data-testid="add-legs"
        onClick={() => {
          panel.isPickerOpen = true;
        }}
      >
        <ListPlus size={14} strokeWidth={1.5} aria-hidden="true" />
        {toolbar.add}
      </Button>
    </div>
  );
});

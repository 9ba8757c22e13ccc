import { Minus, Plus } from "lucide-react";
import { memo } from "react";
import { formatFixed } from "#domain/format/number.ts";
import type { AnalyzerView, BuilderAction } from "../../../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { NumberField } from "../../../strategy/fields/NumberField.tsx";
import { readMultiplier, readOffset } from "../../../strategy/fields/read-figure.ts";
import { focusAdding } from "../../../strategy/legs/focus-on.ts";
import css from "./Legs.module.css";
import { EntryKnob, NetKnob } from "./MoneyKnobs.tsx";
import { TEXTS } from "./texts.ts";

const { toolbar } = TEXTS;
/** Vol points that the arrow keys move the offset by. */
const OFFSET_STEP = 0.5;

function Multiplier() {
  const { dispatch } = useAnalyzer();
  const multiplier = useAnalyzerFact(({ instance }) => instance?.lotMultiplier ?? 1);
  const set = (next: number) => dispatch({ type: "set-lot-multiplier", multiplier: next });
  return (
    <span className={css.knob}>
      <span aria-hidden="true">{toolbar.multiplier}</span>
      <span className={css.stepper}>
        <button
          type="button"
          aria-label={toolbar.multiplierDown}
          aria-disabled={multiplier <= 1}
          onClick={() => {
            if (multiplier > 1) set(multiplier - 1);
          }}
        >
          <Minus size={12} strokeWidth={2} aria-hidden="true" />
        </button>
        <NumberField
          label={toolbar.multiplierName}
          text={formatFixed(multiplier, 0)}
          read={readMultiplier}
          onCommit={set}
          onStep={(direction) => set(multiplier + direction)}
          testId="lot-multiplier"
        />
        <button type="button" aria-label={toolbar.multiplierUp} onClick={() => set(multiplier + 1)}>
          <Plus size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      </span>
    </span>
  );
}

function Offset() {
  const { dispatch } = useAnalyzer();
  const offset = useAnalyzerFact(({ instance }) => instance?.ivOffset ?? 0);
  const set = (points: number) => dispatch({ type: "set-iv-offset", points });
  return (
    <span className={css.knob}>
      <span aria-hidden="true">{toolbar.offset}</span>
      <span className={css.offset}>
        <NumberField
          label={toolbar.offsetName}
          text={formatFixed(offset, Number.isInteger(offset) ? 0 : 1)}
          isOwn={offset !== 0}
          read={readOffset}
          onCommit={set}
          onStep={(direction) => set(offset + direction * OFFSET_STEP)}
          testId="iv-offset"
        />
      </span>
    </span>
  );
}

const hasPrices = ({ instance }: AnalyzerView): boolean =>
  instance?.legs.some(({ entryPrice, kind }) => kind === "trade" && entryPrice !== null) === true;

const hasIvs = ({ instance }: AnalyzerView): boolean =>
  instance !== null &&
  (instance.ivOffset !== 0 ||
    instance.legs.some(({ customIv }) => customIv !== null) ||
    Object.keys(instance.customStrikeWiseIvs).length > 0);

/** Each reset with what there must be to take back. */
const RESETS = [
  ["prices", hasPrices, { type: "reset-prices" }],
  ["ivs", hasIvs, { type: "reset-ivs" }],
  [
    "target-price",
    ({ instance }) => (instance?.targetPrice ?? null) !== null,
    { type: "set-target-price", price: null },
  ],
  [
    "target-time",
    ({ instance }) => (instance?.targetDateTime ?? null) !== null,
    { type: "set-target-time", time: null },
  ],
] as const satisfies readonly (readonly [
  keyof typeof toolbar.resets,
  (view: AnalyzerView) => boolean,
  BuilderAction,
])[];

function Reset({ of: [what, isSet, action] }: { readonly of: (typeof RESETS)[number] }) {
  const { dispatch } = useAnalyzer();
  const { label, title } = toolbar.resets[what];
  const canReset = useAnalyzerFact(isSet);
  return (
    <button
      type="button"
      // A button that is disabled while it has the focus loses it.
      aria-disabled={!canReset}
      title={title}
      aria-label={title}
      onClick={() => {
        if (canReset) dispatch(action);
      }}
      data-testid={`reset-${what}`}
    >
      {label}
    </button>
  );
}

/** Back to the market, one kind of figure at a time; only what was set can be. */
function Resets() {
  return (
    <span className={css.resets} role="group" aria-label={toolbar.reset}>
      <span aria-hidden="true">{toolbar.reset}</span>
      {RESETS.map((each) => (
        <Reset key={each[0]} of={each} />
      ))}
    </span>
  );
}

/** Under the legs: what scales them, and the ways back to the market. */
export const LegsFoot = memo(function LegsFoot() {
  const { dispatch } = useAnalyzer();
  return (
    <div className={css.foot}>
      <Multiplier />
      <Offset />
      <EntryKnob />
      <NetKnob />
      <Resets />
      <button
        type="button"
        className={css.clear}
        aria-label={toolbar.clearName}
        onClick={({ currentTarget }) => {
          focusAdding(currentTarget);
          dispatch({ type: "clear-legs" });
        }}
        data-testid="clear-legs"
      >
        {toolbar.clear}
      </button>
    </div>
  );
});

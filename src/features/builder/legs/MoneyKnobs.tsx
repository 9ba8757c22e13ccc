import { formatFixed } from "#domain/format/number.ts";
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { AT_LTP } from "#domain/strategy/entry.ts";
import { ENTRY_MODES, type EntryMode } from "#domain/strategy/model.ts";
import { useAnalyzer, useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { NumberField } from "../../../strategy/fields/NumberField.tsx";
import { readTicks } from "../../../strategy/fields/read-figure.ts";
import css from "./Legs.module.css";
import { TEXTS } from "./texts.ts";

const { entry } = TEXTS.toolbar;

/** What trades without a price of their own are entered at (rule STRAT-25). */
export function EntryKnob() {
  const { dispatch } = useAnalyzer();
  const pricing = useAnalyzerFact(({ instance }) => instance?.entryPricing ?? AT_LTP);
  const { mode, slippageTicks } = pricing;
  const set = (change: Partial<typeof pricing>) =>
    dispatch({ type: "set-entry-pricing", pricing: { ...pricing, ...change } });
  return (
    <span className={css.knob}>
      <label className={css.knob}>
        <span>{entry.name}</span>
        <select
          className={css.choice}
          title={entry.titles[mode]}
          value={mode}
          onChange={({ target }) => set({ mode: target.value as EntryMode })}
          data-testid="entry-mode"
        >
          {ENTRY_MODES.map((each) => (
            <option key={each} value={each}>
              {entry.modes[each]}
            </option>
          ))}
        </select>
      </label>
      {mode === "touch" ? (
        <span className={css.knob}>
          <span aria-hidden="true">{entry.worse}</span>
          <span className={css.offset}>
            <NumberField
              label={entry.slippage}
              text={formatFixed(slippageTicks, 0)}
              isOwn={slippageTicks !== 0}
              read={readTicks}
              onCommit={(ticks) => set({ slippageTicks: ticks })}
              onStep={(direction) => set({ slippageTicks: Math.max(0, slippageTicks + direction) })}
              testId="slippage"
            />
          </span>
          <span aria-hidden="true">{entry.ticks}</span>
        </span>
      ) : null}
    </span>
  );
}

/** Payoff and figures before or after charges (rule STRAT-32). */
export function NetKnob() {
  const analyzer = useAnalyzer();
  const isNet = useAnalyzerFact(({ instance }) => (instance?.settings ?? DEFAULT_SETTINGS).netOfCharges);
  return (
    <label className={css.knob} title={entry.netTitle}>
      <input
        type="checkbox"
        checked={isNet}
        onChange={({ target }) => analyzer.saveSettings({ netOfCharges: target.checked })}
        data-testid="net-of-charges"
      />
      <span>{entry.net}</span>
    </label>
  );
}

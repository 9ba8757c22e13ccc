import type { ReactNode } from "react";
import { live } from "../../../live/live-state.ts";
import { NumberField } from "../../../strategy/fields/NumberField.tsx";
import { BOUNDS, type Inputs, isWithin, missingOf, type NumberInput } from "../inputs.ts";
import { TEXTS as RESULTS } from "../results/texts.ts";
import type { Calculator } from "../use-calculator.ts";
import { Choice } from "./Choice.tsx";
import css from "./Form.module.css";
import { MomentField } from "./MomentField.tsx";
import { inputText, readInput } from "./read.ts";
import { TEXTS } from "./texts.ts";

const { form } = TEXTS;

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css.line}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <div className={css.input}>{children}</div>
    </div>
  );
}

interface FigureProps {
  readonly name: NumberInput;
  readonly label: string;
  readonly unit: string;
  readonly step: number;
  readonly of: Calculator;
  readonly placeholder?: string;
}

function Figure({ name, label, unit, step, of, placeholder }: FigureProps) {
  const { inputs, set } = of;
  const value = inputs[name];
  const onStep = (direction: 1 | -1): void => {
    const next = Number(((value ?? 0) + direction * step).toFixed(8));
    if (isWithin(next, BOUNDS[name])) set({ [name]: next });
  };
  return (
    <Line label={label}>
      <NumberField
        label={label}
        text={inputText(value)}
        read={(typed) => readInput(typed, name)}
        onCommit={(typed) => set({ [name]: typed })}
        onStep={onStep}
        isEager
        testId={`calculator-${name}`}
        {...(placeholder !== undefined && { placeholder })}
      >
        <span className={css.unit} aria-hidden="true">
          {unit}
        </span>
      </NumberField>
    </Line>
  );
}

const MINUTE_MS = 60_000;

/** To the minute, as the field has it. */
const marketMinute = (): number =>
  Math.floor((live.health?.marketTime ?? Date.now()) / MINUTE_MS) * MINUTE_MS;

function labelOf(name: ReturnType<typeof missingOf>[number], { basis }: Inputs): string {
  return name === "price" ? form.price[basis] : form[name];
}

/** A step of the strike: as far apart as listed ones are, or a hundredth. */
const stepOf = (price: number | null): number =>
  price === null || price < 1_000 ? 1 : price < 10_000 ? 10 : 50;

/** All that is typed. */
export function Form({ of }: { readonly of: Calculator }) {
  const { inputs, set, setBasis, quoted } = of;
  const missing = missingOf(inputs);
  const isWaiting = of.symbol !== null && (quoted.phase === "finding" || quoted.phase === "waiting");
  return (
    <section className={css.form} aria-label={form.name}>
      <Line label={form.basis}>
        <Choice
          label={form.basis}
          options={form.bases}
          value={inputs.basis}
          onChoose={setBasis}
          testId="calculator-basis"
        />
      </Line>
      <Figure name="price" label={form.price[inputs.basis]} unit={form.units.rupees} step={1} of={of} />
      <Figure
        name="strike"
        label={form.strike}
        unit={form.units.rupees}
        step={stepOf(inputs.strike)}
        of={of}
      />
      <Line label={form.expiry}>
        <MomentField
          label={form.expiry}
          value={inputs.expiry}
          onCommit={(expiry) => set({ expiry })}
          testId="calculator-expiry"
        />
      </Line>
      <Line label={form.at}>
        <MomentField
          label={form.at}
          value={inputs.at}
          onCommit={(at) => set({ at })}
          testId="calculator-at"
        />
      </Line>
      <p className={css.clock}>
        {form.clock}
        <button
          type="button"
          className={css.now}
          title={form.nowTitle}
          onClick={() => set({ at: marketMinute() })}
          data-testid="calculator-now"
        >
          {form.now}
        </button>
      </p>
      <Figure name="iv" label={form.iv} unit={form.units.percent} step={0.5} of={of} />
      <Figure name="rate" label={form.rate} unit={form.units.percent} step={0.25} of={of} />
      <div className={css.market}>
        <Line label={RESULTS.result.side}>
          <Choice
            label={RESULTS.result.side}
            options={RESULTS.result.sides}
            value={inputs.side}
            onChoose={(side) => set({ side, premium: premiumOf(of, side) })}
            testId="calculator-side"
          />
        </Line>
        <Figure
          name="premium"
          label={form.premium}
          unit={form.units.rupees}
          step={0.05}
          placeholder={form.premiumNone}
          of={of}
        />
      </div>
      {missing.length > 0 && !isWaiting ? (
        <p className={css.missing} role="status">
          {form.missing(missing.map((name) => labelOf(name, inputs)).join(", "))}
        </p>
      ) : null}
    </section>
  );
}

/** A price is of one side: on the other side of the same contract it is that side's last one, else none. */
function premiumOf({ inputs, quoted: { quote } }: Calculator, side: Inputs["side"]): number | null {
  if (side === inputs.side) return inputs.premium;
  const ltp = quote !== null && quote.option.strike === inputs.strike ? quote.ltp[side] : Number.NaN;
  return ltp > 0 ? Number(ltp.toFixed(4)) : null;
}

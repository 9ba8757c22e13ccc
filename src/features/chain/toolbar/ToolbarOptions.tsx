import { type RowSize, SIZES, STRIKE_COUNTS, type StrikeCount } from "#domain/chain/view-choices.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { Wish } from "../settings/wish.ts";
import { type ShownView, useChosen } from "../use-shown-view.ts";
import css from "./ChainToolbar.module.css";
import { TEXTS } from "./texts.ts";

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string | number>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label className={css.choice}>
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find(([option]) => String(option) === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NamedProps {
  /** id of the view on screen */
  readonly view: string;
  readonly onView: (view: string) => void;
}

/** The trader's own views, where there are some. */
export function NamedViews({ view, onView }: NamedProps) {
  const named = useChosen()?.named ?? [];
  if (named.length === 0) return null;
  return (
    <Choice
      label={TEXTS.mine}
      value={named.some(({ id }) => id === view) ? view : ""}
      options={[["", TEXTS.none], ...named.map(({ id, name }) => [id, name] as const)]}
      onChange={(id) => onView(id === "" ? "ltp" : id)}
    />
  );
}

interface Props {
  readonly shown: ShownView;
  readonly underlying: UnderlyingSummary | null;
  readonly onPrefer: (wish: Wish) => void;
}

/** How much of a chain is shown, and how high its rows are. */
export function ToolbarOptions({ shown, underlying, onPrefer }: Props) {
  const strikes = STRIKE_COUNTS.map((n) => [n, String(n)] as const);
  return (
    <>
      <Choice<StrikeCount>
        label={TEXTS.above}
        value={shown.above}
        options={strikes}
        onChange={(above) => onPrefer({ above })}
      />
      <Choice<StrikeCount>
        label={TEXTS.below}
        value={shown.below}
        options={strikes}
        onChange={(below) => onPrefer({ below })}
      />
      {underlying?.symbol === "NIFTY" ? (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={shown.hundreds}
            onChange={(event) => onPrefer({ hundreds: event.target.checked })}
          />
          {TEXTS.hundreds}
        </label>
      ) : null}
      <Choice<RowSize>
        label={TEXTS.rows}
        value={shown.size}
        options={SIZES.map((s) => [s, TEXTS.sizes[s]] as const)}
        onChange={(size) => onPrefer({ size })}
      />
    </>
  );
}

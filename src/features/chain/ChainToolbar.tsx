import { useSnapshot } from "valtio";
import { CHAIN_VIEWS, type ChainViewName } from "#domain/format/chain-columns.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import css from "./ChainToolbar.module.css";
import { rendererState, setRenderer } from "./renderer-state.ts";
import { type ChainSearch, type RowSize, SIZES, STRIKE_COUNTS, type StrikeCount } from "./search-params.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly search: ChainSearch;
  readonly size: RowSize;
  readonly underlying: UnderlyingSummary | null;
  readonly onChange: (next: Partial<ChainSearch>) => void;
}

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

export function ChainToolbar({ search, size, underlying, onChange }: Props) {
  const renderer = useSnapshot(rendererState);
  const view = search.view ?? "ltp";
  /** Arrows choose among radios (ARIA authoring practices). */
  const moveView = (event: React.KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (CHAIN_VIEWS.indexOf(view) + step + CHAIN_VIEWS.length) % CHAIN_VIEWS.length;
    onChange({ view: CHAIN_VIEWS[at] ?? "ltp" });
    (event.currentTarget.children[at] as HTMLElement | undefined)?.focus();
  };
  const strikes = STRIKE_COUNTS.map((n) => [n, String(n)] as const);
  return (
    <div className={css.toolbar} role="toolbar" aria-label={TEXTS.toolbar.name}>
      <div className={css.segments} role="radiogroup" aria-label={TEXTS.toolbar.columns} onKeyDown={moveView}>
        {CHAIN_VIEWS.map((name: ChainViewName) => (
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={view === name}
            tabIndex={view === name ? 0 : -1}
            className={css.segment}
            onClick={() => onChange({ view: name })}
          >
            {TEXTS.toolbar.views[name]}
          </button>
        ))}
      </div>
      <div className={css.options}>
        <Choice<StrikeCount>
          label={TEXTS.toolbar.above}
          value={search.above ?? 30}
          options={strikes}
          onChange={(above) => onChange({ above })}
        />
        <Choice<StrikeCount>
          label={TEXTS.toolbar.below}
          value={search.below ?? 30}
          options={strikes}
          onChange={(below) => onChange({ below })}
        />
        {underlying?.symbol === "NIFTY" ? (
          <label className={css.check}>
            <input
              type="checkbox"
              checked={search.hundreds === true}
              onChange={(event) => onChange({ hundreds: event.target.checked })}
            />
            {TEXTS.toolbar.hundreds}
          </label>
        ) : null}
        <Choice<RowSize>
          label={TEXTS.toolbar.rows}
          value={size}
          options={SIZES.map((s) => [s, TEXTS.toolbar.sizes[s]] as const)}
          onChange={(next) => onChange({ size: next })}
        />
        <Choice
          label={TEXTS.toolbar.draw}
          value={renderer.choice}
          options={
            [
              ["auto", TEXTS.toolbar.canvas],
              ["dom", TEXTS.toolbar.plainTable],
            ] as const
          }
          onChange={setRenderer}
        />
      </div>
    </div>
  );
}

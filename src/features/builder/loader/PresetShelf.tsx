import { type KeyboardEvent, useCallback, useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { buildPreset } from "#domain/strategy/presets/build.ts";
import { MARKET_VIEWS, type MarketView, type PresetName } from "#domain/strategy/presets/names.ts";
import { presetOf, presetsFor } from "#domain/strategy/presets/preset-table.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { AnalyzerView } from "../../../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { firstRunning } from "../../../shared/first-running.ts";
import { usePanel } from "../panel-state.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import { PresetCard } from "./PresetCard.tsx";
import css from "./StrategyLoader.module.css";
import { TEXTS } from "./texts.ts";
import { usePresetMarket } from "./use-preset-market.ts";

/** From rising to falling, as they stand beside one another. */
const VIEWS: readonly MarketView[] = ["ABOVE", "NOT_BELOW", "AROUND", "BETWEEN", "NOT_ABOVE", "BELOW"];

interface ViewsProps {
  readonly selected: MarketView;
  readonly onSelect: (view: MarketView) => void;
}

function Views({ selected, onSelect }: ViewsProps) {
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (VIEWS.indexOf(selected) + step + VIEWS.length) % VIEWS.length;
    onSelect(VIEWS[at]!);
    (event.currentTarget.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className={css.views} role="radiogroup" aria-label={TEXTS.view} onKeyDown={move}>
      {VIEWS.map((view) => (
        <button
          key={view}
          type="button"
          role="radio"
          aria-checked={view === selected}
          tabIndex={view === selected ? 0 : -1}
          title={TEXTS.spokenViews[view]}
          className={css.view}
          onClick={() => onSelect(view)}
          data-view={view}
        >
          {TEXTS.views[view]}
        </button>
      ))}
    </div>
  );
}

const loadedPreset = ({ instance }: AnalyzerView): string | null =>
  instance?.dataSource === "PRESET_STRATEGY" ? (instance.dataSourceMeta?.id ?? null) : null;

interface ShelfProps {
  readonly underlying: UnderlyingSummary;
  readonly contracts: ContractList;
}

/** Ready-made strategies of a view of the market, drawn on the strikes of now. */
export function PresetShelf({ underlying, contracts }: ShelfProps) {
  const { dispatch } = useAnalyzer();
  const loaded = useAnalyzerFact(loadedPreset);
  const panel = usePanel();
  const isNarrow = useIsNarrow();
  const { market, read } = usePresetMarket(underlying);
  const [view, setView] = useState<MarketView>(MARKET_VIEWS[1]);
  const [chosen, setChosen] = useState<IsoDate | null>(null);
  const { expiries } = contracts;
  const expiry =
    chosen !== null && expiries.includes(chosen) ? chosen : firstRunning(expiries, underlying, market.now);
  const load = useCallback(
    (name: PresetName) => {
      if (expiry === undefined) return;
      // Placed on the strikes of this moment, not of when its picture was drawn.
      const outcome = buildPreset(name, { market: read(), contracts }, expiry);
      if (!outcome.ok) return;
      const meta = { id: name, name: presetOf(name).label };
      dispatch({ type: "load-preset", meta, placed: outcome.legs, lots: 1 });
      // On a phone what was chosen lies a screen above, and its payoff a screen below.
      if (isNarrow) panel.isLoaderOpen = false;
    },
    [contracts, dispatch, expiry, isNarrow, panel, read],
  );
  if (expiry === undefined) return <p className={css.waiting}>{TEXTS.waiting}</p>;
  return (
    <>
      <div className={css.choices}>
        <Views selected={view} onSelect={setView} />
        <label className={css.expiry}>
          <span>{TEXTS.expiry}</span>
          <select
            value={expiry}
            onChange={(event) => setChosen(event.target.value)}
            data-testid="loader-expiry"
          >
            {expiries.map((each) => (
              <option key={each} value={each}>
                {formatExpiry(each, expiries[0])}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul className={css.cards} aria-label={TEXTS.spokenViews[view]}>
        {presetsFor(view).map(({ name }) => (
          <PresetCard
            key={name}
            name={name}
            expiry={expiry}
            market={market}
            contracts={contracts}
            isLoaded={loaded === name}
            onLoad={load}
          />
        ))}
      </ul>
    </>
  );
}

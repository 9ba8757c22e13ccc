import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { lazily } from "../../../components/lazily.tsx";
import { live } from "../../../live/live-state.ts";
import { firstRunning } from "../../../shared/first-running.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import { usePanel } from "../panel-state.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import { Futures } from "./Futures.tsx";
import { LadderGrid } from "./LadderGrid.tsx";
import css from "./LegPicker.module.css";
import { TEXTS } from "./texts.ts";

const Drawer = lazily(() => import("../../../components/drawer/Drawer.tsx").then((m) => m.Drawer));

interface ExpiryTabsProps {
  readonly expiries: readonly IsoDate[];
  readonly selected: IsoDate;
  readonly onSelect: (expiry: IsoDate) => void;
}

function ExpiryTabs({ expiries, selected, onSelect }: ExpiryTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? undefined : expiries[expiries.indexOf(selected) + step];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-expiry="${next}"]`)?.focus();
  };
  return (
    <div className={css.expiries} role="radiogroup" aria-label={TEXTS.expiries} onKeyDown={onKeyDown}>
      {expiries.map((expiry) => (
        <button
          key={expiry}
          type="button"
          role="radio"
          aria-checked={expiry === selected}
          tabIndex={expiry === selected ? 0 : -1}
          data-expiry={expiry}
          className={css.expiry}
          onClick={() => onSelect(expiry)}
        >
          {formatExpiry(expiry, expiries[0])}
        </button>
      ))}
    </div>
  );
}

function Content() {
  const analyzer = useAnalyzer();
  const { contracts, underlying, instance, market } = useAnalyzerState();
  const [chosen, setChosen] = useState<IsoDate | null>(null);
  const expiries = contracts?.expiries ?? [];
  const running =
    underlying === null
      ? expiries[0]
      : firstRunning(expiries, underlying, market?.now ?? live.health?.marketTime ?? Number.NaN);
  const expiry = chosen !== null && expiries.includes(chosen) ? chosen : running;
  useEffect(() => {
    analyzer.lookAt(expiry ?? null, "picker");
    return () => analyzer.lookAt(null, "picker");
  }, [analyzer, expiry]);
  if (contracts === null || underlying === null) return <p className={css.waiting}>{TEXTS.waiting}</p>;
  const legs = instance?.legs ?? [];
  const decimals = priceDecimals(underlying.kind);
  return (
    <>
      {contracts.futures.length > 0 ? (
        <Futures futures={contracts.futures} legs={legs} priceDecimals={decimals} />
      ) : null}
      {expiry === undefined ? (
        <p className={css.waiting}>{TEXTS.none}</p>
      ) : (
        <>
          <ExpiryTabs expiries={expiries} selected={expiry} onSelect={setChosen} />
          <LadderGrid
            underlying={underlying.token}
            expiry={expiry}
            contracts={contracts}
            legs={legs}
            priceDecimals={decimals}
          />
        </>
      )}
    </>
  );
}

function Panel({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    <section
      className={css.panel}
      aria-label={TEXTS.name}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
      data-testid="leg-picker"
    >
      <header className={css.head}>
        <h2 className={css.title}>{TEXTS.name}</h2>
        <span className={css.hint}>{TEXTS.keys}</span>
        <button type="button" className={css.close} aria-label={TEXTS.close} onClick={onClose}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </header>
      {children}
    </section>
  );
}

/** Contracts to add to the strategy: a panel under the legs, on a phone a sheet. */
export function LegPicker() {
  const panel = usePanel();
  const isNarrow = useIsNarrow();
  const close = (): void => {
    panel.isPickerOpen = false;
    document.querySelector<HTMLElement>("[data-builder-picker]")?.focus();
  };
  if (!isNarrow) {
    return (
      <Panel onClose={close}>
        <Content />
      </Panel>
    );
  }
  return (
    <Suspense fallback={null}>
      <Drawer title={TEXTS.name} side="bottom" isTall isOpen onClose={close}>
        <div className={css.sheet} data-testid="leg-picker">
          <Content />
        </div>
      </Drawer>
    </Suspense>
  );
}

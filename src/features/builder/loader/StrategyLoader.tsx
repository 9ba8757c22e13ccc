import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, Suspense, useId } from "react";
import { useSnapshot } from "valtio";
import { useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { lazily } from "../../../components/lazily.tsx";
import { widgetPlace } from "../../../shared/widget/widget-place.ts";
import { PartBoundary } from "../../../strategy/PartBoundary.tsx";
import { useIsSettled } from "../../../strategy/use-is-settled.ts";
import { type LoaderTab, usePanel } from "../panel-state.ts";
import css from "./StrategyLoader.module.css";
import { TEXTS } from "./texts.ts";

const PresetShelf = lazily(() => import("./PresetShelf.tsx").then((m) => m.PresetShelf));
const MyStrategies = lazily(() => import("./saved/MyStrategies.tsx").then((m) => m.MyStrategies));

const TABS: readonly LoaderTab[] = ["presets", "saved"];
/** What is saved is an account's alone, which an embedded widget's token does not open. */
const WIDGET_TABS: readonly LoaderTab[] = ["presets"];

/** Strategies to begin with: ready-made ones, and those that were saved. */
export function StrategyLoader() {
  const panel = usePanel();
  const { isLoaderOpen, loaderTab } = useSnapshot(panel);
  const underlying = useAnalyzerFact((view) => view.underlying);
  const contracts = useAnalyzerFact((view) => view.contracts);
  // A strategy that is there already is analysed before others are drawn.
  const isSettled = useIsSettled();
  const own = useId();
  const tabs = widgetPlace() === null ? TABS : WIDGET_TABS;
  const select = (tab: LoaderTab): void => {
    panel.loaderTab = tab;
    panel.isLoaderOpen = true;
  };
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    const at = (tabs.indexOf(loaderTab) + 1) % tabs.length;
    select(tabs[at]!);
    (event.currentTarget.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <section className={css.loader} aria-label={TEXTS.name} data-testid="strategy-loader">
      <div className={css.head}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isLoaderOpen}
          aria-controls={own}
          aria-label={isLoaderOpen ? TEXTS.close : TEXTS.open}
          title={isLoaderOpen ? TEXTS.close : TEXTS.open}
          onClick={() => {
            panel.isLoaderOpen = !isLoaderOpen;
          }}
        >
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
        <div className={css.tabs} role="tablist" aria-label={TEXTS.name} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`${own}-${tab}`}
              aria-selected={tab === loaderTab}
              aria-controls={own}
              tabIndex={tab === loaderTab ? 0 : -1}
              className={css.tab}
              onClick={() => select(tab)}
              data-testid={`loader-${tab}`}
            >
              {TEXTS.tabs[tab]}
            </button>
          ))}
        </div>
      </div>
      <div
        id={own}
        className={css.shelf}
        role="tabpanel"
        aria-labelledby={`${own}-${loaderTab}`}
        hidden={!isLoaderOpen}
      >
        {isLoaderOpen && loaderTab === "presets" && underlying !== null && contracts !== null ? (
          <PartBoundary>
            <Suspense fallback={<div className={css.shelfRoom} />}>
              {isSettled ? (
                <PresetShelf underlying={underlying} contracts={contracts} />
              ) : (
                <div className={css.shelfRoom} />
              )}
            </Suspense>
          </PartBoundary>
        ) : null}
        {isLoaderOpen && loaderTab === "saved" ? (
          <PartBoundary>
            <Suspense fallback={null}>
              <MyStrategies />
            </Suspense>
          </PartBoundary>
        ) : null}
      </div>
    </section>
  );
}

import { useState } from "react";
import { useSnapshot } from "valtio";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { type Tab, TabbedPanel } from "../../components/tabs/TabbedPanel.tsx";
import { live } from "../../live/live-state.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { MarketRefused } from "../../shared/market-refused/MarketRefused.tsx";
import { ExpiryOver } from "./ExpiryOver.tsx";
import { EventsTab } from "./events/EventsTab.tsx";
import { InfoHead } from "./InfoHead.tsx";
import css from "./InfoPanel.module.css";
import { FIRST_TAB, type InfoTab, tabsOf } from "./info-tabs.ts";
import { InfoProvider } from "./info-view.ts";
import { Ohlc } from "./Ohlc.tsx";
import { PriceRows } from "./PriceRows.tsx";
import { PatternsTab } from "./patterns/PatternsTab.tsx";
import { inSection, Section } from "./Section.tsx";
import { Standing } from "./Standing.tsx";
import { FnoTab } from "./tabs/FnoTab.tsx";
import { FuturesTab } from "./tabs/FuturesTab.tsx";
import { TEXTS } from "./texts.ts";
import { useInfoView } from "./use-info-view.ts";

const CONTENTS: Readonly<Record<InfoTab, Tab<InfoTab>["Content"]>> = {
  fnOData: inSection(FnoTab),
  events: inSection(EventsTab),
  candlestickPatterns: inSection(PatternsTab),
  futurePrices: inSection(FuturesTab),
};

function Known({ underlying }: { readonly underlying: UnderlyingSummary }) {
  const [selectedExpiry, setExpiry] = useState<string | null>(null);
  const [selectedTab, setTab] = useState<InfoTab>(FIRST_TAB);
  const view = useInfoView(underlying, selectedExpiry);
  const tabs = tabsOf(underlying).map((tab) => ({ ...tab, Content: CONTENTS[tab.id] }));
  return (
    <InfoProvider value={view}>
      <Section>
        <InfoHead onExpiry={setExpiry} />
        <ExpiryOver onExpiry={setExpiry} />
      </Section>
      <div className={css.figures} data-stale={view.isStale ? "" : undefined}>
        <Section>
          <PriceRows />
        </Section>
        <Section>
          <Ohlc />
        </Section>
        <TabbedPanel name={TEXTS.tabs.label} tabs={tabs} selected={selectedTab} onSelect={setTab} />
      </div>
      <Section>
        <Standing />
      </Section>
    </InfoProvider>
  );
}

interface Props {
  /** Of the instrument. */
  readonly symbol: string;
}

/**
 * What there is to know of an instrument (rules INFO-2 to INFO-9). Of another one all begins anew: its first expiry, the first tab, no
 * events of the one before.
 */
export function InfoPanel({ symbol }: Props) {
  const found = useUnderlying(symbol);
  const { health } = useSnapshot(live);
  return (
    <div className={css.panel} data-testid="info-panel">
      {found === null ? <p className={css.quiet}>{TEXTS.loading}</p> : null}
      {found?.ok === false ? (
        <p className={css.quiet} role="alert">
          {found.code === "underlying.not_found" ? TEXTS.notListed(symbol) : found.message}
        </p>
      ) : null}
      {found?.ok && health?.feed === "refused" ? <MarketRefused /> : null}
      {found?.ok && health?.feed !== "refused" ? <Known key={symbol} underlying={found.value} /> : null}
    </div>
  );
}

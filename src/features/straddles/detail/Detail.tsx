import { ArrowLeft } from "lucide-react";
import { Suspense, useMemo } from "react";
import { openingOfDeals } from "#domain/strategy/analyzer/opening.ts";
import { useOpenInBuilder } from "../../../analyzer/opening/use-open-in-builder.ts";
import { textOf } from "../../../api/api-failure.ts";
import { Button } from "../../../components/button/Button.tsx";
import { lazily } from "../../../components/lazily.tsx";
import tabCss from "../../../components/tabs/Tabs.module.css";
import { onTabKey } from "../../../components/tabs/tab-keys.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { Bones } from "../../../shared/time-charts/ChartNotice.tsx";
import type { Told } from "../../../shared/time-charts/use-time-told.ts";
import { DETAIL_TABS, type DetailTab } from "../address/address.ts";
import type { Premiums } from "../live/premium-series.ts";
import type { ShownLine, StraddlePage } from "../straddle-page.ts";
import { stripFigures } from "../strip/figures.ts";
import { TEXTS } from "../texts.ts";
import css from "./Detail.module.css";
import { legsOf } from "./legs-of.ts";
import { PremiumView } from "./PremiumView.tsx";

const PastExpiries = lazily(() => import("../past/PastExpiries.tsx").then((m) => m.PastExpiries));

interface Props {
  readonly page: StraddlePage;
  readonly line: ShownLine;
  readonly told: Told<Premiums>;
}

const PANEL = "straddle-panel";

/** Views of one strategy, each at an address of its own; a range of one says nothing on the other. */
function Tabs({ search, set }: Pick<StraddlePage, "search" | "set">) {
  const go = (tab: DetailTab): void => set({ tab, view: null });
  return (
    <div
      className={tabCss.tabs}
      role="tablist"
      aria-label={TEXTS.detail.tabsName}
      onKeyDown={(event) => onTabKey(event, DETAIL_TABS.indexOf(search.tab), (to) => go(DETAIL_TABS[to]!))}
    >
      {DETAIL_TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          className={tabCss.tab}
          aria-selected={tab === search.tab}
          aria-controls={PANEL}
          tabIndex={tab === search.tab ? 0 : -1}
          onClick={() => go(tab)}
          data-testid={`tab-${tab}`}
        >
          {TEXTS.detail.tabs[tab]}
        </button>
      ))}
    </div>
  );
}

/** One strategy: as it is now, and today's straddle of its expiry beside past ones. */
export function Detail({ page, line, told }: Props) {
  const { search, set, underlying, listed } = page;
  const { symbol } = underlying;
  const open = useOpenInBuilder();
  const { answer } = told;
  const strike =
    answer === null ? Number.NaN : (stripFigures(answer, line.text, line.multiplier)?.strike ?? Number.NaN);
  const legs = useMemo(() => legsOf(line, listed, strike), [line, listed, strike]);
  return (
    <>
      <div className={css.head}>
        <Button size="small" onClick={() => set({ detail: null, view: null })} data-testid="straddle-back">
          <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" /> {TEXTS.detail.back}
        </Button>
        <h2>{line.name}</h2>
        <Button
          size="small"
          className={css.builder}
          disabled={legs.length === 0}
          onClick={() => {
            const deals = legs.map(({ contract, action, units }) => ({
              contract,
              deal: { action, quantity: units, entryPrice: null },
            }));
            open(openingOfDeals(symbol, deals)).catch((error: unknown) =>
              showToast(textOf(error), { tone: "error" }),
            );
          }}
          data-testid="straddle-builder"
        >
          {TEXTS.detail.builder}
        </Button>
      </div>
      <Tabs search={search} set={set} />
      <div className={css.panel} role="tabpanel" id={PANEL} aria-label={TEXTS.detail.tabs[search.tab]}>
        {search.tab === "premium" ? (
          <PremiumView page={page} line={line} legs={legs} told={told} />
        ) : (
          <Suspense
            fallback={
              <div className={css.room}>
                <Bones shape="lines" />
              </div>
            }
          >
            <PastExpiries page={page} line={line} />
          </Suspense>
        )}
      </div>
    </>
  );
}
